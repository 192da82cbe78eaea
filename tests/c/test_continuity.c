// SPDX-License-Identifier: MIT
// Continuity as a property: random machines, interrupted at random, at 240 Hz. From frame to frame
// no joint moves farther than its sources and fades can move it; nothing is ever NaN, and rotations
// stay unit quaternions.
//
// The bound, for one joint's local translation (units) or rotation (radians), in a frame of dt:
//
// A layer shows sum(w_i p_i) of its live sources. It moves by sum(w_i dp_i) + sum(dw_i p_i). The
// first is at most v dt, v the speed of the fastest source (measured on the clips). As the weights
// always sum to 1, the second is at most D sum|dw_i| / 2, D the distance of the two farthest
// sources. A share that grows by ds takes the weight ds at most from what is older, so
// sum|dw_i| / 2 <= S dt, S the sum of the speeds of all shares: slope of the curve / seconds.
//
//     frozen, smooth, collapsed:  move = v dt + D S dt
//     dead: the same; the dying pose is a source, no faster than the layer was when it began
//     inertial: the target, and an offset that decays by the quintic from length o <= D in T:
//         move = v dt + c dt + 1.875 o / T dt
//         (its slope is at most its first one, c <= speed of the layer before + v, plus 1.875 / T,
//         the steepest slope of the quintic that begins at rest)
//
// Rotations are normalised sums: q = s / |s| turns by |ds| / |s|, and |s| >= cos(a) with a the
// largest angle on the sphere of quaternions between two sources; hence the factor 1 / cos(a).
//
// Layers: override shows (1 - a) below + a layer: max of both moves + D |da|; additive puts one on
// the other: the sum of both moves + R |da|, R its largest difference. a is the layer's weight
// times the mask. Channels that a clip does not drive are the layer below and move with it.
//
// Left out, because they are jumps by themselves: cut and duration 0; clamp: false (ends in rest);
// STEP keys; loops whose ends differ; inputs that move weights, times or offsets of motions at once
// (the source jumps); turns so wide that two sources can be 180 degrees apart (their mean has no
// direction). Root motion is taken out of the poses as the engine does it: the clip in place is the
// source.
#include <stdlib.h>

#include "kernel/dead_blend.h"
#include "kernel/motion.h"
#include "mixer.h"
#include "random.h"
#include "random_machine.h"
#include "sampler.h"
#include "test.h"
#include "world.h"

enum { MACHINES = 300, SAMPLES = 240, CHANNELS = 2 * RANDOM_JOINTS, ROOT_EVERY = 4 };

static const double SECONDS = 5.0, DT = 1.0 / 240.0;
static const double ROUNDING = 1e-4;  // floats: poses, key times
static const double MEASURED = 1.05;  // speeds and boxes are measured between samples

// Channel 2 j is the translation of joint j, 2 j + 1 its rotation.
static bool is_rotation(uint32_t channel) { return channel % 2 == 1; }

// ---- where things lie ------------------------------------------------------------------------

typedef struct Box {
    bool any;
    double low[4], high[4];
} Box;

typedef struct Value {
    double v[4];
} Value;

static void box_add(Box *box, const Value *value)
{
    for (int c = 0; c < 4; c++) {
        box->low[c] = box->any ? fmin(box->low[c], value->v[c]) : value->v[c];
        box->high[c] = box->any ? fmax(box->high[c], value->v[c]) : value->v[c];
    }
    box->any = true;
}

static void box_unite(Box *box, const Box *other)
{
    if (other->any) {
        const Value low = {{other->low[0], other->low[1], other->low[2], other->low[3]}};
        const Value high = {{other->high[0], other->high[1], other->high[2], other->high[3]}};
        box_add(box, &low);
        box_add(box, &high);
    }
}

// By so many units or radians in every direction.
static void box_grow(Box *box, double distance, bool rotation)
{
    const double chord = rotation ? 2.0 * sin(fmin(distance, 6.0) / 4.0) : distance;
    for (int c = 0; c < 4 && box->any; c++) {
        box->low[c] -= chord;
        box->high[c] += chord;
    }
}

// The farthest that two of its values are apart. Quaternions a chord apart turn 4 asin(chord / 2).
static double box_size(const Box *box, bool rotation)
{
    double sum = 0.0;
    for (int c = 0; c < 4 && box->any; c++) {
        sum += (box->high[c] - box->low[c]) * (box->high[c] - box->low[c]);
    }
    const double length = MEASURED * sqrt(sum);
    return rotation ? 4.0 * asin(fmin(0.5 * length, 1.0)) : length;
}

// How much faster a normalised sum may turn than what it is made of.
static double stretch(double size, bool rotation)
{
    return rotation ? 1.0 / cos(fmin(0.5 * size, 1.45)) : 1.0;
}

static double apart(const Value *a, const Value *b, bool rotation)
{
    double minus = 0.0, plus = 0.0;
    for (int c = 0; c < 4; c++) {
        minus += (a->v[c] - b->v[c]) * (a->v[c] - b->v[c]);
        plus += (a->v[c] + b->v[c]) * (a->v[c] + b->v[c]);
    }
    return rotation ? 4.0 * atan2(sqrt(fmin(minus, plus)), sqrt(fmax(minus, plus))) : sqrt(minus);
}

// Rotations on the side of a guide.
static Value value_of(const TaPose *pose, const TaRig *rig, uint32_t channel, const Value *guide)
{
    const uint32_t slot = rig->slot_of_joint[channel / 2];
    const TaSoaTransform *group = &pose->transforms[slot / 4];
    Value value = {{0}};
    double dot = 0.0;
    for (uint32_t c = 0; c < (is_rotation(channel) ? 4u : 3u); c++) {
        value.v[c] = (double)(is_rotation(channel) ? group->rotation : group->translation)[c][slot % 4];
        dot += value.v[c] * guide->v[c];
    }
    for (int c = 0; c < 4 && is_rotation(channel) && dot < 0.0; c++) {
        value.v[c] = -value.v[c];
    }
    return value;
}

// ---- clips -----------------------------------------------------------------------------------

typedef struct ClipMeasure {
    bool driven[CHANNELS];
    Box box[CHANNELS];
    double speed[CHANNELS];  // a second of the clip
} ClipMeasure;

// What is known of a layer, and carried from frame to frame.
typedef struct Layer {
    ClipMeasure clips[RANDOM_CLIPS];  // by the definition's index; additive: differences
    Value neutral[CHANNELS];          // rest; additive: no difference
    Box captured[CHANNELS];           // where a captured pose lies
    double dying[CHANNELS];           // its speed at most
    double carried[CHANNELS];         // first slope of an inertial offset
    double offset[CHANNELS];          // its length
    double inertia_seconds;
    double before[CHANNELS];  // how far the layer could move in the last frame
    TaLayerRun run;           // as it was then
    double mask_length;       // of a running mask fade, as it was then
} Layer;

typedef struct Watch {
    RandomMachine machine;
    TaInstance *instance;
    TaInstanceId id;
    TaArena arena;
    TaPose pose, reference;
    Layer layers[RANDOM_MOST_LAYERS];
    Value shown[CHANNELS];
} Watch;

static void sample(Watch *watch, uint32_t clip, double time, TaPose *pose)
{
    TaMachineMemory *machine = &watch->instance->machine;
    const TaClip *data = machine->run.clips[clip];
    ta_sampler_run(data, time, machine->cursors[clip], pose);
    if (machine->roots[clip].active) {
        ta_root_strip(&machine->roots[clip], data, time, pose);
    }
}

static void sample_in_layer(Watch *watch, const TaLayerDef *def, uint32_t clip, double time)
{
    const TaPose *rest = &watch->instance->rig->rest;
    ta_pose_copy(&watch->pose, rest);
    if (def->mode == TA_LAYER_OVERRIDE) {
        sample(watch, clip, time, &watch->pose);
        return;
    }
    ta_pose_copy(&watch->reference, rest);
    if (def->reference != TA_REFERENCE_REST) {
        const bool own = def->reference == TA_REFERENCE_FIRST_FRAME;
        sample(watch, own ? clip : def->reference_clip, own ? 0.0 : def->reference_time,
               &watch->reference);
    }
    ta_pose_copy(&watch->pose, &watch->reference);
    sample(watch, clip, time, &watch->pose);
    ta_mixer_difference(&watch->reference, &watch->pose);
}

static void measure_clip(Watch *watch, uint32_t l, uint32_t clip)
{
    const TaLayerDef *def = &watch->instance->machine.definition->layers[l];
    const TaRig *rig = watch->instance->rig;
    const char *name = watch->instance->machine.definition->clip_names[clip];
    const RandomClip *keys = &watch->machine.clips[name[1] - '0'];
    ClipMeasure *measure = &watch->layers[l].clips[clip];
    Value last[CHANNELS];
    for (int i = 0; i <= SAMPLES; i++) {
        sample_in_layer(watch, def, clip, keys->duration * i / SAMPLES);
        for (uint32_t k = 0; k < CHANNELS; k++) {
            const bool rotation = is_rotation(k);
            const Value value = value_of(&watch->pose, rig, k, &watch->layers[l].neutral[k]);
            const double step = i > 0 ? apart(&last[k], &value, rotation) : 0.0;
            const double speed = MEASURED * step * SAMPLES / keys->duration;
            measure->speed[k] = fmax(measure->speed[k], speed);
            measure->driven[k] =
                (rotation ? keys->rotations : keys->translations)[k / 2].key_count > 0;
            box_add(&measure->box[k], &value);
            last[k] = value;
        }
    }
}

static void measure_layer(Watch *watch, uint32_t l)
{
    const TaDefinition *definition = watch->instance->machine.definition;
    Layer *layer = &watch->layers[l];
    for (uint32_t k = 0; k < CHANNELS; k++) {
        const Value none = {{0, 0, 0, is_rotation(k) ? 1 : 0}};
        layer->neutral[k] = definition->layers[l].mode == TA_LAYER_ADDITIVE
                                ? none
                                : value_of(&watch->instance->rig->rest, watch->instance->rig, k,
                                           &none);
    }
    for (uint32_t c = 0; c < definition->clip_count; c++) {
        measure_clip(watch, l, c);
    }
    layer->run = watch->instance->machine.run.layers[l];
}

// ---- sources ---------------------------------------------------------------------------------

// What the live states of a layer can show in a frame.
typedef struct Sources {
    Box box[CHANNELS];
    double speed[CHANNELS];    // a second
    bool transparent[CHANNELS];  // some source shows the layer below
    double share_speed;        // S
} Sources;

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

// loops: of the motion a second; seconds: what children out of step go on by a second. At most.
static void add_motion(const Watch *watch, const Layer *layer, const TaMotion *motion, double loops,
                       double seconds, Sources *sources)
{
    if (motion->kind == TA_MOTION_CLIP) {
        const ClipMeasure *clip = &layer->clips[motion->clip];
        const double duration = watch->instance->machine.run.clips[motion->clip]->duration;
        for (uint32_t k = 0; k < CHANNELS; k++) {
            box_unite(&sources->box[k], &clip->box[k]);
            sources->speed[k] = fmax(sources->speed[k], clip->speed[k] * loops * duration);
            sources->transparent[k] = sources->transparent[k] || !clip->driven[k];
        }
        return;
    }
    for (uint32_t k = 0; k < CHANNELS && motion->kind == TA_MOTION_EMPTY; k++) {
        sources->transparent[k] = true;
    }
    for (uint32_t c = 0; c < motion->child_count; c++) {
        const TaMotion *child = motion->children[c].motion;
        const double own = seconds * fabs(motion->children[c].speed);
        add_motion(watch, layer, child, motion->sync ? loops : own / shortest(watch, child),
                   motion->sync ? loops * longest(watch, child) : own, sources);
    }
}

static double state_speed(const Watch *watch, const TaStateDef *state)
{
    const double *values = watch->instance->machine.run.values;
    const double rate = state->speed_property != TA_NONE ? values[state->speed_property] : 1.0;
    return fabs(state->speed * rate);
}

static void add_state(const Watch *watch, uint32_t l, int32_t index, double speed, Sources *sources)
{
    const TaStateDef *state = &watch->instance->machine.definition->layers[l].states[index];
    const double length = ta_motion_length(&watch->instance->machine.run, &state->motion);
    speed = fmax(speed, state_speed(watch, state));
    add_motion(watch, &watch->layers[l], &state->motion, speed / length, speed, sources);
}

static void add_runs(const Watch *watch, uint32_t l, const TaLayerRun *run, Sources *sources)
{
    for (uint32_t i = 0; i < run->run_count; i++) {
        if (run->runs[i].state >= 0) {
            add_state(watch, l, run->runs[i].state, fabs(run->runs[i].speed), sources);
            continue;
        }
        for (uint32_t k = 0; k < CHANNELS; k++) {
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
    const TaStateDef *state = &watch->instance->machine.definition->layers[l].states[index];
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

// What began inside this frame: sources, share speeds, captures.
static void add_events(Watch *watch, uint32_t l, Sources *sources, bool *inertial, bool *dead,
                       bool *changed)
{
    Layer *layer = &watch->layers[l];
    const TaLayerDef *def = &watch->instance->machine.definition->layers[l];
    const TaEvent *events = ta_world_events(watch->machine.world);
    for (uint32_t i = 0; i < ta_world_event_count(watch->machine.world); i++) {
        const TaEvent *event = &events[i];
        if (event->type != TA_EVENT_STATECHANGE || event->layer != (int32_t)l) {
            continue;
        }
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
        *changed = true;
        *dead = *dead || blend == TA_BLEND_DEAD;
        if (blend == TA_BLEND_INERTIAL) {
            layer->inertia_seconds =
                *inertial ? fmin(layer->inertia_seconds, seconds) : seconds;
            *inertial = true;
        } else {
            sources->share_speed += steepest(&fade) / seconds;
        }
    }
}

// ---- the bound -------------------------------------------------------------------------------

// What lies under a layer: where, and how far it may move. Nothing under an additive one.
typedef struct Below {
    Box box[CHANNELS];
    double move[CHANNELS];
} Below;

// How far the pose of one layer may move in this frame, by channel.
static void bound_layer(Watch *watch, uint32_t l, const Below *below, Sources *sources,
                        double *moves)
{
    Layer *layer = &watch->layers[l];
    const TaLayerRun *now = &watch->instance->machine.run.layers[l];
    const bool decayed = layer->run.inertia_length > 0.0;
    bool inertial = false, dead = false, changed = false;
    for (uint32_t i = 0; i < layer->run.run_count; i++) {
        const TaStateRun *run = &layer->run.runs[i];
        sources->share_speed += run->fading && run->share < 1.0
                                    ? (1.0 - run->share_start) * steepest(run) / run->fade_length
                                    : 0.0;
    }
    const double old_seconds = layer->inertia_seconds;
    add_runs(watch, l, &layer->run, sources);
    add_events(watch, l, sources, &inertial, &dead, &changed);
    if (!changed) {
        add_runs(watch, l, now, sources);
    } else {  // a pose captured just now is made of what was there
        for (uint32_t i = 0; i < now->run_count; i++) {
            if (now->runs[i].state >= 0) {
                add_state(watch, l, now->runs[i].state, fabs(now->runs[i].speed), sources);
            }
        }
    }
    for (uint32_t k = 0; k < CHANNELS; k++) {
        const bool rotation = is_rotation(k);
        Box *box = &sources->box[k];
        if (sources->transparent[k]) {
            box_add(box, &layer->neutral[k]);
            box_unite(box, &below->box[k]);
        }
        if (decayed) {
            box_grow(box, layer->offset[k], rotation);
        }
        const double size = box_size(box, rotation), part = stretch(size, rotation);
        const double source = fmax(sources->speed[k] * DT, sources->transparent[k] ? below->move[k] : 0.0);
        moves[k] = part * (source + size * sources->share_speed * DT);
        if (decayed) {
            moves[k] += (layer->carried[k] + 1.875 * layer->offset[k] / old_seconds) * DT;
        }
        const double speed = fmax(layer->before[k], moves[k]) / DT;
        if (inertial) {
            layer->carried[k] = speed + part * source / DT;
            layer->offset[k] = size;
            moves[k] += (layer->carried[k] + 1.875 * size / layer->inertia_seconds) * DT;
        }
        if (changed) {
            layer->captured[k] = *box;
            layer->dying[k] = dead ? speed : layer->dying[k];
        }
        if (dead) {
            const double shortest_life = speed * TA_DEAD_SHORTEST / log(2.0);
            const double way = size * TA_DEAD_HALF_LIFE / log(2.0);
            box_grow(&layer->captured[k], fmax(shortest_life, way), rotation);
            moves[k] += speed * DT;
        }
        layer->before[k] = moves[k];
    }
}

// How much the weight of a layer, mask included, may change in this frame.
static double share_change(const Watch *watch, uint32_t l)
{
    const TaMachineMemory *machine = &watch->instance->machine;
    const TaLayerMemory *memory = &machine->layers[l];
    const double fade =
        fmax(machine->run.layers[l].weight_length, watch->layers[l].run.weight_length);
    const double mask = fmax(memory->mask_length, watch->layers[l].mask_length);
    return (fade > 0.0 ? DT / fade : 0.0) + (mask > 0.0 ? DT / mask : 0.0);
}

// All layers, bottom to top: how far each channel of the pose on screen may move.
static void bound_pose(Watch *watch, double *bounds, double *sizes)
{
    const TaMachineMemory *machine = &watch->instance->machine;
    Below shown = {0};
    for (uint32_t k = 0; k < CHANNELS; k++) {
        box_add(&shown.box[k], &watch->layers[0].neutral[k]);
    }
    for (uint32_t l = 0; l < machine->definition->layer_count; l++) {
        const bool additive = machine->definition->layers[l].mode == TA_LAYER_ADDITIVE;
        const double share = share_change(watch, l);
        const Below nothing = {0};
        Sources sources = {0};
        double moves[CHANNELS];
        bound_layer(watch, l, additive ? &nothing : &shown, &sources, moves);
        for (uint32_t k = 0; k < CHANNELS; k++) {
            const bool rotation = is_rotation(k);
            Box *box = &sources.box[k];
            box_add(box, &watch->layers[l].neutral[k]);
            if (additive) {
                const double size = box_size(box, rotation);
                shown.move[k] += stretch(size, rotation) * (moves[k] + size * share);
                box_grow(&shown.box[k], size, rotation);
                continue;
            }
            box_unite(&shown.box[k], box);
            const double size = box_size(&shown.box[k], rotation);
            shown.move[k] = (l > 0 ? stretch(size, rotation) : 1.0) *
                            (fmax(shown.move[k], moves[k]) + size * share);
        }
    }
    for (uint32_t k = 0; k < CHANNELS; k++) {
        bounds[k] = shown.move[k];
        sizes[k] = box_size(&shown.box[k], is_rotation(k));
    }
}

// ---- watching --------------------------------------------------------------------------------

typedef struct Totals {
    uint32_t failed;
    uint64_t frames, changes;
    double bound, size;  // sums over all channels and frames
    double closest;      // the largest part of its bound that a channel ever used
} Totals;

static bool read_pose(const Watch *watch, Value *values)
{
    bool sound = true;
    for (uint32_t j = 0; j < RANDOM_JOINTS; j++) {
        float local[10];
        double length = 0.0;
        ta_instance_local(watch->machine.world, watch->id, j, local);
        for (int c = 0; c < 10; c++) {
            sound = sound && isfinite((double)local[c]);
        }
        for (int c = 0; c < 4; c++) {
            values[2 * j].v[c] = c < 3 ? (double)local[c] : 0.0;
            values[2 * j + 1].v[c] = (double)local[3 + c];
            length += (double)local[3 + c] * (double)local[3 + c];
        }
        sound = sound && fabs(sqrt(length) - 1.0) <= 1e-5;
    }
    return sound;
}

static bool check_frame(Watch *watch, double time, Totals *totals)
{
    Value now[CHANNELS];
    double bounds[CHANNELS], sizes[CHANNELS];
    bool good = read_pose(watch, now);
    if (!good) {
        printf("# machine %llu at %.4f: not finite, or no unit quaternion\n",
               (unsigned long long)watch->machine.seed, time);
    }
    bound_pose(watch, bounds, sizes);
    for (uint32_t k = 0; k < CHANNELS && good; k++) {
        const double moved = apart(&watch->shown[k], &now[k], is_rotation(k));
        good = moved <= bounds[k] + ROUNDING;
        totals->bound += fmin(bounds[k], sizes[k]);
        totals->size += sizes[k];
        totals->closest = fmax(totals->closest, moved / (bounds[k] + ROUNDING));
        if (!good) {
            printf("# machine %llu at %.4f: the %s of joint %u moves by %.5f, at most %.5f\n",
                   (unsigned long long)watch->machine.seed, time,
                   is_rotation(k) ? "rotation" : "translation", k / 2, moved, bounds[k]);
        }
    }
    memcpy(watch->shown, now, sizeof now);
    for (uint32_t l = 0; l < watch->machine.layer_count; l++) {
        watch->layers[l].run = watch->instance->machine.run.layers[l];
        watch->layers[l].mask_length = watch->instance->machine.layers[l].mask_length;
    }
    return good;
}

static bool open_watch(Watch *watch, uint64_t seed)
{
    const RandomOptions options = {.fades = true,
                                   .trees = true,
                                   .layers = true,
                                   .root = seed % ROOT_EVERY == 0,
                                   .widest = 0.7};
    memset(watch, 0, sizeof *watch);
    if (!random_machine_open(&watch->machine, seed, &options, SECONDS)) {
        return false;
    }
    watch->id = random_machine_spawn(&watch->machine);
    watch->instance = ta_id_pool_find(&watch->machine.world->instances, watch->id.value);
    watch->pose = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    watch->reference = ta_pose_create(&watch->arena, RANDOM_JOINTS, RANDOM_SCALARS);
    for (uint32_t l = 0; l < watch->machine.layer_count; l++) {
        measure_layer(watch, l);
    }
    return true;
}

// More interruptions than the inputs bring: a state at random, whatever runs.
static void interrupt(const Watch *watch)
{
    const uint32_t layer = random_below(watch->machine.layer_count);
    const RandomInput input = {.kind = RANDOM_PLAY,
                               .layer = layer,
                               .index = (int32_t)random_below(watch->machine.state_counts[layer]),
                               .seconds = random_between(0.1, 0.5),
                               .value = random_between(0.0, 1.0)};
    random_machine_apply(&watch->machine, watch->id, &input);
}

static void watch_machine(uint64_t seed, Totals *totals)
{
    static Watch watch;
    bool good = open_watch(&watch, seed);
    CHECK(good);
    uint32_t input = 0;
    if (good) {
        read_pose(&watch, watch.shown);
    }
    for (int frame = 0; frame * DT < SECONDS && good; frame++) {
        for (; input < watch.machine.input_count && watch.machine.inputs[input].time <= frame * DT;
             input++) {
            random_machine_apply(&watch.machine, watch.id, &watch.machine.inputs[input]);
        }
        if (random_below(60) == 0) {
            interrupt(&watch);
        }
        CHECK_INT(ta_instance_update(watch.machine.world, watch.id, DT), TA_STATUS_OK);
        const TaEvent *events = ta_world_events(watch.machine.world);
        for (uint32_t e = 0; e < ta_world_event_count(watch.machine.world); e++) {
            totals->changes += events[e].type == TA_EVENT_STATECHANGE;
        }
        totals->frames++;
        good = check_frame(&watch, (frame + 1) * DT, totals);
    }
    totals->failed += !good;
    ta_arena_release(&watch.arena);
    random_machine_close(&watch.machine);
}

static void test_no_joint_moves_faster_than_its_sources_and_fades(void)
{
    Totals totals = {0};
    for (uint64_t seed = 1; seed <= MACHINES; seed++) {
        watch_machine(seed, &totals);
    }
    printf("# %d machines, %llu frames, %llu changes of state; mean bound %.1f %% of the way between "
           "the farthest sources, used up to %.0f %%\n",
           MACHINES, (unsigned long long)totals.frames, (unsigned long long)totals.changes,
           100.0 * totals.bound / totals.size, 100.0 * totals.closest);
    CHECK_INT(totals.failed, 0);
    CHECK(totals.changes > 2000);
    CHECK(totals.bound < 0.15 * totals.size);  // else it would let jumps pass
}

// What the bound of inertial blends rests on: a quintic from 1 with slope -5..0 is never steeper
// than its first slope and 1.875 together.
static void test_the_quintic_is_no_steeper_than_its_first_slope_and_1_875(void)
{
    for (int i = 0; i <= 50; i++) {
        const double slope = -0.1 * i;
        double last = 1.0;
        for (int k = 1; k <= 1000; k++) {
            const double s = k / 1000.0, rest = 1.0 - s;
            const double bend = slope < -2.5 ? -8.0 * slope - 20.0 : 0.0;
            const double left = rest * rest * rest *
                                (1.0 + s * (3.0 + slope + s * (6.0 + 3.0 * slope + 0.5 * bend)));
            CHECK(fabs(left - last) * 1000.0 <= 1.875 - slope + 1e-3);
            last = left;
        }
    }
}

int main(void)
{
    RUN(test_the_quintic_is_no_steeper_than_its_first_slope_and_1_875);
    RUN(test_no_joint_moves_faster_than_its_sources_and_fades);
    return TEST_END;
}
