// SPDX-License-Identifier: MIT
// Which joint (or morph weight) is the other side of which, by name.
#ifndef TA_DATA_MIRROR_H
#define TA_DATA_MIRROR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Writes the name of the other side: Left <-> Right in any case, or a single L <-> R at an end of
// the name or beside _ . - or a space ("thigh_L", "L.Arm", "DEF-handR"). False when the name has no
// side, or the room is too small.
bool ta_mirror_name(const char *name, char *out, size_t size);

// pairs[i] = the index of the name that is i's other side; i itself where there is none.
void ta_mirror_pairs(const char *const *names, uint32_t count, uint32_t *pairs);

#endif
