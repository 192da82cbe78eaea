// SPDX-License-Identifier: MIT
// In: postfix code, the names of a machine. Out: the condition as text, for messages and panels.
#include "data/expression_text.h"
#include "base/format.h"

#include <string.h>

// Deeper operands become "...": such a text would not fit anywhere.
enum { MOST_DEPTH = 64, MOST_PIECE = 64 };

// How tightly an operator binds; brackets go round what binds less tightly than its place needs.
enum { BIND_OR = 1, BIND_AND, BIND_COMPARISON, BIND_SUM, BIND_PRODUCT, BIND_UNARY, BIND_TERM };

static const struct {
    const char *text;
    int binding;
} OPERATORS[] = {
    [TA_EXPR_NOT] = {"!", BIND_UNARY},
    [TA_EXPR_NEGATE] = {"-", BIND_UNARY},
    [TA_EXPR_AND] = {" && ", BIND_AND},
    [TA_EXPR_OR] = {" || ", BIND_OR},
    [TA_EXPR_LESS] = {" < ", BIND_COMPARISON},
    [TA_EXPR_LESS_EQUAL] = {" <= ", BIND_COMPARISON},
    [TA_EXPR_GREATER] = {" > ", BIND_COMPARISON},
    [TA_EXPR_GREATER_EQUAL] = {" >= ", BIND_COMPARISON},
    [TA_EXPR_EQUAL] = {" == ", BIND_COMPARISON},
    [TA_EXPR_NOT_EQUAL] = {" != ", BIND_COMPARISON},
    [TA_EXPR_ADD] = {" + ", BIND_SUM},
    [TA_EXPR_SUBTRACT] = {" - ", BIND_SUM},
    [TA_EXPR_MULTIPLY] = {" * ", BIND_PRODUCT},
    [TA_EXPR_DIVIDE] = {" / ", BIND_PRODUCT},
};

static const char *const BUILT_INS[] = {
    [TA_EXPR_FINISHED] = "finished",
    [TA_EXPR_TIME] = "time",
    [TA_EXPR_NORMALIZED] = "normalizedTime",
    [TA_EXPR_LOOPS] = "loops",
    [TA_EXPR_WEIGHT] = "weight",
    [TA_EXPR_RANDOM] = "random",
};

typedef struct Writer {
    const TaDefinition *definition;
    const TaExprNode *nodes;
    char *text;
    size_t size;
    size_t length;
    bool full;
} Writer;

uint32_t ta_expression_start(const TaExprNode *nodes, uint32_t root)
{
    uint32_t at = root;
    for (uint32_t wanted = 1;; at--) {
        const TaExprOp op = nodes[at].op;
        wanted -= op <= TA_EXPR_IN_STATE;
        wanted += op > TA_EXPR_NEGATE;
        if (wanted == 0) {
            return at;
        }
    }
}

bool ta_expression_is_logical(const TaDefinition *definition, const TaExprNode *node)
{
    if (node->op == TA_EXPR_PROPERTY) {
        const TaPropertyType type = definition->properties[node->index].type;
        return type == TA_PROPERTY_BOOL || type == TA_PROPERTY_TRIGGER;
    }
    return node->op == TA_EXPR_FINISHED || node->op == TA_EXPR_IN_STATE ||
           node->op == TA_EXPR_NOT || (node->op >= TA_EXPR_AND && node->op <= TA_EXPR_NOT_EQUAL);
}

static void put(Writer *writer, const char *piece)
{
    const size_t length = strlen(piece), room = writer->size - 1 - writer->length;
    const size_t copied = writer->full ? 0 : length < room ? length : room;
    memcpy(writer->text + writer->length, piece, copied);
    writer->length += copied;
    writer->text[writer->length] = '\0';
    writer->full = writer->full || copied < length;
}

static bool is_plain_name(const char *name)
{
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0 || strcmp(name, "inState") == 0 ||
        (*name >= '0' && *name <= '9') || *name == '\0') {
        return false;
    }
    for (size_t i = TA_EXPR_FINISHED; i < sizeof BUILT_INS / sizeof BUILT_INS[0]; i++) {
        if (strcmp(name, BUILT_INS[i]) == 0) {
            return false;
        }
    }
    for (const char *c = name; *c != '\0'; c++) {
        const bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z');
        if (!letter && !(*c >= '0' && *c <= '9') && *c != '_' && (unsigned char)*c < 0x80) {
            return false;
        }
    }
    return true;
}

static void put_property(Writer *writer, const char *name)
{
    const char *quote = is_plain_name(name) ? "" : "`";
    put(writer, quote);
    put(writer, name);
    put(writer, quote);
}

// As a path of names from the layer down, which is what finds it again.
static void put_state(Writer *writer, const TaLayerDef *layer, uint32_t state)
{
    uint32_t chain[TA_MOST_NESTING + 2], count = 0;
    for (int32_t at = (int32_t)state; at != TA_NONE && count < TA_MOST_NESTING + 2;
         at = layer->states[at].parent) {
        chain[count++] = (uint32_t)at;
    }
    while (count-- > 0) {
        put(writer, layer->states[chain[count]].name);
        put(writer, count > 0 ? "/" : "");
    }
}

static void put_leaf(Writer *writer, const TaExprNode *node, bool logical)
{
    char number[MOST_PIECE];
    if (node->op == TA_EXPR_NUMBER) {
        ta_format(number, sizeof number, "%.9g", node->number);
        put(writer, !logical ? number : node->number != 0.0 ? "true" : "false");
    } else if (node->op == TA_EXPR_PROPERTY) {
        put_property(writer, writer->definition->properties[node->index].name);
    } else if (node->op == TA_EXPR_IN_STATE) {
        const TaLayerDef *layer = &writer->definition->layers[node->index];
        put(writer, "inState(\"");
        put(writer, layer->name);
        put(writer, "\", \"");
        put_state(writer, layer, node->state);
        put(writer, "\")");
    } else {
        put(writer, BUILT_INS[node->op]);
    }
}

// `needed`: how tightly the operand must bind to stand here without brackets.
static void put_operand(Writer *writer, uint32_t root, bool logical, int needed, uint32_t depth)
{
    const TaExprNode *nodes = writer->nodes, *node = &nodes[root];
    if (writer->full || depth > MOST_DEPTH) {
        writer->full = true;
        return;
    }
    if (node->op <= TA_EXPR_IN_STATE) {
        put_leaf(writer, node, logical);
        return;
    }
    const int binding = OPERATORS[node->op].binding;
    put(writer, binding < needed ? "(" : "");
    if (binding == BIND_UNARY) {
        put(writer, OPERATORS[node->op].text);
        put_operand(writer, root - 1, node->op == TA_EXPR_NOT, BIND_UNARY, depth + 1);
    } else {
        const uint32_t left = ta_expression_start(nodes, root - 1) - 1;
        const bool compares = binding == BIND_COMPARISON;
        const bool logic = compares
                               ? ta_expression_is_logical(writer->definition, &nodes[left]) ||
                                     ta_expression_is_logical(writer->definition, &nodes[root - 1])
                               : binding < BIND_COMPARISON;
        put_operand(writer, left, logic, binding + compares, depth + 1);
        put(writer, OPERATORS[node->op].text);
        put_operand(writer, root - 1, logic, binding + 1, depth + 1);
    }
    put(writer, binding < needed ? ")" : "");
}

static bool is_inside_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

void ta_expression_text(const TaDefinition *definition, const TaExprNode *nodes, uint32_t root,
                        char *text, size_t size)
{
    Writer writer = {.definition = definition, .nodes = nodes, .text = text, .size = size};
    text[0] = '\0';
    put_operand(&writer, root, true, 0, 0);
    if (writer.full) {
        size_t end = writer.length < size - 4 ? writer.length : size - 4;
        while (end > 0 && is_inside_character(text[end])) {
            end--;
        }
        memcpy(text + end, "...", 4);
    }
}
