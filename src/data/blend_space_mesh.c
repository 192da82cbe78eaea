// SPDX-License-Identifier: MIT
// In: sites that are not in a line. Out: their Delaunay triangles and the edges of the hull.
//
// Sites come sorted by x. Each new one is joined to the hull edges it sees (orientation is exact,
// so the triangles never overlap), then edges are flipped until no site lies inside of the circle
// of a triangle. On a circle, within rounding, nothing is flipped: a grid keeps its diagonals.
#include <math.h>

#include "data/blend_space_parts.h"

#define NO_TRIANGLE UINT32_MAX
#define UNSURE 1e-15     // of the products an orientation is the difference of
#define ON_CIRCLE 1e-13  // of the products that are added up; rounding is 100 times less
#define FLAT 1e-9        // height of a triangle at the hull that is rounding, of the extent

typedef struct Triangle {
    uint32_t corner[3];
} Triangle;

// Scratch; released when the triangles are written.
typedef struct Mesh {
    const TaBlendSite *sites;
    uint32_t site_count;
    Triangle *triangles;
    uint32_t triangle_count;
    uint32_t *owners;  // [from * site_count + to]: the triangle with this edge, or NO_TRIANGLE
    uint32_t *hull;    // sites against the clock
    uint32_t *next_hull;
    bool *visible;  // hull edges, from the site being added
    uint32_t hull_count;
    bool *outside;  // sites on the hull
} Mesh;

// ---- orientation, exact ------------------------------------------------------------------------

// a + b = sum + error, exactly (Knuth).
static double add_exact(double a, double b, double *error)
{
    const double sum = a + b, part = sum - a;
    *error = (a - (sum - part)) + (b - part);
    return sum;
}

// a * b = product + error, exactly (Dekker, Veltkamp).
static double multiply_exact(double a, double b, double *error)
{
    const double splitter = 134217729.0;  // 2^27 + 1
    const double big_a = splitter * a, high_a = big_a - (big_a - a), low_a = a - high_a;
    const double big_b = splitter * b, high_b = big_b - (big_b - b), low_b = b - high_b;
    const double product = a * b;
    *error = low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b);
    return product;
}

// A sum kept as parts of growing size that do not overlap (Shewchuk's expansions).
typedef struct Sum {
    double parts[12];
    uint32_t count;
} Sum;

static void sum_add(Sum *sum, double value)
{
    for (uint32_t i = 0; i < sum->count; i++) {
        value = add_exact(value, sum->parts[i], &sum->parts[i]);
    }
    sum->parts[sum->count++] = value;
}

static void sum_add_product(Sum *sum, double a, double b)
{
    double error = 0.0;
    const double product = multiply_exact(a, b, &error);
    sum_add(sum, error);
    sum_add(sum, product);
}

static int orientation_exact(const TaBlendSite *a, const TaBlendSite *b, const TaBlendSite *c)
{
    Sum sum = {.count = 0};
    sum_add_product(&sum, a->x, b->y);
    sum_add_product(&sum, -a->y, b->x);
    sum_add_product(&sum, b->x, c->y);
    sum_add_product(&sum, -b->y, c->x);
    sum_add_product(&sum, c->x, a->y);
    sum_add_product(&sum, -c->y, a->x);
    for (uint32_t i = sum.count; i-- > 0;) {
        if (sum.parts[i] != 0.0) {
            return sum.parts[i] > 0.0 ? 1 : -1;
        }
    }
    return 0;
}

// 1: a, b, c turn left; -1: right; 0: they are in a line.
static int orientation(const TaBlendSite *a, const TaBlendSite *b, const TaBlendSite *c)
{
    const double left = (a->x - c->x) * (b->y - c->y), right = (a->y - c->y) * (b->x - c->x);
    const double difference = left - right;
    if (fabs(difference) > UNSURE * (fabs(left) + fabs(right))) {
        return difference > 0.0 ? 1 : -1;
    }
    return orientation_exact(a, b, c);
}

static int side_of(const Mesh *mesh, uint32_t from, uint32_t to, uint32_t site)
{
    return orientation(&mesh->sites[from], &mesh->sites[to], &mesh->sites[site]);
}

// ---- triangles ---------------------------------------------------------------------------------

static uint32_t *owner_of(const Mesh *mesh, uint32_t from, uint32_t to)
{
    return &mesh->owners[from * mesh->site_count + to];
}

static void put_triangle(Mesh *mesh, uint32_t index, uint32_t a, uint32_t b, uint32_t c)
{
    mesh->triangles[index] = (Triangle){{a, b, c}};
    *owner_of(mesh, a, b) = index;
    *owner_of(mesh, b, c) = index;
    *owner_of(mesh, c, a) = index;
}

// The corner that is not on the edge.
static uint32_t apex_of(const Mesh *mesh, uint32_t triangle, uint32_t from, uint32_t to)
{
    const uint32_t *corner = mesh->triangles[triangle].corner;
    for (int k = 0; k < 2; k++) {
        if (corner[k] != from && corner[k] != to) {
            return corner[k];
        }
    }
    return corner[2];
}

// ---- sweep -------------------------------------------------------------------------------------

// The first sites may be in a line: the first one beside it makes triangles with all of them.
// Returns the number of sites used.
static uint32_t sweep_start(Mesh *mesh)
{
    uint32_t tip = 2;
    int side = side_of(mesh, 0, 1, tip);
    while (side == 0 && tip + 1 < mesh->site_count) {
        tip++;
        side = side_of(mesh, 0, 1, tip);
    }
    for (uint32_t i = 0; i + 1 < tip && side != 0; i++) {
        const uint32_t from = side > 0 ? i : i + 1, to = side > 0 ? i + 1 : i;
        put_triangle(mesh, mesh->triangle_count++, from, to, tip);
    }
    for (uint32_t i = 0; i < tip; i++) {
        mesh->hull[i] = side > 0 ? i : tip - 1 - i;
    }
    mesh->hull[tip] = tip;
    mesh->hull_count = tip + 1;
    return tip + 1;
}

static void sweep_add(Mesh *mesh, uint32_t site)
{
    const uint32_t count = mesh->hull_count;
    for (uint32_t e = 0; e < count; e++) {
        const uint32_t from = mesh->hull[e], to = mesh->hull[(e + 1) % count];
        mesh->visible[e] = side_of(mesh, from, to, site) < 0;
        if (mesh->visible[e]) {
            put_triangle(mesh, mesh->triangle_count++, to, from, site);
        }
    }
    uint32_t kept = 0;
    for (uint32_t e = 0; e < count; e++) {
        const bool before = mesh->visible[(e + count - 1) % count], here = mesh->visible[e];
        if (!before || !here) {
            mesh->next_hull[kept++] = mesh->hull[e];
        }
        if (here && !before) {
            mesh->next_hull[kept++] = site;
        }
    }
    uint32_t *old = mesh->hull;
    mesh->hull = mesh->next_hull;
    mesh->next_hull = old;
    mesh->hull_count = kept;
}

// ---- flips -------------------------------------------------------------------------------------

static bool in_circle(const TaBlendSite *a, const TaBlendSite *b, const TaBlendSite *c,
                      const TaBlendSite *d)
{
    const double ax = a->x - d->x, ay = a->y - d->y, bx = b->x - d->x, by = b->y - d->y;
    const double cx = c->x - d->x, cy = c->y - d->y;
    const double a2 = ax * ax + ay * ay, b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
    const double value =
        a2 * (bx * cy - by * cx) + b2 * (cx * ay - cy * ax) + c2 * (ax * by - ay * bx);
    const double size = a2 * (fabs(bx * cy) + fabs(by * cx)) +
                        b2 * (fabs(cx * ay) + fabs(cy * ax)) + c2 * (fabs(ax * by) + fabs(ay * bx));
    return value > ON_CIRCLE * size;
}

// Gives the two triangles beside an edge their other diagonal, if the circles ask for it.
static bool flip(Mesh *mesh, uint32_t from, uint32_t to)
{
    const uint32_t left = *owner_of(mesh, from, to), right = *owner_of(mesh, to, from);
    if (left == NO_TRIANGLE || right == NO_TRIANGLE) {
        return false;
    }
    const uint32_t above = apex_of(mesh, left, from, to), below = apex_of(mesh, right, from, to);
    const TaBlendSite *sites = mesh->sites;
    if (!in_circle(&sites[from], &sites[to], &sites[above], &sites[below])) {
        return false;
    }
    *owner_of(mesh, from, to) = NO_TRIANGLE;
    *owner_of(mesh, to, from) = NO_TRIANGLE;
    put_triangle(mesh, left, from, below, above);
    put_triangle(mesh, right, below, to, above);
    return true;
}

// Every flip lowers the triangles lifted onto a paraboloid, so this comes to an end.
static bool flip_all(Mesh *mesh)
{
    bool flipped = false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t *corner = mesh->triangles[t].corner;
            flipped |= flip(mesh, corner[k], corner[(k + 1) % 3]);
        }
    }
    return flipped;
}

// ---- hull --------------------------------------------------------------------------------------

static double height_over(const Mesh *mesh, uint32_t from, uint32_t to, uint32_t site)
{
    const TaBlendSite *a = &mesh->sites[from], *b = &mesh->sites[to], *c = &mesh->sites[site];
    const double x = b->x - a->x, y = b->y - a->y;
    return (x * (c->y - a->y) - y * (c->x - a->x)) / sqrt(x * x + y * y);
}

static bool is_hull_edge(const Mesh *mesh, uint32_t from, uint32_t to)
{
    return *owner_of(mesh, from, to) != NO_TRIANGLE && *owner_of(mesh, to, from) == NO_TRIANGLE;
}

static void remove_triangle(Mesh *mesh, uint32_t index)
{
    const uint32_t *corner = mesh->triangles[index].corner;
    for (int k = 0; k < 3; k++) {
        *owner_of(mesh, corner[k], corner[(k + 1) % 3]) = NO_TRIANGLE;
    }
    const uint32_t last = --mesh->triangle_count;
    if (index != last) {
        const uint32_t *moved = mesh->triangles[last].corner;
        put_triangle(mesh, index, moved[0], moved[1], moved[2]);
    }
}

// Sites of a straight border may be off by rounding: those inside would be skipped outside of the
// hull. Opens one triangle that is nothing but rounding.
static bool open_flat(Mesh *mesh, double flat)
{
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t *corner = mesh->triangles[t].corner;
            const uint32_t from = corner[k], to = corner[(k + 1) % 3], apex = corner[(k + 2) % 3];
            if (is_hull_edge(mesh, from, to) && !mesh->outside[apex] &&
                height_over(mesh, from, to, apex) <= flat) {
                mesh->outside[apex] = true;
                remove_triangle(mesh, t);
                return true;
            }
        }
    }
    return false;
}

// ---- output ------------------------------------------------------------------------------------

static void write_part(const TaBlendSite *sites, TaBlendTriangle *out, int k)
{
    const TaBlendSite *a = &sites[out->sites[(k + 1) % 3]], *b = &sites[out->sites[(k + 2) % 3]];
    const TaBlendSite *c = &sites[out->sites[k]];
    const double x = b->x - a->x, y = b->y - a->y, length = sqrt(x * x + y * y);
    out->normals[k][0] = -y / length;
    out->normals[k][1] = x / length;
    const double height = (c->x - a->x) * out->normals[k][0] + (c->y - a->y) * out->normals[k][1];
    out->inverse_heights[k] = height > 0.0 ? 1.0 / height : 0.0;
}

static bool is_thin(const TaBlendTriangle *triangle, double tolerance)
{
    for (int k = 0; k < 3; k++) {
        const double inverse = triangle->inverse_heights[k];
        if (inverse <= 0.0 || inverse * tolerance >= 1.0) {
            return true;
        }
    }
    return false;
}

static bool write_triangles(TaArena *arena, const Mesh *mesh, double tolerance, TaBlendMesh *out)
{
    TaBlendTriangle *triangles = TA_ARENA_NEW(arena, TaBlendTriangle, mesh->triangle_count);
    if (triangles == NULL) {
        return false;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        TaBlendTriangle *triangle = &triangles[out->triangle_count];
        for (int k = 0; k < 3; k++) {
            triangle->sites[k] = mesh->triangles[t].corner[k];
        }
        for (int k = 0; k < 3; k++) {
            write_part(mesh->sites, triangle, k);
        }
        out->triangle_count += is_thin(triangle, tolerance) ? 0 : 1;  // its neighbours cover it
    }
    out->triangles = triangles;
    return true;
}

static bool write_edges(TaArena *arena, const Mesh *mesh, TaBlendMesh *out)
{
    TaBlendEdge *edges = TA_ARENA_NEW(arena, TaBlendEdge, mesh->site_count);
    if (edges == NULL) {
        return false;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        for (int k = 0; k < 3; k++) {
            const uint32_t *corner = mesh->triangles[t].corner;
            const uint32_t from = corner[k], to = corner[(k + 1) % 3];
            if (is_hull_edge(mesh, from, to)) {
                const double x = mesh->sites[to].x - mesh->sites[from].x;
                const double y = mesh->sites[to].y - mesh->sites[from].y;
                edges[out->edge_count++] = (TaBlendEdge){{from, to}, x, y, 1.0 / (x * x + y * y)};
            }
        }
    }
    out->edges = edges;
    return true;
}

static bool open_mesh(TaArena *scratch, Mesh *mesh, const TaBlendSpace *space)
{
    const size_t count = space->site_count;
    const size_t pairs = count > UINT16_MAX ? SIZE_MAX : count * count;
    *mesh = (Mesh){.sites = space->sites, .site_count = space->site_count};
    mesh->triangles = TA_ARENA_NEW(scratch, Triangle, 2 * count);
    mesh->owners = TA_ARENA_NEW(scratch, uint32_t, pairs);
    mesh->hull = TA_ARENA_NEW(scratch, uint32_t, count + 1);
    mesh->next_hull = TA_ARENA_NEW(scratch, uint32_t, count + 1);
    mesh->visible = TA_ARENA_NEW(scratch, bool, count + 1);
    mesh->outside = TA_ARENA_NEW(scratch, bool, count);
    for (size_t i = 0; i < pairs && !scratch->failed; i++) {
        mesh->owners[i] = NO_TRIANGLE;
    }
    return !scratch->failed;
}

static void triangulate(Mesh *mesh, double flat)
{
    for (uint32_t site = sweep_start(mesh); site < mesh->site_count; site++) {
        sweep_add(mesh, site);
    }
    while (flip_all(mesh)) {}
    for (uint32_t i = 0; i < mesh->hull_count; i++) {
        mesh->outside[mesh->hull[i]] = true;
    }
    while (open_flat(mesh, flat)) {}
}

bool ta_blend_mesh_build(TaArena *arena, TaBlendSpace *space)
{
    TaArena scratch = {0};
    Mesh mesh;
    TaBlendMesh *out = TA_ARENA_NEW(arena, TaBlendMesh, 1);
    bool built = out != NULL && open_mesh(&scratch, &mesh, space);
    if (built) {
        triangulate(&mesh, FLAT * space->extent);
        built =
            write_triangles(arena, &mesh, space->tolerance, out) && write_edges(arena, &mesh, out);
    }
    ta_arena_release(&scratch);
    space->mesh = out;
    return built;
}
