// SPDX-License-Identifier: MIT
// Crowds: who is seen, how often a pose is made, what the image holds, and bad input.
#include <stdlib.h>

#include "stage.h"
#include "test.h"

enum { MEMBERS = 4, IMAGE = 64 };

typedef struct Party {
    Stage stage;
    TaCrowdId crowd;
    TaInstanceId members[MEMBERS];
    float *camera, *bones, *transforms, *colors, *shown_colors, *shown_transforms;
    const uint32_t *shown;
} Party;

static const char MACHINE[] =
    "{'layers':[{'name':'L','initial':'s','states':[{'name':'s','motion':'ramp'}]}]}";

static void identity(float *m)
{
    for (int i = 0; i < 16; i++) {
        m[i] = i % 5 == 0 ? 1.0f : 0.0f;
    }
}

// Members in a row along y, 10 apart, whose joint moves a box of 2 units along x by 1 a second. The
// camera sees -1..1 of the first two axes magnified by 1/15: members 0 and 1.
static Party party_open(bool half)
{
    Party party = {.stage = stage_open(0, 0)};
    Stage *stage = &party.stage;
    stage_add_ramp(stage, "ramp", 1);
    const TaCrowdDef def = {stage->rig, MEMBERS, IMAGE, half};
    CHECK_INT(ta_crowd_create(stage->world, &def, &party.crowd), TA_STATUS_OK);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        stage_must_play(stage, MACHINE);
        party.members[i] = stage->instance;
        CHECK_INT(ta_crowd_set_member(stage->world, party.crowd, i, stage->instance), TA_STATUS_OK);
    }
    CHECK_INT(ta_crowd_set_count(stage->world, party.crowd, MEMBERS), TA_STATUS_OK);
    party.camera = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_CAMERA);
    party.bones = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_BONES);
    party.transforms = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_TRANSFORMS);
    party.colors = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_COLORS);
    party.shown = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_SHOWN_MEMBERS);
    party.shown_colors = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_SHOWN_COLORS);
    party.shown_transforms = ta_crowd_buffer(stage->world, party.crowd, TA_CROWD_SHOWN_TRANSFORMS);
    const float box[] = {0, 0, 0, 1, 1, 1};
    memcpy(party.bones, box, sizeof box);
    for (int i = 0; i < MEMBERS; i++) {
        identity(party.transforms + 16 * i);
        party.transforms[16 * i + 13] = 10.0f * (float)i;
        party.colors[3 * i] = (float)i;
    }
    identity(party.camera);
    party.camera[0] = party.camera[5] = party.camera[10] = 1.0f / 15.0f;
    party.camera[TA_CROWD_PIXELS] = 100;
    return party;
}

static uint32_t look(Party *party, double dt)
{
    stage_update(&party->stage, dt, 1);
    return ta_crowd_look(party->stage.world, party->crowd);
}

// x of the first matrix of a place of the image: three rows of four texels' numbers.
static float image_x(const Party *party, uint32_t place)
{
    const float *image = ta_crowd_buffer(party->stage.world, party->crowd, TA_CROWD_IMAGE);
    uint32_t size[3];
    CHECK_INT(ta_crowd_image(party->stage.world, party->crowd, size), TA_STATUS_OK);
    const uint32_t row = place / size[2], column = place % size[2];
    return image[4 * ((size_t)row * size[0] + 3 * (size_t)column) + 3];
}

static void test_all_are_shown_when_nothing_is_culled(void)
{
    Party party = party_open(false);
    CHECK_INT(look(&party, 0.25), MEMBERS);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        CHECK_INT(party.shown[i], i);
        CHECK_NEAR(image_x(&party, i), 0.25, 1e-6);
        CHECK_NEAR(party.shown_transforms[16 * i + 13], 10.0 * i, 0);
    }
    stage_close(&party.stage);
}

// The lists are packed: what is left out leaves no hole.
static void test_only_those_in_view_are_shown(void)
{
    Party party = party_open(false);
    party.camera[TA_CROWD_CULL] = 1;
    look(&party, 0.25);
    CHECK_INT(look(&party, 0.25), 2);
    CHECK_INT(party.shown[0], 0);
    CHECK_INT(party.shown[1], 1);
    party.transforms[13] = 1000;  // the first leaves, the last comes
    party.transforms[16 * 3 + 13] = -5;
    CHECK_INT(look(&party, 0.25), 2);
    CHECK_INT(party.shown[0], 1);
    CHECK_INT(party.shown[1], 3);
    CHECK_NEAR(party.shown_colors[3], 3, 0);
    CHECK_NEAR(image_x(&party, 1), 0.75, 1e-6);
    party.camera[TA_CROWD_MARGIN] = 2000;
    CHECK_INT(look(&party, 0), MEMBERS);
    stage_close(&party.stage);
}

// A box that is nowhere: what cannot be seen makes no pose, its machine goes on all the same.
static void test_what_is_not_seen_keeps_its_time(void)
{
    Party party = party_open(false);
    party.camera[TA_CROWD_CULL] = 1;
    look(&party, 0);
    const uint32_t version = ta_instance_pose_version(party.stage.world, party.members[3]);
    for (int i = 0; i < 3; i++) {
        look(&party, 0.25);
    }
    CHECK_INT(ta_instance_pose_version(party.stage.world, party.members[3]), version);
    CHECK(ta_instance_pose_version(party.stage.world, party.members[0]) >= version + 3);
    party.camera[TA_CROWD_CULL] = 0;
    CHECK_INT(look(&party, 0), MEMBERS);
    CHECK_NEAR(image_x(&party, 3), 0.75, 1e-6);
    stage_close(&party.stage);
}

// Small members: a pose every 2nd, 4th and 8th update, never more than that late, never a jump.
static void test_update_rates_follow_the_height_in_pixels(void)
{
    for (uint32_t kind = 0; kind < 4; kind++) {
        Party party = party_open(false);
        party.camera[TA_CROWD_LOD] = 1;
        for (uint32_t i = 0; i < 3; i++) {
            party.camera[TA_CROWD_SIZES + i] = i < kind ? 1e6f : 0.0f;
        }
        const uint32_t rate = 1u << kind;
        look(&party, 0.01);
        const uint32_t first = ta_instance_pose_version(party.stage.world, party.members[0]);
        float last = image_x(&party, 0);
        for (int i = 0; i < 64; i++) {
            look(&party, 0.01);
            const float x = image_x(&party, 0);
            CHECK(x >= last - 1e-6f && x - last < 0.01f * 2.0f);
            CHECK(x <= 0.01f * (float)(i + 2) + 1e-5f);
            CHECK(x >= 0.01f * (float)(i + 2) - 0.01f * (float)(rate - 1) - 1e-5f);
            last = x;
        }
        const uint32_t made = ta_instance_pose_version(party.stage.world, party.members[0]) - first;
        CHECK(made >= 64 / rate - 1 && made <= 64 / rate + 1);
        stage_close(&party.stage);
    }
}

static double half_number(uint16_t half)
{
    const int exponent = half >> 10 & 31;
    const double fraction = (half & 1023) / 1024.0, sign = half & 0x8000 ? -1 : 1;
    return sign * (exponent == 0 ? ldexp(fraction, -14) : ldexp(1 + fraction, exponent - 15));
}

static void test_halfs_hold_the_same_numbers(void)
{
    Party floats = party_open(false), halfs = party_open(true);
    look(&floats, 0.3);
    look(&halfs, 0.3);
    const float *a = ta_crowd_buffer(floats.stage.world, floats.crowd, TA_CROWD_IMAGE);
    const uint16_t *b = ta_crowd_buffer(halfs.stage.world, halfs.crowd, TA_CROWD_IMAGE);
    uint32_t size[3];
    CHECK_INT(ta_crowd_image(halfs.stage.world, halfs.crowd, size), TA_STATUS_OK);
    CHECK_INT(size[0], size[2] * 3);
    for (uint32_t i = 0; i < size[0] * size[1] * 4; i++) {
        CHECK_NEAR(half_number(b[i]), a[i], 0.0005 * fabs((double)a[i]) + 1e-7);
    }
    stage_close(&floats.stage);
    stage_close(&halfs.stage);
}

static void test_bad_input_is_an_error_and_changes_nothing(void)
{
    Party party = party_open(false);
    TaWorld *world = party.stage.world;
    const TaRigId rig = party.stage.rig;
    const TaCrowdDef bad[] = {
        {rig, 0, IMAGE, false}, {rig, 65536, IMAGE, false}, {rig, 4, 0, false}, {rig, 4, 2, false}};
    TaCrowdId crowd = {0};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        CHECK_INT(ta_crowd_create(world, &bad[i], &crowd), TA_STATUS_INVALID_ARGUMENT);
        CHECK(strlen(ta_world_error(world)->message) > 10);
    }
    CHECK_INT(ta_crowd_create(world, NULL, &crowd), TA_STATUS_INVALID_ARGUMENT);
    const TaCrowdDef nowhere = {{99}, 4, IMAGE, false};
    CHECK_INT(ta_crowd_create(world, &nowhere, &crowd), TA_STATUS_STALE_ID);
    const TaCrowdId stale = {party.crowd.value + 1000};
    uint32_t size[3];
    CHECK_INT(ta_crowd_set_member(world, party.crowd, MEMBERS, party.members[0]),
              TA_STATUS_INVALID_ARGUMENT);
    CHECK_INT(ta_crowd_set_member(world, stale, 0, party.members[0]), TA_STATUS_STALE_ID);
    CHECK_INT(ta_crowd_set_member(world, party.crowd, 0, (TaInstanceId){12345}),
              TA_STATUS_STALE_ID);
    CHECK_INT(ta_crowd_set_count(world, party.crowd, MEMBERS + 1), TA_STATUS_INVALID_ARGUMENT);
    CHECK_INT(ta_crowd_set_count(world, stale, 1), TA_STATUS_STALE_ID);
    CHECK_INT(ta_crowd_image(world, stale, size), TA_STATUS_STALE_ID);
    CHECK(ta_crowd_buffer(world, stale, TA_CROWD_IMAGE) == NULL);
    CHECK(ta_crowd_buffer(world, party.crowd, TA_CROWD_BUFFER_COUNT) == NULL);
    CHECK_INT(ta_crowd_look(world, stale), 0);
    CHECK_INT(ta_crowd_pose(world, (TaInstanceId){12345}), TA_STATUS_STALE_ID);
    CHECK_INT(look(&party, 0.25), MEMBERS);
    CHECK_INT(ta_crowd_destroy(world, party.crowd), TA_STATUS_OK);
    CHECK_INT(ta_crowd_destroy(world, party.crowd), TA_STATUS_STALE_ID);
    stage_close(&party.stage);
}

// Skins may have no joints; a crowd of them has no palette to draw with.
static void test_a_rig_whose_skins_have_no_joints_is_refused(void)
{
    const TaWorldDef world_def = ta_default_world_def();
    TaWorld *world = NULL;
    CHECK_INT(ta_world_create(&world_def, &world), TA_STATUS_OK);
    const int32_t parents[] = {-1};
    const TaSkinDef skin = {0, NULL, NULL};
    TaRigDef def = ta_default_rig_def();
    def.joint_count = 1;
    def.parents = parents;
    def.skin_count = 1;
    def.skins = &skin;
    TaRigId rig;
    if (ta_rig_create(world, &def, &rig) == TA_STATUS_OK) {
        const TaCrowdDef crowd_def = {rig, 4, IMAGE, false};
        TaCrowdId crowd;
        CHECK_INT(ta_crowd_create(world, &crowd_def, &crowd), TA_STATUS_INVALID_ARGUMENT);
    }
    ta_world_destroy(world);
}

static void test_members_that_are_gone_are_left_out(void)
{
    Party party = party_open(false);
    CHECK_INT(ta_instance_destroy(party.stage.world, party.members[1]), TA_STATUS_OK);
    CHECK_INT(look(&party, 0.25), MEMBERS - 1);
    CHECK_INT(party.shown[1], 2);
    // After the crowd the members' poses come with updates again.
    CHECK_INT(ta_crowd_destroy(party.stage.world, party.crowd), TA_STATUS_OK);
    party.stage.instance = party.members[2];
    stage_update(&party.stage, 0.25, 1);
    const float *palette = ta_instance_palette(party.stage.world, party.members[2], 0);
    CHECK_NEAR(palette[12], 0.5, 1e-6);
    stage_close(&party.stage);
}

// An engine still needs the rig that a crowd was made for.
static void test_the_rig_of_a_crowd_is_in_use(void)
{
    Stage stage = stage_open(0, 0);
    const TaCrowdDef def = {stage.rig, MEMBERS, IMAGE, false};
    TaCrowdId crowd;
    CHECK_INT(ta_crowd_create(stage.world, &def, &crowd), TA_STATUS_OK);
    CHECK_INT(ta_rig_destroy(stage.world, stage.rig), TA_STATUS_IN_USE);
    CHECK_INT(ta_crowd_destroy(stage.world, crowd), TA_STATUS_OK);
    CHECK_INT(ta_rig_destroy(stage.world, stage.rig), TA_STATUS_OK);
    stage_close(&stage);
}

static int g_live, g_allowed;

static void *allocate(size_t bytes, void *user)
{
    (void)user;
    if (g_allowed == 0) {
        return NULL;
    }
    g_allowed -= g_allowed > 0;
    g_live++;
    return malloc(bytes);
}

static void release(void *memory, void *user)
{
    (void)user;
    g_live--;
    free(memory);
}

static void test_every_failing_allocation_leaves_nothing_and_the_engine_usable(void)
{
    const TaHooks hooks = {allocate, release, NULL};
    ta_set_hooks(&hooks);
    g_allowed = -1;
    Party party = party_open(false);
    TaWorld *world = party.stage.world;
    const TaCrowdDef def = {party.stage.rig, 1000, 1024, false};
    TaStatus status = TA_STATUS_OUT_OF_MEMORY;
    int failures = 0;
    for (; status != TA_STATUS_OK && failures < 100; failures++) {
        const int before = g_live;
        TaCrowdId crowd;
        g_allowed = failures;
        status = ta_crowd_create(world, &def, &crowd);
        g_allowed = -1;
        if (status == TA_STATUS_OK) {
            CHECK_INT(ta_crowd_destroy(world, crowd), TA_STATUS_OK);
        } else {
            CHECK_INT(status, TA_STATUS_OUT_OF_MEMORY);
            CHECK(strlen(ta_world_error(world)->message) > 10);
            CHECK_INT(g_live, before);
        }
        CHECK_INT(look(&party, 0.01), MEMBERS);
    }
    CHECK(status == TA_STATUS_OK && failures > 3);
    g_allowed = 0;  // looking allocates nothing
    CHECK_INT(look(&party, 0.01), MEMBERS);
    g_allowed = -1;
    stage_close(&party.stage);
    CHECK_INT(g_live, 0);
    ta_set_hooks(NULL);
}

int main(void)
{
    RUN(test_all_are_shown_when_nothing_is_culled);
    RUN(test_only_those_in_view_are_shown);
    RUN(test_what_is_not_seen_keeps_its_time);
    RUN(test_update_rates_follow_the_height_in_pixels);
    RUN(test_halfs_hold_the_same_numbers);
    RUN(test_bad_input_is_an_error_and_changes_nothing);
    RUN(test_a_rig_whose_skins_have_no_joints_is_refused);
    RUN(test_members_that_are_gone_are_left_out);
    RUN(test_the_rig_of_a_crowd_is_in_use);
    RUN(test_every_failing_allocation_leaves_nothing_and_the_engine_usable);
    return TEST_END;
}
