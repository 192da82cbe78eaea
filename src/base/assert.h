// SPDX-License-Identifier: MIT
// Programmer errors trap in debug builds; release builds go on and the call answers a status.
#ifndef TA_BASE_ASSERT_H
#define TA_BASE_ASSERT_H

#if defined(TA_DEBUG)
#define TA_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define TA_ASSERT(condition) ((void)0)
#endif

#endif
