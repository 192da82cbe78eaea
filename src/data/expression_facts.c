// SPDX-License-Identifier: MIT
// In: conditions that are claimed to hold, or not to. Out: false when they contradict each other.
//
// The claims are taken apart: both sides of a true `&&` are claims of their own, of a true `||` one
// of the two is (the other is tried when the first leads to a contradiction). What is left are
// comparisons and flags; each narrows the interval of one value. An empty interval is a
// contradiction. Everything lies in tables of fixed size; when one is full the answer is "possible".
#include "data/expression_facts.h"

#include <math.h>

#include "data/expression_text.h"

enum {
    MOST_FACTS = 64,
    MOST_EXCLUDED = 6,
    MOST_GOALS = 2048,
    MOST_CHOICES = 256,
    MOST_UNDO = 256,
    NO_GOAL = -1,
};

// What is known of one value.
typedef struct Fact {
    TaExprOp op;  // TA_EXPR_PROPERTY, a clock, TA_EXPR_IN_STATE (a layer's state), ...
    uint32_t index;
    const TaExprPlace *place;  // of clocks
    const TaExprNode *nodes;   // op TA_EXPR_NUMBER: an operand that is not understood, 1 or 0
    uint32_t node_count;
    double low, high;
    bool low_open, high_open;
    bool whole;  // takes whole numbers only
    uint32_t excluded_count;
    double excluded[MOST_EXCLUDED];
} Fact;

// A part of a condition that is claimed to be true, or false.
typedef struct Goal {
    const TaExprNode *nodes;
    uint32_t root;
    bool holds;
    const TaExprPlace *place;
    int32_t next;
} Goal;

// Where to go on when a contradiction is found.
typedef struct Choice {
    int32_t goal;
    uint32_t goal_count, undo_count, fact_count;
} Choice;

typedef struct Undo {
    uint32_t fact;
    Fact before;
} Undo;

struct TaExprReasoner {
    const TaDefinition *definition;
    uint64_t steps;
    bool gave_up;  // a table is full
    Fact facts[MOST_FACTS];
    uint32_t fact_count;
    Goal goals[MOST_GOALS];
    uint32_t goal_count;
    int32_t first_goal;
    Choice choices[MOST_CHOICES];
    uint32_t choice_count;
    Undo undo[MOST_UNDO];
    uint32_t undo_count;
};

TaExprReasoner *ta_reasoner_create(TaArena *arena, const TaDefinition *definition, uint64_t steps)
{
    TaExprReasoner *reasoner = TA_ARENA_NEW(arena, TaExprReasoner, 1);
    if (reasoner != NULL) {
        reasoner->definition = definition;
        reasoner->steps = steps;
    }
    return reasoner;
}

uint64_t ta_reasoner_steps(const TaExprReasoner *reasoner) { return reasoner->steps; }

bool ta_reasoner_spend(TaExprReasoner *reasoner, uint64_t steps)
{
    reasoner->steps = reasoner->steps > steps ? reasoner->steps - steps : 0;
    return reasoner->steps > 0;
}

// ---- facts -----------------------------------------------------------------------------------

static Fact between(double low, double high, bool whole)
{
    return (Fact){.low = low, .high = high, .whole = whole};
}

// Where a state stands when it is entered: true for a value that is known then.
static bool entering_value(const TaExprReasoner *reasoner, const TaExprNode *node,
                           const TaExprPlace *place, double *out)
{
    const TaStateDef *state = &reasoner->definition->layers[place->layer].states[place->state];
    *out = 0.0;
    switch (node->op) {
    case TA_EXPR_TIME: return true;
    case TA_EXPR_LOOPS: *out = floor(place->start); break;
    case TA_EXPR_NORMALIZED: *out = place->start; break;
    case TA_EXPR_FINISHED:
        return state->speed > 0.0 && state->speed_property == TA_NONE &&
               state->time_property == TA_NONE && place->start >= 0.0 && place->start < 1.0;
    default: return false;
    }
    return !isnan(place->start) && state->time_property == TA_NONE;
}

// What a value may be before anything is claimed of it.
static Fact any_value(const TaExprReasoner *reasoner, const TaExprNode *node,
                      const TaExprPlace *place)
{
    const double infinite = (double)INFINITY;
    Fact fact = between(0.0, 1.0, true);
    double known;
    if (node->op == TA_EXPR_PROPERTY) {
        const TaProperty *property = &reasoner->definition->properties[node->index];
        if (property->type == TA_PROPERTY_TRIGGER) {
            fact.high = place->triggers ? 1.0 : 0.0;
        } else if (property->type != TA_PROPERTY_BOOL) {
            fact = between(property->min, property->max, property->type == TA_PROPERTY_INT);
        }
    } else if (node->op == TA_EXPR_IN_STATE) {
        fact = between(0.0, reasoner->definition->layers[node->index].state_count - 1.0, true);
        if (place->layer == (int32_t)node->index && place->state != TA_NONE &&
            !reasoner->definition->layers[node->index].states[place->state].is_machine) {
            fact.low = fact.high = place->state;
        }
    } else if (place->entering && entering_value(reasoner, node, place, &known)) {
        fact = between(known, known, false);
    } else if (node->op == TA_EXPR_TIME) {
        fact = between(0.0, infinite, false);
    } else if (node->op == TA_EXPR_NORMALIZED || node->op == TA_EXPR_LOOPS) {
        fact = between(-infinite, infinite, node->op == TA_EXPR_LOOPS);
    } else if (node->op == TA_EXPR_WEIGHT || node->op == TA_EXPR_RANDOM) {
        fact = between(0.0, 1.0, false);
        fact.high_open = node->op == TA_EXPR_RANDOM;
    }
    fact.op = node->op;
    fact.index = node->index;
    const bool shared = node->op == TA_EXPR_PROPERTY || node->op == TA_EXPR_IN_STATE;
    fact.place = shared ? NULL : place;
    return fact;
}

static bool is_excluded(const Fact *fact, double value)
{
    for (uint32_t i = 0; i < fact->excluded_count; i++) {
        if (fact->excluded[i] == value) {
            return true;
        }
    }
    return false;
}

// Whole numbers have no open ends, and an excluded end moves on.
static void tighten(Fact *fact)
{
    if (!fact->whole) {
        return;
    }
    const double low = ceil(fact->low), high = floor(fact->high);
    fact->low = low + (fact->low_open && low == fact->low);
    fact->high = high - (fact->high_open && high == fact->high);
    fact->low_open = fact->high_open = false;
    for (uint32_t i = 0; i < MOST_EXCLUDED; i++) {
        fact->low += is_excluded(fact, fact->low);
        fact->high -= is_excluded(fact, fact->high);
    }
}

static bool is_empty(const Fact *fact)
{
    return fact->low > fact->high ||
           (fact->low == fact->high &&
            (fact->low_open || fact->high_open || is_excluded(fact, fact->low)));
}

static void at_least(Fact *fact, double low, bool open)
{
    if (low > fact->low || (low == fact->low && open)) {
        fact->low_open = open;
        fact->low = low;
    }
}

static void at_most(Fact *fact, double high, bool open)
{
    if (high < fact->high || (high == fact->high && open)) {
        fact->high_open = open;
        fact->high = high;
    }
}

static void narrow(Fact *fact, TaExprOp op, double number)
{
    switch (op) {
    case TA_EXPR_LESS: at_most(fact, number, true); break;
    case TA_EXPR_LESS_EQUAL: at_most(fact, number, false); break;
    case TA_EXPR_GREATER: at_least(fact, number, true); break;
    case TA_EXPR_GREATER_EQUAL: at_least(fact, number, false); break;
    case TA_EXPR_EQUAL:
        at_least(fact, number, false);
        at_most(fact, number, false);
        break;
    default:
        if (fact->excluded_count < MOST_EXCLUDED) {
            fact->excluded[fact->excluded_count++] = number;
        }
        break;
    }
    tighten(fact);
}

static bool same_code(const TaExprNode *a, const TaExprNode *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (a[i].op != b[i].op || a[i].index != b[i].index || a[i].state != b[i].state ||
            a[i].number != b[i].number) {
            return false;
        }
    }
    return true;
}

static bool same_value(const Fact *a, const Fact *b)
{
    return a->op == b->op && a->index == b->index && a->place == b->place &&
           a->node_count == b->node_count &&
           (a->node_count == 0 || same_code(a->nodes, b->nodes, a->node_count));
}

// The entry of a value, made when there is none; NULL when the table is full.
static Fact *entry_of(TaExprReasoner *reasoner, const Fact *value)
{
    for (uint32_t i = 0; i < reasoner->fact_count; i++) {
        if (same_value(&reasoner->facts[i], value)) {
            return &reasoner->facts[i];
        }
    }
    if (reasoner->fact_count == MOST_FACTS) {
        return NULL;
    }
    reasoner->facts[reasoner->fact_count] = *value;
    return &reasoner->facts[reasoner->fact_count++];
}

// Adds what a comparison says of a value. False when nothing is left of it.
static bool add_fact(TaExprReasoner *reasoner, const Fact *value, TaExprOp op, double number)
{
    Fact *fact = entry_of(reasoner, value);
    if (fact == NULL || reasoner->undo_count == MOST_UNDO) {
        reasoner->gave_up = true;
        return true;
    }
    reasoner->undo[reasoner->undo_count++] = (Undo){(uint32_t)(fact - reasoner->facts), *fact};
    narrow(fact, op, number);
    return !is_empty(fact);
}

// ---- goals -----------------------------------------------------------------------------------

static int32_t add_goal(TaExprReasoner *reasoner, Goal goal)
{
    if (reasoner->goal_count == MOST_GOALS) {
        reasoner->gave_up = true;
        return goal.next;
    }
    reasoner->goals[reasoner->goal_count] = goal;
    return (int32_t)reasoner->goal_count++;
}

// Both parts of an operator, as they are claimed, before whatever else is left to do.
static int32_t add_both(TaExprReasoner *reasoner, const Goal *whole, bool left_holds,
                        bool right_holds)
{
    const uint32_t right_start = ta_expression_start(whole->nodes, whole->root - 1);
    Goal left = *whole, right = *whole;
    left.root = right_start - 1;
    left.holds = left_holds;
    right.root = whole->root - 1;
    right.holds = right_holds;
    left.next = add_goal(reasoner, right);
    return add_goal(reasoner, left);
}

static void add_choice(TaExprReasoner *reasoner, int32_t otherwise)
{
    if (reasoner->choice_count == MOST_CHOICES) {
        reasoner->gave_up = true;
        return;
    }
    reasoner->choices[reasoner->choice_count++] =
        (Choice){otherwise, reasoner->goal_count, reasoner->undo_count, reasoner->fact_count};
}

static bool go_back(TaExprReasoner *reasoner)
{
    if (reasoner->choice_count == 0) {
        return false;
    }
    const Choice choice = reasoner->choices[--reasoner->choice_count];
    while (reasoner->undo_count > choice.undo_count) {
        const Undo *undo = &reasoner->undo[--reasoner->undo_count];
        reasoner->facts[undo->fact] = undo->before;
    }
    reasoner->fact_count = choice.fact_count;
    reasoner->goal_count = choice.goal_count;
    reasoner->first_goal = choice.goal;
    return true;
}

static void prove_logic(TaExprReasoner *reasoner, const Goal *goal)
{
    const bool both = (goal->nodes[goal->root].op == TA_EXPR_AND) == goal->holds;
    if (both) {
        reasoner->first_goal = add_both(reasoner, goal, goal->holds, goal->holds);
        return;
    }
    Goal left = *goal, right = *goal;
    left.root = ta_expression_start(goal->nodes, goal->root - 1) - 1;
    right.root = goal->root - 1;
    reasoner->first_goal = add_goal(reasoner, left);
    add_choice(reasoner, add_goal(reasoner, right));
}

// a == b of flags: both, or none of them.
static void prove_same_flags(TaExprReasoner *reasoner, const Goal *goal)
{
    const bool same = (goal->nodes[goal->root].op == TA_EXPR_EQUAL) == goal->holds;
    reasoner->first_goal = add_both(reasoner, goal, true, same);
    add_choice(reasoner, add_both(reasoner, goal, false, !same));
}

static bool is_clock(TaExprOp op) { return op >= TA_EXPR_TIME && op <= TA_EXPR_WEIGHT; }

static bool is_value(TaExprOp op)
{
    return op == TA_EXPR_PROPERTY || (op >= TA_EXPR_FINISHED && op <= TA_EXPR_RANDOM);
}

static TaExprOp opposite(TaExprOp op)
{
    switch (op) {
    case TA_EXPR_LESS: return TA_EXPR_GREATER_EQUAL;
    case TA_EXPR_LESS_EQUAL: return TA_EXPR_GREATER;
    case TA_EXPR_GREATER: return TA_EXPR_LESS_EQUAL;
    case TA_EXPR_GREATER_EQUAL: return TA_EXPR_LESS;
    case TA_EXPR_EQUAL: return TA_EXPR_NOT_EQUAL;
    default: return TA_EXPR_EQUAL;
    }
}

// A comparison of a value with a number.
static bool prove_bound(TaExprReasoner *reasoner, const Goal *goal, const TaExprNode *value,
                        TaExprOp op, double number)
{
    const Fact fact = any_value(reasoner, value, goal->place);
    // At the moment a clock reaches a bound, `>` holds already: it means what `>=` means.
    const bool tolerant = value->op == TA_EXPR_TIME || value->op == TA_EXPR_NORMALIZED;
    op = tolerant && op == TA_EXPR_GREATER ? TA_EXPR_GREATER_EQUAL : op;
    op = goal->holds ? op : opposite(op);
    const bool free = value->op == TA_EXPR_RANDOM || (goal->place->entering && is_clock(value->op));
    if (free) {  // new each time it is read, or known: it says nothing of other claims
        Fact alone = fact;
        narrow(&alone, op, number);
        return !is_empty(&alone);
    }
    return add_fact(reasoner, &fact, op, number);
}

static bool holds_clock_or_random(const TaExprNode *nodes, uint32_t start, uint32_t root,
                                  bool *random)
{
    bool clock = false;
    *random = false;
    for (uint32_t i = start; i <= root; i++) {
        clock = clock || is_clock(nodes[i].op) || nodes[i].op == TA_EXPR_FINISHED;
        *random = *random || nodes[i].op == TA_EXPR_RANDOM;
    }
    return clock;
}

// A comparison that intervals say nothing of: true or false, the same wherever it stands.
static bool prove_unknown(TaExprReasoner *reasoner, const Goal *goal, uint32_t start)
{
    bool random;
    const bool clock = holds_clock_or_random(goal->nodes, start, goal->root, &random);
    if (random || (clock && goal->place->entering)) {
        return true;
    }
    Fact fact = between(0.0, 1.0, true);
    fact.op = TA_EXPR_NUMBER;
    fact.nodes = &goal->nodes[start];
    fact.node_count = goal->root - start + 1;
    fact.place = clock ? goal->place : NULL;
    return add_fact(reasoner, &fact, TA_EXPR_EQUAL, goal->holds ? 1.0 : 0.0);
}

static bool is_constant(const TaExprNode *nodes, uint32_t start, uint32_t root)
{
    for (uint32_t i = start; i <= root; i++) {
        if (nodes[i].op >= TA_EXPR_PROPERTY && nodes[i].op <= TA_EXPR_IN_STATE) {
            return false;
        }
    }
    return true;
}

// The value of an operand of numbers alone.
static double calculate(const TaExprNode *nodes, uint32_t start, uint32_t root)
{
    double stack[TA_EXPR_MAX_STACK + 1] = {0};
    uint32_t depth = 0;
    for (uint32_t i = start; i <= root; i++) {
        const TaExprOp op = nodes[i].op;
        depth -= op == TA_EXPR_NUMBER ? 0 : op == TA_EXPR_NEGATE ? 1 : 2;
        const double a = stack[depth], b = stack[depth + 1];
        stack[depth++] = op == TA_EXPR_NUMBER     ? nodes[i].number
                         : op == TA_EXPR_NEGATE   ? -a
                         : op == TA_EXPR_ADD      ? a + b
                         : op == TA_EXPR_SUBTRACT ? a - b
                         : op == TA_EXPR_MULTIPLY ? a * b
                         : b == 0.0               ? (double)NAN
                                                  : a / b;
    }
    return stack[0];
}

static bool prove_comparison(TaExprReasoner *reasoner, const Goal *goal)
{
    const TaExprNode *nodes = goal->nodes, *node = &nodes[goal->root];
    const uint32_t right = goal->root - 1, right_start = ta_expression_start(nodes, right);
    const uint32_t left = right_start - 1, left_start = ta_expression_start(nodes, left);
    ta_reasoner_spend(reasoner, goal->root - left_start);
    if (ta_expression_is_logical(reasoner->definition, &nodes[left]) ||
        ta_expression_is_logical(reasoner->definition, &nodes[right])) {
        prove_same_flags(reasoner, goal);
        return true;
    }
    const bool left_known = is_constant(nodes, left_start, left);
    const bool right_known = is_constant(nodes, right_start, right);
    if (left_known && right_known) {
        const TaExpression whole = {.node_count = goal->root - left_start + 1,
                                    .nodes = &nodes[left_start]};
        const TaExprInputs none = {0};
        return ta_expression_evaluate(&whole, &none) == goal->holds;
    }
    const uint32_t value = left_known ? right : left;
    const bool single = left_known ? right == right_start : left == left_start;
    if ((!left_known && !right_known) || !single || !is_value(nodes[value].op)) {
        return prove_unknown(reasoner, goal, left_start);
    }
    const double number =
        left_known ? calculate(nodes, left_start, left) : calculate(nodes, right_start, right);
    if (isnan(number)) {
        return !goal->holds;  // no comparison with it is true
    }
    return prove_bound(reasoner, goal, &nodes[value],
                       left_known ? ta_expr_swap_sides(node->op) : node->op, number);
}

// Takes one claim apart. False at a contradiction.
static bool prove(TaExprReasoner *reasoner, const Goal *goal)
{
    const TaExprNode *node = &goal->nodes[goal->root];
    reasoner->first_goal = goal->next;
    switch (node->op) {
    case TA_EXPR_NUMBER: return (node->number != 0.0) == goal->holds;
    case TA_EXPR_IN_STATE: {
        if (reasoner->definition->layers[node->index].states[node->state].is_machine) {
            return true;  // nothing is known of what is current inside
        }
        const Fact layer = any_value(reasoner, node, goal->place);
        return add_fact(reasoner, &layer, goal->holds ? TA_EXPR_EQUAL : TA_EXPR_NOT_EQUAL,
                        node->state);
    }
    case TA_EXPR_PROPERTY:
    case TA_EXPR_FINISHED: return prove_bound(reasoner, goal, node, TA_EXPR_EQUAL, 1.0);
    case TA_EXPR_NOT: {
        Goal inner = *goal;
        inner.root--;
        inner.holds = !goal->holds;
        reasoner->first_goal = add_goal(reasoner, inner);
        return true;
    }
    case TA_EXPR_AND:
    case TA_EXPR_OR: prove_logic(reasoner, goal); return true;
    default: return prove_comparison(reasoner, goal);
    }
}

bool ta_reasoner_possible(TaExprReasoner *reasoner, const TaExprClaim *claims, uint32_t count)
{
    reasoner->fact_count = reasoner->goal_count = 0;
    reasoner->choice_count = reasoner->undo_count = 0;
    reasoner->first_goal = NO_GOAL;
    reasoner->gave_up = false;
    for (uint32_t i = count; i-- > 0;) {
        const TaExpression *condition = claims[i].condition;
        if (condition == NULL && !claims[i].holds) {
            return false;
        }
        if (condition != NULL) {
            reasoner->first_goal =
                add_goal(reasoner, (Goal){condition->nodes, condition->node_count - 1,
                                          claims[i].holds, claims[i].place, reasoner->first_goal});
        }
    }
    while (reasoner->first_goal != NO_GOAL) {
        const Goal goal = reasoner->goals[reasoner->first_goal];
        if (reasoner->gave_up || !ta_reasoner_spend(reasoner, 1)) {
            return true;
        }
        if (!prove(reasoner, &goal) && !go_back(reasoner)) {
            return false;
        }
    }
    return true;
}
