// SPDX-License-Identifier: MIT
// In: sites and a point. Out: weights by the two directions beside the point.
//
// Between two rays the point is x times the nearest site of one plus y times that of the other.
// What x + y leaves below 1 goes to the site at the origin (to all when there is none); above 1
// both are divided by it. Further sites of a ray take over as the point moves outward.
#include <math.h>

#include "data/blend_space_parts.h"
#include "math/trig.h"

#define TURN (2.0 * TA_PI)
#define SAME_DIRECTION 1e-9  // rad
// Rays further apart than this have no common side: the point is projected on the nearer one.
#define HALF_TURN (TA_PI - 1e-6)

// A site, as rays are sorted.
typedef struct Spoke {
    double angle, radius;
    uint32_t site;
} Spoke;

static bool comes_after(const Spoke *a, const Spoke *b, bool by_angle)
{
    return by_angle ? a->angle > b->angle : a->radius > b->radius;
}

static void sort_spokes(Spoke *spokes, uint32_t count, bool by_angle)
{
    for (uint32_t i = 1; i < count; i++) {
        const Spoke spoke = spokes[i];
        uint32_t at = i;
        for (; at > 0 && comes_after(&spokes[at - 1], &spoke, by_angle); at--) {
            spokes[at] = spokes[at - 1];
        }
        spokes[at] = spoke;
    }
}

// Fills spokes with the sites away from the origin; returns how many.
static uint32_t gather_spokes(const TaBlendSpace *space, TaBlendRays *rays, Spoke *spokes)
{
    uint32_t count = 0;
    rays->center = TA_BLEND_NO_SITE;
    for (uint32_t s = 0; s < space->site_count; s++) {
        const TaBlendSite *site = &space->sites[s];
        if (ta_blend_at_origin(space, site)) {
            rays->center = s;
            continue;
        }
        const double angle = ta_atan2(site->y, site->x);
        spokes[count++] = (Spoke){
            .angle = angle <= SAME_DIRECTION - TA_PI ? angle + TURN : angle,  // -pi is pi
            .radius = sqrt(site->x * site->x + site->y * site->y),
            .site = s,
        };
    }
    return count;
}

// Sorted spokes of one direction become a ray; returns how many rays.
static uint32_t bundle(Spoke *spokes, uint32_t count, TaBlendRay *rays)
{
    uint32_t ray_count = 0;
    for (uint32_t first = 0, end = 0; first < count; first = end) {
        while (end < count && spokes[end].angle - spokes[first].angle <= SAME_DIRECTION) {
            end++;
        }
        rays[ray_count++] = (TaBlendRay){spokes[first].angle, first, end - first};
        sort_spokes(spokes + first, end - first, false);
    }
    return ray_count;
}

bool ta_blend_rays_build(TaArena *arena, TaBlendSpace *space)
{
    TaBlendRays *rays = TA_ARENA_NEW(arena, TaBlendRays, 1);
    Spoke *spokes = TA_ARENA_NEW(arena, Spoke, space->site_count);
    TaBlendRay *list = TA_ARENA_NEW(arena, TaBlendRay, space->site_count);
    uint32_t *sites = TA_ARENA_NEW(arena, uint32_t, space->site_count);
    double *radii = TA_ARENA_NEW(arena, double, space->site_count);
    if (rays == NULL || spokes == NULL || list == NULL || sites == NULL || radii == NULL) {
        return false;
    }
    const uint32_t count = gather_spokes(space, rays, spokes);
    sort_spokes(spokes, count, true);
    rays->ray_count = bundle(spokes, count, list);
    for (uint32_t i = 0; i < count; i++) {
        sites[i] = spokes[i].site;
        radii[i] = spokes[i].radius;
    }
    rays->rays = list;
    rays->sites = sites;
    rays->radii = radii;
    space->rays = rays;
    return true;
}

// ---- weights -----------------------------------------------------------------------------------

// The point as parts of the nearest sites of two rays.
typedef struct Parts {
    const TaBlendRay *right, *left;
    double x, y;  // of the right one, of the left one
} Parts;

static const TaBlendSite *nearest_of(const TaBlendSpace *space, const TaBlendRay *ray)
{
    return &space->sites[space->rays->sites[ray->first]];
}

// How far along a site's direction the point lies, in radii of the site.
static double project(const TaBlendSite *site, double x, double y)
{
    const double along = (x * site->x + y * site->y) / (site->x * site->x + site->y * site->y);
    return along > 0.0 ? along : 0.0;
}

// x a + y b = point, for a point between them.
static void solve(const TaBlendSite *a, const TaBlendSite *b, double x, double y, Parts *parts)
{
    const double area = a->x * b->y - a->y * b->x;
    const double of_a = (x * b->y - y * b->x) / area, of_b = (a->x * y - a->y * x) / area;
    parts->x = of_a > 0.0 ? of_a : 0.0;
    parts->y = of_b > 0.0 ? of_b : 0.0;
}

static Parts split(const TaBlendSpace *space, double x, double y)
{
    const TaBlendRays *rays = space->rays;
    const double angle = ta_atan2(y, x);
    uint32_t next = 0;  // the first ray to the left
    while (next < rays->ray_count && rays->rays[next].angle <= angle) {
        next++;
    }
    const uint32_t left = next == rays->ray_count ? 0 : next;
    const uint32_t right = next == 0 ? rays->ray_count - 1 : next - 1;
    Parts parts = {.right = &rays->rays[right], .left = &rays->rays[left]};
    const TaBlendSite *a = nearest_of(space, parts.right), *b = nearest_of(space, parts.left);
    const double to_point = angle - parts.right->angle + (next == 0 ? TURN : 0.0);
    const double to_left = parts.left->angle - angle + (next == rays->ray_count ? TURN : 0.0);
    if (to_point + to_left < HALF_TURN) {
        solve(a, b, x, y, &parts);
        return parts;
    }
    parts.x = to_point < 0.5 * TA_PI ? project(a, x, y) : 0.0;
    parts.y = to_left < 0.5 * TA_PI ? project(b, x, y) : 0.0;
    return parts;
}

// Gives a share to the sites of a ray; distance in radii of the nearest one.
static void give(const TaBlendSpace *space, const TaBlendRay *ray, double share, double distance,
                 double *weights)
{
    const uint32_t *sites = &space->rays->sites[ray->first];
    const double *radii = &space->rays->radii[ray->first];
    const double radius = distance * radii[0];
    uint32_t next = 0;  // the first beyond the point
    while (next < ray->count && radii[next] <= radius) {
        next++;
    }
    if (next == 0 || next == ray->count) {
        weights[space->sites[sites[next == 0 ? 0 : next - 1]].sample] += share;
        return;
    }
    const double outer = (radius - radii[next - 1]) / (radii[next] - radii[next - 1]);
    weights[space->sites[sites[next - 1]].sample] += share * (1.0 - outer);
    weights[space->sites[sites[next]].sample] += share * outer;
}

static void give_center(const TaBlendSpace *space, double share, double *weights)
{
    if (space->rays->center != TA_BLEND_NO_SITE) {
        weights[space->sites[space->rays->center].sample] += share;
        return;
    }
    for (uint32_t s = 0; s < space->site_count; s++) {
        weights[space->sites[s].sample] += share / space->site_count;
    }
}

void ta_blend_rays_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    if (ta_blend_at_origin(space, &(TaBlendSite){.x = x, .y = y})) {
        give_center(space, 1.0, weights);
        return;
    }
    const Parts parts = split(space, x, y);
    const double distance = parts.x + parts.y;
    const double whole = distance > 1.0 ? distance : 1.0;
    give(space, parts.right, parts.x / whole, distance, weights);
    give(space, parts.left, parts.y / whole, distance, weights);
    if (distance < 1.0) {
        give_center(space, 1.0 - distance, weights);
    }
}
