// SPDX-License-Identifier: MIT
// Ends, directions and marks: cases C07, C08, C09.
#include "stage.h"
#include "test.h"

// ---- C07 -------------------------------------------------------------------------------------

static void test_finished_comes_once_in_the_update_that_reaches_the_end(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    CHECK_INT(stage_play_clip(&stage, "r", "'loop':'once'"), TA_STATUS_OK);
    const double x[] = {0.3, 0.6, 0.9, 1, 1, 1};
    for (int i = 0; i < 6; i++) {
        stage_update(&stage, 0.3, 1);
        CHECK_NEAR(stage_x(&stage), x[i], 1e-5);
        CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), i == 3);
    }
    stage_close(&stage);
}

static void test_finished_comes_once_in_one_long_update(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    CHECK_INT(stage_play_clip(&stage, "r", "'loop':'once'"), TA_STATUS_OK);
    stage_update(&stage, 100, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), 1);
    CHECK_NEAR(ta_world_events(stage.world)[0].seconds_ago, 99, 1e-6);
    CHECK_NEAR(stage_x(&stage), 1, 0);
    stage_close(&stage);
}

static void test_without_clamp_an_ended_clip_gives_the_rest_pose(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    CHECK_INT(stage_play_clip(&stage, "r", "'loop':'once','clamp':false"), TA_STATUS_OK);
    int finished = 0;
    for (int i = 0; i < 6; i++) {
        stage_update(&stage, 0.3, 1);
        CHECK_NEAR(stage_x(&stage), i < 3 ? 0.3 * (i + 1) : 0, 1e-5);
        finished += stage_count(&stage, TA_EVENT_FINISHED, -1);
    }
    CHECK_INT(finished, 1);
    stage_close(&stage);
}

static void test_replay_after_finished_ends_again_later(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    CHECK_INT(stage_play_clip(&stage, "r", "'loop':'once'"), TA_STATUS_OK);
    for (int i = 1; i <= 9; i++) {
        stage_update(&stage, 0.3, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), i % 4 == 0);
        if (stage_count(&stage, TA_EVENT_FINISHED, -1) > 0) {
            CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, 0), TA_STATUS_OK);
        }
    }
    CHECK_NEAR(stage_x(&stage), 0.3, 1e-5);
    stage_close(&stage);
}

// ---- C08 -------------------------------------------------------------------------------------

static Stage open_speed(double length, const char *options)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", length);
    char json[512];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'speed','value':1}],'layers':[{'name':'Base','initial':'s',"
             "'states':[{'name':'s','motion':'r','speedProperty':'speed',%s}]}]}",
             options);
    CHECK_INT(stage_play(&stage, json), TA_STATUS_OK);
    return stage;
}

static void test_backward_from_the_start_is_finished_at_once(void)
{
    Stage stage = open_speed(2, "'loop':'once'");
    stage_set(&stage, 0, -1);
    for (int i = 0; i < 2; i++) {
        stage_update(&stage, 0.1, 1);
        CHECK_NEAR(stage_x(&stage), 0, 0);
        CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), i == 0);
        if (i == 0) {
            CHECK_INT(ta_world_events(stage.world)[0].direction, -1);
        }
    }
    stage_close(&stage);
}

static void test_backward_from_the_end_comes_to_the_start(void)
{
    Stage stage = open_speed(2, "'loop':'once'");
    stage_set(&stage, 0, -1);
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, 1), TA_STATUS_OK);
    stage_update(&stage, 1.5, 1);
    CHECK_NEAR(stage_x(&stage), 0.5, 1e-5);
    CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), 0);
    stage_update(&stage, 1, 1);
    CHECK_NEAR(stage_x(&stage), 0, 0);
    CHECK_INT(stage_count(&stage, TA_EVENT_FINISHED, -1), 1);
    stage_close(&stage);
}

static void test_backward_loop_wraps_to_the_end_with_one_event(void)
{
    Stage stage = open_speed(2, "'loop':'repeat'");
    stage_set(&stage, 0, -1);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 1.75, 1e-5);
    CHECK_INT(stage_count(&stage, TA_EVENT_LOOP, -1), 1);
    CHECK_INT(ta_world_events(stage.world)[0].direction, -1);
    stage_close(&stage);
}

static void test_speed_zero_stands_still_and_its_fade_still_ends(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 2);
    stage_add_const(&stage, "b", 1, 10);
    CHECK_INT(
        stage_play(&stage,
                   "{'properties':[{'name':'speed','value':1},{'name':'go','type':'trigger'}],"
                   "'layers':[{'name':'Base','initial':'A','states':["
                   "{'name':'A','motion':'r','speedProperty':'speed'},{'name':'B','motion':'b'}],"
                   "'transitions':[{'from':'A','to':'B','when':'go','duration':0.5}]}]}"),
        TA_STATUS_OK);
    stage_update(&stage, 1, 1);
    stage_set(&stage, 0, 0);
    stage_set(&stage, 1, 1);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 5.5, 1e-5);
    stage_update(&stage, 1, 1);
    CHECK_NEAR(stage_x(&stage), 10, 1e-5);
    CHECK(!stage_info(&stage).in_transition);
    stage_close(&stage);
}

static void test_pingpong_turned_in_its_first_leg_stays_in_place(void)
{
    Stage stage = open_speed(3, "'loop':'pingpong'");
    stage_update(&stage, 1, 1);
    CHECK_NEAR(stage_x(&stage), 1, 1e-5);
    stage_set(&stage, 0, -1);
    stage_update(&stage, 0.25, 1);
    CHECK_NEAR(stage_x(&stage), 0.75, 1e-5);
    stage_update(&stage, 1, 1);
    CHECK_NEAR(stage_x(&stage), 0.25, 1e-5);
    stage_close(&stage);
    stage = open_speed(3, "'loop':'pingpong'");
    stage_update(&stage, 4, 1);
    CHECK_NEAR(stage_x(&stage), 2, 1e-5);
    stage_close(&stage);
}

// ---- C09 -------------------------------------------------------------------------------------

static const TaMarkDef SEAM_MARKS[] = {{0, "e0"}, {0.5, "e1"}, {1, "e2"}};

typedef struct Log {
    int marks[64];
    int count;
    int loops;
} Log;

static void collect(const Stage *stage, Log *log)
{
    const TaEvent *events = ta_world_events(stage->world);
    for (uint32_t i = 0; i < ta_world_event_count(stage->world); i++) {
        if (events[i].type == TA_EVENT_MARK && log->count < 64) {
            log->marks[log->count++] = events[i].mark;
        }
        log->loops += events[i].type == TA_EVENT_LOOP;
    }
}

static Log run_steps(const char *options, const double *steps, int step_count, int repeat)
{
    Stage stage = stage_open(0, 0);
    Log log = {{0}, 0, 0};
    stage_add_marks(&stage, "m", 1, SEAM_MARKS, 3);
    CHECK_INT(stage_play_clip(&stage, "m", options), TA_STATUS_OK);
    for (int r = 0; r < repeat; r++) {
        for (int i = 0; i < step_count; i++) {
            stage_update(&stage, steps[i], 1);
            collect(&stage, &log);
        }
    }
    stage_close(&stage);
    return log;
}

static void test_marks_at_the_seam_do_not_depend_on_the_frame_rate(void)
{
    const int wanted[] = {0, 1, 2, 0, 1, 2, 0, 1, 2, 0};
    const Log logs[] = {
        run_steps("", (const double[]){3.25}, 1, 1),
        run_steps("", (const double[]){0.25}, 1, 13),
        run_steps("", (const double[]){0.01}, 1, 325),
        run_steps("", (const double[]){1, 1, 1, 0.25}, 4, 1),
    };
    for (int l = 0; l < 4; l++) {
        CHECK_INT(logs[l].count, 10);
        CHECK_INT(logs[l].loops, 3);
        for (int i = 0; i < 10; i++) {
            CHECK_INT(logs[l].marks[i], wanted[i]);
        }
    }
}

static void test_marks_of_whole_loops_and_of_a_clip_played_once(void)
{
    const Log two = run_steps("", (const double[]){2}, 1, 1);
    const int wanted[] = {0, 1, 2, 0, 1, 2, 0};
    CHECK_INT(two.count, 7);
    CHECK_INT(two.loops, 2);
    for (int i = 0; i < 7; i++) {
        CHECK_INT(two.marks[i], wanted[i]);
    }
    const Log once = run_steps("'loop':'once'", (const double[]){9}, 1, 1);
    CHECK_INT(once.count, 3);
}

static void test_marks_of_a_clip_played_once_come_before_finished(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_marks(&stage, "m", 1, SEAM_MARKS, 3);
    CHECK_INT(stage_play_clip(&stage, "m", "'loop':'once'"), TA_STATUS_OK);
    stage_update(&stage, 9, 1);
    const TaEvent *events = ta_world_events(stage.world);
    CHECK_INT(ta_world_event_count(stage.world), 4);
    for (int i = 0; i < 3; i++) {
        CHECK_INT(events[i].mark, i);
    }
    CHECK_INT(events[3].type, TA_EVENT_FINISHED);
    stage_update(&stage, 9, 1);
    CHECK_INT(ta_world_event_count(stage.world), 0);
    stage_close(&stage);
}

static void test_the_loop_event_lies_between_the_marks_of_the_seam(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_marks(&stage, "m", 1, SEAM_MARKS, 3);
    CHECK_INT(stage_play_clip(&stage, "m", ""), TA_STATUS_OK);
    stage_update(&stage, 0.9, 1);
    stage_update(&stage, 0.2, 1);
    const TaEvent *events = ta_world_events(stage.world);
    CHECK_INT(ta_world_event_count(stage.world), 3);
    CHECK_INT(events[0].mark, 2);
    CHECK_INT(events[1].type, TA_EVENT_LOOP);
    CHECK_INT(events[2].mark, 0);
    CHECK_NEAR(events[1].seconds_ago, 0.1, 1e-9);
    stage_close(&stage);
}

static void test_backward_marks_come_in_the_opposite_order(void)
{
    const Log log = run_steps("'speed':-1", (const double[]){1.75}, 1, 1);
    const int wanted[] = {0, 2, 1, 0, 2, 1};  // 0 | 1 .5 0 | 1 .5 (.25)
    CHECK_INT(log.count, 6);
    for (int i = 0; i < 6; i++) {
        CHECK_INT(log.marks[i], wanted[i]);
    }
    const Log cut = run_steps("'speed':-1", (const double[]){0.25}, 1, 7);
    CHECK_INT(cut.count, 6);
    for (int i = 0; i < 6; i++) {
        CHECK_INT(cut.marks[i], wanted[i]);
    }
}

static void test_two_minutes_in_one_update_bring_every_mark(void)
{
    Stage stage = stage_open(0, 0);
    const TaMarkDef mark = {0.55, "m"};
    stage_add_marks(&stage, "m", 1.1, &mark, 1);
    CHECK_INT(stage_play_clip(&stage, "m", ""), TA_STATUS_OK);
    stage_update(&stage, 120, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 109);
    CHECK_INT(stage_count(&stage, TA_EVENT_LOOP, -1), 109);
    CHECK_NEAR(stage_info(&stage).normalized * 1.1, 120, 1e-6);
    stage_close(&stage);
}

static void test_events_over_the_limit_are_counted_not_walked(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_marks(&stage, "m", 1, SEAM_MARKS, 3);
    CHECK_INT(stage_play_clip(&stage, "m", ""), TA_STATUS_OK);
    stage_update(&stage, 1e9 + 0.25, 1);                      // must not take a billion steps
    const uint32_t room = ta_world_event_count(stage.world);  // some is kept for state changes
    CHECK(room > 900 && room <= TA_MAX_EVENTS_PER_UPDATE);
    const uint64_t dropped = ta_world_stats(stage.world)->events_dropped;
    CHECK_INT(dropped + room, 4ull * 1000000000ull + 1);
    stage_close(&stage);
}

static void test_state_events_count_seconds_or_loops(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 2);
    CHECK_INT(
        stage_play_clip(&stage, "r",
                        "'events':[{'name':'half','normalizedTime':0.5},{'name':'s','time':1.5}]"),
        TA_STATUS_OK);
    stage_update(&stage, 1.2, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 1), 0);
    CHECK_INT(ta_world_events(stage.world)[0].clip, -1);
    stage_update(&stage, 0.4, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 1), 1);
    stage_close(&stage);
}

static void test_a_state_fading_out_is_silent_but_for_its_end(void)
{
    Stage stage = stage_open(0, 0);
    const TaMarkDef mark = {0.9, "late"};
    stage_add_marks(&stage, "m", 1, &mark, 1);
    stage_add_const(&stage, "b", 1, 10);
    CHECK_INT(stage_play(&stage,
                         "{'layers':[{'name':'Base','initial':'A','states':["
                         "{'name':'A','motion':'m','loop':'once'},{'name':'B','motion':'b'}],"
                         "'transitions':[{'from':'A','to':'B','exitTime':0.5,'duration':0.5}]}]}"),
              TA_STATUS_OK);
    int marks = 0, ends = 0;
    for (int i = 0; i < 20; i++) {
        stage_update(&stage, 0.1, 1);
        marks += stage_count(&stage, TA_EVENT_MARK, -1);
        ends += stage_count(&stage, TA_EVENT_FINISHED, -1);
    }
    CHECK_INT(marks, 0);
    CHECK_INT(ends, 1);
    stage_close(&stage);
}

// ---- rules of marks --------------------------------------------------------------------------

static Stage open_rules(const char *event)
{
    Stage stage = stage_open(0, 0);
    stage_add_const(&stage, "spare", 1, 0);
    stage_add_ramp(&stage, "r", 1);
    stage_add_const(&stage, "b", 1, 10);
    char json[1024];
    snprintf(json, sizeof json,
             "{'properties':[{'name':'go','type':'trigger'}],'clips':[{'name':'r','events':[%s]}],"
             "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'r'},{'name':'"
             "B','motion':'b'}],"
             "'transitions':[{'from':'A','to':'B','when':'go','duration':0.5},{'from':'B','to':'A',"
             "'when':'go','duration':0.5}]}]}",
             event);
    CHECK_INT(stage_play(&stage, json), TA_STATUS_OK);
    return stage;
}

static void test_a_documents_event_of_a_clip_names_the_callers_clip(void)
{
    Stage stage = open_rules("{'name':'e','time':0.5}");
    stage_update(&stage, 0.6, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);
    CHECK_INT(ta_world_events(stage.world)[0].clip, 1);
    stage_close(&stage);
}

static void test_an_event_below_its_weight_is_silent(void)
{
    for (int i = 0; i < 2; i++) {
        Stage stage = open_rules(i == 0 ? "{'name':'e','time':0.1,'minWeight':0.5}"
                                        : "{'name':'e','time':0.3,'minWeight':0.5}");
        CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 1, 0, 0), TA_STATUS_OK);
        stage_update(&stage, 0.1, 1);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.4, 1);  // A comes in: at 0.1 it weighs 0.2, at 0.3 it weighs 0.6
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), i);
        stage_close(&stage);
    }
}

static void test_an_event_may_speak_while_its_state_fades_out(void)
{
    for (int i = 0; i < 2; i++) {
        Stage stage = open_rules(i == 0 ? "{'name':'e','time':0.5}"
                                        : "{'name':'e','time':0.5,'whileFadingOut':true}");
        stage_update(&stage, 0.3, 1);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.4, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), i);
        if (i == 1) {  // 0.2 s into a fade of 0.5 s the source has 0.6 left
            const TaEvent *events = ta_world_events(stage.world);
            CHECK_NEAR(events[ta_world_event_count(stage.world) - 1].weight, 0.6, 1e-6);
        }
        stage_close(&stage);
    }
}

static void test_events_of_one_moment_come_by_layer_then_by_their_side_of_the_seam(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "r", 1);
    stage_must_play(
        &stage, "{'clips':[{'name':'r','events':[{'name':'start','time':0},{'name':'end','time':1}]"
                "}],'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'r'}]},"
                "{'name':'Top','initial':'B','states':[{'name':'B','motion':'r'}]}]}");
    stage_update(&stage, 0.5, 1);
    stage_update(&stage, 0.6, 1);
    const TaEvent *events = ta_world_events(stage.world);
    const int marks[] = {1, -1, 0};  // the end, the loop, the start
    CHECK_INT(ta_world_event_count(stage.world), 6);
    for (int i = 0; i < 6; i++) {
        CHECK_INT(events[i].layer, i / 3);
        CHECK_INT(events[i].type, i % 3 == 1 ? TA_EVENT_LOOP : TA_EVENT_MARK);
        CHECK_INT(events[i].mark, marks[i % 3]);
    }
    stage_close(&stage);
}

static void test_a_mark_where_a_ping_pong_turns_comes_once(void)
{
    const TaMarkDef marks[] = {{0, "near"}, {1, "far"}};
    for (int backward = 0; backward < 2; backward++) {
        Stage stage = stage_open(0, 0);
        stage_add_marks(&stage, "m", 1, marks, 2);
        CHECK_INT(stage_play_clip(&stage, "m",
                                  backward ? "'loop':'pingpong','speed':-1" : "'loop':'pingpong'"),
                  TA_STATUS_OK);
        stage_update(&stage, 0.5, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);  // the start counts
        stage_update(&stage, 1, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 1), 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 0);
        stage_update(&stage, 1, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);
        stage_update(&stage, 4, 1);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 2);
        CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 1), 2);
        stage_close(&stage);
    }
}

static void test_a_range_has_a_begin_and_an_end(void)
{
    Stage stage = open_rules("{'name':'planted','time':0.2,'end':0.6}");
    stage_update(&stage, 0.3, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_BEGIN, 0), 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 0);
    stage_update(&stage, 0.4, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_BEGIN, 0), 0);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_close(&stage);
}

static void test_the_end_of_a_range_comes_when_its_state_is_left(void)
{
    Stage stage = open_rules("{'name':'planted','time':0.2,'end':0.6}");
    stage_update(&stage, 0.3, 1);
    stage_set(&stage, 0, 1);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    CHECK_NEAR(ta_world_events(stage.world)[2].seconds_ago, 0.1, 1e-9);
    stage_update(&stage, 1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 0);
    stage_close(&stage);
}

static void test_a_state_that_begins_inside_a_range_enters_it(void)
{
    Stage stage = open_rules("{'name':'planted','time':0.2,'end':0.6}");
    CHECK_INT(ta_instance_play(stage.world, stage.instance, 0, 0, 0, 0.4), TA_STATUS_OK);
    stage_update(&stage, 0.1, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_BEGIN, 0), 1);
    stage_update(&stage, 0.2, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_RANGE_END, 0), 1);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_finished_comes_once_in_the_update_that_reaches_the_end);
    RUN(test_finished_comes_once_in_one_long_update);
    RUN(test_without_clamp_an_ended_clip_gives_the_rest_pose);
    RUN(test_replay_after_finished_ends_again_later);
    RUN(test_backward_from_the_start_is_finished_at_once);
    RUN(test_backward_from_the_end_comes_to_the_start);
    RUN(test_backward_loop_wraps_to_the_end_with_one_event);
    RUN(test_speed_zero_stands_still_and_its_fade_still_ends);
    RUN(test_pingpong_turned_in_its_first_leg_stays_in_place);
    RUN(test_marks_at_the_seam_do_not_depend_on_the_frame_rate);
    RUN(test_marks_of_whole_loops_and_of_a_clip_played_once);
    RUN(test_marks_of_a_clip_played_once_come_before_finished);
    RUN(test_the_loop_event_lies_between_the_marks_of_the_seam);
    RUN(test_backward_marks_come_in_the_opposite_order);
    RUN(test_two_minutes_in_one_update_bring_every_mark);
    RUN(test_events_over_the_limit_are_counted_not_walked);
    RUN(test_state_events_count_seconds_or_loops);
    RUN(test_a_state_fading_out_is_silent_but_for_its_end);
    RUN(test_a_documents_event_of_a_clip_names_the_callers_clip);
    RUN(test_an_event_below_its_weight_is_silent);
    RUN(test_an_event_may_speak_while_its_state_fades_out);
    RUN(test_events_of_one_moment_come_by_layer_then_by_their_side_of_the_seam);
    RUN(test_a_mark_where_a_ping_pong_turns_comes_once);
    RUN(test_a_range_has_a_begin_and_an_end);
    RUN(test_the_end_of_a_range_comes_when_its_state_is_left);
    RUN(test_a_state_that_begins_inside_a_range_enters_it);
    return TEST_END;
}
