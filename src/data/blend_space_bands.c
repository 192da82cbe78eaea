// SPDX-License-Identifier: MIT
// In: sites and a point. Out: weights by gradient bands, over x and y or over length and angle.
//
// Johansen, "Automated semi-procedural animation for character locomotion" (2009), section 6.3: a
// site's weight falls from 1 at the site to 0 at each other site, along the line between them; the
// least of these counts. Then all are brought to sum 1. Bands are not clamped below 1 on the far
// side of a site, or what lies behind it would lose weight.
#include <math.h>

#include "data/blend_space_parts.h"
#include "math/trig.h"

#define TURN (2.0 * TA_PI)
#define ANGLE_WEIGHT 2.0  // of a radian, against a change of length by the mean length
#define EQUALLY_NEAR 1e-9
#define OPPOSITE (0.99 * TA_PI)  // from here on two sites are on opposite sides

// Too many for the address space becomes a number no arena gives.
static size_t pair_count(uint32_t site_count)
{
    return site_count > UINT16_MAX ? SIZE_MAX : (size_t)site_count * (site_count - 1) / 2;
}

// ---- both kinds: start, narrow, finish ---------------------------------------------------------

static void start(const TaBlendSpace *space, double *weights)
{
    for (uint32_t s = 0; s < space->site_count; s++) {
        weights[space->sites[s].sample] = 1.0;
    }
}

static void narrow(double *weight, double band)
{
    if (band < *weight) {
        *weight = band > 0.0 ? band : 0.0;
    }
}

static double distance2(const TaBlendSite *site, double x, double y)
{
    return (x - site->x) * (x - site->x) + (y - site->y) * (y - site->y);
}

// No band is left: the nearest site, or those equally near.
static void choose_nearest(const TaBlendSpace *space, double x, double y, double *weights)
{
    double least = distance2(&space->sites[0], x, y);
    for (uint32_t s = 1; s < space->site_count; s++) {
        const double distance = distance2(&space->sites[s], x, y);
        least = distance < least ? distance : least;
    }
    for (uint32_t s = 0; s < space->site_count; s++) {
        const bool near = distance2(&space->sites[s], x, y) <= least * (1.0 + EQUALLY_NEAR);
        weights[space->sites[s].sample] = near ? 1.0 : 0.0;
    }
}

static double sum_of(const TaBlendSpace *space, const double *weights)
{
    double sum = 0.0;
    for (uint32_t s = 0; s < space->site_count; s++) {
        sum += weights[space->sites[s].sample];
    }
    return sum;
}

static void finish(const TaBlendSpace *space, double x, double y, double *weights)
{
    double sum = sum_of(space, weights);
    if (sum <= 0.0) {
        choose_nearest(space, x, y, weights);
        sum = sum_of(space, weights);
    }
    for (uint32_t s = 0; s < space->site_count; s++) {
        weights[space->sites[s].sample] /= sum;
    }
}

// ---- over x and y ------------------------------------------------------------------------------

bool ta_blend_cartesian_build(TaArena *arena, TaBlendSpace *space)
{
    TaCartesianPair *pair = TA_ARENA_NEW(arena, TaCartesianPair, pair_count(space->site_count));
    if (pair == NULL) {
        return false;
    }
    space->cartesian = pair;
    for (uint32_t i = 0; i < space->site_count; i++) {
        for (uint32_t j = i + 1; j < space->site_count; j++) {
            const double x = space->sites[j].x - space->sites[i].x;
            const double y = space->sites[j].y - space->sites[i].y;
            const double length2 = x * x + y * y;
            *pair++ = (TaCartesianPair){x / length2, y / length2};
        }
    }
    return true;
}

void ta_blend_cartesian_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaCartesianPair *pair = space->cartesian;
    start(space, weights);
    for (uint32_t i = 0; i < space->site_count; i++) {
        const TaBlendSite *site = &space->sites[i];
        for (uint32_t j = i + 1; j < space->site_count; j++, pair++) {
            const double way = (x - site->x) * pair->x + (y - site->y) * pair->y;  // 0 at i, 1 at j
            narrow(&weights[site->sample], 1.0 - way);
            narrow(&weights[space->sites[j].sample], way);
        }
    }
    finish(space, x, y, weights);
}

// ---- over length and angle ---------------------------------------------------------------------

// -pi..pi
static double turn_between(double from, double to)
{
    const double turn = to - from;
    if (turn > TA_PI) {
        return turn - TURN;
    }
    return turn <= -TA_PI ? turn + TURN : turn;
}

static TaPolarPair polar_pair(const TaPolarSite *i, const TaPolarSite *j)
{
    const double mean = 0.5 * (i->radius + j->radius);
    const double turn = turn_between(i->angle, j->angle);
    const double gap = (j->radius - i->radius) / mean;
    const double angle = ANGLE_WEIGHT * turn;
    return (TaPolarPair){
        .inverse_mean = 1.0 / mean,
        .gap = gap,
        .angle = angle,
        .inverse_length2 = 1.0 / (gap * gap + angle * angle),
        .opposite = fabs(turn) > OPPOSITE,
    };
}

bool ta_blend_polar_build(TaArena *arena, TaBlendSpace *space)
{
    TaPolarSite *sites = TA_ARENA_NEW(arena, TaPolarSite, space->site_count);
    TaPolarPair *pair = TA_ARENA_NEW(arena, TaPolarPair, pair_count(space->site_count));
    if (sites == NULL || pair == NULL) {
        return false;
    }
    space->polar_sites = sites;
    space->polar_pairs = pair;
    for (uint32_t i = 0; i < space->site_count; i++) {
        const TaBlendSite *site = &space->sites[i];
        if (!ta_blend_at_origin(space, site)) {
            sites[i].radius = sqrt(site->x * site->x + site->y * site->y);
            sites[i].angle = ta_atan2(site->y, site->x);
        }
    }
    for (uint32_t i = 0; i < space->site_count; i++) {
        for (uint32_t j = i + 1; j < space->site_count; j++) {
            const bool usable = sites[i].radius > 0.0 && sites[j].radius > 0.0;
            *pair++ = usable ? polar_pair(&sites[i], &sites[j]) : (TaPolarPair){.gap = 0.0};
        }
    }
    return true;
}

// A site at the origin has no angle of its own: it takes that of the point or of the other site.
static void narrow_origin_pair(const TaPolarSite *point, const TaPolarSite *site, double *origin,
                               double *weight)
{
    const double turn = turn_between(site->angle, point->angle);
    const double inverse_mean = 2.0 / site->radius;
    const double inverse_length2 = 1.0 / (4.0 + turn * turn);  // the radii differ by twice the mean
    const double outward = point->radius * inverse_mean * 2.0;
    const double inward = (site->radius - point->radius) * inverse_mean * 2.0 + turn * turn;
    narrow(origin, 1.0 - outward * inverse_length2);
    narrow(weight, 1.0 - inward * inverse_length2);
}

// turn_i, turn_j: from either site to the point.
static void narrow_polar_pair(const TaPolarPair *pair, double beyond_i, double beyond_j,
                              double turn_i, double turn_j, double *weight_i, double *weight_j)
{
    double along_i = ANGLE_WEIGHT * turn_i * pair->angle;
    double along_j = ANGLE_WEIGHT * turn_j * -pair->angle;
    if (pair->opposite) {
        along_i = fabs(along_i);
        along_j = fabs(along_j);
    }
    along_i += beyond_i * pair->inverse_mean * pair->gap;
    along_j += beyond_j * pair->inverse_mean * -pair->gap;
    narrow(weight_i, 1.0 - along_i * pair->inverse_length2);
    narrow(weight_j, 1.0 - along_j * pair->inverse_length2);
}

void ta_blend_polar_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaPolarPair *pair = space->polar_pairs;
    const bool at_origin = ta_blend_at_origin(space, &(TaBlendSite){.x = x, .y = y});
    const TaPolarSite point = {sqrt(x * x + y * y), ta_atan2(y, x)};
    start(space, weights);
    for (uint32_t i = 0; i < space->site_count; i++) {
        const TaPolarSite *from = &space->polar_sites[i];
        double *weight_i = &weights[space->sites[i].sample];
        for (uint32_t j = i + 1; j < space->site_count; j++, pair++) {
            const TaPolarSite *to = &space->polar_sites[j];
            double *weight_j = &weights[space->sites[j].sample];
            if (from->radius <= 0.0) {
                narrow_origin_pair(&point, to, weight_i, weight_j);
            } else if (to->radius <= 0.0) {
                narrow_origin_pair(&point, from, weight_j, weight_i);
            } else {
                // A point at the origin lies in the direction of the other site.
                const double turn = turn_between(from->angle, to->angle);
                const double turn_i = at_origin ? turn : turn_between(from->angle, point.angle);
                const double turn_j = at_origin ? -turn : turn_between(to->angle, point.angle);
                narrow_polar_pair(pair, point.radius - from->radius, point.radius - to->radius,
                                  turn_i, turn_j, weight_i, weight_j);
            }
        }
    }
    finish(space, x, y, weights);
}
