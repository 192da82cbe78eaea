// SPDX-License-Identifier: MIT
// In: values of channels. Out: the boxes they lie in.
#include "box.h"

#include <math.h>

// Between unit quaternions p apart and s across, the shorter turn is 4 atan(p / s).
double value_distance(const Value *a, const Value *b, bool rotation)
{
    double minus = 0.0, plus = 0.0;
    for (int c = 0; c < 4; c++) {
        minus += (a->v[c] - b->v[c]) * (a->v[c] - b->v[c]);
        plus += (a->v[c] + b->v[c]) * (a->v[c] + b->v[c]);
    }
    return rotation ? 4.0 * atan2(sqrt(fmin(minus, plus)), sqrt(fmax(minus, plus))) : sqrt(minus);
}

void box_add(Box *box, const Value *value, const Value *neutral, bool rotation)
{
    if (rotation) {
        box->turn = fmax(box->turn, value_distance(value, neutral, true));
    }
    for (int c = 0; c < 3 && !rotation; c++) {
        box->low[c] = box->any ? fmin(box->low[c], value->v[c]) : value->v[c];
        box->high[c] = box->any ? fmax(box->high[c], value->v[c]) : value->v[c];
    }
    box->any = true;
}

void box_unite(Box *box, const Box *other)
{
    if (!other->any) {
        return;
    }
    for (int c = 0; c < 3; c++) {
        box->low[c] = box->any ? fmin(box->low[c], other->low[c]) : other->low[c];
        box->high[c] = box->any ? fmax(box->high[c], other->high[c]) : other->high[c];
    }
    box->turn = fmax(box->turn, other->turn);
    box->any = true;
}

void box_grow(Box *box, double distance)
{
    box->turn += distance;
    for (int c = 0; c < 3 && box->any; c++) {
        box->low[c] -= distance;
        box->high[c] += distance;
    }
}

double box_size(const Box *box, bool rotation)
{
    double sum = 0.0;
    for (int c = 0; c < 3 && box->any; c++) {
        sum += (box->high[c] - box->low[c]) * (box->high[c] - box->low[c]);
    }
    return rotation ? 2.0 * box->turn : sqrt(sum);
}
