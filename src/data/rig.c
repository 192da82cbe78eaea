// SPDX-License-Identifier: MIT
// In: joints in any order, skins, scalars. Out: a checked rig, parents before children.
#include "data/rig.h"

#include <math.h>
#include <string.h>

#include "base/format.h"
#include "base/memory.h"
#include "data/mirror.h"
#include "math/quat.h"
#include "math/scalar.h"

static bool all_finite(const float *values, size_t count)
{
    for (size_t i = 0; values != NULL && i < count; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static const char *name_of(const char *const *names, uint32_t index)
{
    return names != NULL && names[index] != NULL ? names[index] : "";
}

static TaStatus check_def(const TaRigDef *def, TaError *error)
{
    const size_t n = def->joint_count;
    char path[64];
    if (n == 0) {
        return ta_error_set(error, TA_STATUS_INVALID_RIG, "joints",
                            "a rig needs at least one joint");
    }
    if (n > TA_MAX_JOINTS || def->skin_count > TA_MAX_SKINS || def->scalar_count > TA_MAX_SCALARS) {
        return ta_error_set(error, TA_STATUS_LIMIT, "rig",
                            "%u joints, %u skins and %u scalars: a rig holds at most %d, %d and %d",
                            def->joint_count, def->skin_count, def->scalar_count, TA_MAX_JOINTS,
                            TA_MAX_SKINS, TA_MAX_SCALARS);
    }
    if (def->parents == NULL) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, "parents", "parents is missing");
    }
    for (uint32_t j = 0; j < n; j++) {
        if (def->parents[j] < -1 || def->parents[j] >= (int32_t)n) {
            ta_format(path, sizeof path, "parents[%u]", j);
            return ta_error_set(error, TA_STATUS_INVALID_RIG, path,
                                "joint \"%s\" has parent %d; give -1 or an index below %u",
                                name_of(def->names, j), def->parents[j], def->joint_count);
        }
    }
    if (!all_finite(def->rest_translation, 3 * n) || !all_finite(def->rest_rotation, 4 * n) ||
        !all_finite(def->rest_scale, 3 * n) || !all_finite(def->scalar_rest, def->scalar_count)) {
        return ta_error_set(error, TA_STATUS_INVALID_RIG, "rest",
                            "the rest pose holds NaN or infinity");
    }
    for (uint32_t s = 0; s < def->skin_count; s++) {
        const TaSkinDef *skin = &def->skins[s];
        ta_format(path, sizeof path, "skins[%u]", s);
        if (skin->joint_count > TA_MAX_JOINTS || (skin->joint_count > 0 && skin->joints == NULL)) {
            return ta_error_set(error, TA_STATUS_INVALID_RIG, path,
                                "the skin's joints are missing");
        }
        for (uint32_t i = 0; i < skin->joint_count; i++) {
            if (skin->joints[i] >= n) {
                return ta_error_set(error, TA_STATUS_INVALID_RIG, path,
                                    "joint %u of the skin is %u; the rig has %u joints", i,
                                    skin->joints[i], def->joint_count);
            }
        }
        if (!all_finite(skin->inverse_bind, 16 * (size_t)skin->joint_count)) {
            return ta_error_set(error, TA_STATUS_INVALID_RIG, path,
                                "an inverse bind matrix holds NaN or infinity");
        }
    }
    return TA_STATUS_OK;
}

// Depth first from the roots, siblings in the caller's order; false when a cycle is left over.
static bool sort_parents_first(TaRig *rig, const TaRigDef *def, uint32_t *joint_of_slot,
                               uint32_t *cyclic_joint)
{
    const uint32_t n = rig->joint_count;
    int32_t *first_child = TA_ARENA_NEW(&rig->arena, int32_t, n);
    int32_t *next_sibling = TA_ARENA_NEW(&rig->arena, int32_t, n);
    int32_t *stack = TA_ARENA_NEW(&rig->arena, int32_t, n);
    uint32_t *slots = TA_ARENA_NEW(&rig->arena, uint32_t, n);
    int32_t *parents = TA_ARENA_NEW(&rig->arena, int32_t, n);
    if (rig->arena.failed) {
        return true;
    }
    for (uint32_t j = 0; j < n; j++) {
        first_child[j] = -1;
        slots[j] = UINT32_MAX;
    }
    uint32_t depth = 0;
    for (uint32_t j = n; j-- > 0;) {
        const int32_t parent = def->parents[j];
        if (parent < 0) {
            stack[depth++] = (int32_t)j;
        } else {
            next_sibling[j] = first_child[parent];
            first_child[parent] = (int32_t)j;
        }
    }
    uint32_t count = 0;
    while (depth > 0) {
        const int32_t joint = stack[--depth];
        parents[count] = def->parents[joint] < 0 ? -1 : (int32_t)slots[def->parents[joint]];
        joint_of_slot[count] = (uint32_t)joint;
        slots[joint] = count++;
        const uint32_t base = depth;
        for (int32_t child = first_child[joint]; child >= 0; child = next_sibling[child]) {
            stack[depth++] = child;
        }
        for (uint32_t low = base, high = depth; low + 1 < high; low++) {  // first child on top
            const int32_t swap = stack[low];
            stack[low] = stack[--high];
            stack[high] = swap;
        }
    }
    rig->slot_of_joint = slots;
    rig->parent_slots = parents;
    for (uint32_t j = 0; j < n; j++) {
        if (slots[j] == UINT32_MAX) {
            *cyclic_joint = j;
            return false;
        }
    }
    return true;
}

static void fill_rest(TaRig *rig, const TaRigDef *def, const uint32_t *joint_of_slot)
{
    for (uint32_t slot = 0; slot < 4 * rig->rest.group_count; slot++) {
        TaSoaTransform *group = &rig->rest.transforms[slot / 4];
        const uint32_t lane = slot % 4;
        const bool used = slot < rig->joint_count;
        const uint32_t joint = used ? joint_of_slot[slot] : 0;
        versor rotation = GLM_QUAT_IDENTITY_INIT;
        if (used && def->rest_rotation != NULL) {
            memcpy(rotation, def->rest_rotation + 4 * joint, sizeof rotation);
            glm_quat_normalize(rotation);  // identity when it has no length
        }
        for (uint32_t c = 0; c < 4; c++) {
            group->rotation[c][lane] = rotation[c];
        }
        for (uint32_t c = 0; c < 3; c++) {
            group->translation[c][lane] =
                used && def->rest_translation ? def->rest_translation[3 * joint + c] : 0.0f;
            group->scale[c][lane] = used && def->rest_scale ? def->rest_scale[3 * joint + c] : 1.0f;
        }
    }
    for (uint32_t i = 0; def->scalar_rest != NULL && i < def->scalar_count; i++) {
        rig->rest.scalars[i] = def->scalar_rest[i];
    }
}

static const char *const *copy_names(TaRig *rig, const char *const *from, uint32_t count)
{
    const char **names = TA_ARENA_NEW(&rig->arena, const char *, count);
    for (uint32_t i = 0; names != NULL && i < count; i++) {
        const char *name = name_of(from, i);
        names[i] = ta_arena_text(&rig->arena, name, strlen(name));
    }
    return names;
}

void ta_rig_parent_rotation(const TaRig *rig, const TaPose *model, uint32_t slot, double q[4])
{
    const int32_t parent = rig->parent_slots[slot];
    q[0] = q[1] = q[2] = 0.0;
    q[3] = 1.0;
    if (parent >= 0) {
        ta_pose_read_rotation(model, (uint32_t)parent, q);
    }
}

void ta_rig_model_rotations(const TaRig *rig, const TaPose *local, TaPose *model)
{
    for (uint32_t slot = 0; slot < rig->joint_count; slot++) {
        double parent[4], q[4];
        ta_rig_parent_rotation(rig, model, slot, parent);
        ta_pose_read_rotation(local, slot, q);
        ta_quat_multiply(parent, q, q);
        ta_quat_normalize(q);
        ta_pose_write_rotation(model, slot, q);
    }
}

// Left and right by name; by slot.
static void find_sides(TaRig *rig)
{
    uint32_t *joints = TA_ARENA_NEW(&rig->arena, uint32_t, rig->joint_count);
    uint32_t *slots = TA_ARENA_NEW(&rig->arena, uint32_t, rig->joint_count);
    uint32_t *scalars = TA_ARENA_NEW(&rig->arena, uint32_t, rig->scalar_count);
    rig->rest_model = ta_pose_create(&rig->arena, rig->joint_count, 0);
    if (rig->arena.failed) {
        return;
    }
    ta_mirror_pairs(rig->joint_names, rig->joint_count, joints);
    ta_mirror_pairs(rig->scalar_names, rig->scalar_count, scalars);
    for (uint32_t j = 0; j < rig->joint_count; j++) {
        slots[rig->slot_of_joint[j]] = rig->slot_of_joint[joints[j]];
    }
    rig->mirror_slots = slots;
    rig->mirror_scalars = scalars;
    ta_rig_model_rotations(rig, &rig->rest, &rig->rest_model);
}

static void copy_skins(TaRig *rig, const TaRigDef *def)
{
    static const float identity[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    TaSkin *skins = TA_ARENA_NEW(&rig->arena, TaSkin, def->skin_count);
    for (uint32_t s = 0; skins != NULL && s < def->skin_count; s++) {
        const TaSkinDef *from = &def->skins[s];
        uint32_t *slots = TA_ARENA_NEW(&rig->arena, uint32_t, from->joint_count);
        float *inverse = TA_ARENA_NEW(&rig->arena, float, 16 * (size_t)from->joint_count);
        if (rig->arena.failed) {
            return;
        }
        for (uint32_t i = 0; i < from->joint_count; i++) {
            slots[i] = rig->slot_of_joint[from->joints[i]];
            memcpy(inverse + 16 * i, from->inverse_bind ? from->inverse_bind + 16 * i : identity,
                   sizeof identity);
        }
        skins[s] = (TaSkin){from->joint_count, slots, inverse};
    }
    rig->skins = skins;
    rig->skin_count = def->skin_count;
}

static void list_palette_rows(TaRig *rig)
{
    uint32_t total = 0;
    for (uint32_t s = 0; s < rig->skin_count; s++) {
        total += rig->skins[s].joint_count;
    }
    TaPaletteRow *rows = TA_ARENA_NEW(&rig->arena, TaPaletteRow, total + 1);
    uint32_t *first = TA_ARENA_NEW(&rig->arena, uint32_t, rig->joint_count + 1);
    if (rig->arena.failed) {
        return;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {  // count by slot, then place
        for (uint32_t s = 0; s < rig->skin_count; s++) {
            const TaSkin *skin = &rig->skins[s];
            for (uint32_t j = 0; j < skin->joint_count; j++) {
                const uint32_t slot = skin->slots[j];
                if (pass == 0) {
                    first[slot + 1]++;
                } else {
                    TaPaletteRow *row = &rows[first[slot]++];
                    memcpy(row->inverse_bind, skin->inverse_bind + 16 * (size_t)j,
                           sizeof row->inverse_bind);
                    row->slot = slot;
                    row->skin = s;
                    row->joint = j;
                }
            }
        }
        for (uint32_t slot = 0; pass == 0 && slot < rig->joint_count; slot++) {
            first[slot + 1] += first[slot];
        }
    }
    rows[total].slot = UINT32_MAX;
    rig->palette_rows = rows;
}

static void make_pose_groups(TaRig *rig)
{
    const uint32_t joints = rig->rest.group_count, scalars = rig->rest.scalar_group_count;
    const uint32_t count = joints > scalars ? joints : scalars;
    TaRowGroup *full = TA_ARENA_NEW(&rig->arena, TaRowGroup, count);
    rig->silent_groups = TA_ARENA_NEW(&rig->arena, TaRowGroup, count);
    for (uint32_t g = 0; full != NULL && g < count; g++) {
        full[g] = (TaRowGroup){.differs = 7, .lanes = {15, 15, 15}};
    }
    rig->full_groups = full;
}

static void look_for_scales(TaRig *rig)
{
    rig->plain_scale = true;
    for (uint32_t slot = 0; slot < 12 * rig->rest.group_count; slot++) {
        const TaSoaTransform *group = &rig->rest.transforms[slot / 12];
        rig->plain_scale = rig->plain_scale && group->scale[slot % 12 / 4][slot % 4] == 1.0f;
    }
}

TaRig *ta_rig_build(const TaRigDef *def, TaError *error)
{
    if (check_def(def, error) != TA_STATUS_OK) {
        return NULL;
    }
    TaRig *rig = ta_memory_allocate(sizeof *rig);
    if (rig == NULL) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "rig", "no memory for the rig");
        return NULL;
    }
    rig->joint_count = def->joint_count;
    rig->scalar_count = def->scalar_count;
    uint32_t *joint_of_slot = TA_ARENA_NEW(&rig->arena, uint32_t, def->joint_count);
    rig->joint_of_slot = joint_of_slot;
    uint32_t cyclic_joint = 0;
    if (!rig->arena.failed && !sort_parents_first(rig, def, joint_of_slot, &cyclic_joint)) {
        char path[64];
        ta_format(path, sizeof path, "parents[%u]", cyclic_joint);
        ta_error_set(error, TA_STATUS_INVALID_RIG, path,
                     "joint \"%s\" is its own ancestor; a rig is a tree",
                     name_of(def->names, cyclic_joint));
        ta_rig_free(rig);
        return NULL;
    }
    rig->rest = ta_pose_create(&rig->arena, def->joint_count, def->scalar_count);
    if (!rig->arena.failed) {
        fill_rest(rig, def, joint_of_slot);
        rig->joint_names = copy_names(rig, def->names, def->joint_count);
        rig->scalar_names = copy_names(rig, def->scalar_names, def->scalar_count);
        copy_skins(rig, def);
    }
    if (!rig->arena.failed) {
        list_palette_rows(rig);
        make_pose_groups(rig);
        look_for_scales(rig);
        find_sides(rig);
    }
    if (rig->arena.failed) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, "rig", "no memory for the rig");
        ta_rig_free(rig);
        return NULL;
    }
    return rig;
}

void ta_rig_free(TaRig *rig)
{
    if (rig != NULL) {
        ta_arena_release(&rig->arena);
        ta_memory_release(rig);
    }
}
