// SPDX-License-Identifier: MIT
// Snapshots: replay to the bit, refusal of what is no snapshot, and of every changed byte.
#include <stdlib.h>

#include "stage.h"
#include "test.h"

static const char MACHINE[] =
    "{'properties':[{'name':'n','type':'int'},{'name':'hit','type':'trigger','lifetime':2},{'name':"
    "'s','damping':0.3}],"
    "'masks':[{'name':'m','bones':['B']}],'clips':[{'name':'a','rootMotion':{'bone':'B','axes':'x'}"
    "}],"
    "'layers':[{'name':'Base','initial':'A','states':[{'name':'A','motion':'a'},"
    "{'name':'B','motion':{'kind':'1d','property':'s','children':[{'clip':'b','threshold':0},{'"
    "clip':'a','threshold':1}]}},"
    "{'name':'S','initial':'x','history':true,'states':[{'name':'x','motion':'b'},{'name':'y','"
    "motion':'c'}],"
    "'transitions':[{'from':'x','to':'y','when':'n == 2'},{'from':'y','to':'exit','when':'n == "
    "3'}]}],"
    "'transitions':[{'from':'A','to':'B','when':'n == 1','duration':0.3,'blend':'inertial'},"
    "{'from':'B','to':'S','when':'n == 2','duration':0.4,'blend':'dead','interrupt':'target'},"
    "{'from':'S','to':'A','duration':0.2},{'from':'*','to':'A','when':'hit','duration':0.25,'blend'"
    ":'frozen'},"
    "{'from':'A','to':'S','when':'random < 0.05','duration':0.1,'offset':'resume'}]},"
    "{'name':'Top','mode':'additive','weight':0.5,'mask':'m','initial':'t','states':[{'name':'t','"
    "motion':'a'}]}]}";

static Stage open_machine(void)
{
    Stage stage = stage_open(0, 0);
    stage_add_ramp(&stage, "a", 1.3);
    stage_add_const(&stage, "b", 0.7, 5);
    stage_add_ramp(&stage, "c", 2);
    const TaStatus status = stage_play(&stage, MACHINE);
    CHECK_INT(status, TA_STATUS_OK);
    if (status != TA_STATUS_OK) {
        printf("# %s %s\n", ta_world_error(stage.world)->path,
               ta_world_error(stage.world)->message);
    }
    return stage;
}

static void step(Stage *stage, int frame)
{
    stage_set(stage, 0, frame / 17 % 4);
    stage_set(stage, 2, (frame % 31) / 31.0);
    if (frame % 53 == 7) {
        stage_set(stage, 1, 1);
    }
    stage_update(stage, frame % 13 == 0 ? 0.09 : 1.0 / 60.0, 1);
}

static void *take(Stage *stage, uint32_t *size)
{
    *size = ta_instance_snapshot_size(stage->world, stage->instance);
    void *bytes = malloc(*size);
    CHECK_INT(ta_instance_snapshot(stage->world, stage->instance, bytes, *size), TA_STATUS_OK);
    return bytes;
}

static void check_same(const Stage *a, const Stage *b)
{
    const float *pa = ta_instance_palette(a->world, a->instance, 0);
    const float *pb = ta_instance_palette(b->world, b->instance, 0);
    CHECK(memcmp(pa, pb, 16 * sizeof(float)) == 0);
    CHECK(ta_instance_hash(a->world, a->instance) == ta_instance_hash(b->world, b->instance));
}

static void test_the_same_inputs_after_a_restore_give_the_same_bits(void)
{
    for (int at = 3; at < 400; at += 41) {
        Stage a = open_machine(), b = open_machine();
        for (int f = 0; f < at; f++) {
            step(&a, f);
        }
        uint32_t size;
        void *bytes = take(&a, &size);
        step(&b, 1);  // somewhere else
        CHECK_INT(ta_instance_restore(b.world, b.instance, bytes, size), TA_STATUS_OK);
        check_same(&a, &b);
        for (int f = at; f < at + 600; f++) {
            step(&a, f);
            step(&b, f);
            check_same(&a, &b);
        }
        free(bytes);
        stage_close(&a);
        stage_close(&b);
    }
}

static void test_a_snapshot_of_another_machine_is_refused(void)
{
    Stage a = open_machine(), b = stage_open(0, 0);
    stage_add_ramp(&b, "a", 1);
    CHECK_INT(stage_play_clip(&b, "a", ""), TA_STATUS_OK);
    uint32_t size;
    void *bytes = take(&b, &size);
    CHECK_INT(ta_instance_restore(a.world, a.instance, bytes, size), TA_STATUS_INVALID_ARGUMENT);
    CHECK_TEXT(ta_world_error(a.world)->message, "another machine");
    CHECK_INT(ta_instance_restore(a.world, a.instance, bytes, 3), TA_STATUS_INVALID_ARGUMENT);
    free(bytes);
    stage_close(&a);
    stage_close(&b);
}

static uint64_t hash_again(const unsigned char *bytes, size_t count)
{
    uint64_t hash = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < count; i++) {
        hash = (hash ^ bytes[i]) * 0x100000001b3ull;
    }
    return hash;
}

static void test_every_changed_byte_is_refused_or_harmless(void)
{
    // With the checksum put right the bytes are read; whatever they say, updates must survive it.
    Stage stage = open_machine();
    for (int f = 0; f < 40; f++) {
        step(&stage, f);
    }
    uint32_t size;
    unsigned char *bytes = take(&stage, &size);
    const uint64_t before = ta_instance_hash(stage.world, stage.instance);
    for (uint32_t i = 0; i < size; i += 3) {
        bytes[i] ^= 0xff;
        CHECK_INT(ta_instance_restore(stage.world, stage.instance, bytes, size),
                  TA_STATUS_INVALID_ARGUMENT);
        CHECK(ta_instance_hash(stage.world, stage.instance) == before);
        const uint64_t checksum = hash_again(bytes, size - 8);
        unsigned char kept[8];
        memcpy(kept, bytes + size - 8, 8);
        memcpy(bytes + size - 8, &checksum, 8);
        if (i < size - 8 &&
            ta_instance_restore(stage.world, stage.instance, bytes, size) == TA_STATUS_OK) {
            stage_update(&stage, 0.05, 4);
        }
        memcpy(bytes + size - 8, kept, 8);
        bytes[i] ^= 0xff;
        CHECK_INT(ta_instance_restore(stage.world, stage.instance, bytes, size), TA_STATUS_OK);
    }
    free(bytes);
    stage_close(&stage);
}

int main(void)
{
    RUN(test_the_same_inputs_after_a_restore_give_the_same_bits);
    RUN(test_a_snapshot_of_another_machine_is_refused);
    RUN(test_every_changed_byte_is_refused_or_harmless);
    return TEST_END;
}
