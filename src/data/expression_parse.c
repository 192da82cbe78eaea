// SPDX-License-Identifier: MIT
// In: the text of a condition and the names of a machine. Out: postfix code, or an error with its
// column. Recursive descent; every nesting is counted, so hostile text cannot exhaust the stack.
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/number.h"
#include "data/expression.h"
#include "data/machine_def.h"

enum { MOST_NESTING = 32, MOST_NAME = 255, MOST_NUMBER = 63 };

typedef enum Kind { KIND_NUMBER, KIND_BOOL } Kind;

typedef struct Parser {
    const char *text;
    const char *at;
    const TaDefinition *definition;
    const char *path;
    TaError *error;
    TaExprNode *nodes;
    uint32_t node_count;
    uint32_t depth;  // values on the stack
    uint32_t nesting;
    bool failed;
} Parser;

static Kind parse_or(Parser *parser);

static void fail(Parser *parser, const char *at, TaStatus status, const char *what,
                 const char *detail, const char *hint)
{
    if (!parser->failed) {
        parser->failed = true;
        ta_error_set(parser->error, status, parser->path, "%s%s%s at column %u of \"%s\"%s%s", what,
                     detail != NULL ? " " : "", detail != NULL ? detail : "",
                     (unsigned)(at - parser->text) + 1, parser->text, hint != NULL ? "; " : "",
                     hint != NULL ? hint : "");
    }
}

static void syntax_error(Parser *parser, const char *at, const char *what, const char *hint)
{
    fail(parser, at, TA_STATUS_INVALID_EXPRESSION, what, NULL, hint);
}

static void skip_space(Parser *parser)
{
    while (*parser->at == ' ' || *parser->at == '\t' || *parser->at == '\n' ||
           *parser->at == '\r') {
        parser->at++;
    }
}

static bool accept(Parser *parser, const char *token)
{
    skip_space(parser);
    const size_t length = strlen(token);
    if (strncmp(parser->at, token, length) != 0) {
        return false;
    }
    parser->at += length;
    return true;
}

static TaExprNode *emit(Parser *parser, TaExprOp op)
{
    TaExprNode *node = &parser->nodes[parser->node_count++];
    node->op = op;
    node->clock = TA_EXPR_NUMBER;
    if (op <= TA_EXPR_IN_STATE) {
        parser->depth++;
    } else if (op != TA_EXPR_NOT && op != TA_EXPR_NEGATE) {
        parser->depth--;
    }
    if (parser->depth >= TA_EXPR_MAX_STACK) {
        syntax_error(parser, parser->at, "too many open terms", "split the condition");
    }
    return node;
}

// An operation on numbers alone becomes a number: a bound is a constant however it is written.
static void fold_constants(Parser *parser)
{
    TaExprNode *last = &parser->nodes[parser->node_count - 1];
    const TaExprOp op = last->op;
    const uint32_t operands = op == TA_EXPR_NEGATE ? 1 : 2;
    if (parser->node_count < operands + 1 || last[-1].op != TA_EXPR_NUMBER ||
        (operands == 2 && last[-2].op != TA_EXPR_NUMBER)) {
        return;
    }
    const double b = last[-1].number, a = operands == 2 ? last[-2].number : 0.0;
    if (op == TA_EXPR_DIVIDE && b == 0.0) {
        return;  // false at run time, as documented
    }
    TaExprNode *result = last - operands;
    result->number = op == TA_EXPR_NEGATE     ? -b
                     : op == TA_EXPR_ADD      ? a + b
                     : op == TA_EXPR_SUBTRACT ? a - b
                     : op == TA_EXPR_MULTIPLY ? a * b
                                              : a / b;
    parser->node_count -= operands;
    memset(result + 1, 0, operands * sizeof *result);
}

static void expect_kind(Parser *parser, const char *at, Kind got, Kind wanted)
{
    if (got == wanted) {
        return;
    }
    if (wanted == KIND_BOOL) {
        syntax_error(parser, at, "a number stands where true or false is needed",
                     "compare it, as in `speed > 0.1`");
    } else {
        syntax_error(parser, at, "true or false stands where a number is needed",
                     "use && || ! with it");
    }
}

static bool is_name_start(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

static bool copy_name(Parser *parser, const char *from, size_t length, char name[MOST_NAME + 1])
{
    if (length > MOST_NAME) {
        syntax_error(parser, from, "a name is too long", "names hold at most 255 bytes");
        return false;
    }
    memcpy(name, from, length);
    name[length] = '\0';
    return true;
}

static Kind emit_property(Parser *parser, const char *at, const char *name)
{
    const TaDefinition *definition = parser->definition;
    for (uint32_t i = 0; i < definition->property_count; i++) {
        if (strcmp(definition->properties[i].name, name) == 0) {
            emit(parser, TA_EXPR_PROPERTY)->index = i;
            const TaPropertyType type = definition->properties[i].type;
            return type == TA_PROPERTY_BOOL || type == TA_PROPERTY_TRIGGER ? KIND_BOOL
                                                                           : KIND_NUMBER;
        }
    }
    const char *closest =
        ta_closest_name(name, definition->property_names, definition->property_count);
    char hint[2 * MOST_NAME], quoted[MOST_NAME + 3];
    ta_format(quoted, sizeof quoted, "\"%s\"", name);
    if (closest != NULL) {
        ta_format(hint, sizeof hint, "did you mean \"%.255s\"?", closest);
    } else {
        ta_format(hint, sizeof hint, "declare it under \"properties\"");
    }
    fail(parser, at, TA_STATUS_INVALID_EXPRESSION, "unknown property", quoted, hint);
    return KIND_BOOL;
}

static bool parse_string(Parser *parser, char name[MOST_NAME + 1])
{
    skip_space(parser);
    const char *start = parser->at;
    if (*start != '"' && *start != '\'') {
        syntax_error(parser, start, "a name in quotes is missing", NULL);
        return false;
    }
    const char *end = strchr(start + 1, *start);
    if (end == NULL) {
        syntax_error(parser, start, "the quote is not closed", NULL);
        return false;
    }
    parser->at = end + 1;
    return copy_name(parser, start + 1, (size_t)(end - start - 1), name);
}

static Kind parse_in_state(Parser *parser, const char *at)
{
    char layer_name[MOST_NAME + 1], state_name[MOST_NAME + 1];
    if (!accept(parser, "(")) {
        syntax_error(parser, parser->at, "\"(\" is missing", "write inState(\"layer\", \"state\")");
        return KIND_BOOL;
    }
    if (!parse_string(parser, layer_name)) {
        return KIND_BOOL;
    }
    if (!accept(parser, ",")) {
        syntax_error(parser, parser->at, "\",\" is missing", "write inState(\"layer\", \"state\")");
        return KIND_BOOL;
    }
    if (!parse_string(parser, state_name)) {
        return KIND_BOOL;
    }
    if (!accept(parser, ")")) {
        syntax_error(parser, parser->at, "\")\" is missing", NULL);
        return KIND_BOOL;
    }
    for (uint32_t l = 0; l < parser->definition->layer_count; l++) {
        const TaLayerDef *layer = &parser->definition->layers[l];
        const int32_t state = strcmp(layer->name, layer_name) == 0
                                  ? ta_layer_find_state(layer, TA_NONE, state_name)
                                  : -1;
        if (state >= 0) {
            TaExprNode *node = emit(parser, TA_EXPR_IN_STATE);
            node->index = l;
            node->state = (uint32_t)state;
            return KIND_BOOL;
        }
    }
    syntax_error(parser, at, "inState names no such layer and state", NULL);
    return KIND_BOOL;
}

static Kind parse_name(Parser *parser)
{
    static const struct {
        const char *name;
        TaExprOp op;
        Kind kind;
    } built_ins[] = {
        {"finished", TA_EXPR_FINISHED, KIND_BOOL},
        {"time", TA_EXPR_TIME, KIND_NUMBER},
        {"normalizedTime", TA_EXPR_NORMALIZED, KIND_NUMBER},
        {"loops", TA_EXPR_LOOPS, KIND_NUMBER},
        {"weight", TA_EXPR_WEIGHT, KIND_NUMBER},
        {"random", TA_EXPR_RANDOM, KIND_NUMBER},
    };
    const char *start = parser->at;
    while (is_name_part(*parser->at)) {
        parser->at++;
    }
    char name[MOST_NAME + 1];
    if (!copy_name(parser, start, (size_t)(parser->at - start), name)) {
        return KIND_BOOL;
    }
    if (strcmp(name, "true") == 0 || strcmp(name, "false") == 0) {
        emit(parser, TA_EXPR_NUMBER)->number = name[0] == 't' ? 1.0 : 0.0;
        return KIND_BOOL;
    }
    if (strcmp(name, "inState") == 0) {
        return parse_in_state(parser, start);
    }
    for (size_t i = 0; i < sizeof built_ins / sizeof built_ins[0]; i++) {
        if (strcmp(name, built_ins[i].name) == 0) {
            emit(parser, built_ins[i].op);
            return built_ins[i].kind;
        }
    }
    return emit_property(parser, start, name);
}

static Kind parse_quoted_property(Parser *parser)
{
    const char *start = parser->at++;
    const char *end = strchr(parser->at, '`');
    char name[MOST_NAME + 1];
    if (end == NULL) {
        syntax_error(parser, start, "the ` is not closed", NULL);
        return KIND_BOOL;
    }
    if (!copy_name(parser, parser->at, (size_t)(end - parser->at), name)) {
        return KIND_BOOL;
    }
    parser->at = end + 1;
    return emit_property(parser, start, name);
}

// Digits, an optional fraction and an optional power of ten; nothing else that strtod would take.
static Kind parse_number(Parser *parser)
{
    const char *start = parser->at, *at = start;
    char digits[MOST_NUMBER + 1];
    while (*at >= '0' && *at <= '9') {
        at++;
    }
    if (*at == '.') {
        at++;
        while (*at >= '0' && *at <= '9') {
            at++;
        }
    }
    if ((*at == 'e' || *at == 'E') && at > start) {
        const char *power = at + 1 + (at[1] == '+' || at[1] == '-');
        if (*power >= '0' && *power <= '9') {
            for (at = power; *at >= '0' && *at <= '9';) {
                at++;
            }
        }
    }
    const size_t length = (size_t)(at - start);
    if (length > MOST_NUMBER || (length == 1 && *start == '.') || is_name_part(*at) || *at == '.') {
        syntax_error(parser, start, "this is not a number", NULL);
        return KIND_NUMBER;
    }
    memcpy(digits, start, length);
    digits[length] = '\0';
    parser->at = at;
    emit(parser, TA_EXPR_NUMBER)->number = ta_number_read(digits, NULL);
    return KIND_NUMBER;
}

static Kind parse_primary(Parser *parser)
{
    skip_space(parser);
    const char c = *parser->at;
    if (accept(parser, "(")) {
        const Kind kind = parse_or(parser);
        if (!parser->failed && !accept(parser, ")")) {
            syntax_error(parser, parser->at, "\")\" is missing", NULL);
        }
        return kind;
    }
    if (c == '`') {
        return parse_quoted_property(parser);
    }
    if (is_name_start(c)) {
        return parse_name(parser);
    }
    if ((c >= '0' && c <= '9') || c == '.') {
        return parse_number(parser);
    }
    syntax_error(parser, parser->at, c == '\0' ? "a term is missing" : "unexpected character",
                 "a term is a property, a number, true, false, a built-in or (...)");
    return KIND_BOOL;
}

static Kind parse_unary(Parser *parser)
{
    skip_space(parser);
    const char *at = parser->at;
    if (++parser->nesting > MOST_NESTING) {
        syntax_error(parser, at, "nested too deeply", "split the condition");
    }
    Kind kind = KIND_BOOL;
    if (parser->failed) {
        return kind;
    }
    if (*at == '!' && at[1] != '=') {
        parser->at++;
        expect_kind(parser, at, parse_unary(parser), KIND_BOOL);
        if (!parser->failed) {
            emit(parser, TA_EXPR_NOT);
        }
    } else if (*at == '-') {
        parser->at++;
        expect_kind(parser, at, parse_unary(parser), KIND_NUMBER);
        if (!parser->failed) {
            emit(parser, TA_EXPR_NEGATE);
            fold_constants(parser);
        }
        kind = KIND_NUMBER;
    } else {
        kind = parse_primary(parser);
    }
    parser->nesting--;
    return kind;
}

typedef struct Binary {
    const char *token;
    TaExprOp op;
} Binary;

static bool accept_binary(Parser *parser, const Binary *operators, TaExprOp *op)
{
    for (; operators->token != NULL; operators++) {
        if (accept(parser, operators->token)) {
            *op = operators->op;
            return true;
        }
    }
    return false;
}

static Kind parse_arithmetic(Parser *parser, Kind (*next)(Parser *), const Binary *operators)
{
    const char *at = parser->at;
    Kind kind = next(parser);
    TaExprOp op;
    while (!parser->failed && accept_binary(parser, operators, &op)) {
        expect_kind(parser, at, kind, KIND_NUMBER);
        at = parser->at;
        expect_kind(parser, at, next(parser), KIND_NUMBER);
        if (!parser->failed) {
            emit(parser, op);
            fold_constants(parser);
        }
        kind = KIND_NUMBER;
    }
    return kind;
}

static Kind parse_product(Parser *parser)
{
    static const Binary operators[] = {
        {"*", TA_EXPR_MULTIPLY}, {"/", TA_EXPR_DIVIDE}, {NULL, TA_EXPR_NUMBER}};
    return parse_arithmetic(parser, parse_unary, operators);
}

static Kind parse_sum(Parser *parser)
{
    static const Binary operators[] = {
        {"+", TA_EXPR_ADD}, {"-", TA_EXPR_SUBTRACT}, {NULL, TA_EXPR_NUMBER}};
    return parse_arithmetic(parser, parse_product, operators);
}

static bool is_clock(TaExprOp op)
{
    return op == TA_EXPR_TIME || op == TA_EXPR_NORMALIZED || op == TA_EXPR_LOOPS;
}

// = & | alone are slips for == && ||.
static void refuse_single(Parser *parser)
{
    skip_space(parser);
    const char c = *parser->at;
    if ((c == '=' || c == '&' || c == '|') && parser->at[1] != c) {
        syntax_error(parser, parser->at, "an operator is cut short",
                     c == '='   ? "write == to compare"
                     : c == '&' ? "write && for and"
                                : "write || for or");
    }
}

static Kind parse_comparison(Parser *parser)
{
    static const Binary operators[] = {{"<=", TA_EXPR_LESS_EQUAL}, {">=", TA_EXPR_GREATER_EQUAL},
                                       {"==", TA_EXPR_EQUAL},      {"!=", TA_EXPR_NOT_EQUAL},
                                       {"<", TA_EXPR_LESS},        {">", TA_EXPR_GREATER},
                                       {NULL, TA_EXPR_NUMBER}};
    skip_space(parser);
    const char *at = parser->at;
    const uint32_t left = parser->node_count;
    Kind kind = parse_sum(parser);
    TaExprOp op;
    if (parser->failed || !accept_binary(parser, operators, &op)) {
        refuse_single(parser);
        return kind;
    }
    const uint32_t right = parser->node_count;
    const char *right_at = parser->at;
    const Kind right_kind = parse_sum(parser);
    const bool equality = op == TA_EXPR_EQUAL || op == TA_EXPR_NOT_EQUAL;
    if (!equality) {
        expect_kind(parser, at, kind, KIND_NUMBER);
    }
    expect_kind(parser, right_at, right_kind, kind);
    if (parser->failed) {
        return KIND_BOOL;
    }
    TaExprNode *node = emit(parser, op);
    if (right - left == 1 && is_clock(parser->nodes[left].op)) {
        node->clock = parser->nodes[left].op;
    } else if (parser->node_count - 1 - right == 1 && is_clock(parser->nodes[right].op)) {
        node->clock = parser->nodes[right].op;
        node->clock_right = true;
    }
    skip_space(parser);
    const char *second = parser->at;
    if (accept_binary(parser, operators, &op)) {
        syntax_error(parser, second, "comparisons cannot be chained", "join two of them with &&");
    }
    return KIND_BOOL;
}

static Kind parse_logic(Parser *parser, Kind (*next)(Parser *), const char *token, TaExprOp op)
{
    skip_space(parser);
    const char *at = parser->at;
    const Kind kind = next(parser);
    bool first = true;
    while (!parser->failed && accept(parser, token)) {
        if (first) {
            expect_kind(parser, at, kind, KIND_BOOL);
        }
        first = false;
        at = parser->at;
        expect_kind(parser, at, next(parser), KIND_BOOL);
        if (!parser->failed) {
            emit(parser, op);
        }
    }
    return kind;
}

static Kind parse_and(Parser *parser)
{
    return parse_logic(parser, parse_comparison, "&&", TA_EXPR_AND);
}

static Kind parse_or(Parser *parser) { return parse_logic(parser, parse_and, "||", TA_EXPR_OR); }

// A comparison's two operands are the nodes before it when both are single nodes.
static bool moment_of(const TaExprNode *comparison, TaExprMoment *moment)
{
    const TaExprNode *left = comparison - 2, *right = comparison - 1;
    const TaExprNode *clock = is_clock(left->op) ? left : right;
    const TaExprNode *bound = clock == left ? right : left;
    if (!is_clock(clock->op) || (bound->op != TA_EXPR_NUMBER && bound->op != TA_EXPR_PROPERTY)) {
        return false;
    }
    *moment = (TaExprMoment){clock->op, bound->op == TA_EXPR_PROPERTY, bound->index, bound->number};
    return true;
}

// Which triggers the code names under an even number of negations: one bit pattern walked back
// from the result (postfix code read from its end visits every operand after its operator).
static void mark_polarity(const TaExprNode *nodes, uint32_t count, bool *positive)
{
    bool stack[TA_EXPR_MAX_STACK + 1] = {true};
    uint32_t depth = 1;
    for (uint32_t i = count; i-- > 0;) {
        const bool sign = stack[--depth];
        const TaExprOp op = nodes[i].op;
        positive[i] = sign;
        if (op == TA_EXPR_NOT) {
            stack[depth++] = !sign;
        } else if (op == TA_EXPR_NEGATE) {
            stack[depth++] = sign;
        } else if (op > TA_EXPR_IN_STATE) {
            stack[depth++] = sign;
            stack[depth++] = sign;
        }
    }
}

static const TaExpression *finish(const Parser *parser, TaArena *arena)
{
    const uint32_t count = parser->node_count;
    TaExpression *expression = TA_ARENA_NEW(arena, TaExpression, 1);
    TaExprNode *nodes = TA_ARENA_NEW(arena, TaExprNode, count);
    uint32_t *triggers = TA_ARENA_NEW(arena, uint32_t, count);
    TaExprMoment *moments = TA_ARENA_NEW(arena, TaExprMoment, count);
    bool *positive = TA_ARENA_NEW(arena, bool, count);
    if (arena->failed) {
        return NULL;
    }
    memcpy(nodes, parser->nodes, count * sizeof *nodes);
    mark_polarity(nodes, count, positive);
    uint32_t clocks = 0;
    for (uint32_t i = 0; i < count; i++) {
        const TaExprNode *node = &nodes[i];
        const bool trigger =
            node->op == TA_EXPR_PROPERTY &&
            parser->definition->properties[node->index].type == TA_PROPERTY_TRIGGER;
        if (trigger && positive[i]) {
            triggers[expression->trigger_count++] = node->index;
        }
        if (node->clock != TA_EXPR_NUMBER && moment_of(node, &moments[expression->moment_count])) {
            expression->moment_count++;
        }
        // A loop's end is one moment; what its absence allows holds from that moment on.
        nodes[i].steady = !positive[i];
        clocks += is_clock(node->op);
        expression->polled |= node->op == TA_EXPR_RANDOM || node->op == TA_EXPR_WEIGHT;
        expression->uses_clock |= is_clock(node->op) || node->op == TA_EXPR_FINISHED;
        expression->uses_finished |= node->op == TA_EXPR_FINISHED;
    }
    expression->polled |= clocks != expression->moment_count;
    expression->node_count = count;
    expression->nodes = nodes;
    expression->triggers = triggers;
    expression->moments = moments;
    return expression;
}

const TaExpression *ta_expression_compile(TaArena *arena, const char *text,
                                          const TaDefinition *definition, const char *path,
                                          TaError *error)
{
    const size_t length = strlen(text);
    if (length > TA_MAX_EXPRESSION_BYTES) {
        ta_error_set(error, TA_STATUS_LIMIT, path, "the condition has %u bytes; at most %d",
                     (unsigned)length, TA_MAX_EXPRESSION_BYTES);
        return NULL;
    }
    TaArena scratch = {0};
    Parser parser = {.text = text, .at = text, .definition = definition, .path = path};
    parser.error = error;
    parser.nodes = TA_ARENA_NEW(&scratch, TaExprNode, length + 1);  // a node takes a byte or more
    const TaExpression *expression = NULL;
    if (parser.nodes != NULL) {
        expect_kind(&parser, text, parse_or(&parser), KIND_BOOL);
        skip_space(&parser);
        if (!parser.failed && *parser.at != '\0') {
            syntax_error(&parser, parser.at, "text is left over", "join terms with && or ||");
        }
        expression = parser.failed ? NULL : finish(&parser, arena);
    }
    ta_arena_release(&scratch);
    if (expression == NULL && !parser.failed) {
        ta_error_set(error, TA_STATUS_OUT_OF_MEMORY, path, "no memory for the condition");
    }
    return expression;
}
