// SPDX-License-Identifier: MIT
// In: triangles, the hull and a point. Out: barycentric weights, outside of the hull those of the
// nearest point on it.
#include <math.h>

#include "kernel/blend_space_parts.h"

// Rounding at the edges of triangles, as part of the extent.
#define ON_EDGE 1e-9

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

static void outside_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const TaBlendEdge *nearest = NULL;
    const TaBlendSite *zero = &space->sites[0];
    double least = 0.0, share = 0.0;
    for (uint32_t e = 0; e < space->mesh->edge_count; e++) {
        const TaBlendEdge *edge = &space->mesh->edges[e];
        const TaBlendSite *start = &space->sites[edge->sites[0]];
        const double along =
            ((x - start->x) * edge->x + (y - start->y) * edge->y) * edge->inverse_length2;
        const double part = along <= 0.0 ? 0.0 : (along >= 1.0 ? 1.0 : along);
        // |point - foot|^2 without |point|^2, which would drown the rest from far away
        const double foot_x = start->x + part * edge->x - zero->x;
        const double foot_y = start->y + part * edge->y - zero->y;
        const double distance =
            foot_x * (foot_x - 2.0 * (x - zero->x)) + foot_y * (foot_y - 2.0 * (y - zero->y));
        if (nearest == NULL || distance < least) {
            nearest = edge;
            least = distance;
            share = part;
        }
    }
    weights[space->sites[nearest->sites[0]].sample] = 1.0 - share;
    weights[space->sites[nearest->sites[1]].sample] += share;
}

void ta_blend_mesh_weights(const TaBlendSpace *space, double x, double y, double *weights)
{
    const Spot spot = find_spot(space, x, y);
    if (spot.triangle != NULL && spot.least >= -ON_EDGE * space->extent) {
        inside_weights(space, &spot, weights);
    } else {
        outside_weights(space, x, y, weights);
    }
}
