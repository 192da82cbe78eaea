// SPDX-License-Identifier: MIT
// Can these conditions be true together, whatever the properties are? Answered by intervals: what a
// condition says of one property or clock against a number narrows the values it may have. What
// compares anything else (two properties, arithmetic) may be true or false, but the same way
// wherever it stands word for word.
#ifndef TA_DATA_EXPRESSION_FACTS_H
#define TA_DATA_EXPRESSION_FACTS_H

#include "data/machine_def.h"

// Where a condition is tested: what is known of the built-ins there.
typedef struct TaExprPlace {
    int32_t layer;  // of its transition
    int32_t state;  // the state that is left; TA_NONE = any
    bool entering;  // tested at the moment the state is entered, before time passes
    double start;   // entering: its normalised time then; NaN = not known
    bool triggers;  // they may be armed; else they count as used up
} TaExprPlace;

// That a condition holds, or that it does not.
typedef struct TaExprClaim {
    const TaExpression *condition;  // NULL = always true
    bool holds;
    const TaExprPlace *place;  // clocks of different places are different clocks
} TaExprClaim;

typedef struct TaExprReasoner TaExprReasoner;

// steps: how much work it may do in all; after that every question is answered "possible".
// NULL when memory ran out.
TaExprReasoner *ta_reasoner_create(TaArena *arena, const TaDefinition *definition, uint64_t steps);

// False only when the claims certainly cannot hold together.
bool ta_reasoner_possible(TaExprReasoner *reasoner, const TaExprClaim *claims, uint32_t count);

// Steps left; 0 = answers are worth nothing any more.
uint64_t ta_reasoner_steps(const TaExprReasoner *reasoner);

// Takes steps for work done elsewhere. False when none are left.
bool ta_reasoner_spend(TaExprReasoner *reasoner, uint64_t steps);

#endif
