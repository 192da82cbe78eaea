// SPDX-License-Identifier: MIT
// Layers: override and additive (case C23), masks, synced layers, triggers across layers.
#include "stage.h"
#include "test.h"

static void add_pose_clip(Stage *stage, const char *name, const float *times,
                          const float *rotations, const float *translations, uint32_t keys)
{
    TaTrackDef tracks[2] = {ta_default_track_def(), ta_default_track_def()};
    tracks[0].path = TA_PATH_ROTATION;
    tracks[0].values = rotations;
    tracks[1].values = translations;
    tracks[0].times = tracks[1].times = times;
    tracks[0].key_count = tracks[1].key_count = keys;
    TaClipDef clip = ta_default_clip_def();
    clip.name = name;
    clip.duration = 1;
    clip.tracks = tracks;
    clip.track_count = 2;
    CHECK_INT(ta_clip_create(stage->world, stage->rig, &clip, &stage->clips[stage->clip_count++]),
              TA_STATUS_OK);
}

static void turn_z(double degrees, float q[4])
{
    const double half = degrees * 3.14159265358979323846 / 360.0;
    q[0] = q[1] = 0.0f;
    q[2] = (float)sin(half);
    q[3] = (float)cos(half);
}

// Base: Rx90, (0,2,0). Layer: lean, Rz30 -> Rz50, (0,1,0) -> (0,1.2,0), additive.
static Stage open_lean(const char *layer_options)
{
    Stage stage = stage_open(0, 0);
    const float times[] = {0, 1}, half = 0.70710678f;
    const float base_turn[] = {half, 0, 0, half}, base_place[] = {0, 2, 0};
    float lean_turn[8], other_turn[4];
    const float lean_place[] = {0, 1, 0, 0, 1.2f, 0}, other_place[] = {0, 1, 0};
    turn_z(30, lean_turn);
    turn_z(50, lean_turn + 4);
    turn_z(40, other_turn);
    add_pose_clip(&stage, "base", times, base_turn, base_place, 1);
    add_pose_clip(&stage, "lean", times, lean_turn, lean_place, 2);
    add_pose_clip(&stage, "other", times, other_turn, other_place, 1);
    char json[1024];
    snprintf(json, sizeof json,
             "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':'base'}]},"
             "{'name':'Lean','mode':'additive',%s'initial':'s','states':"
             "[{'name':'s','motion':'lean','loop':'once'}]}]}",
             layer_options);
    stage_must_play(&stage, json);
    return stage;
}

static void check_pose(const Stage *stage, const double rotation[4], double y)
{
    double dot = 0;
    for (int c = 0; c < 4; c++) {
        dot += rotation[c] * (double)stage_local(stage, 3 + c);
    }
    CHECK_NEAR(fabs(dot), 1, 1e-5);
    CHECK_NEAR(stage_local(stage, 1), y, 1e-5);
    for (int c = 7; c < 10; c++) {
        CHECK_NEAR(stage_local(stage, c), 1, 1e-6);
    }
}

static const double BASE[] = {0.70710678, 0, 0, 0.70710678};

static void test_an_additive_clip_at_its_reference_changes_nothing(void)
{
    const char *weights[] = {"'weight':0,", "'weight':0.5,", "'weight':1,"};
    for (int i = 0; i < 3; i++) {
        Stage stage = open_lean(weights[i]);
        stage_update(&stage, 0, 1);
        check_pose(&stage, BASE, 2);
        stage_close(&stage);
    }
}

static void test_an_additive_clip_adds_its_change_by_its_weight(void)
{
    const double full[] = {0.696364, -0.122788, 0.122788, 0.696364};
    const double half[] = {0.704416, -0.061628, 0.061628, 0.704416};
    Stage stage = open_lean("'weight':1,");
    stage_update(&stage, 1, 1);
    check_pose(&stage, full, 2.2);
    stage_close(&stage);
    stage = open_lean("'weight':0.5,");
    stage_update(&stage, 1, 1);
    check_pose(&stage, half, 2.1);
    stage_close(&stage);
    stage = open_lean("'weight':0,");
    stage_update(&stage, 1, 1);
    check_pose(&stage, BASE, 2);
    stage_close(&stage);
}

static void test_an_additive_reference_may_be_another_clip(void)
{
    // Rx90 * Rz(-10)
    const double wanted[] = {0.704416, 0.061628, -0.061628, 0.704416};
    Stage stage = open_lean("'reference':{'clip':'other','time':0},");
    stage_update(&stage, 0, 1);
    check_pose(&stage, wanted, 2);
    stage_close(&stage);
}

// ---- override and masks ----------------------------------------------------------------------

typedef struct Body {
    TaWorld *world;
    TaRigId rig;
    TaClipId clips[2];
    TaInstanceId instance;
} Body;

enum { HIPS, SPINE, CHEST, HEAD, LEG, BODY_JOINTS };

// Five joints; clip "zero" puts all x to 0, "one" to 1.
static Body open_body(const char *json_text)
{
    Body body = {0};
    const TaWorldDef world_def = ta_default_world_def();
    CHECK_INT(ta_world_create(&world_def, &body.world), TA_STATUS_OK);
    const char *names[] = {"mixamorigHips", "Spine", "Chest", "Head", "Leg"};
    const int32_t parents[] = {-1, 0, 1, 2, 0};
    TaRigDef rig = ta_default_rig_def();
    rig.joint_count = BODY_JOINTS;
    rig.names = names;
    rig.parents = parents;
    CHECK_INT(ta_rig_create(body.world, &rig, &body.rig), TA_STATUS_OK);
    for (int c = 0; c < 2; c++) {
        const float times[] = {0}, value[] = {(float)c, 0, 0};
        TaTrackDef tracks[BODY_JOINTS];
        for (uint32_t j = 0; j < BODY_JOINTS; j++) {
            tracks[j] = ta_default_track_def();
            tracks[j].target = j;
            tracks[j].times = times;
            tracks[j].values = value;
            tracks[j].key_count = 1;
        }
        TaClipDef clip = ta_default_clip_def();
        clip.name = c == 0 ? "zero" : "one";
        clip.duration = 1;
        clip.tracks = tracks;
        clip.track_count = BODY_JOINTS;
        CHECK_INT(ta_clip_create(body.world, body.rig, &clip, &body.clips[c]), TA_STATUS_OK);
    }
    char json[2048];
    size_t length = strlen(json_text);
    for (size_t i = 0; i <= length; i++) {
        json[i] = json_text[i] == '\'' ? '"' : json_text[i];
    }
    TaDefinitionId definition;
    const TaStatus status = ta_definition_create(body.world, json, (uint32_t)length, &definition);
    CHECK_INT(status, TA_STATUS_OK);
    if (status != TA_STATUS_OK) {
        printf("# %s %s\n", ta_world_error(body.world)->path, ta_world_error(body.world)->message);
    }
    TaInstanceDef def = ta_default_instance_def();
    def.definition = definition;
    def.rig = body.rig;
    def.clips = body.clips;
    def.clip_count = 2;
    CHECK_INT(ta_instance_create(body.world, &def, &body.instance), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0.1), TA_STATUS_OK);
    return body;
}

static double body_x(const Body *body, uint32_t joint)
{
    float transform[10] = {0};
    CHECK_INT(ta_instance_local(body->world, body->instance, joint, transform), TA_STATUS_OK);
    return (double)transform[0];
}

static void check_body(const Body *body, double hips, double spine, double chest, double head,
                       double leg)
{
    const double wanted[] = {hips, spine, chest, head, leg};
    for (uint32_t j = 0; j < BODY_JOINTS; j++) {
        CHECK_NEAR(body_x(body, j), wanted[j], 1e-6);
    }
}

#define TWO_LAYERS(mask, layer)                                                                 \
    "{" mask "'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':'zero'}]}," \
    "{'name':'Top'," layer                                                                      \
    "'initial':'s','states':[{'name':'s','motion':'one'},{'name':'off'}]}]}"

static void test_a_masked_layer_overrides_below_its_bones(void)
{
    Body body =
        open_body(TWO_LAYERS("'masks':[{'name':'upper','bones':['Spine']}],", "'mask':'upper',"));
    check_body(&body, 0, 1, 1, 1, 0);
    ta_world_destroy(body.world);
}

static void test_mask_weights_patterns_and_fall_off(void)
{
    Body body = open_body(TWO_LAYERS(
        "'masks':[{'name':'m','bones':[{'bone':'Spine','fallOff':1},{'bone':'L*g','weight':0.25},"
        "{'bone':'mixamorig:Hips','children':false,'weight':0.1}]}],",
        "'mask':'m',"));
    check_body(&body, 0.1, 0.5, 1, 1, 0.25);
    ta_world_destroy(body.world);
}

static void test_layer_weight_fades_over_its_seconds(void)
{
    Body body = open_body(TWO_LAYERS("", "'weight':0,"));
    check_body(&body, 0, 0, 0, 0, 0);
    CHECK_INT(ta_instance_set_layer_weight(body.world, body.instance, 1, 1.0, 0.4), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0.1), TA_STATUS_OK);
    check_body(&body, 0.25, 0.25, 0.25, 0.25, 0.25);
    CHECK_INT(ta_world_update(body.world, 1), TA_STATUS_OK);
    check_body(&body, 1, 1, 1, 1, 1);
    ta_world_destroy(body.world);
}

static void test_a_mask_change_is_faded_per_bone(void)
{
    Body body = open_body(TWO_LAYERS(
        "'masks':[{'name':'a','bones':['Spine']},{'name':'b','bones':['Leg']}],", "'mask':'a',"));
    CHECK_INT(ta_instance_set_layer_mask(body.world, body.instance, 1, 1, 0.2), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0.1), TA_STATUS_OK);
    check_body(&body, 0, 0.5, 0.5, 0.5, 0.5);
    CHECK_INT(ta_world_update(body.world, 0.2), TA_STATUS_OK);
    check_body(&body, 0, 0, 0, 0, 1);
    ta_world_destroy(body.world);
}

static void test_an_empty_state_of_an_upper_layer_is_transparent(void)
{
    Body body = open_body(TWO_LAYERS("", ""));
    CHECK_INT(ta_instance_play(body.world, body.instance, 1, 1, 0.2, 0), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0.1), TA_STATUS_OK);
    check_body(&body, 0.5, 0.5, 0.5, 0.5, 0.5);
    CHECK_INT(ta_world_update(body.world, 0.2), TA_STATUS_OK);
    check_body(&body, 0, 0, 0, 0, 0);
    ta_world_destroy(body.world);
}

static void test_a_synced_layer_plays_its_own_motions_on_borrowed_clocks(void)
{
    Body body = open_body("{'layers':[{'name':'Base','initial':'a','states':[{'name':'a','motion':'"
                          "zero'},{'name':'b','motion':'zero'}],"
                          "'transitions':[{'from':'a','to':'b','exitTime':1,'duration':0.5}]},"
                          "{'name':'Top','sync':'Base','motions':{'b':'one'}}]}");
    check_body(&body, 0, 0, 0, 0, 0);
    CHECK_INT(ta_world_update(body.world, 1.15), TA_STATUS_OK);  // 0.25 s into the fade
    check_body(&body, 0.5, 0.5, 0.5, 0.5, 0.5);
    CHECK_INT(ta_world_update(body.world, 1), TA_STATUS_OK);
    check_body(&body, 1, 1, 1, 1, 1);
    ta_world_destroy(body.world);
}

static void test_a_tree_in_step_inside_a_synced_layers_blend_moves(void)
{
    Stage stage = stage_open_ramps();
    stage_must_play(
        &stage,
        "{'properties':[{'name':'v','type':'float'}],'layers':[{'name':'Base','initial':'a',"
        "'states':[{'name':'a','motion':{'children':[{'motion':{'kind':'1d','property':'v',"
        "'children':[{'motion':'ten','threshold':0}]}}]}}]},"
        "{'name':'Top','sync':'Base','motions':{'a':{'children':[{'speed':0.5,'motion':{"
        "'kind':'1d','property':'v','children':[{'motion':'ramp','threshold':0}]}}]}}}]}");
    stage_update(&stage, 0.3, 2);
    CHECK_NEAR(stage_x(&stage), 0.3, 1e-5);
    stage_close(&stage);
}

static void test_one_trigger_serves_every_layer_at_its_moment(void)
{
    Body body = open_body(
        "{'properties':[{'name':'t','type':'trigger'}],'layers':["
        "{'name':'Base','initial':'a','states':[{'name':'a'},{'name':'b'}],'transitions':[{'from':'"
        "a','to':'b','when':'t'}]},"
        "{'name':'Top','initial':'a','states':[{'name':'a'},{'name':'b'},{'name':'c'}],"
        "'transitions':[{'from':'a','to':'b','when':'t'},{'from':'b','to':'c','when':'t'}]}]}");
    CHECK_INT(ta_instance_set_property(body.world, body.instance, 0, 1), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0.1), TA_STATUS_OK);
    for (uint32_t l = 0; l < 2; l++) {
        TaLayerInfo info;
        CHECK_INT(ta_instance_layer_info(body.world, body.instance, l, &info), TA_STATUS_OK);
        CHECK_INT(info.state, 1);
    }
    CHECK_NEAR(ta_instance_property(body.world, body.instance, 0), 0, 0);
    ta_world_destroy(body.world);
}

static void test_a_layer_can_wait_for_a_state_of_another(void)
{
    Body body = open_body(
        "{'properties':[{'name':'go','type':'bool'}],'layers':["
        "{'name':'Base','initial':'a','states':[{'name':'a'},{'name':'b'}],'transitions':[{'from':'"
        "a','to':'b','when':'go'}]},"
        "{'name':'Top','initial':'a','states':[{'name':'a'},{'name':'b'}],"
        "'transitions':[{'from':'a','to':'b','when':'inState(\\\"Base\\\", \\\"b\\\")'}]}]}");
    TaLayerInfo info;
    CHECK_INT(ta_instance_layer_info(body.world, body.instance, 1, &info), TA_STATUS_OK);
    CHECK_INT(info.state, 0);
    CHECK_INT(ta_instance_set_property(body.world, body.instance, 0, 1), TA_STATUS_OK);
    CHECK_INT(ta_world_update(body.world, 0), TA_STATUS_OK);  // both at the same moment
    CHECK_INT(ta_instance_layer_info(body.world, body.instance, 1, &info), TA_STATUS_OK);
    CHECK_INT(info.state, 1);
    ta_world_destroy(body.world);
}

// Hips with a left and a right arm of unequal axes. Clip "lift" lifts the left one and moves the hips,
// clip "raise" only lifts it.
static void check_places_of_arms(const char *json, const double (*wanted)[3])
{
    const TaWorldDef world_def = ta_default_world_def();
    TaWorld *world = NULL;
    CHECK_INT(ta_world_create(&world_def, &world), TA_STATUS_OK);
    const char *names[] = {"Hips", "LeftArm", "RightArm", "LeftHand", "RightHand"};
    const int32_t parents[] = {-1, 0, 0, 1, 2};
    const float half = 0.70710678f;
    const float rest_place[] = {0, 1, 0, 1, 0, 0, -1, 0, 0, 1, 0, 0, -1, 0, 0};
    // The right arm's own axes are turned about x by 90 degrees.
    const float rest_turn[] = {0, 0, 0, 1, 0, 0, 0, 1, half, 0, 0, half, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t joints[] = {0, 1, 2, 3, 4};
    const TaSkinDef skin = {5, joints, NULL};
    TaRigDef rig_def = ta_default_rig_def();
    rig_def.joint_count = 5;
    rig_def.names = names;
    rig_def.parents = parents;
    rig_def.rest_translation = rest_place;
    rig_def.rest_rotation = rest_turn;
    rig_def.skins = &skin;
    rig_def.skin_count = 1;
    TaRigId rig;
    CHECK_INT(ta_rig_create(world, &rig_def, &rig), TA_STATUS_OK);
    const float times[] = {0}, place[] = {0.5f, 1, 0}, turn[] = {0, 0, half, half};  // hand up
    TaTrackDef tracks[2] = {ta_default_track_def(), ta_default_track_def()};
    tracks[0].values = place;
    tracks[1].target = 1;
    tracks[1].path = TA_PATH_ROTATION;
    tracks[1].values = turn;
    tracks[0].times = tracks[1].times = times;
    tracks[0].key_count = tracks[1].key_count = 1;
    TaClipDef clip_def = ta_default_clip_def();
    clip_def.name = "lift";
    clip_def.duration = 1;
    clip_def.tracks = tracks;
    clip_def.track_count = 2;
    TaClipId clips[2];
    CHECK_INT(ta_clip_create(world, rig, &clip_def, &clips[0]), TA_STATUS_OK);
    clip_def.name = "raise";
    clip_def.tracks = tracks + 1;
    clip_def.track_count = 1;
    CHECK_INT(ta_clip_create(world, rig, &clip_def, &clips[1]), TA_STATUS_OK);
    TaDefinitionId definition;
    CHECK_INT(ta_definition_create(world, json, (uint32_t)strlen(json), &definition), TA_STATUS_OK);
    TaInstanceDef def = ta_default_instance_def();
    def.rig = rig;
    def.clips = clips;
    def.clip_count = 2;
    def.definition = definition;
    TaInstanceId instance;
    CHECK_INT(ta_instance_create(world, &def, &instance), TA_STATUS_OK);
    CHECK_INT(ta_world_update(world, 0.1), TA_STATUS_OK);
    const float *palette = ta_instance_palette(world, instance, 0);
    for (int j = 0; j < 5; j++) {
        for (int c = 0; c < 3; c++) {
            CHECK_NEAR(palette[16 * j + 12 + c], wanted[j][c], 1e-5);
        }
    }
    ta_world_destroy(world);
}

static void test_a_mirrored_state_swaps_left_and_right(void)
{
    const double wanted[5][3] = {
        {-0.5, 1, 0}, {0.5, 1, 0}, {-1.5, 1, 0}, {1.5, 1, 0}, {-1.5, 2, 0}};
    check_places_of_arms("{\"layers\":[{\"name\":\"L\",\"initial\":\"s\",\"states\":[{\"name\":"
                         "\"s\",\"motion\":\"lift\",\"mirror\":true}]}]}",
                         wanted);
}

static void test_a_mirrored_layer_does_not_turn_round_what_lies_below(void)
{
    // The left arm and the hips of the layer below stay; the right arm is the mirrored left one.
    const double wanted[5][3] = {{0.5, 1, 0}, {1.5, 1, 0}, {-0.5, 1, 0}, {1.5, 2, 0}, {-0.5, 2, 0}};
    check_places_of_arms(
        "{\"layers\":[{\"name\":\"L\",\"initial\":\"s\",\"states\":[{\"name\":\"s\","
        "\"motion\":\"lift\"}]},{\"name\":\"Top\",\"initial\":\"s\",\"states\":[{\"name\":\"s\","
        "\"motion\":\"raise\",\"mirror\":true}]}]}",
        wanted);
}

int main(void)
{
    RUN(test_an_additive_clip_at_its_reference_changes_nothing);
    RUN(test_an_additive_clip_adds_its_change_by_its_weight);
    RUN(test_an_additive_reference_may_be_another_clip);
    RUN(test_a_masked_layer_overrides_below_its_bones);
    RUN(test_mask_weights_patterns_and_fall_off);
    RUN(test_layer_weight_fades_over_its_seconds);
    RUN(test_a_mask_change_is_faded_per_bone);
    RUN(test_an_empty_state_of_an_upper_layer_is_transparent);
    RUN(test_a_synced_layer_plays_its_own_motions_on_borrowed_clocks);
    RUN(test_a_tree_in_step_inside_a_synced_layers_blend_moves);
    RUN(test_one_trigger_serves_every_layer_at_its_moment);
    RUN(test_a_layer_can_wait_for_a_state_of_another);
    RUN(test_a_mirrored_state_swaps_left_and_right);
    RUN(test_a_mirrored_layer_does_not_turn_round_what_lies_below);
    return TEST_END;
}
