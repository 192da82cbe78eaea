// SPDX-License-Identifier: MIT
// Fuzz target. In: bytes as a list of calls of the C API with any arguments, ids of what is gone
// included. Out: a status each; the living character's pose is made of numbers after every update.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hero.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { CALLS = 22, MOST_CALLS = 200 };

typedef struct Input {
    const uint8_t *data;
    size_t size;
} Input;

static uint8_t next(Input *input)
{
    if (input->size == 0) {
        return 0;
    }
    input->size--;
    return *input->data++;
}

// Mostly small and fitting, now and then what no caller should give.
static double next_number(Input *input)
{
    static const double ODD[] = {
        (double)NAN, (double)INFINITY, -(double)INFINITY, -1, 1e300, 1e-300, -0.0, 4294967296.0};
    const uint8_t byte = next(input);
    return byte >= 248 ? ODD[byte - 248] : byte / 64.0;
}

static uint32_t next_index(Input *input)
{
    const uint8_t byte = next(input);
    return byte == 255 ? UINT32_MAX : byte % 8;
}

static void spawn(Hero *hero, Input *input)
{
    TaInstanceDef def = ta_default_instance_def();
    def.definition.value = hero->definition.value + (next(input) > 250);
    def.rig.value = hero->rig.value + (next(input) > 250);
    def.clip_count = next(input) % (HERO_CLIPS + 1);
    def.clips = hero->clips;
    def.seed = next(input);
    TaInstanceId made = {0};
    if (ta_instance_create(hero->world, &def, &made) == TA_STATUS_OK && (next(input) & 1)) {
        ta_instance_destroy(hero->world, made);
    }
}

static void save_to_other_sizes(Hero *hero, Input *input)
{
    const uint32_t size = ta_instance_snapshot_size(hero->world, hero->instance);
    uint8_t *bytes = calloc(1, size + 1);
    hero_require(bytes != NULL, "there is memory for a snapshot");
    const uint32_t room = size - (size > 0 && next(input) > 200);
    if (ta_instance_snapshot(hero->world, hero->instance, bytes, room) == TA_STATUS_OK) {
        ta_instance_restore(hero->world, hero->instance, bytes,
                            size - (size > 0 && next(input) > 200));
    }
    free(bytes);
}

static void perform(Hero *hero, Input *input)
{
    TaPerformDef def = ta_default_perform_def();
    def.clip = next_index(input);
    def.mask = (int32_t)next_index(input) - 1;
    def.fade_in = next_number(input);
    def.fade_out = next_number(input);
    def.priority = next(input) - 128;
    uint32_t made = 0;
    ta_instance_perform(hero->world, hero->instance, &def, &made);
    if (next(input) & 1) {
        ta_instance_cancel_perform(hero->world, hero->instance, made + (next(input) > 250));
    }
}

static void call(Hero *hero, Input *input)
{
    TaWorld *world = hero->world;
    const TaInstanceId id = {hero->instance.value + (next(input) > 250)};
    const uint32_t index = next_index(input);
    const double number = next_number(input);
    float room[16];
    float *weights;
    TaLayerInfo info;
    TaExplain explained[3];
    TaLint findings[3];
    uint32_t count;
    switch (next(input) % CALLS) {
    case 0: ta_instance_set_property(world, id, index, number); break;
    case 1: ta_instance_property(world, id, index); break;
    case 2: ta_instance_set_external(world, id, index, next(input) & 1); break;
    case 3:
        weights = ta_instance_weights(world, id, index, next_index(input));
        if (weights != NULL) {
            weights[0] = (float)number;
        }
        break;
    case 4:
        ta_instance_play(world, id, index, next_index(input), number, next_number(input));
        break;
    case 5: ta_instance_set_layer_weight(world, id, index, number, next_number(input)); break;
    case 6:
        ta_instance_set_layer_mask(world, id, index, (int32_t)next_index(input) - 1, number);
        break;
    case 7: perform(hero, input); break;
    case 8: ta_instance_reset(world, id); break;
    case 9: save_to_other_sizes(hero, input); break;
    case 10: ta_instance_layer_info(world, id, index, &info); break;
    case 11: ta_instance_local(world, id, index, room); break;
    case 12: ta_instance_root_motion(world, id, room); break;
    case 13:
        ta_instance_explain(world, id, index, (int32_t)next_index(input) - 1, explained, 3);
        break;
    case 14:
        ta_definition_lint(world, hero->definition, hero->rig, HERO_CLIPS, hero->clips, findings, 3,
                           &count);
        break;
    case 15: ta_instance_update(world, id, number); break;
    case 16: ta_world_update_stage(world, number, (TaStage)(next(input) % 6)); break;
    case 17: spawn(hero, input); break;
    case 18: ta_instance_set_definition(world, id, hero->definition); break;
    case 19: ta_rig_destroy(world, hero->rig); break;  // in use, so refused
    case 20: ta_clip_destroy(world, hero->clips[index % HERO_CLIPS]); break;
    default: ta_instance_set_auto_update(world, id, next(input) & 1); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Input input = {data, size};
    Hero hero = hero_open();
    hero_play_rich(&hero);
    for (int i = 0; i < MOST_CALLS && input.size > 0; i++) {
        call(&hero, &input);
        if (i % 4 == 3) {
            hero_step(&hero, next_number(&input));
        }
    }
    hero_close(&hero);
    return 0;
}
