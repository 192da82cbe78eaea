// SPDX-License-Identifier: MIT
// In: random numbers. Out: a machine document, and what a game might do with it.
#include "plain_machine.h"

#include <stdio.h>
#include <string.h>

#include "random.h"

enum { PLAIN_STATES = 4 };

static const char *const PROPERTIES =
    "{'name':'f'},{'name':'n','type':'int'},{'name':'flag','type':'bool'},"
    "{'name':'jump','type':'trigger'},{'name':'kick','type':'trigger','lifetime':0.2}";
static const char *const CLIPS[] = {"a", "b", "c"};
static const char *const LOOPS[] = {"repeat", "repeat", "once", "pingpong"};

static bool one_in(uint32_t count) { return random_below(count) == 0; }

static char *write_term(char *at, RandomKind kind, const char *layer)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!="};
    const char *op = operators[random_below(4)];
    const int number = (int)random_below(3);
    switch (random_below(kind == RANDOM_FULL ? 12 : 8)) {
    case 0: return at + sprintf(at, "f %s %d", op, number);
    case 1: return at + sprintf(at, "n %s %d", operators[random_below(6)], number);
    case 2: return at + sprintf(at, "%sflag", one_in(2) ? "!" : "");
    case 3: return at + sprintf(at, "time %s 0.%d", op, number);
    case 4: return at + sprintf(at, "normalizedTime %s 0.%d", op, 3 * number);
    case 5: return at + sprintf(at, "f + n %s %d", op, number);
    case 6: return at + sprintf(at, "%s", one_in(2) ? "finished" : "true");
    case 7: return at + sprintf(at, "inState(\\'%s\\', \\'s%d\\')", layer, number);
    case 8: return at + sprintf(at, "random < 0.%d", 3 * number + 1);
    case 9: return at + sprintf(at, "!kick");
    default: return at + sprintf(at, "%s", one_in(2) ? "jump" : "kick");
    }
}

static char *write_condition(char *at, RandomKind kind, const char *layer)
{
    at += sprintf(at, ",'when':'");
    at = write_term(at, kind, layer);
    while (one_in(3)) {
        at += sprintf(at, one_in(2) ? " && " : " || ");
        at = write_term(at, kind, layer);
    }
    return at + sprintf(at, "'");
}

static char *write_options(char *at, RandomKind kind)
{
    static const char *const interrupts[] = {"source", "target", "sourceThenTarget",
                                             "targetThenSource"};
    static const char *const offsets[] = {"'samePhase'", "'resume'", "'random'"};
    if (one_in(3)) {
        at += sprintf(at, ",'exitTime':%s,'exitMode':'%s'",
                      ((const char *[]){"0", "0.3", "1", "1.5"})[random_below(4)],
                      one_in(2) ? "past" : "cross");
    }
    if (kind == RANDOM_FULL && one_in(2)) {
        at += sprintf(at, ",'duration':0.%d", 1 + (int)random_below(5));
    }
    if (one_in(3)) {
        at += sprintf(at, ",'interrupt':'%s','ordered':%s", interrupts[random_below(4)],
                      one_in(2) ? "true" : "false");
    }
    if (one_in(4)) {
        at += sprintf(at, ",'offset':0.%d", 3 * (int)random_below(3));
    } else if (kind == RANDOM_FULL && one_in(6)) {
        at += sprintf(at, ",'offset':%s", offsets[random_below(3)]);
    }
    at += sprintf(at, "%s%s%s", one_in(6) ? ",'toSelf':true" : "", one_in(12) ? ",'mute':true" : "",
                  one_in(25) ? ",'solo':true" : "");
    return at + sprintf(at, one_in(4) ? ",'interruptsAlways':false" : "");
}

static char *write_state(char *at, const char *name)
{
    return at + sprintf(at, "{'name':'%s','motion':'%s','loop':'%s'}", name, CLIPS[random_below(3)],
                        LOOPS[random_below(4)]);
}

// names: what a transition may lead from and to; the last may be the target only.
// names: what a transition may lead from and to; the last may be the target only. `random` decides
// once for each transition tested, so it is left to those that are tested once.
static char *write_transitions(char *at, RandomKind kind, const char *layer,
                               const char *const *names, uint32_t count, uint32_t how_many)
{
    for (uint32_t i = 0; i < how_many; i++) {
        const bool any = one_in(5);
        const bool back = !any && kind == RANDOM_FULL && one_in(6);
        const char *from = any ? "*" : names[random_below(count - 1)];
        at += sprintf(at, "%s{'from':'%s','to':'%s'", i > 0 ? "," : "", from,
                      back ? "*" : names[random_below(count)]);
        if (!one_in(6)) {
            at = write_condition(at, strcmp(from, "m") == 0 ? RANDOM_PLAIN : kind, layer);
        }
        at = write_options(at, kind);
        at += sprintf(at, "}");
    }
    return at;
}

void plain_machine_write(RandomKind kind, char json[RANDOM_TEXT])
{
    static const char *const outer[] = {"s0", "s1", "s2", "s3", "m", "s0"};
    static const char *const inner[] = {"x", "y", "exit"};
    char *at = json + sprintf(json, "{'properties':[%s],'layers':[", PROPERTIES);
    for (int layer = 0; layer < 2; layer++) {
        const char *other = layer == 0 ? "L1" : "L0";
        at += sprintf(at, "%s{'name':'L%d','initial':'s0','states':[", layer > 0 ? "," : "", layer);
        for (int s = 0; s < PLAIN_STATES; s++) {
            at = write_state(at, outer[s]);
            at += sprintf(at, ",");
        }
        at += sprintf(at, "{'name':'m','initial':'x','states':[");
        at = write_state(at, "x");
        at = write_state(at + sprintf(at, ","), "y");
        at += sprintf(at, "],'transitions':[");
        at = write_transitions(at, kind, other, inner, 3, 4);
        at += sprintf(at, "]}],'transitions':[");
        at = write_transitions(at, kind, other, outer, 6, 12);
        at += sprintf(at, "]}");
    }
    sprintf(at, "]}");
}

Stage random_stage_open(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_ramp(&stage, "b", 0.6);
    stage_add_ramp(&stage, "c", 1.5);
    return stage;
}

void random_input(Stage *stage)
{
    for (uint32_t p = 0; p < RANDOM_PROPERTIES; p++) {
        if (one_in(4)) {
            stage_set(stage, p, p < 2 ? (double)random_below(4) - 0.5 * (p == 0) : random_below(2));
        }
    }
}
