// SPDX-License-Identifier: MIT
// Fuzz target. In: any bytes as a machine document. Out: an error with a sentence, or a machine
// that is checked, played, saved and restored without a fault.
#include <stdlib.h>

#include "hero.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_FINDINGS = 8, MOST_EXPLAINED = 8 };

static void look_at_everything(Hero *hero)
{
    TaLint findings[MOST_FINDINGS];
    uint32_t found = 0;
    ta_definition_lint(hero->world, hero->definition, hero->rig, HERO_CLIPS, hero->clips, findings,
                       MOST_FINDINGS, &found);
    TaExplain explained[MOST_EXPLAINED];
    TaExplainTerm terms[MOST_EXPLAINED];
    ta_instance_explain(hero->world, hero->instance, 0, -1, explained, MOST_EXPLAINED);
    ta_instance_explain_terms(hero->world, hero->instance, 0, -1, terms, MOST_EXPLAINED);
}

static void save_and_restore(Hero *hero)
{
    const uint32_t size = ta_instance_snapshot_size(hero->world, hero->instance);
    void *bytes = malloc(size);
    hero_require(bytes != NULL, "there is memory for a snapshot");
    hero_require(ta_instance_snapshot(hero->world, hero->instance, bytes, size) == TA_STATUS_OK,
                 "a running machine can be saved");
    const uint64_t before = ta_instance_hash(hero->world, hero->instance);
    hero_step(hero, 0.1);
    hero_require(ta_instance_restore(hero->world, hero->instance, bytes, size) == TA_STATUS_OK,
                 "its own snapshot is taken back");
    hero_require(ta_instance_hash(hero->world, hero->instance) == before,
                 "a restored machine is the saved one");
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Hero hero = hero_open();
    if (hero_play(&hero, (const char *)data, size) == TA_STATUS_OK) {
        look_at_everything(&hero);
        for (uint32_t property = 0; property < 4; property++) {
            ta_instance_set_property(hero.world, hero.instance, property, 1);
        }
        hero_step(&hero, 1.0 / 60);
        hero_step(&hero, 0.3);
        save_and_restore(&hero);
        hero_step(&hero, 5);
        look_at_everything(&hero);
    }
    hero_close(&hero);
    return 0;
}
