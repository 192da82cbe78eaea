// SPDX-License-Identifier: MIT
// What the property tests (frame rate, continuity) found, each as the smallest machine that shows
// it. Cuts of one span must agree: a row of small updates says what one large update must do.
#include "stage.h"
#include "test.h"

// ---- exits that were passed before they counted ------------------------------------------------

// B is entered at 0 by a fade of 0.5 that closes the layer; its exit 0.3 is passed at 0.3: missed.
// It comes again at 1.3. Machine.md 4: "a crossing while the layer is closed is missed".
static void test_exit_passed_while_closed_is_missed_in_one_update(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'},"
                    "{'name':'b','motion':'ramp'},{'name':'c','motion':'ten'}],'transitions':["
                    "{'from':'a','to':'b','exitTime':0,'duration':0.5},"
                    "{'from':'b','to':'c','exitTime':0.3}]}]}");
        stage_update(&stage, 1.0 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        stage_update(&stage, 0.4 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 2);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.1, 1e-5);
        stage_close(&stage);
    }
}

// The exit 0.5 is passed while the trigger is armed (condition false); the trigger's life ends at
// 0.6. The exit comes again at 1.5.
static void test_exit_passed_before_its_condition_is_missed_in_one_update(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'properties':[{'name':'t','type':'trigger','lifetime':0.6}],"
                    "'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp'}"
                    ",{'name':'b','motion':'ten'}],'transitions':["
                    "{'from':'a','to':'b','exitTime':0.5,'when':'!t'}]}]}");
        stage_set(&stage, 0, 1);
        stage_update(&stage, 1.2 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 0);
        stage_update(&stage, 0.4 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.1, 1e-5);
        stage_close(&stage);
    }
}

// The other layer is in y from 0.6 on; the exit 0.5 was passed before.
static void test_exit_passed_before_another_layer_moved_is_missed_in_one_update(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp'}"
                    ",{'name':'b','motion':'ten'}],'transitions':["
                    "{'from':'a','to':'b','exitTime':0.5,'when':'inState(\\\"Up\\\", \\\"y\\\")'}]}"
                    ",{'name':'Up','initial':'x','states':[{'name':'x'},{'name':'y'}],"
                    "'transitions':[{'from':'x','to':'y','when':'time > 0.6'}]}]}");
        stage_update(&stage, 1.2 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 0);
        CHECK_INT(stage_layer(&stage, 1).state, 1);
        stage_update(&stage, 0.4 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.1, 1e-5);
        stage_close(&stage);
    }
}

// ---- moments that are not stopped for -----------------------------------------------------------

// a (ramp, 1 s) with options, left by a condition that time makes true after so many seconds.
static void left_after(const char *options, const char *when, double seconds)
{
    for (int updates = 1; updates <= 200; updates *= 200) {
        Stage stage = stage_open_ramps();
        char json[1024];
        snprintf(json, sizeof json,
                 "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':'ten'},"
                 "{'name':'a','motion':'ramp'%s},{'name':'b','motion':'ten'}],'transitions':["
                 "{'from':'s','to':'a','exitTime':0,'offset':0.7},"
                 "{'from':'a','to':'b','when':'%s'}]}]}",
                 options, when);
        stage_must_play(&stage, json);
        stage_update(&stage, 3.0 / updates, updates);
        stage_update(&stage, 0.5 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 2);
        CHECK_NEAR(stage_layer(&stage, 0).time, 3.5 - seconds, 1e-5);
        stage_close(&stage);
    }
}

static void test_finished_of_a_backward_play_once_state_is_a_moment(void)
{
    left_after(",'loop':'once','speed':-1", "finished", 0.7);
}

static void test_normalized_time_running_down_is_a_moment(void)
{
    left_after(",'speed':-1", "normalizedTime < 0.5", 0.2);
}

static void test_loops_running_down_are_a_moment(void)
{
    left_after(",'speed':-1", "loops < 0", 0.7);
}

static void test_the_negation_of_a_bound_is_a_moment(void)
{
    left_after("", "!(time <= 0.5)", 0.5);
}

static void test_not_equal_to_a_bound_is_a_moment(void)
{
    left_after("", "time > 0.2 && time != 0.2", 0.2);
}

static void test_a_bound_is_a_constant_however_it_is_written(void)
{
    left_after("", "time > 0.1 + 0.1", 0.2);
    left_after(",'speed':-1", "normalizedTime < -0.2", 0.9);
}

// Inner leaves for exit at once when go; the sub-machine's own transition lets it through at 0.5.
static void test_the_way_out_of_a_sub_machine_is_a_moment(void)
{
    const char *ways[] = {"'when':'time > 0.5'", "'exitTime':0.5"};
    for (int w = 0; w < 2; w++) {
        for (int updates = 1; updates <= 200; updates *= 200) {
            Stage stage = stage_open_ramps();
            char json[1024];
            snprintf(json, sizeof json,
                     "{'properties':[{'name':'go','type':'bool','value':true}],"
                     "'layers':[{'name':'Base','initial':'sub','states':[{'name':'sub','initial':"
                     "'in','states':[{'name':'in','motion':'ramp'}],'transitions':["
                     "{'from':'in','to':'exit','when':'go'}]},{'name':'b','motion':'ten'}],"
                     "'transitions':[{'from':'sub','to':'b',%s}]}]}",
                     ways[w]);
            stage_must_play(&stage, json);
            stage_update(&stage, 0.8 / updates, updates);
            CHECK_INT(stage_layer(&stage, 0).state, 2);
            CHECK_NEAR(stage_layer(&stage, 0).time, 0.3, 1e-5);
            stage_close(&stage);
        }
    }
}

// ---- what layers see of each other, marks, ends --------------------------------------------------

// What code plays in one layer, conditions of the layers below see at that moment. Nobody moves
// until 0.1: the base enters b with the play.
static void test_a_played_state_is_seen_by_the_layers_below(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'},"
                    "{'name':'b','motion':'ramp'}],'transitions':["
                    "{'from':'a','to':'b','when':'inState(\\\"Up\\\", \\\"y\\\")'}]}"
                    ",{'name':'Up','initial':'x','states':[{'name':'x'},{'name':'y'}]}]}");
        CHECK_INT(ta_instance_play(stage.world, stage.instance, 1, 1, 0.0, 0.0), TA_STATUS_OK);
        stage_update(&stage, 0.5 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.5, 1e-5);
        stage_close(&stage);
    }
}

// The same for a fade that needs a pose captured first.
static void test_a_frozen_fade_is_seen_by_the_layers_below(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'},"
                    "{'name':'b','motion':'ramp'}],'transitions':["
                    "{'from':'a','to':'b','when':'inState(\\\"Up\\\", \\\"y\\\")'}]}"
                    ",{'name':'Up','initial':'x','states':[{'name':'x'},{'name':'y'}],"
                    "'transitions':[{'from':'x','to':'y','when':'time > 0.3','duration':1,"
                    "'blend':'frozen'}]}]}");
        stage_update(&stage, 0.5 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.2, 1e-5);
        stage_close(&stage);
    }
}

static int marks_of(Stage *stage, double dt, int updates, int mark)
{
    int count = 0;
    for (int i = 0; i < updates; i++) {
        stage_update(stage, dt / updates, 1);
        count += stage_count(stage, TA_EVENT_MARK, mark);
    }
    return count;
}

// b is entered at 0.5 by a fade of 0.5: at its mark 0.1 it weighs 0.2, at 0.4 it weighs 0.8.
static void test_dominance_is_judged_at_the_marks_own_moment(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ten'},"
                    "{'name':'b','motion':'ramp','loop':'once','events':["
                    "{'name':'light','time':0.1,'policy':'dominant'},"
                    "{'name':'heavy','time':0.4,'policy':'dominant'}]}],'transitions':["
                    "{'from':'a','to':'b','exitTime':0.5,'duration':0.5}]}]}");
        CHECK_INT(marks_of(&stage, 0.3, updates, -1), 0);
        CHECK_INT(marks_of(&stage, 1.2, updates, 0), 0);
        stage_close(&stage);
    }
}

// A play-once blend of ramps of 1 and 3 s (not in step) lasts 2 s: it stops at x = (1 + 2) / 2.
static void test_children_out_of_step_stop_with_their_state(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_add_ramp(&stage, "long", 3);
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','loop':'once',"
                    "'motion':{'kind':'direct','children':[{'clip':'ramp'},{'clip':'long'}]}}]}]}");
        stage_update(&stage, 5.0 / updates, updates);
        CHECK_NEAR(stage_x(&stage), 1.5, 1e-4);
        stage_close(&stage);
    }
}

// The mark at 0.5 of a play-once blend of 1 s lies 2.5 s behind the end of an update of 3 s.
static void test_a_mark_in_an_ended_blend_has_its_own_time(void)
{
    Stage stage = stage_open_ramps();
    const TaMarkDef mark = {0.5, "half"};
    stage_add_marks(&stage, "marked", 1, &mark, 1);
    stage_must_play(&stage,
                    "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','loop':'once',"
                    "'motion':{'kind':'direct','sync':true,'children':[{'clip':'ramp'},"
                    "{'clip':'marked'}]}}]}]}");
    stage_update(&stage, 3, 1);
    CHECK_INT(stage_count(&stage, TA_EVENT_MARK, 0), 1);
    const TaEvent *events = ta_world_events(stage.world);
    for (uint32_t i = 0; i < ta_world_event_count(stage.world); i++) {
        if (events[i].type == TA_EVENT_MARK) {
            CHECK_NEAR(events[i].seconds_ago, 2.5, 1e-5);
        }
    }
    stage_close(&stage);
}

// a is left at 0.5, b covers it at 0.7 while c fades in on top until 1.6. a's mark at 0.9 and its
// end at 1 come after it has gone.
static void test_a_covered_state_is_gone(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp',"
                    "'loop':'once','events':[{'name':'m','time':0.9,'whileFadingOut':true}]},"
                    "{'name':'b','motion':'ten'},{'name':'c','motion':'ten'}],'transitions':["
                    "{'from':'a','to':'b','exitTime':0.5,'duration':0.2,'interrupt':'target'},"
                    "{'from':'b','to':'c','when':'time > 0.1','duration':1}]}]}");
        int marks = 0, ends = 0;
        for (int i = 0; i < updates; i++) {
            stage_update(&stage, 1.5 / updates, 1);
            marks += stage_count(&stage, TA_EVENT_MARK, -1);
            ends += stage_count(&stage, TA_EVENT_FINISHED, -1);
        }
        CHECK_INT(marks, 0);
        CHECK_INT(ends, 0);
        stage_close(&stage);
    }
}

// Ten updates of 0.1 end a hair before the seam, where b takes over a's phase: it is in loop 0.
static void test_the_same_phase_on_a_seam_is_loop_zero(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp'},"
                "{'name':'b','motion':'ramp'},{'name':'c','motion':'ten'}],'transitions':["
                "{'from':'a','to':'b','offset':'samePhase'},"
                "{'from':'b','to':'c','when':'loops < 0'}]}]}");
    stage_update(&stage, 0.1, 11);
    CHECK_INT(stage_layer(&stage, 0).state, 1);
    CHECK_NEAR(stage_layer(&stage, 0).time, 0.1, 1e-5);
    stage_close(&stage);
}

// Up's mask fades from everything to nothing over 1 s: x falls from 10 to 0. Top freezes what it
// shows at 0.5 (x = 5) and fades it out over 1 s: at 1 half of it is left.
static void test_a_capture_sees_masks_as_they_stand(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        const TaMarkDef mark = {0, "unused"};
        stage_add_const(&stage, "zero", 1, 0);
        stage_add_marks(&stage, "nothing", 1, &mark, 1);
        stage_must_play(
            &stage,
            "{'masks':[{'name':'none','bones':[]}],'layers':["
            "{'name':'Base','initial':'s','states':[{'name':'s','motion':'zero'}]},"
            "{'name':'Up','initial':'s','states':[{'name':'s','motion':'ten'}]},"
            "{'name':'Top','initial':'e','states':[{'name':'e'},{'name':'f','motion':'nothing'}],"
            "'transitions':[{'from':'e','to':'f','when':'time > 0.5','duration':1,"
            "'blend':'frozen'}]}]}");
        CHECK_INT(ta_instance_set_layer_mask(stage.world, stage.instance, 1, 0, 1.0), TA_STATUS_OK);
        stage_update(&stage, 1.0 / updates, updates);
        CHECK_NEAR(stage_x(&stage), 2.5, 1e-3);
        stage_close(&stage);
    }
}

// On the seam of a loop finished is true, right behind it !finished; so too for ==.
static void test_what_holds_right_behind_a_moment_is_a_moment(void)
{
    const char *ways[] = {"'exitTime':2,'exitMode':'past','when':'!finished'",
                          "'when':'time >= 2 && !(time == 2)'"};
    for (int w = 0; w < 2; w++) {
        for (int updates = 1; updates <= 200; updates *= 200) {
            Stage stage = stage_open_ramps();
            char json[1024];
            snprintf(json, sizeof json,
                     "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp'"
                     "},{'name':'b','motion':'ten'}],'transitions':[{'from':'a','to':'b',%s}]}]}",
                     ways[w]);
            stage_must_play(&stage, json);
            stage_update(&stage, 2.5 / updates, updates);
            CHECK_INT(stage_layer(&stage, 0).state, 1);
            CHECK_NEAR(stage_layer(&stage, 0).time, 0.5, 1e-5);
            stage_close(&stage);
        }
    }
}

// The fade out of a sub-machine may be interrupted by its source; the way out that it came by is
// not tried again meanwhile: nothing is refused.
static void test_a_fade_out_of_a_sub_machine_does_not_start_itself_again(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage, "{'properties':[{'name':'go','type':'bool','value':true}],'layers':[{'name':'Base',"
                "'initial':'sub','states':[{'name':'sub','initial':'in','states':[{'name':'in',"
                "'motion':'ramp'}],'transitions':[{'from':'in','to':'exit','when':'go'}]},"
                "{'name':'b','motion':'ten'}],'transitions':[{'from':'sub','to':'b','duration':1,"
                "'interrupt':'targetThenSource'}]}]}");
    int fired = 0, refused = 0;
    for (int i = 0; i < 12; i++) {
        stage_update(&stage, 0.1, 1);
        fired += stage_count(&stage, TA_EVENT_TRANSITION, -1);
        refused += stage_count(&stage, TA_EVENT_HOPS_REFUSED, -1);
    }
    CHECK_INT(fired, 1);
    CHECK_INT(refused, 0);
    stage_close(&stage);
}

static double first_mark_time(Stage *stage, double seconds, int updates)
{
    for (int i = 0; i < updates; i++) {
        stage_update(stage, seconds / updates, 1);
        const TaEvent *events = ta_world_events(stage->world);
        for (uint32_t e = 0; e < ta_world_event_count(stage->world); e++) {
            if (events[e].type == TA_EVENT_MARK) {
                return seconds / updates * (i + 1) - events[e].seconds_ago;
            }
        }
    }
    return -1.0;
}

// Clips in step by markers run unevenly between them; a mark still has its own time.
static void test_a_mark_between_sync_markers_has_its_own_time(void)
{
    double times[2];
    for (int run = 0; run < 2; run++) {
        Stage stage = stage_open_ramps();
        const TaMarkDef mark = {0.35, "mark"};
        stage_add_marks(&stage, "one", 1, &mark, 1);
        stage_add_marks(&stage, "two", 1, &mark, 0);
        stage_must_play(
            &stage, "{'properties':[{'name':'p','type':'float','value':0.5}],'clips':["
                    "{'name':'one','markers':[{'name':'l','time':0.2},{'name':'r','time':0.5}]},"
                    "{'name':'two','markers':[{'name':'l','time':0.3},{'name':'r','time':0.9}]}],"
                    "'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':{"
                    "'kind':'1d','property':'p','children':[{'clip':'one','threshold':0},"
                    "{'clip':'two','threshold':1.1}]}}]}]}");
        times[run] = first_mark_time(&stage, 0.95, run == 0 ? 1 : 950);
        stage_close(&stage);
    }
    CHECK(times[1] > 0.0);
    CHECK_NEAR(times[0], times[1], 1e-4);
}

// Machine.md 6: keys made continuous at import; of CUBICSPLINE keys too (case C02, tangents 0).
static void test_cubic_rotation_keys_are_brought_to_one_side(void)
{
    Stage stage = stage_open(0, 0);
    const double half = 3.14159265358979323846 / 360.0;
    const float times[] = {0, 1};
    float keys[24] = {0};
    keys[6] = (float)sin(10 * half);
    keys[7] = (float)cos(10 * half);
    keys[18] = (float)sin(31 * half);  // the same as -sin, -cos
    keys[19] = (float)cos(31 * half);
    for (int sign = 1; sign >= -1; sign -= 2) {
        keys[18] *= (float)sign;
        keys[19] *= (float)sign;
        stage_add_track(&stage, sign > 0 ? "same" : "other", 1, TA_PATH_ROTATION,
                        TA_INTERPOLATION_CUBICSPLINE, times, keys, 2);
    }
    for (int clip = 0; clip < 2; clip++) {
        CHECK_INT(stage_play_clip(&stage, clip == 0 ? "same" : "other", "'loop':'once'"),
                  TA_STATUS_OK);
        stage_update(&stage, 0.5, 1);
        CHECK_NEAR(stage_angle_z(&stage), 20.5, 0.1);
    }
    stage_close(&stage);
}

// A play-once blend that a property drives past its end stands at its end (1 + 2) / 2, children out
// of step as well.
static void test_a_time_property_past_the_end_stands_at_the_end(void)
{
    Stage stage = stage_open_ramps();
    stage_add_ramp(&stage, "long", 3);
    stage_must_play(
        &stage, "{'properties':[{'name':'p','type':'float'}],'layers':[{'name':'Base','initial':'s'"
                ",'states':[{'name':'s','loop':'once','timeProperty':'p','motion':{'kind':'direct',"
                "'children':[{'clip':'ramp'},{'clip':'long'}]}}]}]}");
    stage_set(&stage, 0, 1.3);
    stage_update(&stage, 0.1, 2);
    CHECK_NEAR(stage_x(&stage), 1.5, 1e-4);
    stage_close(&stage);
}

// a runs backward and is left on a seam, as exactly as its steps add up; b stands there: the mark at
// its start counts.
static void test_a_standing_state_entered_on_a_seam_is_on_its_mark(void)
{
    for (int steps = 3; steps < 40; steps++) {
        Stage stage = stage_open_ramps();
        stage_must_play(
            &stage, "{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'ramp',"
                    "'speed':-1},{'name':'b','motion':'ramp','speed':0,'events':[{'name':'m',"
                    "'time':0}]}],'transitions':[{'from':'a','to':'b','offset':'samePhase',"
                    "'exitTime':0,'when':'time > 0.5'}]}]}");
        CHECK_INT(marks_of(&stage, 1.0, steps, 0) + marks_of(&stage, 0.1, 1, 0), 1);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        stage_close(&stage);
    }
}

// A blend that had no length (normalised time 1) gets one: it has done its first loop.
static void test_a_motion_that_gets_a_length_has_done_a_loop(void)
{
    for (int updates = 1; updates <= 100; updates *= 100) {
        Stage stage = stage_open_ramps();
        stage_add_const(&stage, "still", 0, 5);
        stage_must_play(
            &stage,
            "{'properties':[{'name':'p','type':'float'}],'layers':[{'name':'Base','initial':"
            "'a','states':[{'name':'a','motion':{'kind':'1d','property':'p','children':["
            "{'clip':'still','threshold':0},{'clip':'ramp','threshold':1}]}},{'name':'b',"
            "'motion':'ten'}],'transitions':[{'from':'a','to':'b','when':'loops == 1'}]}]}");
        stage_update(&stage, 0.1, 1);
        stage_set(&stage, 0, 1);
        stage_update(&stage, 0.5 / updates, updates);
        CHECK_INT(stage_layer(&stage, 0).state, 1);
        CHECK_NEAR(stage_layer(&stage, 0).time, 0.5, 1e-5);
        stage_close(&stage);
    }
}

int main(void)
{
    RUN(test_exit_passed_while_closed_is_missed_in_one_update);
    RUN(test_exit_passed_before_its_condition_is_missed_in_one_update);
    RUN(test_exit_passed_before_another_layer_moved_is_missed_in_one_update);
    RUN(test_finished_of_a_backward_play_once_state_is_a_moment);
    RUN(test_normalized_time_running_down_is_a_moment);
    RUN(test_loops_running_down_are_a_moment);
    RUN(test_the_negation_of_a_bound_is_a_moment);
    RUN(test_not_equal_to_a_bound_is_a_moment);
    RUN(test_a_bound_is_a_constant_however_it_is_written);
    RUN(test_the_way_out_of_a_sub_machine_is_a_moment);
    RUN(test_a_played_state_is_seen_by_the_layers_below);
    RUN(test_a_frozen_fade_is_seen_by_the_layers_below);
    RUN(test_dominance_is_judged_at_the_marks_own_moment);
    RUN(test_children_out_of_step_stop_with_their_state);
    RUN(test_a_mark_in_an_ended_blend_has_its_own_time);
    RUN(test_a_covered_state_is_gone);
    RUN(test_the_same_phase_on_a_seam_is_loop_zero);
    RUN(test_a_capture_sees_masks_as_they_stand);
    RUN(test_what_holds_right_behind_a_moment_is_a_moment);
    RUN(test_a_fade_out_of_a_sub_machine_does_not_start_itself_again);
    RUN(test_a_mark_between_sync_markers_has_its_own_time);
    RUN(test_cubic_rotation_keys_are_brought_to_one_side);
    RUN(test_a_time_property_past_the_end_stands_at_the_end);
    RUN(test_a_standing_state_entered_on_a_seam_is_on_its_mark);
    RUN(test_a_motion_that_gets_a_length_has_done_a_loop);
    return TEST_END;
}
