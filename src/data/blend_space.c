// SPDX-License-Identifier: MIT
// In: positions of samples; then a point. Out: a blend space; then one weight a sample. Here:
// samples become sites, everything in a line, and which kernel does the rest.
#include <math.h>
#include <string.h>

#include "base/assert.h"
#include "data/blend_space_parts.h"

// Local distances, as parts of the extent: what counts as one place; how thin a line is.
#define SAME_PLACE 1e-12
#define IN_LINE 1e-9
// A local distance that may be rounding alone.
#define ROUNDING 1e-14
// Points further out than this many times the largest coordinate are moved in.
#define REACH 1e6
// Local coordinates below this are 0, so that their products do not underflow.
#define SMALLEST 1e-60

static double larger(double a, double b) { return a > b ? a : b; }

// ---- build: samples to sites -------------------------------------------------------------------

// The power of two that brings a size to 1..2.
static double unit_scale(double size)
{
    int exponent = 1;
    (void)frexp(size, &exponent);
    const int wanted = 1 - exponent;
    return ldexp(1.0, wanted > 1022 ? 1022 : wanted);
}

static double to_local(double coordinate, double scale)
{
    const double local = coordinate * scale;
    return fabs(local) < SMALLEST ? 0.0 : local;
}

static bool comes_after(const TaBlendSite *a, const TaBlendSite *b)
{
    return a->x > b->x || (a->x == b->x && a->y > b->y);
}

static void sort_sites(TaBlendSite *sites, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const TaBlendSite site = sites[i];
        uint32_t at = i;
        for (; at > 0 && comes_after(&sites[at - 1], &site); at--) {
            sites[at] = sites[at - 1];
        }
        sites[at] = site;
    }
}

static double extent_of(const TaBlendSite *sites, uint32_t count)
{
    double left = sites[0].x, right = left, low = sites[0].y, high = low;
    for (uint32_t i = 1; i < count; i++) {
        left = sites[i].x < left ? sites[i].x : left;
        right = larger(sites[i].x, right);
        low = sites[i].y < low ? sites[i].y : low;
        high = larger(sites[i].y, high);
    }
    return larger(right - left, high - low);
}

// The site among the first count that a sorted site falls on, or count.
static uint32_t find_place(const TaBlendSite *sites, uint32_t count, const TaBlendSite *site,
                           double tolerance)
{
    for (uint32_t s = count; s-- > 0 && site->x - sites[s].x <= tolerance;) {
        if (fabs(site->y - sites[s].y) <= tolerance) {
            return s;
        }
    }
    return count;
}

// Sorted samples become sites in place; each sample learns the number of its site (as first).
static uint32_t merge_sites(TaBlendSite *sites, uint32_t count, TaBlendSample *samples,
                            double tolerance)
{
    uint32_t site_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const TaBlendSite site = sites[i];
        const uint32_t place = find_place(sites, site_count, &site, tolerance);
        if (place == site_count) {
            sites[site_count++] = site;
        } else if (site.sample < sites[place].sample) {
            sites[place].sample = site.sample;
        }
        samples[site.sample].first = place;
    }
    return site_count;
}

// From numbers of sites to first samples and shares.
static void share_sites(const TaBlendSite *sites, TaBlendSample *samples, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        samples[i].first = sites[samples[i].first].sample;
        samples[samples[i].first].share += 1.0;  // counts them; first samples come first
    }
    for (uint32_t i = count; i-- > 0;) {
        samples[i].share = 1.0 / samples[samples[i].first].share;
    }
}

static bool place_samples(TaArena *arena, TaBlendSpace *space, const double (*positions)[2])
{
    const uint32_t count = space->sample_count;
    TaBlendSite *sites = TA_ARENA_NEW(arena, TaBlendSite, count);
    TaBlendSample *samples = TA_ARENA_NEW(arena, TaBlendSample, count);
    if (sites == NULL || samples == NULL) {
        return false;
    }
    const bool flat = space->kind == TA_BLEND_SPACE_1D;
    double largest = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        TA_ASSERT(isfinite(positions[i][0]) && (flat || isfinite(positions[i][1])));
        largest = larger(fabs(positions[i][0]), largest);
        largest = larger(flat ? 0.0 : fabs(positions[i][1]), largest);
    }
    space->scale = unit_scale(largest);
    space->reach = largest * REACH;
    for (uint32_t i = 0; i < count; i++) {
        const double x = to_local(positions[i][0], space->scale);
        const double y = flat ? 0.0 : to_local(positions[i][1], space->scale);
        sites[i] = (TaBlendSite){x, y, i};
    }
    sort_sites(sites, count);
    space->extent = extent_of(sites, count);
    space->tolerance = larger(space->extent * SAME_PLACE, ROUNDING);
    space->site_count = merge_sites(sites, count, samples, space->tolerance);
    share_sites(sites, samples, count);
    space->sites = sites;
    space->samples = samples;
    return true;
}

// ---- build: sites in a line --------------------------------------------------------------------

// A line from the first site to the one furthest from it. False when the sites do not lie in it.
static bool find_line(const TaBlendSpace *space, TaBlendLine *line)
{
    const TaBlendSite *start = &space->sites[0];
    double longest2 = 0.0;
    for (uint32_t s = 1; s < space->site_count; s++) {
        const double x = space->sites[s].x - start->x, y = space->sites[s].y - start->y;
        if (x * x + y * y > longest2) {
            longest2 = x * x + y * y;
            *line = (TaBlendLine){.x = start->x, .y = start->y, .along_x = x, .along_y = y};
        }
    }
    const double length = sqrt(longest2);
    line->along_x /= length;
    line->along_y /= length;
    for (uint32_t s = 1; s < space->site_count; s++) {
        const double x = space->sites[s].x - start->x, y = space->sites[s].y - start->y;
        if (fabs(line->along_x * y - line->along_y * x) > IN_LINE * length) {
            return false;
        }
    }
    return true;
}

static double place_on(const TaBlendLine *line, double x, double y)
{
    return (x - line->x) * line->along_x + (y - line->y) * line->along_y;
}

static bool build_line(TaArena *arena, TaBlendSpace *space, const TaBlendLine *found)
{
    TaBlendLine *line = TA_ARENA_NEW(arena, TaBlendLine, 1);
    double *places = TA_ARENA_NEW(arena, double, space->site_count);
    uint32_t *sites = TA_ARENA_NEW(arena, uint32_t, space->site_count);
    if (line == NULL || places == NULL || sites == NULL) {
        return false;
    }
    for (uint32_t s = 0; s < space->site_count; s++) {
        const double place = place_on(found, space->sites[s].x, space->sites[s].y);
        uint32_t at = s;
        for (; at > 0 && places[at - 1] > place; at--) {
            places[at] = places[at - 1];
            sites[at] = sites[at - 1];
        }
        places[at] = place;
        sites[at] = s;
    }
    *line = *found;
    line->places = places;
    line->sites = sites;
    space->line = line;
    return true;
}

static bool build_kind(TaArena *arena, TaBlendSpace *space)
{
    TaBlendLine line = {.along_x = 1.0};
    switch (space->kind) {
    case TA_BLEND_SPACE_1D: return build_line(arena, space, &line);
    case TA_BLEND_SPACE_2D_SIMPLE: return ta_blend_rays_build(arena, space);
    case TA_BLEND_SPACE_2D_DIRECTIONAL: return ta_blend_polar_build(arena, space);
    case TA_BLEND_SPACE_2D_CARTESIAN: return ta_blend_cartesian_build(arena, space);
    case TA_BLEND_SPACE_2D_TRIANGLES: break;
    }
    return find_line(space, &line) ? build_line(arena, space, &line)
                                   : ta_blend_mesh_build(arena, space);
}

const TaBlendSpace *ta_blend_space_build(TaArena *arena, TaBlendSpaceKind kind,
                                         const double (*positions)[2], uint32_t count)
{
    TaBlendSpace *space = TA_ARENA_NEW(arena, TaBlendSpace, 1);
    if (space == NULL) {
        return NULL;
    }
    space->kind = kind;
    space->sample_count = count;
    if (count > 0 && !place_samples(arena, space, positions)) {
        return NULL;
    }
    if (space->site_count > 1 && !build_kind(arena, space)) {
        arena->failed = true;  // also when scratch memory was what ran out
        return NULL;
    }
    return space;
}

bool ta_blend_at_origin(const TaBlendSpace *space, const TaBlendSite *site)
{
    // Sites are more than a tolerance apart, so half of it on each side holds one at most.
    const double near = 0.5 * space->tolerance;
    return fabs(site->x) <= near && fabs(site->y) <= near;
}

// ---- weights -----------------------------------------------------------------------------------

static const TaBlendSite *site_at(const TaBlendSpace *space, double x, double y)
{
    for (uint32_t s = 0; s < space->site_count; s++) {
        const TaBlendSite *site = &space->sites[s];
        if (fabs(x - site->x) <= space->tolerance && fabs(y - site->y) <= space->tolerance) {
            return site;
        }
    }
    return NULL;
}

static void line_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaBlendLine *line = space->line;
    TA_ASSERT(space->site_count > 1);
    const double place = place_on(line, x, y);
    uint32_t next = 0;  // the first beyond the place
    while (next < space->site_count && line->places[next] <= place) {
        next++;
    }
    if (next == 0 || next == space->site_count) {
        const uint32_t end = line->sites[next == 0 ? 0 : next - 1];
        weights[space->sites[end].sample] = 1.0;
        return;
    }
    const double before = line->places[next - 1], after = line->places[next];
    const double share = (place - before) / (after - before);
    weights[space->sites[line->sites[next - 1]].sample] = 1.0 - share;
    weights[space->sites[line->sites[next]].sample] = share;
}

static void site_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaBlendSite *site = space->site_count == 1 ? &space->sites[0] : site_at(space, x, y);
    if (site != NULL) {
        weights[site->sample] = 1.0;
    } else if (space->line != NULL) {
        line_weights(space, x, y, weights);
    } else if (space->rays != NULL) {
        ta_blend_rays_weights(space, x, y, weights);
    } else if (space->polar_pairs != NULL) {
        ta_blend_polar_weights(space, x, y, weights);
    } else if (space->cartesian != NULL) {
        ta_blend_cartesian_weights(space, x, y, weights);
    } else {
        ta_blend_mesh_weights(space, x, y, weights);
    }
}

void ta_blend_space_weights(const TaBlendSpace *space, const double point[2], double *weights)
{
    if (space->sample_count == 0) {
        return;
    }
    const double x = point[0], y = space->kind == TA_BLEND_SPACE_1D ? 0.0 : point[1];
    TA_ASSERT(isfinite(x) && isfinite(y));
    const double far = larger(fabs(x), fabs(y));
    const double shrink = far > space->reach ? space->reach / far : 1.0;
    memset(weights, 0, space->sample_count * sizeof(double));
    site_weights(space, x * shrink * space->scale, y * shrink * space->scale, weights);
    for (uint32_t i = space->sample_count; i-- > 0;) {  // backward: a first sample is read last
        weights[i] = weights[space->samples[i].first] * space->samples[i].share;
    }
}
