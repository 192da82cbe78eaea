// SPDX-License-Identifier: MIT
// In: lines of a mask, a rig. Out: a weight for every joint and morph.
#include "data/mask.h"

#include <string.h>

TaMask ta_mask_create(TaArena *arena, const TaRig *rig)
{
    return (TaMask){
        .joints = TA_ARENA_NEW(arena, float, 4 * (size_t)rig->rest.group_count),
        .scalars = TA_ARENA_NEW(arena, float, 4 * (size_t)rig->rest.scalar_group_count),
    };
}

void ta_mask_copy(TaMask *to, const TaMask *from, const TaRig *rig)
{
    memcpy(to->joints, from->joints, 4 * rig->rest.group_count * sizeof(float));
    if (rig->rest.scalar_group_count > 0) {
        memcpy(to->scalars, from->scalars, 4 * rig->rest.scalar_group_count * sizeof(float));
    }
}

static bool is_dropped(char c) { return c != '\0' && strchr("[].:/", c) != NULL; }

static const char *skip_dropped(const char *text)
{
    while (is_dropped(*text)) {
        text++;
    }
    return text;
}

static bool same_character(char a, char b) { return (a == ' ' ? '_' : a) == (b == ' ' ? '_' : b); }

bool ta_mask_matches(const char *pattern, const char *name)
{
    const char *star = NULL, *retry = NULL;  // the last * and where its text may end next
    pattern = skip_dropped(pattern);
    name = skip_dropped(name);
    while (*name != '\0') {
        if (*pattern == '*') {
            star = pattern = skip_dropped(pattern + 1);
            retry = name;
        } else if (*pattern != '\0' && (*pattern == '?' || same_character(*pattern, *name))) {
            pattern = skip_dropped(pattern + 1);
            name = skip_dropped(name + 1);
        } else if (star != NULL) {
            pattern = star;
            name = retry = skip_dropped(retry + 1);
        } else {
            return false;
        }
    }
    while (*pattern == '*') {
        pattern = skip_dropped(pattern + 1);
    }
    return *pattern == '\0';
}

// The weight of a joint depth joints below the one that matched.
static float weight_at(const TaMaskEntry *entry, uint32_t depth)
{
    const double part = entry->fall_off == 0 ? 1.0 : (depth + 1.0) / (entry->fall_off + 1.0);
    return (float)(entry->weight * (part < 1.0 ? part : 1.0));
}

// Depth of a joint below the nearest ancestor (or itself) that matches; -1 = none does.
static int32_t depth_below(const TaMaskEntry *entry, const TaRig *rig, uint32_t slot)
{
    int32_t depth = 0;
    for (int32_t at = (int32_t)slot; at >= 0; at = rig->parent_slots[at], depth++) {
        if (ta_mask_matches(entry->pattern, rig->joint_names[rig->joint_of_slot[at]])) {
            return depth == 0 || entry->children ? depth : -1;
        }
        if (!entry->children) {
            return -1;
        }
    }
    return -1;
}

static uint32_t apply_entry(const TaMaskEntry *entry, const TaRig *rig, TaMask *mask)
{
    uint32_t matched = 0;
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        const int32_t depth = depth_below(entry, rig, slot);
        if (depth >= 0) {
            mask->joints[slot] = weight_at(entry, (uint32_t)depth);
            matched += depth == 0;
        }
    }
    for (uint32_t i = 0; i < rig->scalar_count; i++) {
        if (ta_mask_matches(entry->pattern, rig->scalar_names[i])) {
            mask->scalars[i] = (float)entry->weight;
            matched++;
        }
    }
    return matched;
}

uint32_t ta_mask_resolve(const TaMaskDef *def, const TaRig *rig, TaMask *mask)
{
    const float all = def == NULL ? 1.0f : 0.0f;
    for (uint32_t i = 0; i < 4 * rig->rest.group_count; i++) {
        mask->joints[i] = all;
    }
    for (uint32_t i = 0; i < 4 * rig->rest.scalar_group_count; i++) {
        mask->scalars[i] = all;
    }
    uint32_t matched = 0;
    for (uint32_t e = 0; def != NULL && e < def->entry_count; e++) {
        matched += apply_entry(&def->entries[e], rig, mask);
    }
    return matched;
}
