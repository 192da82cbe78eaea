// SPDX-License-Identifier: MIT
// What a blend space holds, for the files that build and read it (and their tests).
//
// Coordinates are local: multiplied by a power of two so that the largest is 1..2.
#ifndef TA_DATA_BLEND_SPACE_PARTS_H
#define TA_DATA_BLEND_SPACE_PARTS_H

#include "data/blend_space.h"

#define TA_BLEND_NO_SITE UINT32_MAX

// One place, with one or more samples. Sites are sorted by x, then y, so that nothing depends on
// the order of the samples.
typedef struct TaBlendSite {
    double x, y;
    uint32_t sample;  // its first; kernels write the weight of the site there
} TaBlendSite;

// Where a sample finds its weight.
typedef struct TaBlendSample {
    uint32_t first;  // sample of the same site
    double share;    // 1 / number of samples of the site
} TaBlendSample;

// 1d, and 2d samples in a line.
typedef struct TaBlendLine {
    double x, y;              // its zero
    double along_x, along_y;  // unit
    const double *places;     // one a site, ascending
    const uint32_t *sites;
} TaBlendLine;

// One pair of sites i < j. Pairs are stored in the order of two nested loops: 01 02 03 .. 12 13 ..
typedef struct TaCartesianPair {
    double x, y;  // j - i, divided by its squared length
} TaCartesianPair;

typedef struct TaPolarSite {
    double radius;  // 0 at the origin
    double angle;
} TaPolarSite;

typedef struct TaPolarPair {
    double inverse_mean;     // 1 / mean radius
    double gap;              // radius j - radius i, over the mean
    double angle;            // from i to j, weighted
    double inverse_length2;  // of (gap, angle)
    bool opposite;           // the sign of angles between them means nothing
} TaPolarPair;

// Sites in one direction from the origin: a run of TaBlendRays.sites, nearest first.
typedef struct TaBlendRay {
    double angle;  // just above -pi .. pi
    uint32_t first;
    uint32_t count;
} TaBlendRay;

typedef struct TaBlendRays {
    uint32_t ray_count;
    const TaBlendRay *rays;  // ascending by angle
    const uint32_t *sites;
    const double *radii;
    uint32_t center;  // site at the origin or TA_BLEND_NO_SITE
} TaBlendRays;

// Corners run against the clock. Part k is about corner k and the edge across from it.
typedef struct TaBlendTriangle {
    uint32_t sites[3];
    double normals[3][2];  // of the edge, unit, inward
    double inverse_heights[3];
} TaBlendTriangle;

// An edge of the hull, from its first site.
typedef struct TaBlendEdge {
    uint32_t sites[2];
    double x, y;  // to the second site
    double inverse_length2;
} TaBlendEdge;

typedef struct TaBlendMesh {
    uint32_t triangle_count;
    const TaBlendTriangle *triangles;
    uint32_t edge_count;
    const TaBlendEdge *edges;
} TaBlendMesh;

struct TaBlendSpace {
    TaBlendSpaceKind kind;
    uint32_t sample_count;
    const TaBlendSample *samples;
    uint32_t site_count;
    const TaBlendSite *sites;
    double scale;   // from coordinates of the caller to local ones
    double reach;   // in the caller's: points further out are moved in, so that nothing overflows
    double extent;  // larger side of the sites' bounds
    double tolerance;  // places closer than this are one
    // What the kind needs, the rest is NULL.
    const TaBlendLine *line;
    const TaCartesianPair *cartesian;
    const TaPolarSite *polar_sites;
    const TaPolarPair *polar_pairs;
    const TaBlendRays *rays;
    const TaBlendMesh *mesh;
};

// Builders fill their part of the space; false when memory ran out. At least two sites.
bool ta_blend_cartesian_build(TaArena *arena, TaBlendSpace *space);
bool ta_blend_polar_build(TaArena *arena, TaBlendSpace *space);
bool ta_blend_rays_build(TaArena *arena, TaBlendSpace *space);
bool ta_blend_mesh_build(TaArena *arena, TaBlendSpace *space);  // sites are not in a line

// Weights of the sites, written for the first sample of each; the others are zero already.
// x y: the point in local coordinates, not on a site.
void ta_blend_cartesian_weights(const TaBlendSpace *space, double x, double y, double *weights);
void ta_blend_polar_weights(const TaBlendSpace *space, double x, double y, double *weights);
void ta_blend_rays_weights(const TaBlendSpace *space, double x, double y, double *weights);
void ta_blend_mesh_weights(const TaBlendSpace *space, double x, double y, double *weights);

// Whether a site lies at the origin; at most one does.
bool ta_blend_at_origin(const TaBlendSpace *space, const TaBlendSite *site);

#endif
