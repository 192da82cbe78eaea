// SPDX-License-Identifier: MIT
// Conditions: text -> checked postfix code -> true or false. Compiled once, evaluated often.
#ifndef TA_DATA_EXPRESSION_H
#define TA_DATA_EXPRESSION_H

#include "base/arena.h"
#include "base/error.h"

struct TaDefinition;

typedef enum TaExprOp {
    TA_EXPR_NUMBER,    // number; also true (1) and false (0)
    TA_EXPR_PROPERTY,  // value of property index; of bools and triggers 0 or 1
    TA_EXPR_FINISHED,  // built-ins of the state the transition leaves
    TA_EXPR_TIME,
    TA_EXPR_NORMALIZED,
    TA_EXPR_LOOPS,
    TA_EXPR_WEIGHT,
    TA_EXPR_RANDOM,    // 0 <= x < 1, new at every evaluation
    TA_EXPR_IN_STATE,  // layer index is in state index
    TA_EXPR_NOT,
    TA_EXPR_NEGATE,
    TA_EXPR_AND,
    TA_EXPR_OR,
    TA_EXPR_LESS,
    TA_EXPR_LESS_EQUAL,
    TA_EXPR_GREATER,
    TA_EXPR_GREATER_EQUAL,
    TA_EXPR_EQUAL,
    TA_EXPR_NOT_EQUAL,
    TA_EXPR_ADD,
    TA_EXPR_SUBTRACT,
    TA_EXPR_MULTIPLY,
    TA_EXPR_DIVIDE,
} TaExprOp;

// One postfix instruction.
typedef struct TaExprNode {
    TaExprOp op;
    TaExprOp clock;    // comparisons: the built-in clock compared, or TA_EXPR_NUMBER for none
    bool clock_right;  // it stands on the right of the comparison
    uint32_t index;    // property, or layer
    uint32_t state;    // TA_EXPR_IN_STATE
    double number;
    bool
        steady;  // under a negation: what lasts a moment only (finished at a loop's end, ==) counts as over
} TaExprNode;

// A comparison of a clock with a constant or a property: a moment at which the answer can change.
typedef struct TaExprMoment {
    TaExprOp clock;  // TA_EXPR_TIME, TA_EXPR_NORMALIZED or TA_EXPR_LOOPS
    bool from_property;
    uint32_t property;
    double number;
} TaExprMoment;

typedef struct TaExpression {
    uint32_t node_count;
    const TaExprNode *nodes;
    uint32_t trigger_count;
    const uint32_t *triggers;  // properties named positively: spent when the condition fires
    uint32_t moment_count;
    const TaExprMoment *moments;
    bool uses_clock;  // time, normalizedTime, loops or finished
    bool polled;      // its moments do not tell all: random, weight, arithmetic on a clock
    bool uses_finished;
} TaExpression;

// What the built-ins read.
typedef struct TaExprInputs {
    const bool *spent;         // [property_count] triggers the layer used at this moment
    const double *properties;  // [property_count], triggers 1 while armed
    double time;               // seconds since the state was entered
    double normalized;         // unwrapped
    double loops;
    double weight;
    bool finished;                // at its end, or at the end of a loop
    bool ended;                   // at its end, for good
    double time_tolerance;        // moments this near are one
    double normalized_tolerance;  // the same in loops
    double direction;             // of the clock: 1 forward, -1 backward, 0 standing
    const int32_t *layer_states;  // current state of each layer
    uint64_t *random;             // generator state
} TaExprInputs;

enum { TA_EXPR_MAX_STACK = 64 };

// Parses and checks a condition. NULL with the error filled: path as given, the message says the
// column. The definition must hold its properties, layers and states already.
const TaExpression *ta_expression_compile(TaArena *arena, const char *text,
                                          const struct TaDefinition *definition, const char *path,
                                          TaError *error);

// The comparison that b and a make when a op b: a < b is b > a. Other operators stay.
TaExprOp ta_expr_swap_sides(TaExprOp op);

// Comparisons with NaN and divisions by zero are false. At the moment a clock reaches a bound the
// answer is the one that holds from then on: forward `clock > bound` and `>=` are true, `<` and `<=`
// false, backward the other way round. == is true at that moment, and so is !=.
bool ta_expression_evaluate(const TaExpression *expression, const TaExprInputs *inputs);

// How many operands an operator takes from the stack: 0 for numbers and inputs, 1 or 2.
static inline uint32_t ta_expr_operands(TaExprOp op)
{
    return op <= TA_EXPR_IN_STATE ? 0 : op <= TA_EXPR_NEGATE ? 1 : 2;
}

// The value of one instruction from those of its operands; unused ones may be anything.
double ta_expr_calculate(const TaExprNode *node, double a, double b, const TaExprInputs *inputs);

// The next number of the generator, 0 <= x < 1 (splitmix64, Steele, Lea and Flood 2014).
double ta_random_next(uint64_t *state);

#endif
