// SPDX-License-Identifier: MIT
// In: bytes of a fuzzer. Out: a running hero, or a program that stops.
#include "hero.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 256 };  // few: most of an execution would be making room for them

void hero_require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "does not hold: %s\n", what);
        abort();
    }
}

static void add_clip(Hero *hero, uint32_t index, const char *name, float duration, float reach)
{
    const float times[] = {0, duration};
    const float translation[] = {0, 1, 0, reach, 1, 0};
    const float rotation[] = {0, 0, 0, 1, 0, 0.6f, 0, 0.8f};
    const float scalar[] = {0, 1};
    const TaMarkDef mark = {.time = 0.25 * (double)duration, .name = "step"};
    TaTrackDef tracks[3] = {ta_default_track_def(), ta_default_track_def(), ta_default_track_def()};
    tracks[0].path = TA_PATH_TRANSLATION;
    tracks[0].values = translation;
    tracks[1].path = TA_PATH_ROTATION;
    tracks[1].target = 1;
    tracks[1].values = rotation;
    tracks[2].path = TA_PATH_SCALAR;
    tracks[2].values = scalar;
    for (uint32_t i = 0; i < 3; i++) {
        tracks[i].key_count = 2;
        tracks[i].times = times;
    }
    TaClipDef def = ta_default_clip_def();
    def.name = name;
    def.track_count = 3;
    def.tracks = tracks;
    def.mark_count = 1;
    def.marks = &mark;
    hero_require(ta_clip_create(hero->world, hero->rig, &def, &hero->clips[index]) == TA_STATUS_OK,
                 "a good clip is taken");
}

Hero hero_open(void)
{
    Hero hero = {0};
    const TaWorldDef world = {.event_capacity = EVENTS};
    hero_require(ta_world_create(&world, &hero.world) == TA_STATUS_OK, "a world is made");
    const char *names[HERO_JOINTS] = {"Hips", "Spine", "Head"};
    const int32_t parents[HERO_JOINTS] = {-1, 0, 1};
    const uint32_t joints[HERO_JOINTS] = {2, 0, 1};
    const TaSkinDef skin = {.joint_count = HERO_JOINTS, .joints = joints};
    TaRigDef rig = ta_default_rig_def();
    rig.joint_count = HERO_JOINTS;
    rig.names = names;
    rig.parents = parents;
    rig.skin_count = 1;
    rig.skins = &skin;
    rig.scalar_count = 1;
    hero_require(ta_rig_create(hero.world, &rig, &hero.rig) == TA_STATUS_OK, "a good rig is taken");
    add_clip(&hero, 0, "Idle", 1, 0);
    add_clip(&hero, 1, "Walk", 0.8f, 1);
    add_clip(&hero, 2, "Jump", 0.5f, 2);
    add_clip(&hero, 3, "idle", 2, 0.5f);
    add_clip(&hero, 4, "walk", 1.5f, 1.5f);
    return hero;
}

TaStatus hero_play(Hero *hero, const char *json, size_t length)
{
    TaStatus status = ta_definition_create(hero->world, json, (uint32_t)length, &hero->definition);
    if (status == TA_STATUS_OK) {
        TaInstanceDef def = ta_default_instance_def();
        def.definition = hero->definition;
        def.rig = hero->rig;
        def.clip_count = HERO_CLIPS;
        def.clips = hero->clips;
        status = ta_instance_create(hero->world, &def, &hero->instance);
    }
    if (status != TA_STATUS_OK) {
        const TaError *error = ta_world_error(hero->world);
        hero_require(error->status == status, "the error record is of this call");
        hero_require(error->message[0] != '\0', "an error has a sentence");
        hero_require(memchr(error->message, 0, sizeof error->message) != NULL &&
                         memchr(error->path, 0, sizeof error->path) != NULL,
                     "an error's texts end");
    }
    return status;
}

void hero_play_rich(Hero *hero)
{
    static const char json[] =
        "{\"properties\":[{\"name\":\"speed\",\"damping\":0.1},{\"name\":\"jump\",\"type\":"
        "\"trigger\",\"lifetime\":0.3},{\"name\":\"aim\",\"type\":\"bool\"}],"
        "\"masks\":[{\"name\":\"upper\",\"bones\":[\"Spine\"]}],"
        "\"layers\":[{\"name\":\"Base\",\"initial\":\"idle\",\"states\":["
        "{\"name\":\"idle\",\"motion\":{\"clip\":\"Idle\"}},"
        "{\"name\":\"move\",\"motion\":{\"blend\":\"1d\",\"property\":\"speed\",\"children\":["
        "{\"motion\":{\"clip\":\"Idle\"},\"threshold\":0},"
        "{\"motion\":{\"clip\":\"Walk\"},\"threshold\":1}]},"
        "\"events\":[{\"name\":\"foot\",\"normalizedTime\":0.5}]},"
        "{\"name\":\"jump\",\"motion\":{\"clip\":\"Jump\"},\"loop\":\"once\"}],"
        "\"transitions\":[{\"from\":\"idle\",\"to\":\"move\",\"when\":\"speed > 0.1\","
        "\"duration\":0.2,\"interrupt\":\"sourceThenTarget\"},"
        "{\"from\":\"move\",\"to\":\"idle\",\"when\":\"speed <= 0.1\",\"duration\":0.3,"
        "\"blend\":\"inertial\"},"
        "{\"from\":\"*\",\"to\":\"jump\",\"when\":\"jump\",\"duration\":0.1,\"remember\":\"keep\"},"
        "{\"from\":\"jump\",\"to\":\"*\",\"duration\":0.2}]},"
        "{\"name\":\"Arms\",\"mask\":\"upper\",\"mode\":\"override\",\"initial\":\"free\","
        "\"states\":[{\"name\":\"free\"},{\"name\":\"aim\",\"motion\":{\"clip\":\"walk\"}}],"
        "\"transitions\":[{\"from\":\"free\",\"to\":\"aim\",\"when\":\"aim\",\"duration\":0.2},"
        "{\"from\":\"aim\",\"to\":\"free\",\"when\":\"!aim\",\"duration\":0.2}]}]}";
    const TaStatus status = hero_play(hero, json, sizeof json - 1);
    if (status != TA_STATUS_OK) {
        const TaError *error = ta_world_error(hero->world);
        fprintf(stderr, "%s: %s\n", error->path, error->message);
    }
    hero_require(status == TA_STATUS_OK, "the rich machine is taken");
}

static void require_numbers(const float *values, size_t count, const char *what)
{
    for (size_t i = 0; i < count; i++) {
        hero_require(isfinite(values[i]), what);
    }
}

void hero_step(Hero *hero, double dt)
{
    const TaStatus status = ta_world_update(hero->world, dt);
    hero_require((status == TA_STATUS_OK) == (isfinite(dt) && dt >= 0),
                 "a good dt is taken, others not");
    if (hero->instance.value == 0) {
        return;
    }
    require_numbers(ta_instance_palette(hero->world, hero->instance, 0), HERO_JOINTS * 16,
                    "the palette is made of numbers");
    require_numbers(ta_instance_scalars(hero->world, hero->instance), 1, "scalars are numbers");
    TaLayerInfo info;
    for (uint32_t layer = 0; layer < TA_MAX_LAYERS; layer++) {
        if (ta_instance_layer_info(hero->world, hero->instance, layer, &info) == TA_STATUS_OK) {
            hero_require(info.progress >= 0 && info.progress <= 1, "progress is within 0..1");
            hero_require(isfinite(info.weight) && isfinite(info.layer_weight),
                         "weights are numbers");
        }
    }
}

void hero_close(Hero *hero)
{
    ta_world_destroy(hero->world);
    *hero = (Hero){0};
}
