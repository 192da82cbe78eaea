// SPDX-License-Identifier: MIT
// What only the wasm build has: the hash by which the binding knows that its offsets are right.
#include "abi_hash.h"
#include "three_action/debug.h"

uint32_t ta_abi_hash(void) { return TA_ABI_HASH; }
