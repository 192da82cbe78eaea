// SPDX-License-Identifier: MIT
// Lint against the engine: random machines are run, and what a finding says cannot happen must not
// happen in any of them.
#include "lint.h"
#include "plain_machine.h"
#include "random.h"
#include "test.h"
#include "world.h"

enum { MACHINES = 300, UPDATES = 150, MOST_FINDINGS = 256 };

typedef struct Tally {
    int told[TA_LINT_CODE_COUNT];  // findings in all machines
    int refused;                   // machines with a circle that was cut
    int refused_untold;            // of those the ones that lint had not told
} Tally;

static const TaLint *find(const TaLint *findings, uint32_t count, TaLintCode code, int32_t layer,
                          int32_t state, int32_t transition)
{
    for (uint32_t i = 0; i < count; i++) {
        if (findings[i].code == code && findings[i].layer == layer &&
            (transition != TA_NONE ? findings[i].transition == transition
                                   : findings[i].state == state)) {
            return &findings[i];
        }
    }
    return NULL;
}

// Of a state or of one of the sub-machines that hold it.
static const TaLint *find_unreachable(const TaDefinition *definition, const TaLint *findings,
                                      uint32_t count, int32_t layer, int32_t state)
{
    const TaLint *found = NULL;
    for (; state != TA_NONE && found == NULL;
         state = definition->layers[layer].states[state].parent) {
        found = find(findings, count, TA_LINT_UNREACHABLE_STATE, layer, state, TA_NONE);
    }
    return found;
}

// The finding that says a transition which fired cannot, or its states cannot be; NULL when none.
static const TaLint *denied_by(const TaDefinition *definition, const TaLint *findings,
                               uint32_t count, const TaEvent *event)
{
    static const TaLintCode codes[] = {TA_LINT_NEVER_TRUE, TA_LINT_SHADOWED_TRANSITION,
                                       TA_LINT_MUTED_TRANSITION, TA_LINT_EXIT_UNUSED};
    const int32_t layer = event->layer, transition = event->transition;
    const TaLint *found = find_unreachable(definition, findings, count, layer, event->to);
    const int32_t source = definition->layers[layer].transitions[transition].from;
    for (int c = 0; c < 4 && found == NULL; c++) {
        // During a fade to its own target the one above is not tested, so the shadow is lifted.
        const bool lifted = codes[c] == TA_LINT_SHADOWED_TRANSITION && source != event->from;
        found = lifted ? NULL : find(findings, count, codes[c], layer, TA_NONE, transition);
    }
    // A fade into a trap may still be interrupted by what the state it comes from allows.
    const int32_t from = definition->layers[layer].transitions[transition].from;
    if (found == NULL && event->from != event->to && (from == TA_NONE || from == event->from)) {
        found = find(findings, count, TA_LINT_TRAP_STATE, layer, event->from, TA_NONE);
    }
    return found;
}

// True for a circle that was cut.
static bool check_event(const TaDefinition *definition, const TaLint *findings, uint32_t count,
                        const TaEvent *event)
{
    const TaLint *denied =
        event->type == TA_EVENT_TRANSITION ? denied_by(definition, findings, count, event) : NULL;
    CHECK(denied == NULL);
    if (denied != NULL) {
        printf("# %d -> %d by %d of layer %d, but %s: %s\n", event->from, event->to,
               event->transition, event->layer, denied->path, denied->message);
    }
    return event->type == TA_EVENT_HOPS_REFUSED;
}

static void run_machine(uint64_t seed, RandomKind kind, Tally *tally)
{
    char json[RANDOM_TEXT];
    TaLint findings[MOST_FINDINGS];
    random_seed(seed);
    Stage stage = random_stage_open();
    plain_machine_write(kind, json);
    CHECK_INT(stage_play(&stage, json), TA_STATUS_OK);
    const TaDefinition *definition =
        ta_id_pool_find(&stage.world->definitions, stage.definition.value);
    const uint32_t count = ta_lint_run(definition, NULL, findings, MOST_FINDINGS);
    bool refused = false, circle = false;
    for (uint32_t i = 0; i < count; i++) {
        tally->told[findings[i].code]++;
        circle = circle || findings[i].code == TA_LINT_CIRCLE;
    }
    for (int u = 0; u < UPDATES; u++) {
        random_input(&stage);
        stage_update(&stage, random_between(0.01, 0.21), 1);
        const TaEvent *events = ta_world_events(stage.world);
        for (uint32_t e = 0; e < ta_world_event_count(stage.world); e++) {
            refused = check_event(definition, findings, count, &events[e]) || refused;
        }
    }
    if (g_test.current_failed) {
        printf("# seed %llu: %s\n", (unsigned long long)seed, json);
    }
    tally->refused += refused;
    tally->refused_untold += refused && !circle;
    stage_close(&stage);
}

static Tally run_machines(RandomKind kind)
{
    Tally tally = {0};
    for (uint64_t seed = 1; seed <= MACHINES && !g_test.current_failed; seed++) {
        run_machine(seed, kind, &tally);
    }
    return tally;
}

static void test_what_lint_says_never_happens_does_not_happen(void)
{
    const Tally tally = run_machines(RANDOM_FULL);
    CHECK(tally.told[TA_LINT_NEVER_TRUE] > 20);
    CHECK(tally.told[TA_LINT_SHADOWED_TRANSITION] > 20);
    CHECK(tally.told[TA_LINT_UNREACHABLE_STATE] > 20);
    CHECK(tally.told[TA_LINT_TRAP_STATE] > 20);
}

static void test_every_circle_that_the_engine_cuts_is_told(void)
{
    const Tally tally = run_machines(RANDOM_PLAIN);
    CHECK_INT(tally.refused_untold, 0);
    CHECK(tally.refused > 20);
    CHECK(tally.refused < MACHINES - 20);
}

int main(void)
{
    RUN(test_what_lint_says_never_happens_does_not_happen);
    RUN(test_every_circle_that_the_engine_cuts_is_told);
    return TEST_END;
}
