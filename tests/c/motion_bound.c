// SPDX-License-Identifier: MIT
// In: the live states of a machine before and after an update, its events, its clips. Out: how far
// each joint may have moved. What the engine made of them is not looked at.
#include "motion_bound.h"

#include <math.h>
#include <string.h>

#include "kernel/dead_blend.h"
#include "kernel/mirror.h"
#include "kernel/motion.h"
#include "mixer.h"
#include "motion_change.h"
#include "sampler.h"

enum { SAMPLES = 240 };

static const double MEASURED = 1.05;   // speeds are measured between samples
static const double STEEPEST = 1.875;  // slope of the quintic that begins at rest

// How much faster a normalised sum may turn than what it is made of: all of it lies within a turn of
// the neutral rotation, half of that on the sphere of quaternions.
static double stretch(const Box *box, bool rotation)
{
    return rotation ? 1.0 / cos(fmin(0.5 * box->turn, 1.5)) : 1.0;
}

// Rotations on the side of a guide.
static Value value_of(const TaPose *pose, const TaRig *rig, uint32_t channel, const Value *guide)
{
    const uint32_t slot = rig->slot_of_joint[channel / 2];
    const TaSoaTransform *group = &pose->transforms[slot / 4];
    Value value = {{0}};
    double dot = 0.0;
    for (uint32_t c = 0; c < (is_rotation(channel) ? 4u : 3u); c++) {
        value.v[c] =
            (double)(is_rotation(channel) ? group->rotation : group->translation)[c][slot % 4];
        dot += value.v[c] * guide->v[c];
    }
    for (int c = 0; c < 4 && is_rotation(channel) && dot < 0.0; c++) {
        value.v[c] = -value.v[c];
    }
    return value;
}

// A synced layer borrows states, clocks and fades of another, and plays motions of its own.
static uint32_t clocks_of(const Watch *watch, uint32_t l)
{
    const int32_t sync = watch->instance->machine.definition->layers[l].sync;
    return sync == TA_NONE ? l : (uint32_t)sync;
}

static const TaStateDef *state_of(const Watch *watch, uint32_t l, int32_t index)
{
    return &watch->instance->machine.definition->layers[clocks_of(watch, l)].states[index];
}

// ---- clips -----------------------------------------------------------------------------------

static void sample(Watch *watch, uint32_t clip, bool mirror, double time, TaPose *pose)
{
    TaMachineMemory *machine = &watch->instance->machine;
    const TaClip *data = machine->run.clips[clip];
    TaPose *sampled = mirror ? &watch->sampled : pose;
    if (mirror) {
        ta_pose_copy(sampled, &watch->instance->rig->rest);
    }
    ta_sampler_run(data, time, machine->cursors[clip], sampled);
    if (machine->roots[clip].active) {
        ta_root_strip(&machine->roots[clip], data, time, sampled);
    }
    if (mirror) {
        const TaMirrorScratch scratch = {watch->mirror[0], watch->mirror[1]};
        ta_mirror_clip(watch->instance->rig, data, sampled, &scratch, pose);
    }
}

static void sample_in_layer(Watch *watch, const TaLayerDef *def, uint32_t clip, bool mirror,
                            double time)
{
    const TaPose *rest = &watch->instance->rig->rest;
    ta_pose_copy(&watch->pose, rest);
    if (def->mode == TA_LAYER_OVERRIDE) {
        sample(watch, clip, mirror, time, &watch->pose);
        return;
    }
    ta_pose_copy(&watch->reference, rest);
    if (def->reference != TA_REFERENCE_REST) {
        const bool own = def->reference == TA_REFERENCE_FIRST_FRAME;
        sample(watch, own ? clip : def->reference_clip, mirror, own ? 0.0 : def->reference_time,
               &watch->reference);
    }
    ta_pose_copy(&watch->pose, &watch->reference);
    sample(watch, clip, mirror, time, &watch->pose);
    ta_mixer_difference(&watch->reference, &watch->pose);
}

// Whether a clip drives a channel: of a mirrored one the other side's.
static bool drives(const Watch *watch, uint32_t clip, bool mirror, uint32_t channel)
{
    const TaRig *rig = watch->instance->rig;
    const uint32_t slot = rig->slot_of_joint[channel / 2];
    return ta_clip_drives(watch->instance->machine.run.clips[clip],
                          is_rotation(channel) ? TA_PATH_ROTATION : TA_PATH_TRANSLATION,
                          mirror ? rig->mirror_slots[slot] : slot);
}

static void measure_clip(Watch *watch, uint32_t l, uint32_t clip, bool mirror)
{
    const TaLayerDef *def = &watch->instance->machine.definition->layers[l];
    const TaRig *rig = watch->instance->rig;
    const double duration = watch->instance->machine.run.clips[clip]->duration;
    ClipMeasure *measure = &watch->layers[l].clips[mirror][clip];
    Value last[BOUND_CHANNELS];
    for (int i = 0; i <= SAMPLES; i++) {
        sample_in_layer(watch, def, clip, mirror, duration * i / SAMPLES);
        for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
            const bool rotation = is_rotation(k);
            const Value value = value_of(&watch->pose, rig, k, &watch->layers[l].neutral[k]);
            const double step = i > 0 ? value_distance(&last[k], &value, rotation) : 0.0;
            const double speed = MEASURED * step * SAMPLES / duration;
            measure->speed[k] = fmax(measure->speed[k], speed);
            measure->driven[k] = drives(watch, clip, mirror, k);
            box_add(&measure->box[k], &value, &watch->layers[l].neutral[k], rotation);
            last[k] = value;
        }
    }
}

static void measure_layer(Watch *watch, uint32_t l)
{
    const TaDefinition *definition = watch->instance->machine.definition;
    Layer *layer = &watch->layers[l];
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        const Value none = {{0, 0, 0, is_rotation(k) ? 1 : 0}};
        layer->neutral[k] =
            definition->layers[l].mode == TA_LAYER_ADDITIVE
                ? none
                : value_of(&watch->instance->rig->rest, watch->instance->rig, k, &none);
    }
    for (uint32_t c = 0; c < definition->clip_count; c++) {
        measure_clip(watch, l, c, false);
        measure_clip(watch, l, c, true);
    }
    layer->run = watch->instance->machine.run.layers[clocks_of(watch, l)];
}

void bound_open(Watch *watch)
{
    watch->id = random_machine_spawn(&watch->machine);
    watch->instance = ta_id_pool_find(&watch->machine.world->instances, watch->id.value);
    memcpy(watch->smooth, watch->instance->machine.run.smooth,
           watch->instance->machine.definition->property_count * sizeof(double));
    watch->pose = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    watch->reference = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    watch->sampled = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    watch->mirror[0] = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    watch->mirror[1] = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    const TaDefinition *definition = watch->instance->machine.definition;
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        measure_layer(watch, l);
    }
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        Box all = {0};
        box_add(&all, &watch->layers[0].neutral[k], &watch->layers[0].neutral[k], is_rotation(k));
        for (uint32_t c = 0; c < definition->clip_count; c++) {
            box_unite(&all, &watch->layers[0].clips[0][c].box[k]);
        }
        watch->sizes[k] = box_size(&all, is_rotation(k));
    }
}

void bound_close(Watch *watch) { ta_arena_release(&watch->arena); }

// ---- sources ---------------------------------------------------------------------------------

// What the live states of a layer can show in a frame.
typedef struct Sources {
    Box box[BOUND_CHANNELS];
    double speed[BOUND_CHANNELS];      // a second
    bool transparent[BOUND_CHANNELS];  // some source shows the layer below
    double share_speed;                // S
    double change;                     // W
} Sources;

// The machine as the properties were in the last frame.
static TaMachineRun run_before(const Watch *watch)
{
    TaMachineRun run = watch->instance->machine.run;
    run.smooth = (double *)watch->smooth;
    return run;
}

static double shortest(const Watch *watch, const TaMotion *motion)
{
    double least = (double)INFINITY;
    if (motion->kind == TA_MOTION_CLIP) {
        return watch->instance->machine.run.clips[motion->clip]->duration;
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const double speed = fabs(motion->children[c].speed);
        const double length = shortest(watch, motion->children[c].motion) / fmax(speed, 1e-9);
        least = fmin(least, length);
    }
    return fmin(least, motion->child_count == 0 ? 1.0 : least);
}

static double longest(const Watch *watch, const TaMotion *motion)
{
    double most = 1.0;
    if (motion->kind == TA_MOTION_CLIP) {
        return watch->instance->machine.run.clips[motion->clip]->duration;
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const double speed = fabs(motion->children[c].speed);
        const double length = longest(watch, motion->children[c].motion);
        most = fmax(most, speed > 0.0 ? length / speed : 0.0);
    }
    return most;
}

// Where marker m of a child lies in its cycle; the one after the last is the first of the next cycle.
static double marker_place(const Watch *watch, const TaMotion *clip, uint32_t m)
{
    const TaMachineMemory *machine = &watch->instance->machine;
    const TaClipSettings *settings = &machine->definition->clip_settings[clip->clip];
    const uint32_t count = settings->marker_count;
    return settings->markers[m % count].time / machine->run.clips[clip->clip]->duration + m / count;
}

static bool has_common_markers(const Watch *watch, const TaMotion *motion)
{
    for (uint32_t c = 0; c < motion->child_count;
         c++) {  // all clips of a document have them, or none
        const TaMotion *child = motion->children[c].motion;
        const TaDefinition *definition = watch->instance->machine.definition;
        if (child->kind != TA_MOTION_CLIP ||
            definition->clip_settings[child->clip].marker_count < 2) {
            return false;
        }
    }
    return motion->sync;
}

// How much faster than the common phase a child may go that keeps step by markers: its part of the
// cycle between two of them by the shortest one of its siblings, whose mean the common part is.
static double marker_stretch(const Watch *watch, const TaMotion *motion, const TaMotion *child)
{
    double most = 0.0;
    if (!has_common_markers(watch, motion)) {
        return 1.0;
    }
    const TaDefinition *definition = watch->instance->machine.definition;
    for (uint32_t m = 0; m < definition->clip_settings[child->clip].marker_count; m++) {
        double least = 1.0;
        for (uint32_t c = 0; c < motion->child_count; c++) {
            const TaMotion *other = motion->children[c].motion;
            least = fmin(least, marker_place(watch, other, m + 1) - marker_place(watch, other, m));
        }
        most =
            fmax(most, (marker_place(watch, child, m + 1) - marker_place(watch, child, m)) / least);
    }
    return most;
}

// What a motion is played with, at most. loops: of the motion a second; seconds: what children out of
// step go on by a second.
typedef struct Pace {
    double loops, seconds;
    bool mirror;
} Pace;

static void add_motion(const Watch *watch, const Layer *layer, const TaMotion *motion, Pace pace,
                       Sources *sources)
{
    if (motion->kind == TA_MOTION_CLIP) {
        const ClipMeasure *clip = &layer->clips[pace.mirror][motion->clip];
        const double duration = watch->instance->machine.run.clips[motion->clip]->duration;
        for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
            box_unite(&sources->box[k], &clip->box[k]);
            sources->speed[k] = fmax(sources->speed[k], clip->speed[k] * pace.loops * duration);
            sources->transparent[k] = sources->transparent[k] || !clip->driven[k];
        }
        return;
    }
    for (uint32_t k = 0; k < BOUND_CHANNELS && motion->kind == TA_MOTION_EMPTY; k++) {
        sources->transparent[k] = true;
    }
    const TaMachineMemory *machine = &watch->instance->machine;
    const TaMachineRun before = run_before(watch);
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotion *child = motion->children[c].motion;
        const double own = pace.seconds * fabs(motion->children[c].speed);
        const double moved = motion_weight_change(&before, &machine->run, motion) / BOUND_DT;
        const double stretch = marker_stretch(watch, motion, child);
        const double loops = pace.loops * stretch + (stretch > 1.0 ? moved * stretch : 0.0);
        const Pace next = {
            .loops = motion->sync ? loops : own / shortest(watch, child),
            .seconds = motion->sync ? loops * longest(watch, child) : own,
            .mirror = pace.mirror != motion->children[c].mirror,
        };
        add_motion(watch, layer, child, next, sources);
    }
}

static double state_speed(const Watch *watch, const TaStateDef *state)
{
    const double *values = watch->instance->machine.run.values;
    const double rate = state->speed_property != TA_NONE ? values[state->speed_property] : 1.0;
    return state->time_property != TA_NONE ? 0.0 : fabs(state->speed * rate);  // no clock runs
}

// How far a property that is a place, or an offset of one, jumped: loops.
static double jump_of(const Watch *watch, int32_t property)
{
    const double *now = watch->instance->machine.run.smooth;
    return property == TA_NONE ? 0.0 : fabs(now[property] - watch->smooth[property]);
}

static void add_state(const Watch *watch, uint32_t l, int32_t index, double speed, Sources *sources)
{
    const TaMachineRun *run = &watch->instance->machine.run, before = run_before(watch);
    const TaLayerDef *layer = &watch->instance->machine.definition->layers[l];
    const TaStateDef *state = state_of(watch, l, index);
    const TaMotion *motion = layer->synced != NULL ? &layer->synced[index] : &state->motion;
    const double now = ta_motion_length(run, &state->motion);
    const double old = ta_motion_length(&before, &state->motion);
    const double jump =
        jump_of(watch, state->time_property) + jump_of(watch, state->cycle_property);
    speed = fmax(speed, state_speed(watch, state));
    const Pace pace = {
        .loops = speed / fmin(now, old) + jump / BOUND_DT,
        .seconds = speed + jump * fmax(now, old) / BOUND_DT,
        .mirror = state->mirror,
    };
    add_motion(watch, &watch->layers[l], motion, pace, sources);
    sources->change = fmax(sources->change, motion_weight_change(&before, run, motion));
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        sources->transparent[k] = sources->transparent[k] || motion_is_silent(&before, motion) ||
                                  motion_is_silent(run, motion);
    }
}

static void add_runs(const Watch *watch, uint32_t l, const TaLayerRun *run, Sources *sources)
{
    for (uint32_t i = 0; i < run->run_count; i++) {
        if (run->runs[i].state >= 0) {
            add_state(watch, l, run->runs[i].state, fabs(run->runs[i].speed), sources);
            continue;
        }
        for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
            const Layer *layer = &watch->layers[l];
            box_unite(&sources->box[k], &layer->captured[k]);
            sources->speed[k] = fmax(sources->speed[k], layer->dying[k]);
        }
    }
}

// ---- fades -----------------------------------------------------------------------------------

// The steepest slope of a curve over its time; of the generator's one bezier found by steps.
static double steepest(const TaStateRun *run)
{
    switch (run->curve) {
    case TA_CURVE_LINEAR: return 1.0;
    case TA_CURVE_SMOOTH: return 1.5;
    case TA_CURVE_IN:
    case TA_CURVE_OUT: return 2.0;
    case TA_CURVE_BEZIER: break;
    }
    double most = 0.0, x = 0.0, y = 0.0;
    for (int i = 1; i <= 200; i++) {
        const double *b = run->bezier, s = i / 200.0, r = 1.0 - s;
        const double at_x = 3.0 * r * r * s * b[0] + 3.0 * r * s * s * b[2] + s * s * s;
        const double at_y = 3.0 * r * r * s * b[1] + 3.0 * r * s * s * b[3] + s * s * s;
        most = fmax(most, (at_y - y) / (at_x - x));
        x = at_x;
        y = at_y;
    }
    return MEASURED * most;
}

static double loop_seconds(const Watch *watch, uint32_t l, int32_t index)
{
    const TaStateDef *state = state_of(watch, l, index);
    const double speed = state_speed(watch, state);
    return ta_motion_length(&watch->instance->machine.run, &state->motion) /
           (speed > 0.0 ? speed : 1.0);
}

// Seconds of the fade that a statechange began; one from code lasts 0.1 s or more.
static double fade_seconds(const Watch *watch, const TaEvent *event)
{
    const uint32_t l = (uint32_t)event->layer;
    if (event->transition < 0) {
        return 0.1;
    }
    const TaTransitionDef *def =
        &watch->instance->machine.definition->layers[l].transitions[event->transition];
    return def->unit == TA_UNIT_SECONDS  ? def->duration
           : def->unit == TA_UNIT_SOURCE ? def->duration * loop_seconds(watch, l, event->from)
                                         : def->duration * loop_seconds(watch, l, event->to);
}

// What began inside a frame.
typedef struct Begun {
    bool any, inertial, dead;
    double inertia_seconds;
} Begun;

static void add_event(const Watch *watch, uint32_t l, const TaEvent *event, Sources *sources,
                      Begun *begun)
{
    const TaLayerDef *def = &watch->instance->machine.definition->layers[event->layer];
    const double seconds = fade_seconds(watch, event);
    TaStateRun fade = {.curve = TA_CURVE_LINEAR};
    TaBlend blend = TA_BLEND_SMOOTH;
    if (event->transition >= 0) {
        const TaTransitionDef *transition = &def->transitions[event->transition];
        fade.curve = transition->curve;
        memcpy(fade.bezier, transition->bezier, sizeof fade.bezier);
        blend = transition->blend;
    }
    add_state(watch, l, event->to, 0.0, sources);
    begun->any = true;
    begun->dead = begun->dead || blend == TA_BLEND_DEAD;
    if (blend == TA_BLEND_INERTIAL) {
        begun->inertia_seconds = begun->inertial ? fmin(begun->inertia_seconds, seconds) : seconds;
        begun->inertial = true;
    } else {
        sources->share_speed += steepest(&fade) / seconds;
    }
}

static Begun add_events(const Watch *watch, uint32_t l, Sources *sources)
{
    Begun begun = {0};
    const TaEvent *events = ta_world_events(watch->machine.world);
    for (uint32_t i = 0; i < ta_world_event_count(watch->machine.world); i++) {
        if (events[i].type == TA_EVENT_STATECHANGE &&
            events[i].layer == (int32_t)clocks_of(watch, l)) {
            add_event(watch, l, &events[i], sources, &begun);
        }
    }
    return begun;
}

// ---- the bound -------------------------------------------------------------------------------

// What lies under a layer: where, and how far it may move. Nothing under an additive one.
typedef struct Below {
    Box box[BOUND_CHANNELS];
    double move[BOUND_CHANNELS];
} Below;

static double share_speed_of(const TaLayerRun *layer)
{
    double sum = 0.0;
    for (uint32_t i = 0; i < layer->run_count; i++) {
        const TaStateRun *run = &layer->runs[i];
        sum += run->fading && run->share < 1.0
                   ? (1.0 - run->share_start) * steepest(run) / run->fade_length
                   : 0.0;
    }
    return sum;
}

// One channel of a layer: how far it may move. What began is carried on in the layer.
static double bound_channel(Layer *layer, uint32_t k, const Sources *sources, const Begun *begun,
                            const Below *below, Box *box)
{
    const bool rotation = is_rotation(k), decays = layer->run.inertia_length > 0.0;
    if (sources->transparent[k]) {
        box_add(box, &layer->neutral[k], &layer->neutral[k], rotation);
        box_unite(box, &below->box[k]);
    }
    if (decays) {  // between where it came from and the target, which itself goes on
        const double target = box_size(box, rotation);
        box_unite(box, &layer->from[k]);
        box_grow(box, target);
    }
    const double size = box_size(box, rotation), part = stretch(box, rotation);
    const double source =
        fmax(sources->speed[k] * BOUND_DT, sources->transparent[k] ? below->move[k] : 0.0);
    double move = part * (source + size * (sources->share_speed * BOUND_DT + sources->change));
    if (decays) {
        move +=
            (layer->carried[k] + STEEPEST * layer->offset[k] / layer->inertia_seconds) * BOUND_DT;
    }
    const double speed = fmax(layer->before[k], move) / BOUND_DT;  // of the layer at what began
    if (begun->inertial) {
        layer->carried[k] = speed + part * source / BOUND_DT;
        layer->offset[k] = size;
        layer->from[k] = *box;
        move += (layer->carried[k] + STEEPEST * size / begun->inertia_seconds) * BOUND_DT;
    }
    if (begun->any) {  // the captured pose, if there is one, is one of these
        layer->captured[k] = *box;
    }
    if (begun->dead) {
        const double shortest_life = speed * TA_DEAD_SHORTEST / log(2.0);
        const double way = size * TA_DEAD_HALF_LIFE / log(2.0);
        box_grow(&layer->captured[k], fmax(shortest_life, way));
        layer->dying[k] = speed;
        move += speed * BOUND_DT;
    }
    layer->before[k] = move;
    return move;
}

// How far the pose of one layer may move in this frame, by channel.
static void bound_layer(Watch *watch, uint32_t l, const Below *below, Sources *sources,
                        double *moves)
{
    Layer *layer = &watch->layers[l];
    const TaLayerRun *now = &watch->instance->machine.run.layers[clocks_of(watch, l)];
    sources->share_speed = share_speed_of(&layer->run);
    add_runs(watch, l, &layer->run, sources);
    const Begun begun = add_events(watch, l, sources);
    for (uint32_t i = 0; i < now->run_count; i++) {
        if (now->runs[i].state >= 0) {
            add_state(watch, l, now->runs[i].state, fabs(now->runs[i].speed), sources);
        }
    }
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        moves[k] = bound_channel(layer, k, sources, &begun, below, &sources->box[k]);
    }
    layer->inertia_seconds = begun.inertial ? begun.inertia_seconds : layer->inertia_seconds;
    if (now->runs[0].state >= 0) {
        memset(layer->dying, 0, sizeof layer->dying);
    }
    layer->run = *now;
}

// How much the weight of a layer, mask included, may change in this frame.
static double share_change(const Watch *watch, uint32_t l)
{
    const TaMachineMemory *machine = &watch->instance->machine;
    const TaLayerMemory *memory = &machine->layers[l];
    const double fade = fmax(machine->run.layers[l].weight_length, watch->layers[l].weight_length);
    const double mask = fmax(memory->mask_length, watch->layers[l].mask_length);
    return (fade > 0.0 ? BOUND_DT / fade : 0.0) + (mask > 0.0 ? BOUND_DT / mask : 0.0);
}

// All layers, bottom to top: how far each channel of the pose on screen may move.
void bound_frame(Watch *watch, double bounds[BOUND_CHANNELS], double sizes[BOUND_CHANNELS])
{
    const TaMachineMemory *machine = &watch->instance->machine;
    Below shown = {0};
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        box_add(&shown.box[k], &watch->layers[0].neutral[k], &watch->layers[0].neutral[k],
                is_rotation(k));
    }
    for (uint32_t l = 0; l < machine->definition->layer_count; l++) {
        const bool additive = machine->definition->layers[l].mode == TA_LAYER_ADDITIVE;
        const double share = share_change(watch, l);
        const Below nothing = {0};
        Sources sources = {0};
        double moves[BOUND_CHANNELS];
        bound_layer(watch, l, additive ? &nothing : &shown, &sources, moves);
        for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
            const bool rotation = is_rotation(k);
            Box *box = &sources.box[k];
            box_add(box, &watch->layers[l].neutral[k], &watch->layers[l].neutral[k], rotation);
            if (additive) {
                const double size = box_size(box, rotation);
                shown.move[k] += stretch(box, rotation) * (moves[k] + size * share);
                box_grow(&shown.box[k], size);
                continue;
            }
            box_unite(&shown.box[k], box);
            const double size = box_size(&shown.box[k], rotation);
            shown.move[k] = (l > 0 ? stretch(&shown.box[k], rotation) : 1.0) *
                            (fmax(shown.move[k], moves[k]) + size * share);
        }
    }
    for (uint32_t k = 0; k < BOUND_CHANNELS; k++) {
        bounds[k] = shown.move[k];
        sizes[k] = watch->sizes[k];
    }
    memcpy(watch->smooth, machine->run.smooth,
           machine->definition->property_count * sizeof(double));
    for (uint32_t l = 0; l < machine->definition->layer_count; l++) {
        watch->layers[l].weight_length = machine->run.layers[l].weight_length;
        watch->layers[l].mask_length = machine->layers[l].mask_length;
    }
}
