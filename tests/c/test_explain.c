// SPDX-License-Identifier: MIT
// explain: for each reason a machine in which a transition waits for it, the terms of conditions;
// and random machines whose next step explain must know.
#include "explain.h"
#include "plain_machine.h"
#include "random.h"
#include "test.h"
#include "world.h"

enum { MOST = 64 };

typedef struct Answers {
    TaExplain entries[MOST];
    uint32_t count;
    TaExplainTerm terms[MOST];
    uint32_t term_count;
} Answers;

static const TaMachineRun *run_of(const Stage *stage)
{
    const TaInstance *instance = ta_id_pool_find(&stage->world->instances, stage->instance.value);
    return &instance->machine.run;
}

static Answers explain_layer(const Stage *stage, uint32_t layer, int32_t state)
{
    Answers answers = {0};
    answers.count = ta_explain_run(run_of(stage), layer, state, answers.entries, MOST);
    answers.term_count = ta_explain_terms(run_of(stage), layer, state, answers.terms, MOST);
    CHECK(answers.count <= MOST && answers.term_count <= MOST);
    return answers;
}

static Answers explain(const Stage *stage) { return explain_layer(stage, 0, TA_NONE); }

static const TaExplain *entry_of(const Answers *answers, int32_t transition)
{
    for (uint32_t i = 0; i < answers->count; i++) {
        if (answers->entries[i].transition == transition) {
            return &answers->entries[i];
        }
    }
    return NULL;
}

static int blocked_by(const Answers *answers, int32_t transition)
{
    const TaExplain *entry = entry_of(answers, transition);
    return entry != NULL ? (int)entry->blocked_by : -1;
}

// What blocks a transition of layer 0 now.
static int blocked(const Stage *stage, int32_t transition)
{
    const Answers answers = explain(stage);
    return blocked_by(&answers, transition);
}

enum { SPEED, ON, JUMP };

// States A, B, C, and X, Y in a sub-machine M, each a second long; properties speed, on (bool),
// jump (trigger).
static Stage open_nested(const char *transitions, const char *inner)
{
    char json[4096];
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    snprintf(json, sizeof json,
             "{'properties':[{'name':'speed'},{'name':'on','type':'bool'},"
             "{'name':'jump','type':'trigger'}],'layers':[{'name':'Base','initial':'A','states':["
             "{'name':'A','motion':'a'},{'name':'B','motion':'a'},{'name':'C','motion':'a'},"
             "{'name':'M','initial':'X','states':[{'name':'X','motion':'a'},"
             "{'name':'Y','motion':'a'}],'transitions':[%s]}],'transitions':[%s]}]}",
             inner, transitions);
    CHECK_INT(stage_play(&stage, json), TA_STATUS_OK);
    return stage;
}

static Stage open_machine(const char *transitions) { return open_nested(transitions, ""); }

// ---- one machine for each reason -------------------------------------------------------------

static void test_nothing_blocks_what_fires_next(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'on'}");
    stage_set(&stage, ON, 1);
    const Answers answers = explain(&stage);
    const TaExplain *entry = entry_of(&answers, 0);
    CHECK_INT(entry->blocked_by, TA_BLOCKED_NONE);
    CHECK(entry->due && entry->condition && entry->exit_reached && !entry->has_exit);
    CHECK(isinf(entry->seconds_to_exit));
    CHECK_INT(entry->leads_to, 0);
    CHECK_INT(entry->state, 0);
    stage_update(&stage, 0.01, 1);
    CHECK_INT(stage_info(&stage).state, 1);
    stage_close(&stage);
}

static void test_muted_and_solo(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'true','mute':true},"
                               "{'from':'A','to':'B','when':'true'},"
                               "{'from':'A','to':'C','when':'on','solo':true}");
    const Answers answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_MUTED);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_SOLO);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_CONDITION);
    CHECK(entry_of(&answers, 0)->due);  // it would fire, if it might
    stage_close(&stage);
}

static void test_another_state(void)
{
    Stage stage = open_machine("{'from':'B','to':'C','when':'true'},"
                               "{'from':'A','to':'B','when':'on'},"
                               "{'from':'*','to':'C','when':'jump'}");
    const Answers answers = explain_layer(&stage, 0, 1);
    CHECK_INT(answers.count, 2);  // from any state, and B's own
    CHECK_INT(answers.entries[0].transition, 2);
    CHECK_INT(answers.entries[1].transition, 0);
    CHECK_INT(answers.entries[1].blocked_by, TA_BLOCKED_STATE);
    CHECK_INT(answers.entries[1].state, 1);
    CHECK(answers.entries[1].due);
    CHECK_INT(explain_layer(&stage, 0, 99).count, 0);
    CHECK_INT(explain_layer(&stage, 0, -2).count, 0);
    CHECK_INT(explain_layer(&stage, 7, 0).count, 0);
    stage_close(&stage);
}

static void test_scope_of_a_sub_machine(void)
{
    Stage stage = open_nested("{'from':'A','to':'M','when':'jump'}",
                              "{'from':'*','to':'Y','when':'speed > 5'}");
    stage_set(&stage, SPEED, 6);
    CHECK_INT(blocked(&stage, 1), TA_BLOCKED_SCOPE);  // from any state of M to Y
    stage_set(&stage, JUMP, 1);
    stage_set(&stage, SPEED, 0);
    stage_update(&stage, 0.1, 1);
    stage_set(&stage, SPEED, 6);
    CHECK_INT(blocked(&stage, 1), TA_BLOCKED_NONE);
    stage_close(&stage);
}

static void test_self(void)
{
    Stage stage = open_machine("{'from':'*','to':'A','when':'on'},"
                               "{'from':'*','to':'A','when':'on','toSelf':true}");
    stage_set(&stage, ON, 1);
    const Answers answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_SELF);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_NONE);
    stage_close(&stage);
}

static void test_a_fade_that_may_not_be_interrupted(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'on','duration':1},"
                               "{'from':'B','to':'C','when':'true'},"
                               "{'from':'*','to':'C','when':'speed > 1','interruptsAlways':false},"
                               "{'from':'*','to':'C','when':'speed > 1'}");
    stage_set(&stage, ON, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_info(&stage).state, 1);
    stage_set(&stage, SPEED, 2);
    const Answers answers = explain(&stage);
    CHECK_INT(answers.count, 3);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_CLOSED);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_CLOSED);
    CHECK_INT(blocked_by(&answers, 3), TA_BLOCKED_NONE);
    stage_close(&stage);
}

static void test_what_a_running_fade_lets_through(void)
{
    Stage stage = open_machine("{'from':'A','to':'C','when':'speed > 1'},"
                               "{'from':'A','to':'B','when':'on','duration':1,"
                               "'interrupt':'source','ordered':true},"
                               "{'from':'A','to':'C','when':'speed > 2'},"
                               "{'from':'B','to':'C','when':'true'}");
    stage_set(&stage, ON, 1);
    stage_update(&stage, 0.25, 1);
    stage_set(&stage, SPEED, 3);
    Answers answers = explain(&stage);
    CHECK_INT(answers.count, 2);  // of A what stands above the running one, and B's own
    CHECK_INT(answers.entries[0].transition, 0);
    CHECK_INT(answers.entries[0].blocked_by, TA_BLOCKED_NONE);
    CHECK_INT(answers.entries[0].state, 0);
    CHECK_NEAR(answers.entries[0].normalized, 0.25, 1e-9);
    CHECK_INT(answers.entries[1].transition, 3);
    CHECK_INT(answers.entries[1].blocked_by, TA_BLOCKED_CLOSED);
    answers = explain_layer(&stage, 0, 0);  // asked for A itself
    CHECK_INT(answers.count, 3);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_NONE);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_CLOSED);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_CLOSED);
    CHECK_NEAR(entry_of(&answers, 2)->normalized, 0.25, 1e-9);  // A is still alive
    stage_close(&stage);
}

static void test_exit_time(void)
{
    Stage stage =
        open_machine("{'from':'A','to':'B','exitTime':0.75},"
                     "{'from':'A','to':'C','exitTime':0.25,'exitMode':'past','when':'on'},"
                     "{'from':'A','to':'C','exitTime':0.25,'when':'on'},"
                     "{'from':'A','to':'C'}");
    stage_update(&stage, 0.5, 1);
    const Answers answers = explain(&stage);
    const TaExplain *entry = entry_of(&answers, 0);
    CHECK_INT(entry->blocked_by, TA_BLOCKED_EXIT_TIME);
    CHECK(entry->has_exit && !entry->exit_reached && entry->condition && !entry->due);
    CHECK_NEAR(entry->exit_time, 0.75, 0);
    CHECK_NEAR(entry->normalized, 0.5, 1e-9);
    CHECK_NEAR(entry->seconds_to_exit, 0.25, 1e-9);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_CONDITION);
    CHECK_NEAR(entry_of(&answers, 1)->seconds_to_exit, 0, 0);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_EXIT_TIME);  // crossed; the next loop brings it
    CHECK_NEAR(entry_of(&answers, 2)->seconds_to_exit, 0.75, 1e-9);
    entry = entry_of(&answers, 3);  // neither condition nor exit time: the end
    CHECK_INT(entry->blocked_by, TA_BLOCKED_EXIT_TIME);
    CHECK_NEAR(entry->exit_time, 1, 0);
    CHECK_NEAR(entry->seconds_to_exit, 0.5, 1e-9);
    stage_close(&stage);
}

// A position that the last move crossed is behind when the next update begins.
static void test_an_exit_crossed_by_the_last_update_is_missed(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','exitTime':0.5,'when':'on'}");
    stage_update(&stage, 0.6, 1);
    stage_set(&stage, ON, 1);
    CHECK_INT(blocked(&stage, 0), TA_BLOCKED_EXIT_TIME);
    stage_update(&stage, 0.01, 1);
    CHECK_INT(stage_info(&stage).state, 0);
    stage_close(&stage);
}

static void test_condition_and_trigger(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'jump && speed > 1'},"
                               "{'from':'A','to':'B','when':'speed > 1 || jump'},"
                               "{'from':'A','to':'B','when':{'function':0}}");
    Answers answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_CONDITION);  // the trigger alone would not do
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_TRIGGER);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_CONDITION);
    stage_set(&stage, SPEED, 2);
    CHECK_INT(blocked(&stage, 0), TA_BLOCKED_TRIGGER);
    stage_set(&stage, SPEED, 0);
    CHECK_INT(ta_instance_set_external(stage.world, stage.instance, 0, true), TA_STATUS_OK);
    answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_NONE);
    CHECK_INT(answers.term_count, 5);
    CHECK_TEXT(answers.terms[4].text, "function 0");
    CHECK(answers.terms[4].value);
    stage_close(&stage);
}

static void test_a_function_counts_again_after_an_update_with_a_hop(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'on'},"
                               "{'from':'B','to':'C','when':{'function':0}}");
    stage_set(&stage, ON, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(ta_instance_set_external(stage.world, stage.instance, 0, true), TA_STATUS_OK);
    CHECK_INT(blocked(&stage, 1), TA_BLOCKED_NONE);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_info(&stage).state, 2);
    stage_close(&stage);
}

static void test_an_exit_that_leads_nowhere_and_one_that_leads_on(void)
{
    Stage stage = open_nested("{'from':'A','to':'M','when':'jump'},"
                              "{'from':'M','to':'C','when':'speed > 1'}",
                              "{'from':'X','to':'exit','when':'on'}");
    stage_set(&stage, JUMP, 1);
    stage_update(&stage, 0.1, 1);
    stage_set(&stage, ON, 1);
    CHECK_INT(blocked(&stage, 2), TA_BLOCKED_NOWHERE);
    const Answers machine = explain_layer(&stage, 0, 3);
    CHECK_INT(blocked_by(&machine, 1), TA_BLOCKED_STATE);
    CHECK_INT(entry_of(&machine, 1)->state, 4);  // the clock is that of the state inside
    stage_set(&stage, SPEED, 2);
    const Answers answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 2), TA_BLOCKED_NONE);
    CHECK_INT(entry_of(&answers, 2)->leads_to, 1);
    stage_close(&stage);
}

static void test_another_fires_first(void)
{
    Stage stage =
        open_machine("{'from':'A','to':'B','when':'on'},{'from':'A','to':'C','when':'on'},"
                     "{'from':'*','to':'C','when':'speed > 1'}");
    stage_set(&stage, ON, 1);
    Answers answers = explain(&stage);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_NONE);
    CHECK_INT(blocked_by(&answers, 1), TA_BLOCKED_WAITING);
    CHECK(entry_of(&answers, 1)->due);
    stage_set(&stage, SPEED, 2);
    answers = explain(&stage);
    CHECK_INT(answers.entries[0].transition, 2);
    CHECK_INT(answers.entries[0].blocked_by, TA_BLOCKED_NONE);
    CHECK_INT(blocked_by(&answers, 0), TA_BLOCKED_WAITING);
    answers = explain_layer(&stage, 0, 1);  // what wins over the others of A counts there too
    CHECK_INT(answers.entries[0].blocked_by, TA_BLOCKED_NONE);
    stage_close(&stage);
}

// ---- terms -----------------------------------------------------------------------------------

// The terms of one condition as "text:value left right;".
static void check_terms(const char *condition, double speed, bool on, const char *expected)
{
    char transition[512], got[1024] = "";
    size_t length = 0;
    snprintf(transition, sizeof transition, "{'from':'A','to':'B','exitTime':9,'when':'%s'}",
             condition);
    Stage stage = open_machine(transition);
    stage_set(&stage, SPEED, speed);
    stage_set(&stage, ON, on);
    stage_update(&stage, 0.5, 1);
    const Answers answers = explain(&stage);
    const TaExplain *entry = entry_of(&answers, 0);
    CHECK_INT(entry->first_term + entry->term_count, answers.term_count);
    for (uint32_t i = 0; i < answers.term_count; i++) {
        const TaExplainTerm *term = &answers.terms[i];
        CHECK_INT(term->transition, 0);
        length += (size_t)snprintf(got + length, sizeof got - length, "%s:%d %g %g;", term->text,
                                   term->value, term->left, term->right);
    }
    CHECK(strcmp(got, expected) == 0);
    if (strcmp(got, expected) != 0) {
        printf("# %s\n# %s\n", got, expected);
    }
    stage_close(&stage);
}

static void test_terms_are_comparisons_and_flags_with_their_values(void)
{
    check_terms("speed > 0.1 && on", 2, false, "speed > 0.1:1 2 0.1;on:0 0 1;");
    check_terms("!on || !(speed>=3)", 2, false, "!on:1 0 0;!(speed >= 3):1 2 3;");
    check_terms("!!on", 0, true, "!!on:1 1 1;");
    check_terms("!(on && speed < 1)", 2, true, "on:1 1 1;speed < 1:0 2 1;");
    check_terms("on == false", 0, false, "on == false:1 0 0;");
    check_terms("(on == jump) == (jump == on)", 0, true, "(on == jump) == (jump == on):1 0 0;");
    check_terms("(on || jump) != (speed > 1)", 2, false, "(on || jump) != (speed > 1):1 0 1;");
    check_terms("speed*2+1 < -(speed-3)/2", 1, false, "speed * 2 + 1 < -(speed - 3) / 2:0 3 1;");
    check_terms("speed-(1-2) == 3", 2, false, "speed - -1 == 3:1 3 3;");
    check_terms("speed / 0 > 1", 2, false, "speed / 0 > 1:0 nan 1;");
    check_terms("time >= 0.5 && normalizedTime < 1 && loops == 0", 0, false,
                "time >= 0.5:1 0.5 0.5;normalizedTime < 1:1 0.5 1;loops == 0:1 0 0;");
    check_terms("finished || weight < 1 || true", 0, false,
                "finished:0 0 1;weight < 1:0 1 1;true:1 1 1;");
    check_terms("inState(\\'Base\\', \\'M/X\\')", 0, false, "inState(\"Base\", \"M/X\"):0 0 1;");
}

static void test_terms_of_several_transitions_lie_one_behind_the_other(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'on && jump'},{'from':'A','to':'B'},"
                               "{'from':'A','to':'C','when':'speed > 1'},"
                               "{'from':'*','to':'C','when':'jump'}");
    const Answers answers = explain(&stage);
    CHECK_INT(answers.count, 4);
    CHECK_INT(answers.term_count, 4);
    for (uint32_t i = 0; i < answers.count; i++) {
        const TaExplain *entry = &answers.entries[i];
        for (uint32_t t = 0; t < entry->term_count; t++) {
            CHECK_INT(answers.terms[entry->first_term + t].transition, entry->transition);
        }
    }
    CHECK_INT(entry_of(&answers, 0)->term_count, 2);
    CHECK_INT(entry_of(&answers, 1)->term_count, 0);
    TaExplain two[3] = {{0}, {0}, {.transition = 77}};
    CHECK_INT(ta_explain_run(run_of(&stage), 0, TA_NONE, two, 2), 4);
    CHECK_INT(two[2].transition, 77);
    TaExplainTerm one[2] = {{0}, {.transition = 77}};
    CHECK_INT(ta_explain_terms(run_of(&stage), 0, TA_NONE, one, 1), 4);
    CHECK_INT(one[1].transition, 77);
    stage_close(&stage);
}

static void test_odd_names_and_long_texts(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    CHECK_INT(stage_play(&stage,
                         "{'properties':[{'name':'time','type':'bool'},{'name':'my speed'},"
                         "{'name':'\xc3\xa4\xc3\xb6\xc3\xbc_2'}],'layers':[{'name':'L','initial':"
                         "'A','states':[{'name':'A','motion':'a'}],'transitions':[{'from':'A','to':"
                         "'A','when':'`time` && `my speed` > 1 && \xc3\xa4\xc3\xb6\xc3\xbc_2 < "
                         "\xc3\xa4\xc3\xb6\xc3\xbc_2 + 1 + \xc3\xa4\xc3\xb6\xc3\xbc_2 + "
                         "\xc3\xa4\xc3\xb6\xc3\xbc_2 + \xc3\xa4\xc3\xb6\xc3\xbc_2 + "
                         "\xc3\xa4\xc3\xb6\xc3\xbc_2 + \xc3\xa4\xc3\xb6\xc3\xbc_2 + "
                         "\xc3\xa4\xc3\xb6\xc3\xbc_2 + \xc3\xa4\xc3\xb6\xc3\xbc_2 && time > 1'}"
                         "]}]}"),
              TA_STATUS_OK);
    const Answers answers = explain(&stage);
    CHECK(strcmp(answers.terms[0].text, "`time`") == 0);
    CHECK(strcmp(answers.terms[1].text, "`my speed` > 1") == 0);
    CHECK(strcmp(answers.terms[3].text, "time > 1") == 0);
    const char *text = answers.terms[2].text;
    const size_t length = strlen(text);
    CHECK(length >= 90 && strcmp(text + length - 3, "...") == 0);
    CHECK(((unsigned char)text[length - 4] & 0xc0) != 0xc0);  // not after half a character
    CHECK(strncmp(text, "\xc3\xa4\xc3\xb6\xc3\xbc_2 < \xc3\xa4", 13) == 0);
    stage_close(&stage);
}

// ---- nothing is changed ----------------------------------------------------------------------

static void test_asking_changes_nothing_and_draws_no_random_number(void)
{
    Stage stage = open_machine("{'from':'A','to':'B','when':'random < 0.5 && random < 0.5'},"
                               "{'from':'A','to':'C','when':'random < 0.1','exitTime':0.7}");
    for (int i = 0; i < 20; i++) {
        const uint64_t before = ta_instance_hash(stage.world, stage.instance);
        const uint64_t random = run_of(&stage)->random;
        const Answers first = explain(&stage), second = explain(&stage);
        CHECK(memcmp(&first, &second, sizeof first) == 0);
        CHECK(ta_instance_hash(stage.world, stage.instance) == before);
        CHECK(run_of(&stage)->random == random);
        stage_update(&stage, 0.03, 1);
    }
    stage_close(&stage);
}

// The transition that explain says fires next in a layer, or TA_NONE.
static int32_t predicted(const Stage *stage, uint32_t layer)
{
    const Answers answers = explain_layer(stage, layer, TA_NONE);
    int32_t fires = TA_NONE, count = 0;
    for (uint32_t i = 0; i < answers.count; i++) {
        const TaExplain *entry = &answers.entries[i];
        if (entry->blocked_by == TA_BLOCKED_NONE) {
            fires = entry->leads_to;
            count++;
        }
        CHECK(entry->due == (entry->condition && entry->exit_reached));
        CHECK(entry->blocked_by == TA_BLOCKED_EXIT_TIME || entry->exit_reached ||
              entry->blocked_by < TA_BLOCKED_EXIT_TIME);
    }
    CHECK(count <= 1);
    return fires;
}

// The transition that a layer takes, or is refused, at the first moment of an update; TA_NONE.
static int32_t first_of_update(const Stage *stage, double dt, int32_t layer)
{
    const TaEvent *events = ta_world_events(stage->world);
    for (uint32_t e = 0; e < ta_world_event_count(stage->world); e++) {
        if (events[e].layer == layer && events[e].seconds_ago > dt - 1e-9 &&
            (events[e].type == TA_EVENT_TRANSITION || events[e].type == TA_EVENT_HOPS_REFUSED)) {
            return events[e].transition;
        }
    }
    return TA_NONE;
}

static void test_plain_machines_do_next_what_explain_says(void)
{
    int fired = 0;
    for (uint64_t seed = 1; seed <= 200 && !g_test.current_failed; seed++) {
        char json[RANDOM_TEXT];
        random_seed(seed);
        Stage stage = random_stage_open();
        plain_machine_write(RANDOM_FULL, json);
        CHECK_INT(stage_play(&stage, json), TA_STATUS_OK);
        for (int u = 0; u < 100; u++) {
            random_input(&stage);
            const double dt = random_between(0.01, 0.21);
            const int32_t next = predicted(&stage, 0);
            stage_update(&stage, dt, 1);
            // A hop of the other layer at the same moment may be what lets this one fire.
            if (next != TA_NONE || first_of_update(&stage, dt, 1) == TA_NONE) {
                CHECK_INT(next, first_of_update(&stage, dt, 0));
            }
            fired += next != TA_NONE;
        }
        if (g_test.current_failed) {
            printf("# seed %llu: %s\n", (unsigned long long)seed, json);
        }
        stage_close(&stage);
    }
    CHECK(fired > 2000);
}

int main(void)
{
    RUN(test_nothing_blocks_what_fires_next);
    RUN(test_muted_and_solo);
    RUN(test_another_state);
    RUN(test_scope_of_a_sub_machine);
    RUN(test_self);
    RUN(test_a_fade_that_may_not_be_interrupted);
    RUN(test_what_a_running_fade_lets_through);
    RUN(test_exit_time);
    RUN(test_an_exit_crossed_by_the_last_update_is_missed);
    RUN(test_condition_and_trigger);
    RUN(test_a_function_counts_again_after_an_update_with_a_hop);
    RUN(test_an_exit_that_leads_nowhere_and_one_that_leads_on);
    RUN(test_another_fires_first);
    RUN(test_terms_are_comparisons_and_flags_with_their_values);
    RUN(test_terms_of_several_transitions_lie_one_behind_the_other);
    RUN(test_odd_names_and_long_texts);
    RUN(test_asking_changes_nothing_and_draws_no_random_number);
    RUN(test_plain_machines_do_next_what_explain_says);
    return TEST_END;
}
