// SPDX-License-Identifier: MIT
// In: a few numbers. Out: small running worlds for the tests.
#include "stage.h"

#include <stdlib.h>

#include "test.h"

TestState g_test;

Stage stage_open(float rest_x, float rest_y)
{
    Stage stage = {0};
    const TaWorldDef world = ta_default_world_def();
    const char *names[] = {"B"};
    const int32_t parents[] = {-1};
    const float rest[] = {rest_x, rest_y, 0};
    const uint32_t joints[] = {0};
    const TaSkinDef skin = {.joint_count = 1, .joints = joints};
    TaRigDef rig = ta_default_rig_def();
    rig.joint_count = 1;
    rig.names = names;
    rig.parents = parents;
    rig.rest_translation = rest;
    rig.skin_count = 1;
    rig.skins = &skin;
    CHECK_INT(ta_world_create(&world, &stage.world), TA_STATUS_OK);
    CHECK_INT(ta_rig_create(stage.world, &rig, &stage.rig), TA_STATUS_OK);
    return stage;
}

Stage stage_open_ramps(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "ramp", 1);
    stage_add_const(&stage, "ten", 1, 10);
    return stage;
}

void stage_close(Stage *stage)
{
    ta_world_destroy(stage->world);
    *stage = (Stage){0};
}

static void add_clip(Stage *stage, const TaClipDef *def)
{
    const TaStatus status =
        ta_clip_create(stage->world, stage->rig, def, &stage->clips[stage->clip_count]);
    CHECK_INT(status, TA_STATUS_OK);
    stage->clip_count += status == TA_STATUS_OK;
}

void stage_add_track(Stage *stage, const char *name, double duration, TaPath path,
                     TaInterpolation interpolation, const float *times, const float *values,
                     uint32_t count)
{
    TaTrackDef track = ta_default_track_def();
    track.path = path;
    track.interpolation = interpolation;
    track.key_count = count;
    track.times = times;
    track.values = values;
    TaClipDef clip = ta_default_clip_def();
    clip.name = name;
    clip.duration = duration;
    clip.track_count = 1;
    clip.tracks = &track;
    add_clip(stage, &clip);
}

void stage_add_x(Stage *stage, const char *name, double duration, const float *times,
                 const float *x, uint32_t count)
{
    float *values = calloc(3 * (size_t)count, sizeof(float));
    for (uint32_t k = 0; k < count; k++) {
        values[3 * k] = x[k];
    }
    stage_add_track(stage, name, duration, TA_PATH_TRANSLATION, TA_INTERPOLATION_LINEAR, times,
                    values, count);
    free(values);
}

void stage_add_const(Stage *stage, const char *name, double duration, float x)
{
    const float times[] = {0, (float)duration}, xs[] = {x, x};
    stage_add_x(stage, name, duration, times, xs, duration > 0 ? 2 : 1);
}

void stage_add_ramp(Stage *stage, const char *name, double duration)
{
    const float times[] = {0, (float)duration};
    stage_add_x(stage, name, duration, times, times, 2);
}

void stage_add_marks(Stage *stage, const char *name, double duration, const TaMarkDef *marks,
                     uint32_t count)
{
    TaClipDef clip = ta_default_clip_def();
    clip.name = name;
    clip.duration = duration;
    clip.marks = marks;
    clip.mark_count = count;
    add_clip(stage, &clip);
}

TaStatus stage_play(Stage *stage, const char *json)
{
    const size_t length = strlen(json);
    char *text = malloc(length + 1);
    for (size_t i = 0; i <= length; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    stage->instance.value = 0;
    TaStatus status =
        ta_definition_create(stage->world, text, (uint32_t)length, &stage->definition);
    free(text);
    if (status == TA_STATUS_OK) {
        TaInstanceDef def = ta_default_instance_def();
        def.definition = stage->definition;
        def.rig = stage->rig;
        def.clips = stage->clips;
        def.clip_count = stage->clip_count;
        status = ta_instance_create(stage->world, &def, &stage->instance);
    }
    return status;
}

void stage_must_play(Stage *stage, const char *json)
{
    const TaStatus status = stage_play(stage, json);
    CHECK_INT(status, TA_STATUS_OK);
    if (status != TA_STATUS_OK) {
        const TaError *error = ta_world_error(stage->world);
        printf("# %s: %s\n", error->path, error->message);
    }
}

TaStatus stage_play_clip(Stage *stage, const char *clip, const char *options)
{
    char json[512];
    snprintf(json, sizeof json,
             "{'layers':[{'name':'Base','initial':'s','states':[{'name':'s','motion':'%s'%s%s}]}]}",
             clip, options[0] != '\0' ? "," : "", options);
    return stage_play(stage, json);
}

void stage_update(Stage *stage, double dt, int times)
{
    for (int i = 0; i < times; i++) {
        CHECK_INT(ta_world_update(stage->world, dt), TA_STATUS_OK);
    }
}

float stage_local(const Stage *stage, int component)
{
    float transform[10] = {0};
    CHECK_INT(ta_instance_local(stage->world, stage->instance, 0, transform), TA_STATUS_OK);
    return transform[component];
}

float stage_x(const Stage *stage) { return stage_local(stage, 0); }

double stage_angle_z(const Stage *stage)
{
    const double half =
        atan2(fabs((double)stage_local(stage, 5)), fabs((double)stage_local(stage, 6)));
    return half * 2.0 * 180.0 / 3.14159265358979323846;
}

TaLayerInfo stage_layer(const Stage *stage, uint32_t layer)
{
    TaLayerInfo info = {0};
    CHECK_INT(ta_instance_layer_info(stage->world, stage->instance, layer, &info), TA_STATUS_OK);
    return info;
}

TaLayerInfo stage_info(const Stage *stage) { return stage_layer(stage, 0); }

void stage_set(Stage *stage, uint32_t property, double value)
{
    CHECK_INT(ta_instance_set_property(stage->world, stage->instance, property, value),
              TA_STATUS_OK);
}

int stage_count(const Stage *stage, TaEventType type, int mark)
{
    int count = 0;
    const TaEvent *events = ta_world_events(stage->world);
    for (uint32_t i = 0; i < ta_world_event_count(stage->world); i++) {
        count += events[i].type == type && (mark < 0 || events[i].mark == mark);
    }
    return count;
}
