// SPDX-License-Identifier: MIT
// Allocation through the hooks. The hook table is the library's only global.
#ifndef TA_BASE_MEMORY_H
#define TA_BASE_MEMORY_H

#include "three_action/base.h"

// Zeroed memory, aligned to 16 bytes; NULL when there is none.
void *ta_memory_allocate(size_t bytes);
void ta_memory_release(void *memory);

// The same without zeroing or extra alignment, in the shape cJSON wants.
void *ta_memory_allocate_plain(size_t bytes);
void ta_memory_release_plain(void *memory);

#endif
