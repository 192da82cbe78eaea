// SPDX-License-Identifier: MIT
// Each limit of defs.h: that many are taken, one more is refused with a status, a path and a sentence.
#include <stdarg.h>
#include <stdlib.h>

#include "stage.h"
#include "test.h"

typedef struct Text {
    char *bytes;
    size_t length, size;
} Text;

static void append(Text *text, const char *format, ...)
{
    if (text->size - text->length < 512) {
        text->size = 2 * text->size + 4096;
        text->bytes = realloc(text->bytes, text->size);
    }
    va_list arguments;
    va_start(arguments, format);
    text->length +=
        (size_t)vsnprintf(text->bytes + text->length, text->size - text->length, format, arguments);
    va_end(arguments);
}

// So many pieces, each made of its number, with commas between.
static void append_list(Text *text, const char *piece, int count)
{
    for (int i = 0; i < count; i++) {
        append(text, "%s", i > 0 ? "," : "");
        append(text, piece, i);
    }
}

static const char *const STATES =
    "'initial':'a','states':[{'name':'a','motion':'ten'},{'name':'b'}]";

static void write_layers(Text *text, int count)
{
    append(text, "{'layers':[");
    append_list(text, "{'name':'l%d','initial':'a','states':[{'name':'a'}]}", count);
    append(text, "]}");
}

static void write_states(Text *text, int count)
{
    append(text, "{'layers':[{'name':'l','initial':'s0','states':[");
    append_list(text, "{'name':'s%d'}", count);
    append(text, "]}]}");
}

static void write_transitions(Text *text, int count)
{
    append(text, "{'layers':[{'name':'l',%s,'transitions':[", STATES);
    append_list(text, "{'from':'a','to':'b','exitTime':%d}", count);
    append(text, "]}]}");
}

static void write_properties(Text *text, int count)
{
    append(text, "{'properties':[");
    append_list(text, "{'name':'p%d','type':'float'}", count);
    append(text, "],'layers':[{'name':'l',%s}]}", STATES);
}

static void write_children(Text *text, int count)
{
    append(text,
           "{'layers':[{'name':'l','initial':'a','states':[{'name':'a','motion':{'children':[");
    append_list(text, "{'clip':'ten','cycleOffset':%d}", count);
    append(text, "]}}]}]}");
}

static void write_condition(Text *text, int count)
{
    append(text, "{'layers':[{'name':'l',%s,'transitions':[{'from':'a','to':'b','when':'1 > 0",
           STATES);
    for (int i = 5; i < count; i++) {
        append(text, " ");
    }
    append(text, "'}]}]}");
}

static void write_depth(Text *text, int count)
{
    append(text, "{'layers':[{'name':'l',%s}],'editor':", STATES);
    for (int i = 1; i < count; i++) {
        append(text, "[");
    }
    for (int i = 1; i < count; i++) {
        append(text, "]");
    }
    append(text, "}");
}

static const struct {
    const char *name;
    void (*write)(Text *text, int count);
    int most;
    TaStatus over;
    const char *path;
} DOCUMENTS[] = {
    {"layers", write_layers, TA_MAX_LAYERS, TA_STATUS_LIMIT, "layers"},
    {"states", write_states, TA_MAX_STATES, TA_STATUS_LIMIT, "layers[0].states"},
    {"transitions", write_transitions, TA_MAX_TRANSITIONS, TA_STATUS_LIMIT,
     "layers[0].transitions"},
    {"properties", write_properties, TA_MAX_PROPERTIES, TA_STATUS_LIMIT, "properties"},
    {"children", write_children, TA_MAX_MOTION_CHILDREN, TA_STATUS_LIMIT,
     "layers[0].states[0].motion.children"},
    {"condition", write_condition, TA_MAX_EXPRESSION_BYTES, TA_STATUS_LIMIT,
     "layers[0].transitions[0].when"},
    {"depth", write_depth, TA_MAX_DOCUMENT_DEPTH, TA_STATUS_TOO_DEEP, ""},
};

static void test_documents_hold_as_much_as_is_said_and_no_more(void)
{
    for (size_t i = 0; i < sizeof DOCUMENTS / sizeof DOCUMENTS[0]; i++) {
        Stage stage = stage_open_ramps();
        for (int over = 0; over < 2; over++) {
            Text text = {0};
            DOCUMENTS[i].write(&text, DOCUMENTS[i].most + over);
            const TaStatus status = stage_play(&stage, text.bytes);
            free(text.bytes);
            const TaStatus wanted = over ? DOCUMENTS[i].over : TA_STATUS_OK;
            if (status != wanted) {
                printf("# %s %d: %s %s\n", DOCUMENTS[i].name, DOCUMENTS[i].most + over,
                       ta_world_error(stage.world)->path, ta_world_error(stage.world)->message);
            }
            CHECK_INT(status, wanted);
        }
        CHECK_TEXT(ta_world_error(stage.world)->path, DOCUMENTS[i].path);
        CHECK(ta_world_error(stage.world)->message[0] != '\0');
        stage_update(&stage, 0.1, 1);
        stage_close(&stage);
    }
}

static TaStatus make_rig(TaWorld *world, uint32_t joints, uint32_t skins, uint32_t scalars)
{
    int32_t *parents = malloc(joints * sizeof *parents);
    for (uint32_t i = 0; i < joints; i++) {
        parents[i] = (int32_t)i - 1;
    }
    const uint32_t first[] = {0};
    TaSkinDef *skin = calloc(skins + 1, sizeof *skin);
    for (uint32_t i = 0; i < skins; i++) {
        skin[i] = (TaSkinDef){.joint_count = 1, .joints = first};
    }
    TaRigDef def = ta_default_rig_def();
    def.joint_count = joints;
    def.parents = parents;
    def.skin_count = skins;
    def.skins = skin;
    def.scalar_count = scalars;
    TaRigId rig;
    const TaStatus status = ta_rig_create(world, &def, &rig);
    free(parents);
    free(skin);
    return status;
}

static void test_rigs_hold_as_much_as_is_said_and_no_more(void)
{
    Stage stage = stage_open(0, 0);
    CHECK_INT(make_rig(stage.world, TA_MAX_JOINTS, 1, 0), TA_STATUS_OK);
    CHECK_INT(make_rig(stage.world, TA_MAX_JOINTS + 1, 1, 0), TA_STATUS_LIMIT);
    CHECK_INT(make_rig(stage.world, 1, TA_MAX_SKINS, 0), TA_STATUS_OK);
    CHECK_INT(make_rig(stage.world, 1, TA_MAX_SKINS + 1, 0), TA_STATUS_LIMIT);
    CHECK_INT(make_rig(stage.world, 1, 0, TA_MAX_SCALARS), TA_STATUS_OK);
    CHECK_INT(make_rig(stage.world, 1, 0, TA_MAX_SCALARS + 1), TA_STATUS_LIMIT);
    CHECK_TEXT(ta_world_error(stage.world)->message, "a rig holds at most");
    stage_close(&stage);
}

static void test_a_world_holds_as_many_rigs_as_is_said_and_no_more(void)
{
    Stage stage = stage_open(0, 0);  // with one
    for (int i = 1; i < TA_MAX_OBJECTS; i++) {
        CHECK_INT(make_rig(stage.world, 1, 0, 0), TA_STATUS_OK);
    }
    CHECK_INT(make_rig(stage.world, 1, 0, 0), TA_STATUS_LIMIT);
    CHECK(ta_world_error(stage.world)->message[0] != '\0');
    stage_close(&stage);
}

int main(void)
{
    RUN(test_documents_hold_as_much_as_is_said_and_no_more);
    RUN(test_rigs_hold_as_much_as_is_said_and_no_more);
    RUN(test_a_world_holds_as_many_rigs_as_is_said_and_no_more);
    return TEST_END;
}
