// SPDX-License-Identifier: MIT
// Exit times, selection, triggers, any state: cases C12 to C14.
#include "stage.h"
#include "test.h"

#define LAYER                                                                                      \
    "{'properties':[%s],'layers':[{'name':'Base','initial':'A','states':[%s],'transitions':[%s]}]" \
    "}"

static void play(Stage *stage, const char *properties, const char *states, const char *transitions)
{
    char json[4096];
    snprintf(json, sizeof json, LAYER, properties, states, transitions);
    stage_must_play(stage, json);
}

static int current(const Stage *stage) { return stage_info(stage).state; }

static const char *const ABC = "{'name':'A','motion':'a'},{'name':'B','motion':'b'},"
                               "{'name':'C','motion':'c'}";
static Stage open_abc(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, 0);
    stage_add_const(&stage, "b", 1, 10);
    stage_add_const(&stage, "c", 1, 20);
    return stage;
}

// ---- C12: exit time --------------------------------------------------------------------------

static Stage open_exit(const char *transition)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1);
    stage_add_const(&stage, "b", 1, 10);
    play(&stage, "{'name':'go','type':'bool'}",
         "{'name':'A','motion':'a'},{'name':'B','motion':'b'}", transition);
    return stage;
}

static void check_exit(const char *transition, const double *steps, const int *states, int count)
{
    Stage stage = open_exit(transition);
    for (int i = 0; i < count; i++) {
        stage_update(&stage, steps[i], 1);
        CHECK_INT(current(&stage), states[i]);
    }
    stage_close(&stage);
}

static void test_exit_time_is_crossed_not_sampled(void)
{
    const char *exit = "{'from':'A','to':'B','exitTime':0.75}";
    check_exit(exit, (const double[]){0.5, 0.5}, (const int[]){0, 1}, 2);
    check_exit(exit, (const double[]){2.5}, (const int[]){1}, 1);
    check_exit(exit, (const double[]){0.25, 0.25, 0.25}, (const int[]){0, 0, 1}, 3);
}

static void test_exit_above_one_counts_loops(void)
{
    Stage stage = open_exit("{'from':'A','to':'B','exitTime':3.5}");
    stage_update(&stage, 0.49, 7);
    CHECK_INT(current(&stage), 0);
    stage_update(&stage, 0.49, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_a_missed_exit_comes_again_in_the_next_loop(void)
{
    Stage stage = open_exit("{'from':'A','to':'B','exitTime':0.75,'when':'go'}");
    stage_update(&stage, 0.9, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.5, 1);
    CHECK_INT(current(&stage), 0);
    stage_update(&stage, 0.5, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_exit_past_holds_any_time_later(void)
{
    Stage stage = open_exit("{'from':'A','to':'B','exitTime':0.75,'exitMode':'past','when':'go'}");
    stage_update(&stage, 0.9, 1);
    CHECK_INT(current(&stage), 0);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.01, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_exit_counts_from_where_the_state_was_entered(void)
{
    Stage stage = open_exit("{'from':'A','to':'B','exitTime':0.75}");
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, 0.8), TA_STATUS_OK);
    const double steps[] = {0.1, 0.8, 0.1};
    const int states[] = {0, 0, 1};
    for (int i = 0; i < 3; i++) {
        stage_update(&stage, steps[i], 1);
        CHECK_INT(current(&stage), states[i]);
    }
    stage_close(&stage);
}

static void test_exit_zero_fires_at_once_and_no_condition_at_the_end(void)
{
    check_exit("{'from':'A','to':'B','exitTime':0}", (const double[]){0}, (const int[]){1}, 1);
    check_exit("{'from':'A','to':'B'}", (const double[]){0.9, 0.2}, (const int[]){0, 1}, 2);
    check_exit("{'from':'A','to':'B','when':'finished'}", (const double[]){0.9, 0.2},
               (const int[]){0, 1}, 2);
    check_exit("{'from':'A','to':'B','when':'time > 0.5'}", (const double[]){0.4, 0.2},
               (const int[]){0, 1}, 2);
    check_exit("{'from':'A','to':'B','when':'loops >= 2'}", (const double[]){1.9, 0.2},
               (const int[]){0, 1}, 2);
}

static void test_moments_inside_dt_are_taken_at_their_own_time(void)
{
    // A is left at 0.75; 0.5 s of the update are left for B, which moves as time.
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "a", 1, -1);
    stage_add_ramp(&stage, "b", 1);
    play(&stage, "", "{'name':'A','motion':'a'},{'name':'B','motion':'b'}",
         "{'from':'A','to':'B','exitTime':0.75}");
    stage_update(&stage, 1.25, 1);
    CHECK_NEAR(stage_x(&stage), 0.5, 1e-5);
    stage_close(&stage);
}

// ---- C13: which one --------------------------------------------------------------------------

static const char *const ABCD = "{'name':'A','motion':'a'},{'name':'B','motion':'b'},"
                                "{'name':'C','motion':'c'},{'name':'D','motion':'c'}";

static void test_a_waiting_transition_does_not_hide_another(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'abort','type':'bool'}", ABCD,
         "{'from':'A','to':'B','exitTime':1},{'from':'A','to':'C','when':'abort'}");
    stage_update(&stage, 0.4, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 2);
    stage_close(&stage);
}

static void test_the_earlier_moment_wins_and_then_the_list(void)
{
    const char *orders[] = {
        "{'from':'A','to':'B','exitTime':1},{'from':'A','to':'C','when':'abort'},"
        "{'from':'A','to':'D','when':'abort'}",
        "{'from':'A','to':'D','when':'abort'},{'from':'A','to':'C','when':'abort'},"
        "{'from':'A','to':'B','exitTime':1}",
    };
    for (int round = 0; round < 200; round++) {
        Stage stage = open_abc();
        play(&stage, "{'name':'abort','type':'bool'}", ABCD, orders[round % 2]);
        stage_update(&stage, 0.95, 1);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.1, 1);
        CHECK_INT(current(&stage), round % 2 == 0 ? 2 : 3);
        CHECK_INT(stage_count(&stage, TA_EVENT_STATECHANGE, -1), 1);
        stage_close(&stage);
    }
}

static void test_muted_is_skipped_and_solo_stands_alone(void)
{
    Stage stage = open_abc();
    play(&stage, "", ABCD,
         "{'from':'A','to':'B','when':'true','mute':true},{'from':'A','to':'C','when':'true'},"
         "{'from':'A','to':'D','when':'true','solo':true}");
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 3);
    stage_close(&stage);
}

// ---- C14: triggers ---------------------------------------------------------------------------

static Stage open_trigger(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'t','type':'trigger'},{'name':'speed'}", ABC,
         "{'from':'A','to':'B','when':'t && speed > 0.5'},{'from':'B','to':'A','when':'t'}");
    return stage;
}

static void test_trigger_stays_armed_until_it_is_used_and_serves_once(void)
{
    Stage stage = open_trigger();
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 3);
    CHECK_INT(current(&stage), 0);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 1, 0);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 1);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 0, 0);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_trigger_set_twice_is_one_and_reset_disarms(void)
{
    Stage stage = open_trigger();
    stage_set(&stage, 0, 1);
    stage_set(&stage, 0, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 2);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
    stage = open_trigger();
    stage_set(&stage, 0, 1);
    stage_set(&stage, 0, 0);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 0);
    stage_close(&stage);
}

static void test_a_transition_that_is_not_due_does_not_eat_a_trigger(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'t','type':'trigger'},{'name':'u','type':'trigger'}", ABC,
         "{'from':'A','to':'B','when':'t','exitTime':0.75},{'from':'A','to':'C','when':'u'}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 0);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 2);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 1, 0);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 0, 0);
    stage_close(&stage);
}

static void test_trigger_lifetime_ends_at_its_moment(void)
{
    Stage stage = open_abc();
    play(&stage,
         "{'name':'t','type':'trigger','lifetime':0.2},{'name':'u','type':'trigger','lifetime':0}",
         ABC, "{'from':'A','to':'B','when':'t && time > 0.5'}");
    stage_set(&stage, 0, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.15, 1);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 1, 0);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 0, 0);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 0);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 0, 0);
    stage_close(&stage);
}

static void test_or_spends_every_armed_trigger_it_names(void)
{
    Stage stage = open_abc();
    play(
        &stage,
        "{'name':'t','type':'trigger'},{'name':'u','type':'trigger'},{'name':'v','type':'trigger'}",
        ABC, "{'from':'A','to':'B','when':'(t || u) && !v'}");
    stage_set(&stage, 0, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 1);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 0), 0, 0);
    CHECK_NEAR(ta_instance_property(stage.world, stage.instance, 1), 0, 0);
    stage_close(&stage);
}

// ---- any state -------------------------------------------------------------------------------

static void test_any_state_remembers_where_it_came_from(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'hit','type':'trigger'},{'name':'go','type':'trigger'}", ABC,
         "{'from':'*','to':'C','when':'hit'},{'from':'C','to':'*','exitTime':1},"
         "{'from':'A','to':'B','when':'go'}");
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 2);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_return_with_an_empty_stack_goes_to_the_initial_state(void)
{
    Stage stage = open_abc();
    play(&stage, "", ABC, "{'from':'C','to':'*','exitTime':0.5}");
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 2, 0, 0), TA_STATUS_OK);
    stage_update(&stage, 0.6, 1);
    CHECK_INT(current(&stage), 0);
    stage_close(&stage);
}

static void test_keep_remembers_the_state_before_the_first_any(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'jump','type':'trigger'},{'name':'hit','type':'trigger'}", ABCD,
         "{'from':'*','to':'C','when':'jump'},{'from':'*','to':'D','when':'hit','remember':'keep'},"
         "{'from':'C','to':'*','exitTime':9},{'from':'D','to':'*','exitTime':1}");
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 1, 0, 0), TA_STATUS_OK);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 2);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 3);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 1);
    stage_close(&stage);
}

static void test_any_state_does_not_enter_itself_unless_asked(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'on','type':'bool','value':true}", ABC,
         "{'from':'*','to':'B','when':'on'}");
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 1);
    stage_update(&stage, 0.1, 1);
    CHECK_NEAR(stage_info(&stage).time, 0.2, 1e-9);
    stage_close(&stage);
}

static void test_the_state_come_back_to_is_left_at_once_when_it_is_due(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'hit','type':'trigger'},{'name':'run','type':'bool'}", ABC,
         "{'from':'*','to':'C','when':'hit'},{'from':'C','to':'*','exitTime':1,'duration':0.4},"
         "{'from':'A','to':'B','when':'run','duration':0.1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 2);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 1);  // through A to B in one fade
    CHECK(stage_info(&stage).in_transition);
    CHECK_INT(stage_count(&stage, TA_EVENT_STATECHANGE, -1), 2);
    stage_close(&stage);
}

static void test_a_way_back_may_lead_back_once_more_before_its_fade(void)
{
    Stage stage = open_abc();
    play(&stage,
         "{'name':'one','type':'trigger'},{'name':'two','type':'trigger'},"
         "{'name':'home','type':'bool'}",
         ABCD,
         "{'from':'*','to':'C','when':'one'},{'from':'*','to':'D','when':'two'},"
         "{'from':'C','to':'*','when':'home'},{'from':'D','to':'*','exitTime':1,'duration':0.4}");
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 1, 0, 0), TA_STATUS_OK);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 3);  // from B over C to D
    stage_set(&stage, 2, 1);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 1);  // back to C, which is left for B at once
    CHECK_INT(stage_count(&stage, TA_EVENT_STATECHANGE, -1), 2);
    stage_close(&stage);
}

static void test_keep_does_not_remember_a_state_entered_from_any_state(void)
{
    Stage stage = open_abc();
    play(&stage, "{'name':'jump','type':'trigger'},{'name':'hit','type':'trigger'}", ABCD,
         "{'from':'*','to':'C','when':'jump','remember':'none'},"
         "{'from':'*','to':'D','when':'hit','remember':'keep'},{'from':'D','to':'*','exitTime':1}");
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(current(&stage), 3);
    stage_update(&stage, 1, 1);
    CHECK_INT(current(&stage), 0);  // nothing was remembered: the initial state
    stage_close(&stage);
}

static void test_an_update_with_too_many_moments_is_cut_and_counted(void)
{
    Stage stage = open_abc();
    play(&stage, "", ABC, "{'from':'A','to':'B','exitTime':0.5,'when':'time > 1000000'}");
    stage_update(&stage, 4000, 1);
    CHECK_INT(ta_world_stats(stage.world)->updates_cut, 0);
    stage_update(&stage, 5000, 1);
    CHECK_INT(ta_world_stats(stage.world)->updates_cut, 1);
    CHECK_NEAR(stage_info(&stage).time, 9000, 1e-6);  // no time is lost
    stage_close(&stage);
}

static void test_a_circle_without_time_is_cut_and_reported(void)
{
    Stage stage = open_abc();
    play(&stage, "", ABC,
         "{'from':'A','to':'B','when':'true'},{'from':'B','to':'C','when':'true'},"
         "{'from':'C','to':'A','when':'true'}");
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_HOPS_REFUSED, -1), 1);
    CHECK_INT(ta_world_stats(stage.world)->hops_dropped, 1);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_a_way_back_may_lead_back_once_more_before_its_fade);
    RUN(test_keep_does_not_remember_a_state_entered_from_any_state);
    RUN(test_an_update_with_too_many_moments_is_cut_and_counted);
    RUN(test_exit_time_is_crossed_not_sampled);
    RUN(test_exit_above_one_counts_loops);
    RUN(test_a_missed_exit_comes_again_in_the_next_loop);
    RUN(test_exit_past_holds_any_time_later);
    RUN(test_exit_counts_from_where_the_state_was_entered);
    RUN(test_exit_zero_fires_at_once_and_no_condition_at_the_end);
    RUN(test_moments_inside_dt_are_taken_at_their_own_time);
    RUN(test_a_waiting_transition_does_not_hide_another);
    RUN(test_the_earlier_moment_wins_and_then_the_list);
    RUN(test_muted_is_skipped_and_solo_stands_alone);
    RUN(test_trigger_stays_armed_until_it_is_used_and_serves_once);
    RUN(test_trigger_set_twice_is_one_and_reset_disarms);
    RUN(test_a_transition_that_is_not_due_does_not_eat_a_trigger);
    RUN(test_trigger_lifetime_ends_at_its_moment);
    RUN(test_or_spends_every_armed_trigger_it_names);
    RUN(test_any_state_remembers_where_it_came_from);
    RUN(test_return_with_an_empty_stack_goes_to_the_initial_state);
    RUN(test_keep_remembers_the_state_before_the_first_any);
    RUN(test_any_state_does_not_enter_itself_unless_asked);
    RUN(test_the_state_come_back_to_is_left_at_once_when_it_is_due);
    RUN(test_a_circle_without_time_is_cut_and_reported);
    return TEST_END;
}
