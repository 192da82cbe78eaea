// SPDX-License-Identifier: MIT
// In: options, random numbers. Out: a machine document that the engine accepts.
#include "random_document.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 18, SUB_STATES = 3 };

static const char *pick(const char *const *names, uint32_t count)
{
    return names[random_below(count)];
}

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
    if (!plan->machine->options.trees || depth > 1 || kind < 0.65) {
        put(plan, "{'clip':'c%u'}", random_below(clips));
        return;
    }
    const bool direct = kind < 0.77, line = kind < 0.89;
    const uint32_t count = 2 + random_below(depth == 0 ? 3 : 2);
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
            const double x = random_between(-1, 1), y = random_between(-1, 1);
            put(plan, ",'position':[%.3f,%.3f]", x, y);
        }
        if (chance(0.2)) {
            put(plan, ",'speed':%.3f", random_between(-0.5, 2));
        }
        put(plan, chance(0.1) ? ",'mirror':true" : "");
        put(plan, chance(0.1) ? ",'cycleOffset':0.37}" : "}");
    }
    put(plan, "]}");
}

static void put_events(Plan *plan)
{
    const uint32_t count = random_below(3);
    put(plan, ",'events':[");
    for (uint32_t i = 0; i < count; i++) {
        const bool seconds = chance(0.5);
        const double time = chance(0.2) ? (double)random_below(2) : random_between(0, 1);
        put(plan, "%s{'name':'e','%s':%.4f", i > 0 ? "," : "", seconds ? "time" : "normalizedTime",
            time);
        if (chance(0.2)) {
            put(plan, ",'%s':%.4f", seconds ? "end" : "normalizedEnd",
                time + (seconds ? 0.2 : 0.3 * (1.0 - time)));
        }
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
        put(plan, ",'speed':%.3f",
            kind < 0.6    ? random_between(0.4, 2)
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
    put(plan, chance(0.08) ? ",'mirror':true" : "");
    put_events(plan);
    put(plan, "}");
}

// One term of a condition. True for a trigger: it is spent, so time need not pass.
static bool put_term(Plan *plan)
{
    static const char *const clocks[] = {"time", "normalizedTime"};
    static const char *const compares[] = {">", ">=", "<", "<="};
    const uint32_t other = random_below(plan->machine->layer_count);
    // One random number after the other: arguments have no order of their own.
    const uint32_t kind = random_below(13), whole = random_below(4);
    const char *clock = pick(clocks, 2), *compare = pick(compares, 4);
    const double part = random_between(0, 1);
    const bool flag = chance(0.5);
    switch (kind) {
    case 0: put(plan, "f0 %s %.3f", compare, part); break;
    case 1: put(plan, "f1 %s f0", compare); break;
    case 2: put(plan, "i0 %s %u", flag ? "==" : ">=", whole); break;
    case 3: put(plan, flag ? "b0" : "!b1"); break;
    case 4: put(plan, "b0 != b1"); break;
    case 5: put(plan, "%s %s %.4f", clock, flag ? ">" : ">=", 2 * part); break;
    case 6: put(plan, "%s %s f0", clock, compare); break;
    case 7: put(plan, "loops %s %u", flag ? "==" : ">=", 1 + whole % 2); break;
    case 8: put(plan, part < 0.7 ? "finished" : "!finished"); break;
    case 9:
        put(plan, "%sinState(\\'L%u\\', \\'s%u\\')", part < 0.3 ? "!" : "", other,
            random_below(plan->plain[other]));
        break;
    case 10: put(plan, "!(%s %s %.4f)", clock, compare, part); break;
    default: put(plan, part < 0.6 ? "t0" : "t1"); return true;
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
        const double exit = chance(0.15) ? (double)random_below(3) : random_between(0.1, 2.5);
        put(plan, ",'exitTime':%.4f,'exitMode':'%s'", exit, chance(0.7) ? "cross" : "past");
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
        const char *memory = pick(remembers, 3);
        put(plan, ",'remember':'%s','interruptsAlways':%s", memory, chance(0.6) ? "true" : "false");
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
    put(plan, ",{'name':'m','initial':'n0','history':%s,'states':[",
        chance(0.4) ? "true" : "false");
    for (uint32_t s = 0; s < SUB_STATES; s++) {
        snprintf(from, sizeof from, "n%u", s);
        put(plan, s > 0 ? "," : "");
        put_state(plan, from);
    }
    put(plan, "],'transitions':[");
    for (uint32_t i = 0; i < 2 * SUB_STATES; i++) {
        snprintf(from, sizeof from, "n%u", i % SUB_STATES);
        snprintf(to, sizeof to, "n%u", random_below(SUB_STATES));
        const char *source = chance(0.1) ? "*" : from;
        put_transition(plan, source,
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
        const uint32_t mask = random_below(4);
        put(plan, mask < 2 ? ",'mask':'M%u'" : "", mask);
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

// A layer of L0's states and clocks, with motions of its own for some of them.
static void put_synced_layer(Plan *plan)
{
    const double weight = random_between(0.2, 1);
    put(plan, ",{'name':'synced','sync':'L0','weight':%.3f,'mode':'%s','motions':{", weight,
        chance(0.3) ? "additive" : "override");
    for (uint32_t s = 0; s + 1 < plan->plain[0]; s++) {
        put(plan, "%s's%u':", s > 0 ? "," : "", s);
        put_motion(plan, 0);
    }
    put(plan, "}}");
}

static void put_clips(Plan *plan)
{
    const RandomOptions *options = &plan->machine->options;
    const bool markers = chance(0.3);
    put(plan, "'clips':[");
    for (uint32_t c = 0; c < RANDOM_CLIPS; c++) {
        const double duration = plan->machine->clips[c].duration;
        put(plan, "%s{'name':'c%u'", c > 0 ? "," : "", c);
        if (options->root && c < 3) {
            put(plan, ",'rootMotion':{'bone':'J0','axes':'xz','yaw':%s}",
                chance(0.5) ? "true" : "false");
        }
        if (markers && duration > 0.0) {
            const double left = random_between(0, 0.4), right = random_between(0.5, 0.9);
            put(plan, ",'markers':[{'name':'left','time':%.4f},{'name':'right','time':%.4f}]",
                duration * left, duration * right);
        }
        if (chance(0.3)) {
            put_events(plan);
        }
        put(plan, "}");
    }
    put(plan, "],'masks':[{'name':'M0','bones':['J.L']},{'name':'M1','bones':[{'bone':'J0',"
              "'children':false,'weight':0.4},{'bone':'J.L','fallOff':2},'m*']}],");
}

void random_document_write(RandomMachine *machine)
{
    Plan plan = {.machine = machine};
    machine->layer_count = 1;
    if (machine->options.layers && chance(0.4)) {
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
    if (machine->options.layers && chance(0.15)) {
        put_synced_layer(&plan);
    }
    put(&plan, "]}");
}
