// SPDX-License-Identifier: MIT
// The fused pass against the stages it fuses, on random rigs and clips: palettes and local poses
// agree; and what it does not serve is left to the stages.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "instance.h"
#include "layers.h"
#include "model.h"
#include "random.h"
#include "skinning.h"
#include "test.h"
#include "three_action/three_action.h"
#include "world.h"

enum { MOST_JOINTS = 23, KEYS = 16, CLIPS = 4, RIGS = 40, FRAMES = 60 };

static const double SAME = 1e-5;  // of palette elements; the rigs are about 3 units large

typedef struct Rigged {
    TaWorld *world;
    TaRigId rig;
    uint32_t joint_count;
    TaClipId clips[CLIPS];
    TaInstanceId instance;
} Rigged;

static void random_rotation(double reach, float q[4])
{
    double axis[3], length = 0.0;
    for (int c = 0; c < 3; c++) {
        axis[c] = random_between(-1, 1);
        length += axis[c] * axis[c];
    }
    const double half = 0.5 * reach * random_between(-1, 1);
    for (int c = 0; c < 3; c++) {
        q[c] = (float)(axis[c] / sqrt(length + 1e-9) * sin(half));
    }
    q[3] = (float)cos(half);
}

// Some joints come twice in the skin on every fifth rig; some rest at a scale.
static void make_rig(Rigged *rigged, uint32_t seed)
{
    int32_t parents[MOST_JOINTS];
    uint32_t joints[MOST_JOINTS];
    float translations[3 * MOST_JOINTS], rotations[4 * MOST_JOINTS], scales[3 * MOST_JOINTS];
    const uint32_t count = rigged->joint_count = 1 + random_below(MOST_JOINTS);
    for (uint32_t j = 0; j < count; j++) {
        parents[j] = j == 0 || random_below(8) == 0 ? -1 : (int32_t)random_below(j);
        joints[j] = seed % 5 == 0 && j > 2 ? random_below(count) : j;
        random_rotation(2.0, &rotations[4 * j]);
        for (int c = 0; c < 3; c++) {
            translations[3 * j + (uint32_t)c] = (float)random_between(-0.5, 0.5);
            scales[3 * j + (uint32_t)c] =
                seed % 3 == 0 && random_below(4) == 0 ? (float)random_between(0.5, 1.5) : 1.0f;
        }
    }
    const TaSkinDef skins[] = {{count, joints, NULL}, {count > 1 ? count / 2 : 1, joints, NULL}};
    TaRigDef def = ta_default_rig_def();
    def.joint_count = count;
    def.parents = parents;
    def.rest_translation = translations;
    def.rest_rotation = rotations;
    def.rest_scale = scales;
    def.skins = skins;
    def.skin_count = 2;
    CHECK_INT(ta_rig_create(rigged->world, &def, &rigged->rig), TA_STATUS_OK);
}

// Tracks of one even timeline: moving, constant with one key or all, or missing.
static TaClipId make_clip(Rigged *rigged, const char *name, double reach)
{
    static float values[3 * MOST_JOINTS][KEYS * 4];
    float times[KEYS];
    TaTrackDef tracks[3 * MOST_JOINTS];
    uint32_t count = 0;
    for (int k = 0; k < KEYS; k++) {
        times[k] = (float)k / 30.0f;
    }
    for (uint32_t j = 0; j < rigged->joint_count; j++) {
        for (int path = 0; path < 3; path++) {
            if (random_below(3) == 0 && count > 0) {
                continue;
            }
            const bool still = random_below(4) == 0;
            float base[4];
            random_rotation(2.0, base);
            for (int k = 0; k < KEYS; k++) {
                float *value = &values[count][(path == 1 ? 4 : 3) * k];
                for (int c = 0; c < 4 - (path != 1); c++) {
                    const double moved = still ? 0.0 : reach * sin(0.4 * k + (double)j + c);
                    value[c] = (float)((double)base[c] + moved);
                }
            }
            tracks[count] = ta_default_track_def();
            tracks[count].target = j;
            tracks[count].path = (TaPath)path;
            tracks[count].times = times;
            tracks[count].values = values[count];
            tracks[count].key_count = still && random_below(2) == 0 ? 1 : KEYS;
            count++;
        }
    }
    TaClipDef def = ta_default_clip_def();
    def.name = name;
    def.duration = (KEYS - 1) / 30.0;
    def.tracks = tracks;
    def.track_count = count;
    TaClipId clip;
    CHECK_INT(ta_clip_create(rigged->world, rigged->rig, &def, &clip), TA_STATUS_OK);
    return clip;
}

static Rigged open_rigged(uint32_t seed, double reach)
{
    static const char json[] =
        "{\"properties\":[{\"name\":\"go\",\"type\":\"bool\"}],\"layers\":[{\"name\":\"L\","
        "\"initial\":\"one\",\"states\":[{\"name\":\"one\",\"motion\":\"a\"},{\"name\":\"mix\","
        "\"motion\":{\"children\":[{\"clip\":\"b\",\"weight\":1},{\"clip\":\"c\",\"weight\":2},"
        "{\"clip\":\"d\",\"weight\":0.4}]}}],\"transitions\":["
        "{\"from\":\"one\",\"to\":\"mix\",\"when\":\"go\",\"duration\":0.3,\"interrupt\":"
        "\"target\"},"
        "{\"from\":\"mix\",\"to\":\"one\",\"when\":\"!go\",\"duration\":0.2,"
        "\"interrupt\":\"target\"}]}]}";
    static const char *const names[CLIPS] = {"a", "b", "c", "d"};
    Rigged rigged = {0};
    const TaWorldDef world_def = ta_default_world_def();
    random_seed(seed);
    CHECK_INT(ta_world_create(&world_def, &rigged.world), TA_STATUS_OK);
    make_rig(&rigged, seed);
    for (int c = 0; c < CLIPS; c++) {
        rigged.clips[c] = make_clip(&rigged, names[c], reach);
    }
    TaInstanceDef def = ta_default_instance_def();
    CHECK_INT(ta_definition_create(rigged.world, json, sizeof json - 1, &def.definition),
              TA_STATUS_OK);
    def.rig = rigged.rig;
    def.clips = rigged.clips;
    def.clip_count = CLIPS;
    CHECK_INT(ta_instance_create(rigged.world, &def, &rigged.instance), TA_STATUS_OK);
    return rigged;
}

static TaInstance *instance_of(const Rigged *rigged)
{
    return ta_id_pool_find(&rigged->world->instances, rigged->instance.value);
}

static double largest_difference(const float *a, const float *b, size_t count)
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++) {
        const double d = fabs((double)a[i] - (double)b[i]);
        most = d <= most ? most : d;  // NaN counts as a difference
    }
    return most;
}

// What is in memory against the stages run on the same inputs. Palettes of both skins, local poses.
static double against_the_stages(Rigged *rigged)
{
    static float palettes[2][16 * MOST_JOINTS], model[16 * MOST_JOINTS];
    TaInstance *instance = instance_of(rigged);
    const TaRig *rig = instance->rig;
    TaSoaTransform fused[(MOST_JOINTS + 3) / 4];
    const size_t bytes = rig->rest.group_count * sizeof fused[0];
    const bool local_known = instance->local_wanted;
    memcpy(fused, instance->local.transforms, bytes);
    ta_layers_blend(instance, &rigged->world->scratch);
    ta_model_run(rig, &instance->local, model);
    double most = 0.0;
    for (uint32_t s = 0; s < 2; s++) {
        ta_skinning_run(&rig->skins[s], model, palettes[s]);
        most = fmax(most, largest_difference(palettes[s], instance->palettes[s],
                                             16 * (size_t)rig->skins[s].joint_count));
    }
    if (local_known) {
        const double local = largest_difference(&fused[0].translation[0][0],
                                                &instance->local.transforms[0].translation[0][0],
                                                bytes / sizeof(float));
        most = fmax(most, local);
    }
    return most;
}

static void test_the_fused_pass_makes_what_the_stages_make(void)
{
    double most = 0.0;
    uint32_t fused = 0;
    for (uint32_t seed = 1; seed <= RIGS; seed++) {
        Rigged rigged = open_rigged(seed, 0.02);
        if (seed % 2 == 0) {
            float transform[10];
            ta_instance_local(rigged.world, rigged.instance, 0, transform);
        }
        for (int f = 0; f < FRAMES; f++) {
            ta_instance_set_property(rigged.world, rigged.instance, 0, f / 7 % 2);
            ta_world_update(rigged.world, random_between(0.0, 0.06));
            fused += instance_of(&rigged)->local_stale || seed % 2 == 0;
            most = fmax(most, against_the_stages(&rigged));
        }
        ta_world_destroy(rigged.world);
    }
    printf("# %u fused frames, largest difference %.3g\n", fused, most);
    CHECK(most <= SAME);
    CHECK(fused > RIGS * FRAMES / 2);
}

// Asking for the local pose late gives the pose that is shown, and changes no palette.
static void test_the_local_pose_can_be_asked_for_later(void)
{
    Rigged rigged = open_rigged(7, 0.02);
    float palette[16 * MOST_JOINTS], transform[10];
    ta_world_update(rigged.world, 0.11);
    const TaInstance *instance = instance_of(&rigged);
    CHECK(instance->local_stale);
    const size_t bytes = 16 * sizeof(float) * rigged.joint_count;
    memcpy(palette, instance->palettes[0], bytes);
    ta_instance_set_property(rigged.world, rigged.instance, 0, 1);  // not yet seen
    CHECK_INT(ta_instance_local(rigged.world, rigged.instance, 0, transform), TA_STATUS_OK);
    CHECK(!instance->local_stale);
    CHECK(memcmp(palette, instance->palettes[0], bytes) == 0);
    CHECK(against_the_stages(&rigged) <= SAME);
    ta_world_destroy(rigged.world);
}

// Keys so far apart that a straight line between them leaves the arc: slerp, by the stages.
static void test_wide_keys_are_left_to_the_stages(void)
{
    Rigged rigged = open_rigged(8, 1.5);
    ta_world_update(rigged.world, 0.11);
    CHECK(!instance_of(&rigged)->local_stale);
    ta_world_destroy(rigged.world);
}

int main(void)
{
    RUN(test_the_fused_pass_makes_what_the_stages_make);
    RUN(test_the_local_pose_can_be_asked_for_later);
    RUN(test_wide_keys_are_left_to_the_stages);
    return TEST_END;
}
