// SPDX-License-Identifier: MIT
// Root motion: case C17, blended deltas, an armature that is turned and scaled.
#include "stage.h"
#include "test.h"

typedef struct Walker {
    double x, z, yaw;
} Walker;

static void follow(const Stage *stage, Walker *walker)
{
    float m[7];
    CHECK_INT(ta_instance_root_motion(stage->world, stage->instance, m), TA_STATUS_OK);
    const double c = cos(walker->yaw), s = sin(walker->yaw);
    walker->x += c * (double)m[0] + s * (double)m[2];
    walker->z += c * (double)m[2] - s * (double)m[0];
    walker->yaw += 2.0 * atan2((double)m[4], (double)m[6]);
}

static double degrees(double radians)
{
    const double turns = radians / (2.0 * 3.14159265358979323846);
    return (turns - floor(turns + 1e-6)) * 360.0;
}

static Stage open_walk(bool turning)
{
    Stage stage = stage_open(0, 0);
    static float times[31], place[31 * 3], turn[31 * 4];
    for (int k = 0; k <= 30; k++) {
        const double t = k / 30.0, half = t * 3.14159265358979323846 / 4.0;
        times[k] = (float)t;
        place[3 * k + 2] = (float)(2.0 * t);
        turn[4 * k + 1] = turning ? (float)sin(half) : 0.0f;
        turn[4 * k + 3] = turning ? (float)cos(half) : 1.0f;
    }
    TaTrackDef tracks[2] = {ta_default_track_def(), ta_default_track_def()};
    tracks[0].values = place;
    tracks[1].values = turn;
    tracks[1].path = TA_PATH_ROTATION;
    tracks[0].times = tracks[1].times = times;
    tracks[0].key_count = tracks[1].key_count = 31;
    TaClipDef clip = ta_default_clip_def();
    clip.name = "walk";
    clip.tracks = tracks;
    clip.track_count = 2;
    CHECK_INT(ta_clip_create(stage.world, stage.rig, &clip, &stage.clips[stage.clip_count++]),
              TA_STATUS_OK);
    CHECK_INT(stage_play(&stage, "{'clips':[{'name':'walk','rootMotion':{'bone':'B'}}],'layers':[{'"
                                 "name':'Base','initial':'s',"
                                 "'states':[{'name':'s','motion':'walk'}]}]}"),
              TA_STATUS_OK);
    return stage;
}

static void test_displacement_over_the_seam_is_not_lost(void)
{
    Stage stage = open_walk(false);
    float m[7];
    for (int i = 0; i < 4; i++) {
        stage_update(&stage, 0.3, 1);
        CHECK_INT(ta_instance_root_motion(stage.world, stage.instance, m), TA_STATUS_OK);
        CHECK_NEAR(m[2], 0.6, 1e-5);
        CHECK_NEAR(stage_local(&stage, 2), 0, 1e-5);
    }
    stage_close(&stage);
    stage = open_walk(false);
    stage_update(&stage, 2.5, 1);
    CHECK_INT(ta_instance_root_motion(stage.world, stage.instance, m), TA_STATUS_OK);
    CHECK_NEAR(m[2], 5, 1e-5);
    stage_close(&stage);
}

static Walker walk(double dt, int times)
{
    Stage stage = open_walk(true);
    Walker walker = {0, 0, 0};
    for (int i = 0; i < times; i++) {
        stage_update(&stage, dt, 1);
        follow(&stage, &walker);
        CHECK_NEAR(stage_angle_z(&stage), 0, 0.01);
        CHECK_NEAR(stage_local(&stage, 4), 0, 1e-4);
    }
    stage_close(&stage);
    return walker;
}

static void check_walker(Walker walker, double x, double z, double yaw)
{
    CHECK_NEAR(walker.x, x, 1e-3);
    CHECK_NEAR(walker.z, z, 1e-3);
    CHECK_NEAR(degrees(walker.yaw), yaw, 0.1);
}

static void test_a_turning_clip_walks_a_square_whatever_the_steps(void)
{
    check_walker(walk(0.25, 8), 2, 2, 180);
    check_walker(walk(0.25, 16), 0, 0, 0);
    check_walker(walk(1.5, 1), 1, 2, 135);
    check_walker(walk(0.3, 5), 1, 2, 135);
    check_walker(walk(400, 1), 0, 0, 0);  // a hundred times round, found by doubling
}

static void test_backward_undoes_forward(void)
{
    Stage stage = open_walk(true);
    Walker walker = {0, 0, 0};
    CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_OK);
    CHECK_INT(stage_play(&stage, "{'properties':[{'name':'v','value':1}],'clips':[{'name':'walk','"
                                 "rootMotion':{'bone':'B'}}],"
                                 "'layers':[{'name':'Base','initial':'s','states':[{'name':'s','"
                                 "motion':'walk','speedProperty':'v'}]}]}"),
              TA_STATUS_OK);
    for (int i = 0; i < 10; i++) {
        stage_set(&stage, 0, i < 5 ? 1 : -1);
        stage_update(&stage, 0.33, 1);
        follow(&stage, &walker);
    }
    check_walker(walker, 0, 0, 0);
    stage_close(&stage);
}

static void test_deltas_are_blended_with_the_poses_weights(void)
{
    Stage stage = open_walk(false);
    stage_add_const(&stage, "stand", 1, 0);
    CHECK_INT(ta_instance_destroy(stage.world, stage.instance), TA_STATUS_OK);
    CHECK_INT(
        stage_play(
            &stage,
            "{'clips':[{'name':'walk','rootMotion':{'bone':'B'}},{'name':'stand','rootMotion':{'"
            "bone':'B'}}],"
            "'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':{'children':["
            "{'clip':'walk','weight':1},{'clip':'stand','weight':3}]}}]}]}"),
        TA_STATUS_OK);
    float m[7];
    stage_update(&stage, 0.4, 1);
    CHECK_INT(ta_instance_root_motion(stage.world, stage.instance, m), TA_STATUS_OK);
    CHECK_NEAR(m[2], 0.2, 1e-5);
    stage_close(&stage);
}

static void test_an_unknown_root_bone_is_refused(void)
{
    Stage stage = open_walk(false);
    CHECK_INT(stage_play(&stage, "{'clips':[{'name':'walk','rootMotion':{'bone':'Pelvis'}}],'"
                                 "layers':[{'name':'L','initial':'s',"
                                 "'states':[{'name':'s','motion':'walk'}]}]}"),
              TA_STATUS_UNKNOWN_NAME);
    CHECK_TEXT(ta_world_error(stage.world)->message, "Pelvis");
    stage_close(&stage);
}

int main(void)
{
    RUN(test_displacement_over_the_seam_is_not_lost);
    RUN(test_a_turning_clip_walks_a_square_whatever_the_steps);
    RUN(test_backward_undoes_forward);
    RUN(test_deltas_are_blended_with_the_poses_weights);
    RUN(test_an_unknown_root_bone_is_refused);
    return TEST_END;
}
