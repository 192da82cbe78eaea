// SPDX-License-Identifier: MIT
// In: members whose machines have moved, a camera. Out: the image of the palettes of those in view,
// their transforms and colours, one after the other.
// Before: the update (state only: clocks, events, root motion). After: the renderer.
//
// Small members get a pose every 2nd, 4th or 8th update. What is shown then runs from the pose
// before to this one over that many updates, so it moves at every update, up to 7 updates late.
#include "crowd.h"

#include <string.h>

#include "base/memory.h"

enum { MATRIX = 16, TEXELS = 3, TEXEL = 4, CAMERA = TA_CROWD_SIZES + 3, MOST_RATES = 3 };

uint32_t ta_crowd_skin_joints(const TaRig *rig)
{
    uint32_t count = 0;
    for (uint32_t s = 0; s < rig->skin_count; s++) {
        count += rig->skins[s].joint_count;
    }
    return count;
}

uint32_t ta_crowd_row_members(const TaCrowdDef *def, const TaRig *rig)
{
    const uint32_t joints = ta_crowd_skin_joints(rig);
    const uint32_t most = joints > 0 ? def->image_size / (TEXELS * joints) : 0;
    const uint32_t wanted = (def->capacity + def->image_size - 1) / def->image_size;
    return wanted <= most ? wanted : 0;
}

TaCrowd *ta_crowd_build(const TaCrowdDef *def, TaRig *rig)
{
    const uint32_t row_members = ta_crowd_row_members(def, rig);
    TaCrowd *crowd = row_members > 0 ? ta_memory_allocate(sizeof *crowd) : NULL;
    if (crowd == NULL) {
        return NULL;
    }
    const size_t capacity = def->capacity;
    crowd->rig = rig;
    crowd->capacity = def->capacity;
    crowd->joint_count = ta_crowd_skin_joints(rig);
    crowd->row_members = row_members;
    crowd->width = crowd->row_members * TEXELS * crowd->joint_count;
    crowd->height = (def->capacity + row_members - 1) / row_members;
    crowd->half = def->half;
    crowd->reach = TA_BOX_EMPTY;
    TaArena *arena = &crowd->arena;
    const size_t texels = (size_t)crowd->width * crowd->height * TEXEL;
    void **buffers = crowd->buffers;
    crowd->members = TA_ARENA_NEW(arena, TaCrowdMember, capacity);
    crowd->before = TA_ARENA_NEW(arena, float, capacity * crowd->joint_count * MATRIX);
    buffers[TA_CROWD_CAMERA] = TA_ARENA_NEW(arena, float, CAMERA);
    buffers[TA_CROWD_BONES] = TA_ARENA_NEW(arena, float, 6 * (size_t)crowd->joint_count);
    buffers[TA_CROWD_TRANSFORMS] = TA_ARENA_NEW(arena, float, capacity *MATRIX);
    buffers[TA_CROWD_COLORS] = TA_ARENA_NEW(arena, float, capacity * 3);
    buffers[TA_CROWD_IMAGE] = def->half ? (void *)TA_ARENA_NEW(arena, uint16_t, texels)
                                        : (void *)TA_ARENA_NEW(arena, float, texels);
    buffers[TA_CROWD_SHOWN_TRANSFORMS] = TA_ARENA_NEW(arena, float, capacity *MATRIX);
    buffers[TA_CROWD_SHOWN_COLORS] = TA_ARENA_NEW(arena, float, capacity * 3);
    buffers[TA_CROWD_SHOWN_MEMBERS] = TA_ARENA_NEW(arena, uint32_t, capacity);
    if (arena->failed) {
        ta_crowd_free(crowd);
        return NULL;
    }
    return crowd;
}

void ta_crowd_free(TaCrowd *crowd)
{
    if (crowd != NULL) {
        ta_arena_release(&crowd->arena);
        ta_memory_release(crowd);
    }
}

void ta_crowd_finish_pose(TaInstance *instance, TaScratch *scratch)
{
    ta_step_pose(instance, scratch);
    ta_step_model(instance);
    ta_step_skinning(instance);
}

static void multiply(const float *a, const float *b, float *out)
{
    for (int column = 0; column < 4; column++) {
        for (int row = 0; row < 4; row++) {
            out[4 * column + row] = a[row] * b[4 * column] + a[4 + row] * b[4 * column + 1] +
                                    a[8 + row] * b[4 * column + 2] +
                                    a[12 + row] * b[4 * column + 3];
        }
    }
}

// Updates from one pose to the next, by the height of the box in pixels.
static uint32_t rate_of(const float *camera, const float *clip, const TaBox *box)
{
    if (camera[TA_CROWD_LOD] == 0.0f) {
        return 1;
    }
    float w = clip[15], height = 0.0f;
    for (int c = 0; c < 3; c++) {
        w += clip[4 * c + 3] * 0.5f * (box->min[c] + box->max[c]);
        const float length = box->max[c] - box->min[c];
        height = length > height ? length : height;
    }
    uint32_t rate = 1;
    for (int i = 0; i < MOST_RATES; i++) {
        rate = height * camera[TA_CROWD_PIXELS] < camera[TA_CROWD_SIZES + i] * w ? 2u << i : rate;
    }
    return rate;
}

static float share_of(const TaCrowdMember *member, uint32_t update)
{
    const uint32_t age = update - member->made + 1;
    return age >= member->span ? 1.0f : (float)age / (float)member->span;
}

// What was shown becomes the pose before the next one.
static void keep_shown(const TaCrowd *crowd, const TaInstance *instance, float share, float *before)
{
    for (uint32_t s = 0; s < crowd->rig->skin_count; s++) {
        const size_t floats = MATRIX * (size_t)crowd->rig->skins[s].joint_count;
        const float *palette = instance->palettes[s];
        for (size_t i = 0; i < floats; i++) {
            before[i] += (palette[i] - before[i]) * share;
        }
        before += floats;
    }
}

static void make_pose(TaCrowd *crowd, uint32_t index, TaInstance *instance, uint32_t rate,
                      uint32_t update, TaScratch *scratch)
{
    TaCrowdMember *member = &crowd->members[index];
    float *before = crowd->before + (size_t)index * crowd->joint_count * MATRIX;
    const bool first = !member->seen;
    if (rate > 1 && !first) {
        keep_shown(crowd, instance, share_of(member, update - 1), before);
    }
    ta_crowd_finish_pose(instance, scratch);
    TaBox box = TA_BOX_EMPTY;
    const float *bones = crowd->buffers[TA_CROWD_BONES];
    for (uint32_t s = 0; s < crowd->rig->skin_count; s++) {
        const uint32_t joints = crowd->rig->skins[s].joint_count;
        ta_bounds_grow(&box, bones, instance->palettes[s], joints);
        bones += 6 * (size_t)joints;
    }
    ta_bounds_join(&crowd->reach, &box);
    const TaBox last = member->last;
    member->box = member->last = box;
    member->made = update;
    member->span = first ? 1 : rate;
    // Those that come into view together take turns from then on.
    member->due = update + (first ? 1 + index % rate : rate);
    if (member->span > 1) {
        ta_bounds_join(&member->box, &last);
    }
}

// Nearest half float, ties to even; beyond the largest, the largest.
static uint16_t to_half(float value)
{
    union {
        float number;
        uint32_t bits;
    } in = {value}, shift;
    const uint32_t sign = (in.bits >> 16) & 0x8000u;
    in.bits &= 0x7fffffffu;
    if (in.bits >= 0x477ff000u) {
        return (uint16_t)(sign | 0x7bffu);
    }
    if (in.bits < 0x38800000u) {  // subnormal: the sum rounds where the half's last bit is
        shift.number = 0.5f;
        in.number += shift.number;
        return (uint16_t)(sign | (in.bits - shift.bits));
    }
    const uint32_t odd = (in.bits >> 13) & 1u;
    return (uint16_t)(sign | ((in.bits - 0x38000000u + 0xfffu + odd) >> 13));
}

// The first three rows of each matrix, as texels.
static void write_image(const TaCrowd *crowd, uint32_t index, uint32_t place,
                        const TaInstance *instance, float share)
{
    const float *before = crowd->before + (size_t)index * crowd->joint_count * MATRIX;
    const size_t row = place / crowd->row_members, column = place % crowd->row_members;
    size_t at = TEXEL * (row * crowd->width + column * TEXELS * crowd->joint_count);
    float *floats = crowd->buffers[TA_CROWD_IMAGE];
    uint16_t *halfs = crowd->buffers[TA_CROWD_IMAGE];
    for (uint32_t s = 0; s < crowd->rig->skin_count; s++) {
        const float *m = instance->palettes[s];
        for (uint32_t j = 0; j < crowd->rig->skins[s].joint_count; j++) {
            float rows[TEXELS * TEXEL];
            for (int c = 0; c < 4; c++) {
                for (int r = 0; r < 3; r++) {
                    rows[4 * r + c] = m[4 * c + r];
                }
            }
            if (share < 1.0f) {
                for (int c = 0; c < 12; c++) {
                    const float old = before[4 * (c % 4) + c / 4];
                    rows[c] = old + (rows[c] - old) * share;
                }
            }
            if (crowd->half) {
                for (int c = 0; c < 12; c++) {
                    halfs[at + (size_t)c] = to_half(rows[c]);
                }
            } else {
                memcpy(floats + at, rows, sizeof rows);
            }
            at += TEXELS * TEXEL;
            m += MATRIX;
            before += MATRIX;
        }
    }
}

// Whether the member is in view; its pose is made when it is due.
static bool look_at_member(TaCrowd *crowd, uint32_t index, TaInstance *instance, uint32_t update,
                           TaScratch *scratch)
{
    const float *camera = crowd->buffers[TA_CROWD_CAMERA];
    TaCrowdMember *member = &crowd->members[index];
    const float *transform = (const float *)crowd->buffers[TA_CROWD_TRANSFORMS] + MATRIX * index;
    const bool culls = camera[TA_CROWD_CULL] != 0.0f, stale = instance->pose_changed;
    float clip[MATRIX];
    multiply(camera + TA_CROWD_VIEW, transform, clip);
    const bool known = member->made != 0 && !(stale && !member->seen);
    const TaBox *box = known ? &member->box : &crowd->reach;
    if (culls && box->min[0] <= box->max[0] &&
        !ta_bounds_seen(box, camera[TA_CROWD_MARGIN], clip)) {
        return false;
    }
    const uint32_t rate = rate_of(camera, clip, known ? &member->last : &crowd->reach);
    const bool due = !member->seen || update >= member->due || update + rate < member->due;
    if (member->made == 0 || (stale && due)) {
        make_pose(crowd, index, instance, rate, update, scratch);
    }
    return !culls || ta_bounds_seen(&member->box, camera[TA_CROWD_MARGIN], clip);
}

uint32_t ta_crowd_run(TaCrowd *crowd, const TaIdPool *instances, uint32_t update,
                      TaScratch *scratch)
{
    const float *transforms = crowd->buffers[TA_CROWD_TRANSFORMS];
    const float *colors = crowd->buffers[TA_CROWD_COLORS];
    float *shown_transforms = crowd->buffers[TA_CROWD_SHOWN_TRANSFORMS];
    float *shown_colors = crowd->buffers[TA_CROWD_SHOWN_COLORS];
    uint32_t *shown_members = crowd->buffers[TA_CROWD_SHOWN_MEMBERS];
    uint32_t shown = 0;
    for (uint32_t i = 0; i < crowd->count; i++) {
        TaCrowdMember *member = &crowd->members[i];
        TaInstance *instance = ta_id_pool_find(instances, member->instance);
        if (instance == NULL) {
            continue;
        }
        member->seen = look_at_member(crowd, i, instance, update, scratch);
        if (!member->seen) {
            continue;
        }
        write_image(crowd, i, shown, instance, share_of(member, update));
        memcpy(shown_transforms + MATRIX * (size_t)shown, transforms + MATRIX * (size_t)i,
               MATRIX * sizeof(float));
        memcpy(shown_colors + 3 * (size_t)shown, colors + 3 * (size_t)i, 3 * sizeof(float));
        shown_members[shown++] = i;
    }
    return shown;
}
