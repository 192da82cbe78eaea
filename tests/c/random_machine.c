// SPDX-License-Identifier: MIT
// In: a seed and options. Out: a world with a rig, clips, a definition, and inputs by time. The
// document is written by random_document.c.
#include "random_machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "random_document.h"

// ---- rig and clips ---------------------------------------------------------------------------

static const char *const JOINTS[RANDOM_JOINTS] = {"J0", "J.L", "J2", "J.R"};
static const char *const SCALARS[RANDOM_SCALARS] = {"m0", "m1"};

// A turn of at most so many radians away from a rotation; its sign at random.
static void random_turn(const float from[4], double most, float out[4])
{
    double axis[3];
    for (int c = 0; c < 3; c++) {
        axis[c] = random_between(-1, 1);
    }
    const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]) + 1e-9;
    const double half = 0.5 * random_between(0.0, most), s = sin(half) / length, w = cos(half);
    const double a[4] = {(double)from[0], (double)from[1], (double)from[2], (double)from[3]};
    const double b[4] = {axis[0] * s, axis[1] * s, axis[2] * s, w};
    const double sign = chance(0.5) ? 1.0 : -1.0;
    out[0] = (float)(sign * (a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1]));
    out[1] = (float)(sign * (a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2]));
    out[2] = (float)(sign * (a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0]));
    out[3] = (float)(sign * (a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]));
}

static bool make_rig(RandomMachine *machine)
{
    const int32_t parents[RANDOM_JOINTS] = {-1, 0, 1, 0};
    const float identity[4] = {0, 0, 0, 1}, scalars[RANDOM_SCALARS] = {0, 0.25f};
    const uint32_t skin_joints[RANDOM_JOINTS] = {0, 1, 2, 3};
    const TaSkinDef skin = {.joint_count = RANDOM_JOINTS, .joints = skin_joints};
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        for (uint32_t c = 0; c < 3; c++) {
            machine->rest_translations[3 * j + c] = (float)random_between(-0.5, 0.5);
        }
        random_turn(identity, j == 0 ? 0.0 : 0.5, machine->rest_rotations + 4 * j);
    }
    TaRigDef rig = ta_default_rig_def();
    rig.joint_count = RANDOM_JOINTS;
    rig.names = JOINTS;
    rig.parents = parents;
    rig.rest_translation = machine->rest_translations;
    rig.rest_rotation = machine->rest_rotations;
    rig.skin_count = 1;
    rig.skins = &skin;
    rig.scalar_count = RANDOM_SCALARS;
    rig.scalar_names = SCALARS;
    rig.scalar_rest = scalars;
    return ta_rig_create(machine->world, &rig, &machine->rig) == TA_STATUS_OK;
}

static void random_value(const RandomMachine *machine, TaPath path, uint32_t target, float *out)
{
    if (path == TA_PATH_ROTATION) {
        random_turn(machine->rest_rotations + 4 * target, machine->options.widest, out);
        return;
    }
    for (uint32_t c = 0; c < (path == TA_PATH_SCALAR ? 1u : 3u); c++) {
        const double middle = path == TA_PATH_TRANSLATION
                                  ? (double)machine->rest_translations[3 * target + c]
                              : path == TA_PATH_SCALE ? 1.0
                                                      : 0.5;
        out[c] = (float)random_between(middle - 0.4, middle + 0.4);
    }
}

// Key times over 0..duration; a seamless one has its ends there and the same value on both.
static void random_track(const RandomMachine *machine, TaPath path, uint32_t target,
                         double duration, RandomTrack *track)
{
    const uint32_t size = path == TA_PATH_ROTATION ? 4 : path == TA_PATH_SCALAR ? 1 : 3;
    const bool seamless = !machine->options.jumps || chance(0.5);
    const double kind = random_between(0.0, 1.0);
    track->interpolation = kind < 0.15                             ? TA_INTERPOLATION_CUBICSPLINE
                           : kind < 0.25 && machine->options.jumps ? TA_INTERPOLATION_STEP
                                                                   : TA_INTERPOLATION_LINEAR;
    track->key_count = duration > 0.0 ? 3 + random_below(RANDOM_KEYS - 2) : 1;
    if (machine->options.even) {
        track->interpolation = TA_INTERPOLATION_LINEAR;
        track->key_count = duration > 0.0 ? RANDOM_KEYS : 1;
    }
    const bool cubic = track->interpolation == TA_INTERPOLATION_CUBICSPLINE;
    const double last = track->key_count - 1.0;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const bool end = k == 0 || k + 1 == track->key_count;
        const double shift = (end && seamless) || machine->options.even
                                 ? 0.0
                                 : random_between(end ? 0.0 : -0.3, 0.3);
        const double sign = k + 1 == track->key_count ? -1.0 : 1.0;
        const double place = last > 0.0 ? (k + sign * shift) / last : 0.0;
        track->times[k] = (float)(place * duration);
        float *value = track->values + k * size * (cubic ? 3 : 1);
        if (cubic) {  // tangents of rotations stay small: the sum must keep a direction
            for (uint32_t c = 0; c < size; c++) {
                value[c] = (float)random_between(-0.3, 0.3);
                value[2 * size + c] = (float)random_between(-0.3, 0.3);
            }
            value += size;
        }
        random_value(machine, path, target, value);
        if (cubic && path == TA_PATH_ROTATION && value[3] < 0.0f) {  // splines go by their signs
            for (uint32_t c = 0; c < 4; c++) {
                value[c] = -value[c];
            }
        }
        if (seamless && k > 0 && k + 1 == track->key_count) {
            memcpy(value, track->values + (cubic ? size : 0), size * sizeof(float));
        }
    }
}

static TaTrackDef track_def(const RandomTrack *track, TaPath path, uint32_t target)
{
    TaTrackDef def = ta_default_track_def();
    def.target = target;
    def.path = path;
    def.interpolation = track->interpolation;
    def.key_count = track->key_count;
    def.times = track->times;
    def.values = track->values;
    return def;
}

// Root motion: the root travels along z, and may turn, so ends differ there in any case.
static void make_travel(const RandomMachine *machine, RandomClip *clip)
{
    RandomTrack *track = &clip->translations[0];
    *track = (RandomTrack){.interpolation = TA_INTERPOLATION_LINEAR, .key_count = 3};
    const double stride = random_between(-0.5, 1.5) * clip->duration;
    for (uint32_t k = 0; k < 3; k++) {
        track->times[k] = (float)(0.5 * k * clip->duration);
        memcpy(track->values + 3 * k, machine->rest_translations, 3 * sizeof(float));
        track->values[3 * k + 2] += (float)(0.5 * k * stride);
    }
}

static void random_clip(const RandomMachine *machine, uint32_t index, RandomClip *clip)
{
    const bool still = machine->options.jumps && index == RANDOM_CLIPS - 1 && chance(0.2);
    *clip = (RandomClip){0};
    snprintf(clip->name, sizeof clip->name, "c%u", index);
    clip->duration = still ? 0.0 : random_between(0.25, 1.6);
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        if (chance(0.8)) {
            random_track(machine, TA_PATH_ROTATION, j, clip->duration, &clip->rotations[j]);
        }
        if (chance(0.4)) {
            random_track(machine, TA_PATH_TRANSLATION, j, clip->duration, &clip->translations[j]);
        }
        if (chance(0.15)) {
            random_track(machine, TA_PATH_SCALE, j, clip->duration, &clip->scales[j]);
        }
    }
    for (uint32_t s = 0; s < RANDOM_SCALARS; s++) {
        if (chance(0.4)) {
            random_track(machine, TA_PATH_SCALAR, s, clip->duration, &clip->scalars[s]);
        }
    }
    if (machine->options.root && index < 3) {
        make_travel(machine, clip);
    }
    clip->mark_count = random_below(RANDOM_MARKS + 1);
    for (uint32_t m = 0; m < clip->mark_count; m++) {
        const double place = chance(0.2) ? random_below(2) : random_between(0.0, 1.0);
        clip->marks[m] = (TaMarkDef){place * clip->duration, "mark"};
    }
}

static bool make_clip(RandomMachine *machine, uint32_t index)
{
    RandomClip *clip = &machine->clips[index];
    TaTrackDef tracks[3 * RANDOM_JOINTS + RANDOM_SCALARS];
    uint32_t count = 0;
    random_clip(machine, index, clip);
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        if (clip->rotations[j].key_count > 0) {
            tracks[count++] = track_def(&clip->rotations[j], TA_PATH_ROTATION, j);
        }
        if (clip->translations[j].key_count > 0) {
            tracks[count++] = track_def(&clip->translations[j], TA_PATH_TRANSLATION, j);
        }
        if (clip->scales[j].key_count > 0) {
            tracks[count++] = track_def(&clip->scales[j], TA_PATH_SCALE, j);
        }
    }
    for (uint32_t s = 0; s < RANDOM_SCALARS; s++) {
        if (clip->scalars[s].key_count > 0) {
            tracks[count++] = track_def(&clip->scalars[s], TA_PATH_SCALAR, s);
        }
    }
    TaClipDef def = ta_default_clip_def();
    def.name = clip->name;
    def.duration = clip->duration;
    def.tracks = tracks;
    def.track_count = count;
    def.marks = clip->marks;
    def.mark_count = clip->mark_count;
    return ta_clip_create(machine->world, machine->rig, &def, &machine->clip_ids[index]) ==
           TA_STATUS_OK;
}

// ---- inputs ----------------------------------------------------------------------------------

static RandomInput random_input(const RandomMachine *machine, double time)
{
    RandomInput input = {.time = time, .kind = RANDOM_PROPERTY};
    const double kind = random_between(0.0, 1.0);
    input.layer = random_below(machine->layer_count);
    input.value = random_between(0, 1);
    input.seconds = machine->options.jumps && chance(0.3) ? 0.0 : random_between(0.1, 0.6);
    if (kind < 0.06) {
        input.kind = RANDOM_PLAY;
        input.index = (int32_t)random_below(machine->state_counts[input.layer]);
        input.seconds = machine->options.fades ? input.seconds : 0.0;
    } else if (kind < 0.15 && input.layer > 0) {
        input.kind = kind < 0.11 ? RANDOM_LAYER_WEIGHT : RANDOM_LAYER_MASK;
        input.index = (int32_t)random_below(3) - 1;
    } else if (kind < 0.45) {
        input.index = chance(0.6) ? 5 : 6;  // the triggers
        input.value = chance(0.9) ? 1 : 0;
    } else {
        static const int32_t indices[] = {0, 1, 2, 3, 4, RANDOM_RATE_PROPERTY, 7, 8};
        input.index = indices[random_below(machine->options.turns ? 8 : 6)];
        input.value = input.index == 2                       ? random_below(4)
                      : input.index >= 3 && input.index <= 6 ? random_below(2)
                      : input.index == RANDOM_RATE_PROPERTY  ? random_between(-1, 2)
                      : input.index > 6                      ? random_between(-0.3, 1.3)
                                                             : input.value;
    }
    return input;
}

static void make_inputs(RandomMachine *machine, double seconds)
{
    for (double time = 0.0; time < seconds; time += random_between(0.25, 0.7)) {
        for (uint32_t i = 1 + random_below(3); i > 0 && machine->input_count < RANDOM_INPUTS; i--) {
            machine->inputs[machine->input_count++] = random_input(machine, time);
        }
    }
}

// ---- the machine -----------------------------------------------------------------------------

bool random_machine_open(RandomMachine *machine, uint64_t seed, const RandomOptions *options,
                         double seconds)
{
    const TaWorldDef world = ta_default_world_def();
    memset(machine, 0, sizeof *machine);
    machine->options = *options;
    machine->seed = seed;
    random_seed(seed * 2654435761u + 1);
    bool made = ta_world_create(&world, &machine->world) == TA_STATUS_OK && make_rig(machine);
    for (uint32_t c = 0; c < RANDOM_CLIPS && made; c++) {
        made = make_clip(machine, c);
    }
    if (made) {
        random_document_write(machine);
        make_inputs(machine, seconds);
        made = ta_definition_create(machine->world, machine->json, (uint32_t)strlen(machine->json),
                                    &machine->definition) == TA_STATUS_OK;
    }
    if (!made) {
        const TaError *error = ta_world_error(machine->world);
        printf("# random machine %llu: %s: %s\n", (unsigned long long)seed, error->path,
               error->message);
    }
    return made;
}

void random_machine_close(RandomMachine *machine)
{
    ta_world_destroy(machine->world);
    free(machine->json);
    machine->world = NULL;
    machine->json = NULL;
}

TaInstanceId random_machine_spawn(RandomMachine *machine)
{
    TaInstanceId instance = {0};
    TaInstanceDef def = ta_default_instance_def();
    def.definition = machine->definition;
    def.rig = machine->rig;
    def.clips = machine->clip_ids;
    def.clip_count = RANDOM_CLIPS;
    def.auto_update = false;
    if (ta_instance_create(machine->world, &def, &instance) != TA_STATUS_OK) {
        const TaError *error = ta_world_error(machine->world);
        printf("# random machine %llu: %s: %s\n", (unsigned long long)machine->seed, error->path,
               error->message);
    }
    return instance;
}

void random_machine_apply(const RandomMachine *machine, TaInstanceId instance,
                          const RandomInput *input)
{
    switch (input->kind) {
    case RANDOM_PROPERTY:
        ta_instance_set_property(machine->world, instance, (uint32_t)input->index, input->value);
        break;
    case RANDOM_PLAY:
        ta_instance_play(machine->world, instance, input->layer, (uint32_t)input->index,
                         input->seconds, input->value);
        break;
    case RANDOM_LAYER_WEIGHT:
        ta_instance_set_layer_weight(machine->world, instance, input->layer, input->value,
                                     input->seconds);
        break;
    case RANDOM_LAYER_MASK:
        ta_instance_set_layer_mask(machine->world, instance, input->layer, input->index,
                                   input->seconds);
        break;
    }
}

void random_machine_print(const RandomMachine *machine)
{
    printf("# random machine %llu: %s\n", (unsigned long long)machine->seed, machine->json);
}
