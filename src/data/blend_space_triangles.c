// SPDX-License-Identifier: MIT
// In: triangles, the hull and a point. Out: barycentric weights, outside of the hull those of the
// nearest point on it.
#include <math.h>

#include "data/blend_space_parts.h"

// How far outside of every triangle a point is still inside, in tolerances: gaps are rounding, or
// triangles thinner than a tolerance.
#define ON_EDGE 4.0

// Where a point lies in a triangle.
typedef struct Spot {
    const TaBlendTriangle *triangle;
    double distances[3];  // from the edges, inward
    double least;
} Spot;

static Spot spot_in(const TaBlendSpace *space, const TaBlendTriangle *triangle, double x, double y)
{
    Spot spot = {.triangle = triangle};
    for (int k = 0; k < 3; k++) {
        const TaBlendSite *on_edge = &space->sites[triangle->sites[(k + 1) % 3]];
        spot.distances[k] =
            (x - on_edge->x) * triangle->normals[k][0] + (y - on_edge->y) * triangle->normals[k][1];
        if (k == 0 || spot.distances[k] < spot.least) {
            spot.least = spot.distances[k];
        }
    }
    return spot;
}

// The triangle that holds the point, or comes closest to it.
static Spot find_spot(const TaBlendSpace *space, double x, double y)
{
    Spot best = {.triangle = NULL};
    for (uint32_t t = 0; t < space->mesh->triangle_count; t++) {
        const Spot spot = spot_in(space, &space->mesh->triangles[t], x, y);
        if (best.triangle == NULL || spot.least > best.least) {
            best = spot;
        }
        if (best.least >= 0.0) {
            break;
        }
    }
    return best;
}

static void inside_weights(const TaBlendSpace *space, const Spot *spot, double *weights)
{
    double parts[3], sum = 0.0;
    for (int k = 0; k < 3; k++) {
        const double distance = spot->distances[k] > 0.0 ? spot->distances[k] : 0.0;
        parts[k] = distance * spot->triangle->inverse_heights[k];
        sum += parts[k];
    }
    for (int k = 0; k < 3; k++) {
        weights[space->sites[spot->triangle->sites[k]].sample] = parts[k] / sum;
    }
}

// The corner of the hull nearest to a point outside.
static const TaBlendSite *nearest_corner(const TaBlendSpace *space, double x, double y)
{
    const TaBlendSite *nearest = NULL, *zero = &space->sites[0];
    double least = 0.0;
    for (uint32_t e = 0; e < space->mesh->edge_count; e++) {
        const TaBlendSite *corner = &space->sites[space->mesh->edges[e].sites[0]];
        // |point - corner|^2 less |point - zero|^2, which would drown the rest from far away
        const double cx = corner->x - zero->x, cy = corner->y - zero->y;
        const double distance = cx * (cx - 2.0 * (x - zero->x)) + cy * (cy - 2.0 * (y - zero->y));
        if (nearest == NULL || distance < least) {
            nearest = corner;
            least = distance;
        }
    }
    return nearest;
}

// The hull is convex: a point outside is straight out from one edge at most, else a corner is
// nearest. Comparing distances of edges instead would stick to corners by rounding.
static void outside_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaBlendEdge *nearest = NULL;
    double least = 0.0, share = 0.0;
    for (uint32_t e = 0; e < space->mesh->edge_count; e++) {
        const TaBlendEdge *edge = &space->mesh->edges[e];
        const TaBlendSite *start = &space->sites[edge->sites[0]];
        const double dx = x - start->x, dy = y - start->y;
        const double along = (dx * edge->x + dy * edge->y) * edge->inverse_length2;
        const double out = dx * edge->y - dy * edge->x;
        const double out2 = out * out * edge->inverse_length2;
        const bool straight = out > 0.0 && along >= 0.0 && along <= 1.0;
        if (straight && (nearest == NULL || out2 < least)) {  // two where rounding bends it inward
            nearest = edge;
            least = out2;
            share = along;
        }
    }
    if (nearest == NULL) {
        weights[nearest_corner(space, x, y)->sample] = 1.0;
        return;
    }
    weights[space->sites[nearest->sites[0]].sample] = 1.0 - share;
    weights[space->sites[nearest->sites[1]].sample] = share;
}

void ta_blend_mesh_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const Spot spot = find_spot(space, x, y);
    if (spot.triangle != NULL && spot.least >= -ON_EDGE * space->tolerance) {
        inside_weights(space, &spot, weights);
    } else {
        outside_weights(space, x, y, weights);
    }
}
