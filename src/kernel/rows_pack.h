// SPDX-License-Identifier: MIT
// Writes sampled poses as the rows of a clip, and what rows do not serve as bundles.
#ifndef TA_KERNEL_ROWS_PACK_H
#define TA_KERNEL_ROWS_PACK_H

#include "kernel/rows_error.h"

// made: a clip like `from`, with rows from the source and the channels not served in bundles, in an
// arena of its own. packed: 16 bits an element. False when memory ran out; made->arena is filled.
bool ta_rows_pack(const TaRowsSource *source, const TaClip *from, bool packed, TaClip *made);

#endif
