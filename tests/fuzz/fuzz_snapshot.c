// SPDX-License-Identifier: MIT
// Fuzz target. In: changes to the bytes of a good snapshot (two bytes where, one byte what), or
// when the first byte is 255 the whole bytes. Out: refused and the machine unchanged, or taken and
// the machine plays on with numbers. The checksum is made to fit, so that damage gets past it.
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "hero.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void restore_and_play(Hero *hero, const uint8_t *bytes, uint32_t size)
{
    const uint64_t before = ta_instance_hash(hero->world, hero->instance);
    if (ta_instance_restore(hero->world, hero->instance, bytes, size) != TA_STATUS_OK) {
        hero_require(ta_instance_hash(hero->world, hero->instance) == before,
                     "a refused snapshot changes nothing");
    }
    TaExplain explained[4];
    ta_instance_explain(hero->world, hero->instance, 0, -1, explained, 4);
    for (int i = 0; i < 4; i++) {
        ta_world_update(hero->world, 0.15 * i);
    }
    ta_instance_set_property(hero->world, hero->instance, 1, 1);
    ta_world_update(hero->world, 0.3);
}

static void change(uint8_t *bytes, uint32_t size, const uint8_t *data, size_t count)
{
    uint64_t checksum;
    for (size_t i = 0; i + 3 <= count; i += 3) {
        bytes[(uint32_t)(data[i] << 8 | data[i + 1]) % size] = data[i + 2];
    }
    checksum = ta_hash_bytes(TA_HASH_SEED, bytes, size - sizeof checksum);
    memcpy(bytes + size - sizeof checksum, &checksum, sizeof checksum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Hero hero = hero_open();
    hero_play_rich(&hero);
    ta_instance_set_property(hero.world, hero.instance, 0, 0.7);
    ta_instance_set_property(hero.world, hero.instance, 2, 1);
    hero_step(&hero, 0.2);
    hero_step(&hero, 0.1);
    if (size > 0 && data[0] == 255) {
        restore_and_play(&hero, data + 1, (uint32_t)size - 1);
    } else {
        const uint32_t length = ta_instance_snapshot_size(hero.world, hero.instance);
        uint8_t *bytes = malloc(length);
        hero_require(bytes != NULL, "there is memory for a snapshot");
        ta_instance_snapshot(hero.world, hero.instance, bytes, length);
        change(bytes, length, data, size);
        restore_and_play(&hero, bytes, length);
        free(bytes);
    }
    hero_close(&hero);
    return 0;
}
