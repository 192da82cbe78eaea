// SPDX-License-Identifier: MIT
// A compiled condition, or a part of it, back to text.
#ifndef TA_DATA_EXPRESSION_TEXT_H
#define TA_DATA_EXPRESSION_TEXT_H

#include "data/expression.h"
#include "data/machine_def.h"

// Where the operand whose last instruction is at `root` begins. Operands lie one after the other:
// of a binary operator the right one ends at root - 1, the left one before the right one begins.
uint32_t ta_expression_start(const TaExprNode *nodes, uint32_t root);

// Whether an operand is true or false; one that is a number alone counts as a number.
bool ta_expression_is_logical(const TaDefinition *definition, const TaExprNode *node);

// Writes the operand at `root` as one would write it by hand, with as few brackets as it needs.
// What does not fit ends in "..."; characters stay whole.
void ta_expression_text(const TaDefinition *definition, const TaExprNode *nodes, uint32_t root,
                        char *text, size_t size);

#endif
