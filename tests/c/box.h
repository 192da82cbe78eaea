// SPDX-License-Identifier: MIT
// Where a joint's local translation or rotation can lie, and how far two places are apart: units, or
// radians of the turn between them.
#ifndef TA_TEST_BOX_H
#define TA_TEST_BOX_H

#include <stdbool.h>

// x y z, or the quaternion x y z w.
typedef struct Value {
    double v[4];
} Value;

// Translations lie between two corners, rotations within a turn of a neutral one.
typedef struct Box {
    bool any;
    double low[3], high[3];
    double turn;  // radians
} Box;

double value_distance(const Value *a, const Value *b, bool rotation);

// neutral: the same for all values of a box; read for rotations only.
void box_add(Box *box, const Value *value, const Value *neutral, bool rotation);
void box_unite(Box *box, const Box *other);

// By so many units or radians in every direction.
void box_grow(Box *box, double distance);

// The farthest that two of its values are apart.
double box_size(const Box *box, bool rotation);

#endif
