// SPDX-License-Identifier: MIT
// In: a seed and options. Out: a world with a rig, clips, a definition, and inputs by time.
#include "random_machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { TEXT_BYTES = 1 << 18, SUB_STATES = 3, SPEED_PROPERTY = 9 };

static bool chance(double part) { return random_between(0.0, 1.0) < part; }

static const char *pick(const char *const *names, uint32_t count)
{
    return names[random_below(count)];
}

// ---- rig and clips ---------------------------------------------------------------------------

static const char *const JOINTS[RANDOM_JOINTS] = {"J0", "J1", "J2", "J3"};
static const char *const SCALARS[RANDOM_SCALARS] = {"m0", "m1"};

// A turn of at most so many radians away from a rotation; its sign at random.
static void random_turn(const float from[4], double most, float out[4])
{
    const double axis[3] = {random_between(-1, 1), random_between(-1, 1), random_between(-1, 1)};
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
    const bool cubic = track->interpolation == TA_INTERPOLATION_CUBICSPLINE;
    const double last = track->key_count - 1.0;
    for (uint32_t k = 0; k < track->key_count; k++) {
        const bool end = k == 0 || k + 1 == track->key_count;
        const double shift = end && seamless ? 0.0 : random_between(end ? 0.0 : -0.3, 0.3);
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

// ---- the document ----------------------------------------------------------------------------

// What is known of the layers before their text is written: conditions look into all of them.
typedef struct Plan {
    RandomMachine *machine;
    size_t length;
    uint32_t plain[RANDOM_MOST_LAYERS];  // states s0.. outside the sub-machine
    bool sub[RANDOM_MOST_LAYERS];        // "m" with SUB_STATES more
    uint32_t layer;                      // the one being written
} Plan;

// ' stands for ".
static void put(Plan *plan, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    char *at = plan->machine->json + plan->length;
    const int written = vsnprintf(at, TEXT_BYTES - plan->length, format, values);
    va_end(values);
    plan->length += (size_t)written;
    for (; *at != '\0'; at++) {
        *at = *at == '\'' ? '"' : *at;
    }
}

static void put_properties(Plan *plan)
{
    const char *damping = plan->machine->options.damping ? ",'damping':0.2" : "";
    put(plan, "'properties':[");
    put(plan, "{'name':'f0','type':'float','value':%.3f},", random_between(0, 1));
    put(plan, "{'name':'f1','type':'float','value':%.3f},", random_between(0, 1));
    put(plan, "{'name':'i0','type':'int','value':%u},", random_below(4));
    put(plan, "{'name':'b0','type':'bool','value':%s},", chance(0.5) ? "true" : "false");
    put(plan, "{'name':'b1','type':'bool'},{'name':'t0','type':'trigger'},");
    put(plan, "{'name':'t1','type':'trigger','lifetime':%.4f},", random_between(0.2, 0.5));
    put(plan, "{'name':'x','type':'float','value':%.3f%s},", random_between(0, 1), damping);
    put(plan, "{'name':'y','type':'float','value':%.3f%s},", random_between(0, 1), damping);
    put(plan, "{'name':'rate','type':'float','value':%.3f}],", random_between(-1, 2));
}

static void put_motion(Plan *plan, uint32_t depth)
{
    static const char *const spaces[] = {"2dSimple", "2dDirectional", "2dCartesian", "2dTriangles"};
    const uint32_t clips =
        plan->machine->options.root && plan->layer == 0 ? 3 : (uint32_t)RANDOM_CLIPS;
    const double kind = random_between(0.0, 1.0);
    if (!plan->machine->options.trees || depth > 1 || kind < 0.6) {
        put(plan, "{'clip':'c%u'}", random_below(clips));
        return;
    }
    const bool direct = kind < 0.75, line = kind < 0.88;
    const uint32_t count = 2 + random_below(3);
    if (direct) {
        put(plan, "{'kind':'direct',%s'children':[", chance(0.5) ? "'sync':true," : "");
    } else if (line) {
        put(plan, "{'kind':'1d','property':'x',%s'children':[", chance(0.2) ? "'sync':false," : "");
    } else {
        put(plan, "{'kind':'%s','propertyX':'x','propertyY':'y','children':[", pick(spaces, 4));
    }
    for (uint32_t c = 0; c < count; c++) {
        put(plan, "%s{'motion':", c > 0 ? "," : "");
        put_motion(plan, depth + 1);
        if (direct && chance(0.3)) {
            put(plan, ",'weight':'%s'", chance(0.5) ? "x" : "y");
        } else if (direct) {
            put(plan, ",'weight':%.3f", random_between(0, 2));
        } else if (line) {
            put(plan, ",'threshold':%.3f", (c + random_between(0, 0.5)) / count);
        } else if (c == 0) {
            put(plan, ",'position':[0,0]");
        } else {
            put(plan, ",'position':[%.3f,%.3f]", random_between(-1, 1), random_between(-1, 1));
        }
        if (chance(0.2)) {
            put(plan, ",'speed':%.3f", random_between(-0.5, 2));
        }
        put(plan, chance(0.1) ? ",'cycleOffset':0.37}" : "}");
    }
    put(plan, "]}");
}

static void put_events(Plan *plan)
{
    const uint32_t count = random_below(3);
    put(plan, ",'events':[");
    for (uint32_t i = 0; i < count; i++) {
        put(plan, "%s{'name':'e','%s':%.4f", i > 0 ? "," : "", chance(0.5) ? "time" : "normalizedTime",
            chance(0.2) ? (double)random_below(2) : random_between(0, 1));
        if (chance(0.2)) {
            put(plan, ",'minWeight':%.3f", random_between(0, 1));
        }
        if (chance(0.1)) {
            put(plan, ",'policy':'dominant'");
        }
        put(plan, chance(0.2) ? ",'whileFadingOut':true}" : "}");
    }
    put(plan, "]");
}

static void put_state(Plan *plan, const char *name)
{
    const RandomOptions *options = &plan->machine->options;
    const double loop = random_between(0.0, 1.0);
    put(plan, "{'name':'%s'", name);
    if (!chance(plan->layer == 0 ? 0.03 : 0.15)) {
        put(plan, ",'motion':");
        put_motion(plan, 0);
    }
    if (loop < 0.4) {
        put(plan, ",'loop':'%s'", loop < 0.25 ? "once" : "pingpong");
        if (loop < 0.25 && options->jumps && chance(0.2)) {
            put(plan, ",'clamp':false");
        }
    }
    if (chance(0.4)) {
        const double kind = random_between(0.0, 1.0);
        put(plan, ",'speed':%.3f", kind < 0.6    ? random_between(0.4, 2)
                                   : kind < 0.95 ? random_between(-2, -0.4)
                                                 : 0.0);
    }
    if (chance(0.12)) {
        put(plan, ",'speedProperty':'rate'");
    }
    if (chance(0.15)) {
        put(plan, ",'cycleOffset':%.3f", random_between(0, 1));
    }
    if (chance(0.05)) {
        put(plan, ",'cycleOffsetProperty':'y'");
    } else if (chance(0.05)) {
        put(plan, ",'timeProperty':'x'");
    }
    if (chance(0.1)) {
        put(plan, ",'writeDefaults':true");
    }
    put_events(plan);
    put(plan, "}");
}

// One term of a condition. True for a trigger: it is spent, so time need not pass.
static bool put_term(Plan *plan)
{
    static const char *const clocks[] = {"time", "normalizedTime"};
    static const char *const compares[] = {">", ">=", "<", "<="};
    const uint32_t other = random_below(plan->machine->layer_count);
    switch (random_below(13)) {
    case 0: put(plan, "f0 %s %.3f", pick(compares, 4), random_between(0, 1)); break;
    case 1: put(plan, "f1 %s f0", pick(compares, 4)); break;
    case 2: put(plan, "i0 %s %u", chance(0.5) ? "==" : ">=", random_below(4)); break;
    case 3: put(plan, chance(0.5) ? "b0" : "!b1"); break;
    case 4: put(plan, "b0 != b1"); break;
    case 5: put(plan, "%s %s %.4f", pick(clocks, 2), pick(compares, 2), random_between(0, 2)); break;
    case 6: put(plan, "%s %s f0", pick(clocks, 2), pick(compares, 4)); break;
    case 7: put(plan, "loops %s %u", chance(0.5) ? "==" : ">=", 1 + random_below(2)); break;
    case 8: put(plan, chance(0.7) ? "finished" : "!finished"); break;
    case 9:
        put(plan, "%sinState(\\'L%u\\', \\'s%u\\')", chance(0.3) ? "!" : "", other,
            random_below(plan->plain[other]));
        break;
    case 10: put(plan, "!(%s %s %.4f)", pick(clocks, 2), pick(compares, 4), random_between(0, 1)); break;
    default: put(plan, chance(0.6) ? "t0" : "t1"); return true;
    }
    return false;
}

// What time does not hold back goes round in circles; those are reported, not compared.
static void put_condition(Plan *plan, bool guarded)
{
    const bool two = chance(0.3), both = two && chance(0.6);
    put(plan, ",'when':'%s", two ? "(" : "");
    bool spends = put_term(plan);
    if (two) {
        put(plan, both ? " && " : " || ");
        const bool second = put_term(plan);
        spends = both ? spends || second : spends && second;
        put(plan, ")");
    }
    if (!spends || guarded || chance(0.1)) {
        put(plan, " && time > %.4f", random_between(0.05, 0.6));
    }
    put(plan, "'");
}

// True when the fade may go back to its own source without time passing: that is a circle.
static bool put_fade(Plan *plan)
{
    static const char *const curves[] = {"'smoothstep'", "'easeIn'", "'easeOut'",
                                         "[0.3,0.1,0.6,0.9]"};
    static const char *const blends[] = {"smooth", "frozen", "inertial", "dead"};
    static const char *const interrupts[] = {"none", "source", "target", "sourceThenTarget",
                                             "targetThenSource"};
    const RandomOptions *options = &plan->machine->options;
    const uint32_t interrupt = chance(0.6) ? 0 : random_below(5);
    if (options->fades && !(options->jumps && chance(0.25))) {
        const char *unit = chance(0.6) ? "s" : chance(0.5) ? "source" : "target";
        put(plan, ",'duration':%.4f,'unit':'%s'", random_between(0.1, 0.7), unit);
        if (chance(0.5)) {
            put(plan, ",'blend':'%s'", options->jumps && chance(0.1) ? "cut" : pick(blends, 4));
        }
        if (chance(0.4)) {
            put(plan, ",'curve':%s", pick(curves, 4));
        }
        put(plan, ",'interrupt':'%s'", interrupts[interrupt]);
        put(plan, chance(0.2) ? ",'ordered':true" : "");
    }
    return interrupt != 0 && interrupt != 2;
}

static void put_transition(Plan *plan, const char *from, const char *to)
{
    static const char *const offsets[] = {"sameTime", "samePhase", "resume"};
    static const char *const remembers[] = {"push", "keep", "none"};
    static const char *const resumes[] = {"restart", "time", "phase"};
    const bool any = strcmp(from, "*") == 0;
    const bool has_exit = !any && chance(0.35), same = strcmp(from, to) == 0;
    put(plan, "%s{'from':'%s','to':'%s'", plan->machine->json[plan->length - 1] == '[' ? "" : ",",
        from, to);
    if (has_exit) {
        put(plan, ",'exitTime':%.4f,'exitMode':'%s'",
            chance(0.15) ? (double)random_below(3) : random_between(0.1, 2.5),
            chance(0.7) ? "cross" : "past");
    }
    if (any || same || chance(0.9)) {
        put_condition(plan, same || strcmp(to, "*") == 0);
    }
    const bool back = put_fade(plan);
    if (chance(0.2)) {
        put(plan, ",'offset':%.3f", random_between(0, 1));
    } else if (chance(0.3)) {
        put(plan, ",'offset':'%s'", pick(offsets, 3));
    }
    if (any) {
        put(plan, ",'remember':'%s','interruptsAlways':%s", pick(remembers, 3),
            chance(0.6) ? "true" : "false");
    } else if (strcmp(to, "*") == 0) {
        put(plan, ",'resume':'%s'", pick(resumes, 3));
    }
    put(plan, !back && chance(0.15) ? ",'toSelf':true" : "");
    put(plan, chance(0.03) ? ",'mute':true}" : chance(0.02) ? ",'solo':true}" : "}");
}

// The name of a state seen from the layer; of one inside the sub-machine its path.
static const char *random_state(const Plan *plan, char name[16])
{
    const uint32_t l = plan->layer;
    if (plan->sub[l] && chance(0.3)) {
        if (chance(0.6)) {
            return "m";
        }
        snprintf(name, 16, "m/n%u", random_below(SUB_STATES));
        return name;
    }
    snprintf(name, 16, "s%u", random_below(plan->plain[l]));
    return name;
}

static void put_sub_machine(Plan *plan)
{
    char from[16], to[16], outer[16];
    put(plan, ",{'name':'m','initial':'n0','history':%s,'states':[", chance(0.4) ? "true" : "false");
    for (uint32_t s = 0; s < SUB_STATES; s++) {
        snprintf(from, sizeof from, "n%u", s);
        put(plan, s > 0 ? "," : "");
        put_state(plan, from);
    }
    put(plan, "],'transitions':[");
    for (uint32_t i = 0; i < 2 * SUB_STATES; i++) {
        snprintf(from, sizeof from, "n%u", i % SUB_STATES);
        snprintf(to, sizeof to, "n%u", random_below(SUB_STATES));
        put_transition(plan, chance(0.1) ? "*" : from,
                       i < SUB_STATES && chance(0.6) ? "exit"
                       : chance(0.8)                 ? to
                                                     : random_state(plan, outer));
    }
    put(plan, "]}");
}

static void put_layer(Plan *plan)
{
    static const char *const references[] = {"'firstFrame'", "'rest'", "{'clip':'c1','time':0.1}"};
    const uint32_t l = plan->layer;
    char from[16], to[16];
    put(plan, "%s{'name':'L%u'", l > 0 ? "," : "", l);
    if (l > 0) {
        put(plan, ",'weight':%.3f", chance(0.4) ? 1.0 : random_between(0, 1));
        if (chance(0.4)) {
            put(plan, ",'mode':'additive','reference':%s", pick(references, 3));
        }
        put(plan, chance(0.5) ? ",'mask':'M%u'" : "", random_below(2));
    }
    put(plan, ",'initial':'s0','states':[");
    for (uint32_t s = 0; s < plan->plain[l]; s++) {
        snprintf(from, sizeof from, "s%u", s);
        put(plan, s > 0 ? "," : "");
        put_state(plan, from);
    }
    if (plan->sub[l]) {
        put_sub_machine(plan);
    }
    put(plan, "],'transitions':[");
    for (uint32_t any = random_below(3); any > 0; any--) {
        put_transition(plan, "*", random_state(plan, to));
    }
    for (uint32_t s = 0; s < plan->plain[l]; s++) {
        snprintf(from, sizeof from, "s%u", s);
        for (uint32_t i = 1 + random_below(3); i > 0; i--) {
            put_transition(plan, from, chance(0.12) ? "*" : random_state(plan, to));
        }
    }
    for (uint32_t i = 0; plan->sub[l] && i < 3; i++) {
        put_transition(plan, "m", random_state(plan, to));
    }
    put(plan, "]}");
}

static void put_clips(Plan *plan)
{
    put(plan, "'clips':[");
    for (uint32_t c = 0; plan->machine->options.root && c < 3; c++) {
        put(plan, "%s{'name':'c%u','rootMotion':{'bone':'J0','axes':'xz','yaw':%s}}",
            c > 0 ? "," : "", c, chance(0.5) ? "true" : "false");
    }
    put(plan, "],'masks':[{'name':'M0','bones':['J1']},{'name':'M1','bones':[{'bone':'J0',"
              "'children':false,'weight':0.4},{'bone':'J1','fallOff':2},'m*']}],");
}

static void make_document(RandomMachine *machine)
{
    Plan plan = {.machine = machine};
    machine->layer_count = 1;
    if (machine->options.layers && chance(0.6)) {
        machine->layer_count = 2 + random_below(RANDOM_MOST_LAYERS - 1);
    }
    for (uint32_t l = 0; l < machine->layer_count; l++) {
        plan.plain[l] = 3 + random_below(5);
        plan.sub[l] = chance(0.4);
        machine->state_counts[l] = plan.plain[l] + (plan.sub[l] ? 1 + SUB_STATES : 0);
    }
    machine->json = calloc(TEXT_BYTES, 1);
    put(&plan, "{");
    put_properties(&plan);
    put_clips(&plan);
    put(&plan, "'layers':[");
    for (plan.layer = 0; plan.layer < machine->layer_count; plan.layer++) {
        put_layer(&plan);
    }
    put(&plan, "]}");
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
        static const int32_t indices[] = {0, 1, 2, 3, 4, SPEED_PROPERTY, 7, 8};
        input.index = indices[random_below(machine->options.turns ? 8 : 6)];
        input.value = input.index == 2                          ? random_below(4)
                      : input.index >= 3 && input.index <= 6    ? random_below(2)
                      : input.index == SPEED_PROPERTY           ? random_between(-1, 2)
                      : input.index > 6                         ? random_between(-0.3, 1.3)
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
        make_document(machine);
        make_inputs(machine, seconds);
        made = ta_definition_create(machine->world, machine->json,
                                    (uint32_t)strlen(machine->json),
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
