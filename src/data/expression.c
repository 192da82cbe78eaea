// SPDX-License-Identifier: MIT
// In: compiled conditions and the values of the moment. Out: true or false.
#include "data/expression.h"

#include <math.h>

double ta_random_next(uint64_t *state)
{
    *state += 0x9e3779b97f4a7c15ull;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    z ^= z >> 31;
    return (double)(z >> 11) * (1.0 / 9007199254740992.0);
}

static double read_input(const TaExprNode *node, const TaExprInputs *inputs)
{
    switch (node->op) {
    case TA_EXPR_PROPERTY:
        return inputs->spent[node->index] ? 0.0 : inputs->properties[node->index];
    case TA_EXPR_FINISHED: return (node->steady ? inputs->ended : inputs->finished) ? 1.0 : 0.0;
    case TA_EXPR_TIME: return inputs->time;
    case TA_EXPR_NORMALIZED: return inputs->normalized;
    case TA_EXPR_LOOPS: return inputs->loops;
    case TA_EXPR_WEIGHT: return inputs->weight;
    case TA_EXPR_RANDOM: return ta_random_next(inputs->random);
    case TA_EXPR_IN_STATE:
        return inputs->layer_states[node->index] == (int32_t)node->state ? 1.0 : 0.0;
    default: return node->number;
    }
}

static bool compare_plain(TaExprOp op, double a, double b)
{
    switch (op) {
    case TA_EXPR_LESS: return a < b;
    case TA_EXPR_LESS_EQUAL: return a <= b;
    case TA_EXPR_GREATER: return a > b;
    case TA_EXPR_GREATER_EQUAL: return a >= b;
    case TA_EXPR_EQUAL: return a == b;
    default: return a != b;
    }
}

// A moving clock against a bound: has it been reached, in the clock's direction?
static bool compare_clock(TaExprOp op, double clock, double bound, double near, double direction,
                          bool steady)
{
    const bool reached = direction > 0.0 ? clock >= bound - near : clock <= bound + near;
    switch (op) {
    case TA_EXPR_LESS:
    case TA_EXPR_LESS_EQUAL: return direction > 0.0 ? !reached : reached;
    case TA_EXPR_GREATER:
    case TA_EXPR_GREATER_EQUAL: return direction > 0.0 ? reached : !reached;
    case TA_EXPR_EQUAL: return !steady && fabs(clock - bound) <= near;
    default: return !steady || fabs(clock - bound) > near;  // it moves: soon it is another
    }
}

TaExprOp ta_expr_swap_sides(TaExprOp op)
{
    switch (op) {
    case TA_EXPR_LESS: return TA_EXPR_GREATER;
    case TA_EXPR_LESS_EQUAL: return TA_EXPR_GREATER_EQUAL;
    case TA_EXPR_GREATER: return TA_EXPR_LESS;
    case TA_EXPR_GREATER_EQUAL: return TA_EXPR_LESS_EQUAL;
    default: return op;
    }
}

static bool compare(const TaExprNode *node, double a, double b, const TaExprInputs *inputs)
{
    // A NaN operand fails every comparison but "not equal"; the language wants that false too.
    if (isnan(a) || isnan(b)) {
        return false;
    }
    const bool seconds = node->clock == TA_EXPR_TIME;
    const double direction = seconds ? 1.0 : inputs->direction;
    if ((!seconds && node->clock != TA_EXPR_NORMALIZED) || direction == 0.0) {
        return compare_plain(node->op, a, b);
    }
    const double near = seconds ? inputs->time_tolerance : inputs->normalized_tolerance;
    return node->clock_right
               ? compare_clock(ta_expr_swap_sides(node->op), b, a, near, direction, node->steady)
               : compare_clock(node->op, a, b, near, direction, node->steady);
}

double ta_expr_calculate(const TaExprNode *node, double a, double b, const TaExprInputs *inputs)
{
    if (node->op <= TA_EXPR_IN_STATE) {
        return read_input(node, inputs);
    }
    switch (node->op) {
    case TA_EXPR_NOT: return a == 0.0 ? 1.0 : 0.0;
    case TA_EXPR_NEGATE: return -a;
    case TA_EXPR_AND: return a != 0.0 && b != 0.0 ? 1.0 : 0.0;
    case TA_EXPR_OR: return a != 0.0 || b != 0.0 ? 1.0 : 0.0;
    case TA_EXPR_ADD: return a + b;
    case TA_EXPR_SUBTRACT: return a - b;
    case TA_EXPR_MULTIPLY: return a * b;
    case TA_EXPR_DIVIDE: return b == 0.0 ? (double)NAN : a / b;
    default: return compare(node, a, b, inputs) ? 1.0 : 0.0;
    }
}

bool ta_expression_evaluate(const TaExpression *expression, const TaExprInputs *inputs)
{
    double stack[TA_EXPR_MAX_STACK + 1] = {0};
    uint32_t depth = 0;
    for (uint32_t i = 0; i < expression->node_count; i++) {
        const TaExprNode *node = &expression->nodes[i];
        depth -= ta_expr_operands(node->op);
        stack[depth] = ta_expr_calculate(node, stack[depth], stack[depth + 1], inputs);
        depth++;
    }
    return stack[0] != 0.0;
}
