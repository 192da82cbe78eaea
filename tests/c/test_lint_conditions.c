// SPDX-License-Identifier: MIT
// Lint of conditions: contradictions, transitions that hide others, circles without time. For each
// finding a machine that has it, and near misses that have not.
#include <stdlib.h>

#include "data/expression_facts.h"
#include "lint_stage.h"
#include "test.h"

// ---- conditions ------------------------------------------------------------------------------

// Whether a condition of a transition from A to B is found to be never true.
static int never(const char *condition)
{
    char transitions[1024];
    snprintf(transitions, sizeof transitions,
             "{'from':'A','to':'B','when':'%s'},{'from':'A','to':'B','exitTime':1},"
             "{'from':'B','to':'A','exitTime':1}",
             condition);
    const Findings findings = lint_parts(TYPES, AB, transitions);
    return lint_count(&findings, TA_LINT_NEVER_TRUE);
}

// Quotes are written \\' : the condition is a text inside a text.
static const char *const CONTRADICTIONS[] = {
    "speed > 2 && speed < 1",
    "speed > 1 && speed < 1",
    "1 > speed && speed >= 1",
    "jump && !jump",
    "on && on == false",
    "speed == 1 && speed == 2",
    "speed == 1 && speed != 1",
    "n > 2 && n < 3",
    "n == 0.5",
    "low > 1",
    "(speed > 2 || on) && speed < 1 && !on",
    "!(speed < 2 || speed > 1)",
    "speed + low > 1 && !(speed + low > 1)",
    "false",
    "1 > 2",
    "speed > 1 / 0",
    "time < 1 && time >= 1",
    "loops > 1 && loops < 2",
    "finished && !finished",
    "random >= 1",
    "inState(\\'Base\\', \\'B\\')",
    "inState(\\'Base\\', \\'A\\') && inState(\\'Base\\', \\'B\\')",
    "on != on",
};
static const char *const POSSIBLE[] = {
    "speed > 1 && speed < 2",
    "speed >= 1 && speed <= 1",
    "speed > 2 || speed < 1",
    "jump || !jump",
    "on == false",
    "speed != 1 && speed != 2",
    "n > 2 && n < 4",
    "low >= 1",
    "(speed > 2 || on) && speed < 1",
    "speed + low > 1 && speed < 0",
    "speed > 2 && low < 1",
    "time > 1 && time <= 1",
    "random > 0.5 && random < 0.4",
    "inState(\\'Base\\', \\'A\\')",
    "true",
};

static void check_never(const char *const *conditions, size_t count, int expected)
{
    for (size_t i = 0; i < count; i++) {
        const int found = never(conditions[i]);
        CHECK_INT(found, expected);
        if (found != expected) {
            printf("# %s\n", conditions[i]);
        }
    }
}

static void test_contradictory_conditions(void)
{
    check_never(CONTRADICTIONS, sizeof CONTRADICTIONS / sizeof CONTRADICTIONS[0], 1);
    check_never(POSSIBLE, sizeof POSSIBLE / sizeof POSSIBLE[0], 0);
}

static void test_a_contradiction_names_its_condition_and_place(void)
{
    const Findings findings =
        lint_parts(SPEED, AB, BACK_AND_FORTH ",{'from':'B','to':'A','when':'speed>2&&speed<1'}");
    const TaLint finding = lint_only(&findings, TA_LINT_NEVER_TRUE);
    CHECK_INT(finding.level, TA_LINT_LEVEL_WARNING);
    CHECK_INT(finding.transition, 2);
    CHECK_INT(finding.state, 1);
    CHECK(strcmp(finding.path, "layers[0].transitions[2]") == 0);
    CHECK_TEXT(finding.message, "speed > 2 && speed < 1 can never hold");
}

// ---- shadows ---------------------------------------------------------------------------------

// Two transitions out of A, and the rest that makes a sound machine.
static int shadowed(const char *first, const char *second)
{
    char transitions[1024];
    snprintf(transitions, sizeof transitions,
             "{'from':'A','to':'B'%s},{'from':'A','to':'C'%s},"
             "{'from':'B','to':'A','exitTime':1},{'from':'C','to':'A','exitTime':1}",
             first, second);
    const Findings findings = lint_parts(TYPES, ABC, transitions);
    return lint_count(&findings, TA_LINT_SHADOWED_TRANSITION);
}

static void test_shadowed_transitions(void)
{
    CHECK_INT(shadowed(",'when':'on'", ",'when':'on'"), 1);
    CHECK_INT(shadowed(",'when':'on'", ",'when':'jump'"), 0);
    CHECK_INT(shadowed(",'when':'speed > 1'", ",'when':'speed > 2'"), 1);
    CHECK_INT(shadowed(",'when':'speed > 2'", ",'when':'speed > 1'"), 0);
    CHECK_INT(shadowed(",'when':'on'", ",'when':'on && jump'"), 1);
    CHECK_INT(shadowed(",'when':'on && jump'", ",'when':'on'"), 0);
    CHECK_INT(shadowed(",'when':'speed + n > 1'", ",'when':'speed + n > 1 && on'"), 1);
    CHECK_INT(shadowed(",'when':'speed + n > 1'", ",'when':'speed + n > 2'"), 0);
    CHECK_INT(shadowed(",'when':'random < 0.5'", ",'when':'random < 0.5'"), 0);
    CHECK_INT(shadowed(",'when':{'function':0}", ",'when':{'function':0}"), 1);
    CHECK_INT(shadowed(",'when':{'function':0}", ",'when':{'function':1}"), 0);
}

static void test_shadows_need_the_same_exit_or_none(void)
{
    CHECK_INT(shadowed("", ",'when':'on'"), 0);
    CHECK_INT(shadowed("", ""), 1);
    CHECK_INT(shadowed("", ",'exitTime':1,'when':'on'"), 1);
    CHECK_INT(shadowed(",'exitTime':0.5", ",'exitTime':0.5,'when':'on'"), 1);
    CHECK_INT(shadowed(",'exitTime':0.5", ",'exitTime':0.6,'when':'on'"), 0);
    CHECK_INT(shadowed(",'when':'on'", ",'when':'on','exitTime':0.6"), 1);
    CHECK_INT(shadowed(",'when':'on','exitTime':0.6", ",'when':'on'"), 0);
    CHECK_INT(shadowed(",'exitTime':0.5,'exitMode':'past'", ",'exitTime':0.7,'exitMode':'past'"),
              1);
    CHECK_INT(shadowed(",'exitTime':0.7,'exitMode':'past'", ",'exitTime':0.5,'exitMode':'past'"),
              0);
}

static void test_shadows_need_an_open_transition(void)
{
    CHECK_INT(shadowed(",'when':'on','mute':true", ",'when':'on'"), 0);
    CHECK_INT(shadowed(",'when':'on'", ",'when':'on','solo':true"), 0);
    // While the fade to B runs, the second one may interrupt it.
    CHECK_INT(shadowed(",'when':'on','duration':1,'interrupt':'source'", ",'when':'on'"), 0);
    CHECK_INT(
        shadowed(",'when':'on','duration':1,'interrupt':'source','ordered':true", ",'when':'on'"),
        1);
}

static void test_a_fade_back_into_its_own_state_lets_the_next_one_in(void)
{
    const char *states = ABC, *rest = "{'from':'A','to':'C','when':'on'},"
                                      "{'from':'C','to':'A','exitTime':1},"
                                      "{'from':'A','to':'B'},{'from':'B','to':'A'}";
    static const struct {
        const char *options;
        int shadows;
    } cases[] = {{"", 1},
                 {",'duration':1", 1},
                 {",'duration':1,'interrupt':'target'", 0},
                 {",'duration':1,'interrupt':'target','toSelf':true", 1}};
    for (int i = 0; i < 4; i++) {
        char transitions[1024];
        snprintf(transitions, sizeof transitions, "{'from':'A','to':'A','when':'on'%s},%s",
                 cases[i].options, rest);
        const Findings findings = lint_parts(TYPES, states, transitions);
        CHECK_INT(lint_count(&findings, TA_LINT_SHADOWED_TRANSITION), cases[i].shadows);
    }
}

static void test_ways_out_of_a_sub_machine_do_not_wait(void)
{
    const Findings findings =
        lint_parts(SPEED, SUB("{'from':'X','to':'Y'},{'from':'Y','to':'exit'}"),
                   "{'from':'A','to':'M','when':'speed > 1'},{'from':'M','to':'A'},"
                   "{'from':'M','to':'A','when':'speed > 2'}");
    CHECK_INT(lint_only(&findings, TA_LINT_SHADOWED_TRANSITION).transition, 2);
}

static void test_a_shadow_names_both(void)
{
    const Findings findings =
        lint_parts(SPEED, AB, BACK_AND_FORTH ",{'from':'A','to':'B','when':'speed > 2'}");
    const TaLint finding = lint_only(&findings, TA_LINT_SHADOWED_TRANSITION);
    CHECK_INT(finding.level, TA_LINT_LEVEL_WARNING);
    CHECK_INT(finding.transition, 2);
    CHECK_TEXT(finding.message, "layers[0].transitions[0]");
}

static void test_shadows_from_any_state_count_by_target(void)
{
    const char *rest = ",{'from':'B','to':'*','exitTime':1},{'from':'C','to':'*','exitTime':1}";
    char transitions[1024];
    snprintf(transitions, sizeof transitions,
             "{'from':'*','to':'B','when':'speed > 1'},{'from':'*','to':'B','when':'speed > 2'}%s",
             rest);
    Findings findings = lint_parts(SPEED, ABC, transitions);
    CHECK_INT(lint_count(&findings, TA_LINT_SHADOWED_TRANSITION), 1);
    snprintf(transitions, sizeof transitions,  // in B the first is closed and the second is not
             "{'from':'*','to':'B','when':'speed > 1'},{'from':'*','to':'C','when':'speed > 2'}%s",
             rest);
    findings = lint_parts(SPEED, ABC, transitions);
    CHECK_INT(lint_count(&findings, TA_LINT_SHADOWED_TRANSITION), 0);
}

// ---- circles ---------------------------------------------------------------------------------

static void test_a_circle_without_conditions_is_an_error(void)
{
    const Findings findings = lint_parts("", ABC,
                                         "{'from':'A','to':'B','when':'true'},"
                                         "{'from':'B','to':'C','when':'time >= 0'},"
                                         "{'from':'C','to':'A','when':'true'}");
    const TaLint finding = lint_only(&findings, TA_LINT_CIRCLE);
    CHECK_INT(finding.level, TA_LINT_LEVEL_ERROR);
    CHECK_TEXT(finding.message, "A -> B -> C -> A goes round without time");
    CHECK(strcmp(finding.path, "layers[0].transitions[0]") == 0);
}

// Two conditions, from A to B and back: how many circles, and the level of the first.
static int circles(const char *there, const char *back, TaLintLevel *level)
{
    char transitions[1024];
    snprintf(transitions, sizeof transitions, "{'from':'A','to':'B'%s},{'from':'B','to':'A'%s}",
             there, back);
    const Findings findings = lint_parts(TYPES, AB, transitions);
    for (uint32_t i = 0; i < findings.count; i++) {
        *level = findings.list[i].code == TA_LINT_CIRCLE ? findings.list[i].level : *level;
    }
    return lint_count(&findings, TA_LINT_CIRCLE);
}

static void test_circles_of_conditions_that_can_hold_together(void)
{
    TaLintLevel level = TA_LINT_LEVEL_INFO;
    CHECK_INT(circles(",'when':'speed > 1'", ",'when':'speed < 2'", &level), 1);
    CHECK_INT(level, TA_LINT_LEVEL_WARNING);
    CHECK_INT(circles(",'when':'speed > 1','duration':0.2", ",'when':'on'", &level), 1);
    CHECK_INT(circles(",'when':'speed > 1'", ",'when':'speed <= 1'", &level), 0);
    CHECK_INT(circles(",'when':'on'", ",'when':'!on'", &level), 0);
}

static void test_a_trigger_not_armed_is_a_condition_and_not_always_so(void)
{
    TaLintLevel level = TA_LINT_LEVEL_INFO;
    CHECK_INT(circles(",'when':'!jump'", ",'when':'true'", &level), 1);
    CHECK_INT(level, TA_LINT_LEVEL_WARNING);
}

static void test_a_shadowed_transition_makes_no_circle(void)
{
    const Findings findings =
        lint_parts(TYPES, ABC,
                   "{'from':'A','to':'B','when':'on'},{'from':'A','to':'C','when':'on'},"
                   "{'from':'C','to':'A','when':'true'},{'from':'B','to':'A','when':'!on'},"
                   "{'from':'B','to':'C','exitTime':1}");
    CHECK_INT(lint_count(&findings, TA_LINT_CIRCLE), 0);
    CHECK_INT(lint_count(&findings, TA_LINT_SHADOWED_TRANSITION), 1);
}

static void test_where_a_scrubbed_state_starts_is_not_known(void)
{
    const char *states = "{'name':'A','motion':'a'},{'name':'B','motion':'b'%s}";
    for (int scrubbed = 0; scrubbed < 2; scrubbed++) {
        char text[256];
        snprintf(text, sizeof text, states, scrubbed ? ",'timeProperty':'speed'" : "");
        const Findings findings = lint_parts(TYPES, text,
                                             "{'from':'A','to':'B','when':'true'},"
                                             "{'from':'B','to':'A','exitTime':0}");
        CHECK_INT(lint_count(&findings, TA_LINT_CIRCLE), !scrubbed);
    }
}

static void test_what_takes_time_is_no_circle(void)
{
    TaLintLevel level = TA_LINT_LEVEL_INFO;
    CHECK_INT(circles(",'when':'true'", "", &level), 0);  // waits for the end
    CHECK_INT(circles(",'when':'true'", ",'when':'true','exitTime':0.5", &level), 0);
    CHECK_INT(circles(",'when':'true'", ",'when':'true','exitTime':0", &level), 1);
    CHECK_INT(circles(",'exitTime':0", ",'exitTime':0.2,'offset':0.2", &level), 0);
    CHECK_INT(circles(",'exitTime':0.2,'offset':0.2", ",'exitTime':0.2,'offset':0.2", &level), 1);
    CHECK_INT(circles(",'exitTime':0.1,'exitMode':'past'", ",'exitTime':0,'offset':0.2", &level),
              1);
    CHECK_INT(circles(",'when':'true'", ",'when':'time > 0.5'", &level), 0);
    CHECK_INT(circles(",'when':'true'", ",'when':'finished'", &level), 0);
    CHECK_INT(circles(",'when':'true'", ",'when':'normalizedTime >= 0.5'", &level), 0);
    CHECK_INT(circles(",'when':'true','offset':0.6", ",'when':'normalizedTime >= 0.5'", &level), 1);
    CHECK_INT(circles(",'when':'true'", ",'when':'jump'", &level), 0);  // used up by the first
    CHECK_INT(circles(",'when':'true'", ",'when':'true','mute':true", &level), 0);
    CHECK_INT(circles(",'when':{'function':0}", ",'when':'true'", &level), 0);
}

static void test_an_any_transition_and_the_way_back_can_be_a_circle(void)
{
    Findings findings = lint_parts(TYPES, AB,
                                   "{'from':'*','to':'B','when':'on'},"
                                   "{'from':'B','to':'*','when':'speed > 1'}");
    CHECK_TEXT(lint_only(&findings, TA_LINT_CIRCLE).message, "A -> B -> A");
    findings = lint_parts(TYPES, AB,
                          "{'from':'*','to':'B','when':'on'},"
                          "{'from':'B','to':'*','when':'!on'}");
    CHECK_INT(lint_count(&findings, TA_LINT_CIRCLE), 0);
    findings = lint_parts(TYPES, AB,
                          "{'from':'*','to':'B','when':'on','toSelf':true},"
                          "{'from':'B','to':'*','when':'!on'}");
    CHECK_TEXT(lint_only(&findings, TA_LINT_CIRCLE).message, "B -> B");
}

static void test_a_circle_through_the_exit_of_a_sub_machine(void)
{
    const char *inside = SUB("{'from':'X','to':'exit','when':'speed > 1'},"
                             "{'from':'X','to':'Y'},{'from':'Y','to':'X'}");
    Findings findings = lint_parts(
        SPEED, inside,
        "{'from':'A','to':'M','when':'speed > 0'},{'from':'M','to':'A','when':'speed < 2'}");
    CHECK_TEXT(lint_only(&findings, TA_LINT_CIRCLE).message, "A -> X -> A");
    findings = lint_parts(
        SPEED, inside,
        "{'from':'A','to':'M','when':'speed > 0'},{'from':'M','to':'A','when':'speed < 0'},"
        "{'from':'M','to':'A','exitTime':1}");
    CHECK_INT(lint_count(&findings, TA_LINT_CIRCLE), 0);
}

// ---- against the evaluator -------------------------------------------------------------------

// Random conditions over a float, an int and two flags, their constants among 0, 1 and 2. A value
// from each interval between the constants is enough to try everything.
static const double FLOATS[] = {-1, 0, 0.5, 1, 1.5, 2, 3}, INTS[] = {-1, 0, 1, 2, 3};
enum { FLOAT_COUNT = 7, INT_COUNT = 5 };

static uint32_t pick(uint64_t *random, uint32_t count)
{
    return (uint32_t)(ta_random_next(random) * count);
}

// arithmetic: also comparisons that intervals cannot judge.
static char *write_condition(char *at, uint64_t *random, int depth, bool arithmetic)
{
    static const char *const operators[] = {"<", "<=", ">", ">=", "==", "!="};
    const char *op = operators[pick(random, 6)];
    const int number = (int)pick(random, 3);
    switch (pick(random, depth > 0 ? 9 : 6)) {
    case 0: return at + sprintf(at, "f %s %d", op, number);
    case 1: return at + sprintf(at, "%d %s n", number, op);
    case 2: return at + sprintf(at, "n %s %d", op, number);
    case 3: return at + sprintf(at, "%s", pick(random, 2) == 0 ? "flag" : "trigger");
    case 4: return at + sprintf(at, "flag %s trigger", pick(random, 2) == 0 ? "==" : "!=");
    case 5:
        return at + (arithmetic ? sprintf(at, "f + n %s %d", op, number)
                                : sprintf(at, "f %s 3 - %d", op, number + 1));
    case 6:
        at = write_condition(at + sprintf(at, "!("), random, depth - 1, arithmetic);
        return at + sprintf(at, ")");
    default:
        at = write_condition(at + sprintf(at, "("), random, depth - 1, arithmetic);
        at += sprintf(at, ") %s (", pick(random, 2) == 0 ? "&&" : "||");
        at = write_condition(at, random, depth - 1, arithmetic);
        return at + sprintf(at, ")");
    }
}

static bool evaluate(const TaExpression *condition, const double values[4])
{
    const bool spent[4] = {false};
    const TaExprInputs inputs = {.properties = values, .spent = spent};
    return ta_expression_evaluate(condition, &inputs);
}

// Whether some values make the first condition true and the second one false.
static bool try_all(const TaExpression *holds, const TaExpression *fails)
{
    for (int i = 0; i < FLOAT_COUNT * INT_COUNT * 4; i++) {
        const double values[] = {FLOATS[i % FLOAT_COUNT], INTS[i / FLOAT_COUNT % INT_COUNT],
                                 i / FLOAT_COUNT / INT_COUNT % 2, i / FLOAT_COUNT / INT_COUNT / 2};
        if (evaluate(holds, values) && !evaluate(fails, values)) {
            return true;
        }
    }
    return false;
}

// How many of the pairs the reasoner takes for possible while no value makes them so.
static int compare_with_evaluator(uint64_t seed, int pairs, bool arithmetic)
{
    TaDefinition *definition = lint_build(
        "{'properties':[{'name':'f'},{'name':'n','type':'int'},{'name':'flag','type':'bool'},"
        "{'name':'trigger','type':'trigger'}],'layers':[{'name':'L','initial':'A','states':["
        "{'name':'A'}]}]}");
    const TaExprPlace place = {.layer = 0, .state = 0, .triggers = true};
    int impossible = 0, missed = 0;
    for (int i = 0; i < pairs; i++) {
        TaArena arena = {0};
        TaError error = {0};
        char text[2][2048];
        const TaExpression *code[2];
        for (int c = 0; c < 2; c++) {
            write_condition(text[c], &seed, 3, arithmetic);
            code[c] = ta_expression_compile(&arena, text[c], definition, "", &error);
            CHECK(code[c] != NULL);
        }
        TaExprReasoner *reasoner = ta_reasoner_create(&arena, definition, 1000000);
        const TaExprClaim claims[] = {{code[0], true, &place}, {code[1], false, &place}};
        const bool found = ta_reasoner_possible(reasoner, claims, 2);
        const bool true_once = try_all(code[0], code[1]);
        CHECK(found || !true_once);
        if (!found && true_once) {
            printf("# %s and not %s\n", text[0], text[1]);
        }
        impossible += !true_once;
        missed += found && !true_once;
        ta_arena_release(&arena);
    }
    CHECK(impossible > pairs / 20);  // enough contradictions to say something
    ta_definition_free(definition);
    return missed;
}

static void test_intervals_judge_as_the_evaluator_does(void)
{
    CHECK_INT(compare_with_evaluator(1, 3000, false), 0);
}

static void test_what_intervals_cannot_judge_counts_as_possible(void)
{
    CHECK(compare_with_evaluator(2, 3000, true) > 0);
}

int main(void)
{
    RUN(test_contradictory_conditions);
    RUN(test_a_contradiction_names_its_condition_and_place);
    RUN(test_shadowed_transitions);
    RUN(test_shadows_need_the_same_exit_or_none);
    RUN(test_shadows_need_an_open_transition);
    RUN(test_a_fade_back_into_its_own_state_lets_the_next_one_in);
    RUN(test_ways_out_of_a_sub_machine_do_not_wait);
    RUN(test_a_shadow_names_both);
    RUN(test_shadows_from_any_state_count_by_target);
    RUN(test_a_circle_without_conditions_is_an_error);
    RUN(test_circles_of_conditions_that_can_hold_together);
    RUN(test_a_trigger_not_armed_is_a_condition_and_not_always_so);
    RUN(test_a_shadowed_transition_makes_no_circle);
    RUN(test_where_a_scrubbed_state_starts_is_not_known);
    RUN(test_what_takes_time_is_no_circle);
    RUN(test_an_any_transition_and_the_way_back_can_be_a_circle);
    RUN(test_a_circle_through_the_exit_of_a_sub_machine);
    RUN(test_intervals_judge_as_the_evaluator_does);
    RUN(test_what_intervals_cannot_judge_counts_as_possible);
    return TEST_END;
}
