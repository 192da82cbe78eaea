// SPDX-License-Identifier: MIT
// Weights of blend spaces: the numbers of case C15 and of the formulas, and what must hold for any
// samples and any point.
#include "data/blend_space.h"

#include <stdint.h>
#include <stdlib.h>

#include "data/blend_space_parts.h"
#include "math/trig.h"
#include "random.h"
#include "test.h"

enum { KINDS = 5, MOST = 256, SETS = 1000 };

static const TaBlendSpaceKind ALL_KINDS[KINDS] = {
    TA_BLEND_SPACE_1D, TA_BLEND_SPACE_2D_SIMPLE, TA_BLEND_SPACE_2D_DIRECTIONAL,
    TA_BLEND_SPACE_2D_CARTESIAN, TA_BLEND_SPACE_2D_TRIANGLES};

static TaArena g_arena;

static const TaBlendSpace *build(TaBlendSpaceKind kind, const Position *positions, uint32_t count)
{
    ta_arena_release(&g_arena);
    const TaBlendSpace *space = ta_blend_space_build(&g_arena, kind, positions, count);
    CHECK(space != NULL);
    return space;
}

static void check_weights(TaBlendSpaceKind kind, const Position *positions, uint32_t count,
                          Position point, const double *wanted)
{
    double weights[MOST];
    ta_blend_space_weights(build(kind, positions, count), point, weights);
    for (uint32_t i = 0; i < count; i++) {
        if (fabs(weights[i] - wanted[i]) > 1e-9) {
            printf("# kind %d at %g %g, sample %u:\n", (int)kind, point[0], point[1], i);
        }
        CHECK_NEAR(weights[i], wanted[i], 1e-9);
    }
}

#define AT(x, y) ((double[2]){x, y})
#define WANT(...) ((const double[]){__VA_ARGS__})

// ---- numbers -----------------------------------------------------------------------------------

static void test_c15_thresholds_in_any_order(void)
{
    const TaBlendSpaceKind kind = TA_BLEND_SPACE_1D;
    const Position rising[] = {{0, 7}, {1, -7}, {3, 9}}, mixed[] = {{3, 0}, {0, 0}, {1, 0}};
    const Position together[] = {{1, 0}, {0, 0}, {1, 0}, {2, 0}};
    check_weights(kind, rising, 3, AT(1, 0), WANT(0, 1, 0));
    check_weights(kind, rising, 3, AT(2, 0), WANT(0, .5, .5));
    check_weights(kind, rising, 3, AT(-1, 0), WANT(1, 0, 0));
    check_weights(kind, rising, 3, AT(9, 5), WANT(0, 0, 1));
    check_weights(kind, mixed, 3, AT(1, 0), WANT(0, 0, 1));
    check_weights(kind, mixed, 3, AT(2, 0), WANT(.5, 0, .5));
    check_weights(kind, mixed, 3, AT(-1, 0), WANT(0, 1, 0));
    check_weights(kind, mixed, 3, AT(9, 0), WANT(1, 0, 0));
    check_weights(kind, together, 4, AT(1, 0), WANT(.5, 0, .5, 0));
    check_weights(kind, together, 4, AT(1.25, 0), WANT(.375, 0, .375, .25));
    check_weights(kind, together, 4, AT(0.25, 0), WANT(.125, .75, .125, 0));
}

static void test_c15_a_triangle_and_the_nearest_point_outside(void)
{
    const Position corners[] = {{0, 0}, {1, 0}, {0, 1}};
    const TaBlendSpaceKind kinds[] = {TA_BLEND_SPACE_2D_TRIANGLES, TA_BLEND_SPACE_2D_SIMPLE};
    for (int k = 0; k < 2; k++) {
        check_weights(kinds[k], corners, 3, AT(.25, .25), WANT(.5, .25, .25));
        check_weights(kinds[k], corners, 3, AT(1, 0), WANT(0, 1, 0));
        check_weights(kinds[k], corners, 3, AT(1, 1), WANT(0, .5, .5));
        check_weights(kinds[k], corners, 3, AT(-1, -1), WANT(1, 0, 0));
        check_weights(kinds[k], corners, 3, AT(2, -1), WANT(0, 1, 0));
    }
}

static void test_c15_samples_in_a_line(void)
{
    const Position line[] = {{0, 0}, {1, 0}, {2, 0}}, mixed[] = {{2, 0}, {0, 0}, {1, 0}};
    for (int k = 1; k < KINDS; k++) {
        check_weights(ALL_KINDS[k], line, 3, AT(1.5, 0), WANT(0, .5, .5));
        check_weights(ALL_KINDS[k], line, 3, AT(5, 0), WANT(0, 0, 1));
        check_weights(ALL_KINDS[k], mixed, 3, AT(1.5, 0), WANT(.5, 0, .5));
        if (ALL_KINDS[k] != TA_BLEND_SPACE_2D_DIRECTIONAL) {  // there a turn by 63 degrees counts
            check_weights(ALL_KINDS[k], line, 3, AT(1.5, 3), WANT(0, .5, .5));
            check_weights(ALL_KINDS[k], mixed, 3, AT(1.5, -3), WANT(.5, 0, .5));
        }
    }
    // The same in decimals that are not exact, rising steeply.
    const Position slanted[] = {{.3, .9}, {.1, .3}, {.2, .6}, {.7, 2.1}};
    check_weights(TA_BLEND_SPACE_2D_TRIANGLES, slanted, 4, AT(.15 + 3, .45 - 1),
                  WANT(0, .5, .5, 0));
    const Position upright[] = {{.3, 2}, {.1 + .2, 1}, {.3, 0}};
    check_weights(TA_BLEND_SPACE_2D_TRIANGLES, upright, 3, AT(7, .25), WANT(0, .25, .75));
}

static void test_c15_samples_of_one_place_share(void)
{
    const Position twice[] = {{0, 0}, {0, 0}, {1, 0}}, thrice[] = {{1, 2}, {1, 2}, {1, 2}};
    for (int k = 0; k < KINDS; k++) {
        check_weights(ALL_KINDS[k], twice, 3, AT(.5, 0), WANT(.25, .25, .5));
        check_weights(ALL_KINDS[k], twice, 3, AT(0, 0), WANT(.5, .5, 0));
        check_weights(ALL_KINDS[k], twice, 3, AT(1, 0), WANT(0, 0, 1));
        check_weights(ALL_KINDS[k], thrice, 3, AT(-5, 3), WANT(1. / 3, 1. / 3, 1. / 3));
        check_weights(ALL_KINDS[k], thrice, 1, AT(8, 8), WANT(1));
    }
}

static void test_no_sample_writes_nothing(void)
{
    double untouched = 42.0;
    for (int k = 0; k < KINDS; k++) {
        ta_blend_space_weights(build(ALL_KINDS[k], NULL, 0), AT(1, 2), &untouched);
    }
    CHECK(untouched == 42.0);
}

static void test_bands_lose_no_weight_behind_a_sample(void)
{
    const Position cross[] = {{0, 0}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {0, 3}};
    const TaBlendSpaceKind kinds[] = {TA_BLEND_SPACE_2D_DIRECTIONAL, TA_BLEND_SPACE_2D_CARTESIAN,
                                      TA_BLEND_SPACE_2D_SIMPLE};
    for (int k = 0; k < 3; k++) {
        check_weights(kinds[k], cross, 6, AT(0, 2), WANT(0, 0, 0, .5, 0, .5));
        check_weights(kinds[k], cross, 6, AT(0, -3), WANT(0, 0, 0, 0, 1, 0));
        check_weights(kinds[k], cross, 6, AT(0, 9), WANT(0, 0, 0, 0, 0, 1));
    }
    const double third = 1.0 / 3.0;
    check_weights(kinds[1], cross, 6, AT(.5, .5), WANT(third, third, 0, third, 0, 0));
    double weights[6];
    ta_blend_space_weights(build(kinds[0], cross, 6), AT(.5, .5), weights);
    CHECK_NEAR(weights[0], 0.279, 5e-4);
    CHECK_NEAR(weights[1], 0.360, 5e-4);
    CHECK_NEAR(weights[3], 0.360, 5e-4);
    CHECK_NEAR(weights[2] + weights[4] + weights[5], 0.0, 1e-12);
}

static void test_directional_blends_by_angle_on_a_circle(void)
{
    // No middle; half way between two samples of any radius it is half and half.
    const Position ring[] = {{2, 0}, {0, 2}, {-2, 0}, {0, -2}};
    const double half = 2.0 * sqrt(.5);
    check_weights(TA_BLEND_SPACE_2D_DIRECTIONAL, ring, 4, AT(half, half), WANT(.5, .5, 0, 0));
    check_weights(TA_BLEND_SPACE_2D_DIRECTIONAL, ring, 4, AT(-half, half), WANT(0, .5, .5, 0));
    check_weights(TA_BLEND_SPACE_2D_DIRECTIONAL, ring, 4, AT(-half, -half), WANT(0, 0, .5, .5));
    check_weights(TA_BLEND_SPACE_2D_DIRECTIONAL, ring, 4, AT(0, 0), WANT(.25, .25, .25, .25));
    const double angle = TA_PI / 8.0;
    check_weights(TA_BLEND_SPACE_2D_DIRECTIONAL, ring, 4, AT(2 * ta_cos(angle), 2 * ta_sin(angle)),
                  WANT(.75, .25, 0, 0));
}

static void test_simple_follows_the_rays(void)
{
    const Position ring[] = {{0, 2}, {1, 0}, {-1, 0}, {0, -1}};
    const TaBlendSpaceKind kind = TA_BLEND_SPACE_2D_SIMPLE;
    check_weights(kind, ring, 4, AT(0, 0), WANT(.25, .25, .25, .25));  // no middle: all of them
    check_weights(kind, ring, 4, AT(.5, .5), WANT(.25 + .0625, .5 + .0625, .0625, .0625));
    check_weights(kind, ring, 4, AT(1, 2), WANT(.5, .5, 0, 0));
    check_weights(kind, ring, 4, AT(-3, -1), WANT(0, 0, .75, .25));
    const Position sides[] = {{1, 0}, {0, 0}, {-1, 0}};  // nothing above: its place on the line
    check_weights(kind, sides, 3, AT(0, 5), WANT(0, 1, 0));
    check_weights(kind, sides, 3, AT(.25, -5), WANT(.25, .75, 0));
    check_weights(kind, sides, 3, AT(-.25, 5), WANT(0, .75, .25));
    const Position rows[] = {{1, 0}, {3, 0}, {0, 1}, {0, 0}, {0, 5}};
    check_weights(kind, rows, 5, AT(2, 0), WANT(.5, .5, 0, 0, 0));
    check_weights(kind, rows, 5, AT(1, 1), WANT(.25, .25, .375, 0, .125));
    const Position left[] = {{-1, -1e-17}, {-3, 0}, {0, 0}};  // -pi and pi are one direction
    check_weights(kind, left, 3, AT(-2, 0), WANT(.5, .5, 0));
    check_weights(kind, left, 3, AT(-2, -1), WANT(.5, .5, 0));
}

static void test_opposite_samples_do_not_tell_sides_apart(void)
{
    const Position pair[] = {{1, 0}, {-1, .02}};  // 178.9 degrees apart
    const double angle = 0.75 * TA_PI;
    double above[2], below[2];
    const TaBlendSpace *space = build(TA_BLEND_SPACE_2D_DIRECTIONAL, pair, 2);
    ta_blend_space_weights(space, AT(ta_cos(angle), ta_sin(angle)), above);
    ta_blend_space_weights(space, AT(ta_cos(angle), -ta_sin(angle)), below);
    CHECK_NEAR(above[0], 0.25, 0.02);
    CHECK_NEAR(below[0], 0.25, 0.02);
}

// ---- any samples, any point --------------------------------------------------------------------

// Up to most samples of every shape in turn.
static uint32_t any_samples(Position *positions, uint32_t set, uint32_t most)
{
    const uint32_t count = 1 + random_below(most);
    random_samples(positions, count, set % 5);
    return count;
}

static bool is_share(const double *weights, uint32_t count)
{
    double sum = 0.0;
    bool positive = true;
    for (uint32_t i = 0; i < count; i++) {
        sum += weights[i];
        positive = positive && weights[i] >= 0.0;  // also refuses NaN
    }
    return positive && fabs(sum - 1.0) <= 1e-9;
}

static double difference(const double *a, const double *b, uint32_t count)
{
    double most = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        most = fmax(most, fabs(a[i] - b[i]));
    }
    return most;
}

static void check_one_hot(TaBlendSpaceKind kind, const TaBlendSpace *space,
                          const Position *positions, uint32_t count)
{
    double weights[MOST];
    for (uint32_t s = 0; s < count; s++) {
        ta_blend_space_weights(space, positions[s], weights);
        double here = 0.0;
        uint32_t alike = 0;
        for (uint32_t i = 0; i < count; i++) {
            const double off = kind == TA_BLEND_SPACE_1D ? 0.0 : positions[i][1] - positions[s][1];
            if (fabs(positions[i][0] - positions[s][0]) + fabs(off) < 1e-12) {
                here += weights[i];
                alike++;
            }
        }
        CHECK_NEAR(here, 1.0, 1e-15 * alike);  // 1 / alike is rounded
        CHECK(alike > 1 || weights[s] == 1.0);
    }
}

static void test_weights_are_a_share_and_one_hot_on_samples(void)
{
    Position positions[MOST], point;
    double weights[MOST];
    random_seed(1);
    for (uint32_t set = 0; set < SETS * KINDS; set++) {
        const TaBlendSpaceKind kind = ALL_KINDS[set % KINDS];
        const uint32_t count = any_samples(positions, set / KINDS, 24);
        const TaBlendSpace *space = build(kind, positions, count);
        for (int p = 0; p < 20; p++) {
            random_point(positions, count, point);
            ta_blend_space_weights(space, point, weights);
            CHECK(is_share(weights, count));
        }
        check_one_hot(kind, space, positions, count);
    }
}

static void test_the_order_of_samples_does_not_matter(void)
{
    Position positions[MOST], mixed[MOST], point;
    double weights[MOST], mixed_weights[MOST], sorted_back[MOST];
    uint32_t order[MOST];
    random_seed(2);
    for (uint32_t set = 0; set < SETS * KINDS; set++) {
        const uint32_t count = any_samples(positions, set / KINDS, 24);
        for (uint32_t i = 0; i < count; i++) {
            const uint32_t at = random_below(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        for (uint32_t i = 0; i < count; i++) {
            memcpy(mixed[i], positions[order[i]], sizeof(Position));
        }
        random_point(positions, count, point);
        ta_blend_space_weights(build(ALL_KINDS[set % KINDS], positions, count), point, weights);
        ta_blend_space_weights(build(ALL_KINDS[set % KINDS], mixed, count), point, mixed_weights);
        for (uint32_t i = 0; i < count; i++) {
            sorted_back[order[i]] = mixed_weights[i];
        }
        CHECK_NEAR(difference(weights, sorted_back, count), 0.0, 1e-9);
    }
}

// Halves a stretch again and again where weights change most; a jump is what remains.
static double jump_between(const TaBlendSpace *space, uint32_t count, const Position start,
                           const Position end)
{
    double at_start[MOST], at_end[MOST], at_middle[MOST], jump = 0.0;
    Position a = {start[0], start[1]}, b = {end[0], end[1]};
    ta_blend_space_weights(space, a, at_start);
    ta_blend_space_weights(space, b, at_end);
    for (int i = 0; i < 46; i++) {
        Position middle = {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])};
        ta_blend_space_weights(space, middle, at_middle);
        const double first = difference(at_start, at_middle, count);
        const double second = difference(at_middle, at_end, count);
        const bool in_first = first > second;
        memcpy(in_first ? b : a, middle, sizeof(Position));
        memcpy(in_first ? at_end : at_start, at_middle, count * sizeof(double));
        jump = in_first ? first : second;
    }
    return jump;
}

static double worst_jump(TaBlendSpaceKind kind, const Position *positions, uint32_t count)
{
    const TaBlendSpace *space = build(kind, positions, count);
    double worst = 0.0;
    Position start, end;
    for (int path = 0; path < 4; path++) {
        random_point(positions, count, start);
        for (int leg = 0; leg < 8; leg++) {
            random_point(positions, count, end);
            worst = fmax(worst, jump_between(space, count, start, end));
            memcpy(start, end, sizeof(Position));
        }
    }
    return worst;
}

static void test_weights_change_without_a_jump(void)
{
    Position positions[MOST];
    random_seed(3);
    for (uint32_t set = 0; set < SETS * KINDS; set++) {
        const TaBlendSpaceKind kind = ALL_KINDS[set % KINDS];
        const uint32_t count = any_samples(positions, set / KINDS, 24);
        if (kind != TA_BLEND_SPACE_2D_DIRECTIONAL) {  // has places where it must jump
            CHECK_NEAR(worst_jump(kind, positions, count), 0.0, 1e-4);
        }
    }
}

static void test_directional_has_no_jump_with_a_ring_and_a_middle(void)
{
    // Eight directions at two speeds and a middle: what the kind is made for.
    Position positions[17] = {{0, 0}};
    for (uint32_t i = 0; i < 16; i++) {
        const double angle = TA_PI / 4.0 * (i % 8), radius = i < 8 ? 1.5 : 4.0;
        positions[i + 1][0] = radius * ta_cos(angle);
        positions[i + 1][1] = radius * ta_sin(angle);
    }
    random_seed(4);
    for (int i = 0; i < 100; i++) {
        CHECK_NEAR(worst_jump(TA_BLEND_SPACE_2D_DIRECTIONAL, positions, 17), 0.0, 1e-4);
    }
}

static void test_every_pair_of_many_samples_counts(void)
{
    // A pair that took the place of another would leave weight on a sample behind another one.
    Position line[30];
    double wanted[30];
    const TaBlendSpaceKind kinds[] = {TA_BLEND_SPACE_2D_DIRECTIONAL, TA_BLEND_SPACE_2D_CARTESIAN};
    for (uint32_t i = 0; i < 30; i++) {
        line[i][0] = 0.0;
        line[i][1] = (double)i;
    }
    for (uint32_t i = 0; i + 1 < 30; i++) {
        memset(wanted, 0, sizeof(wanted));
        wanted[i] = wanted[i + 1] = 0.5;
        check_weights(kinds[0], line, 30, AT(0, i + .5), wanted);
        check_weights(kinds[1], line, 30, AT(0, i + .5), wanted);
    }
}

static void test_any_size_of_numbers(void)
{
    const double sizes[] = {1e-310, 1e-300, 1e-160, 1e-20, 1e-6, 1e6, 1e20, 1e160, 1e300, 4e307};
    Position positions[MOST], point;
    double weights[MOST];
    random_seed(5);
    for (uint32_t set = 0; set < 100 * KINDS; set++) {
        const double size = sizes[set % 10];
        const uint32_t count = any_samples(positions, set / KINDS, 12);
        for (uint32_t i = 0; i < count; i++) {
            positions[i][0] *= size;
            positions[i][1] *= size;
        }
        const TaBlendSpace *space = build(ALL_KINDS[set % KINDS], positions, count);
        for (int p = 0; p < 10; p++) {
            const double away = sizes[random_below(10)];
            point[0] = random_between(-2.0, 2.0) * away;
            point[1] = random_between(-2.0, 2.0) * away;
            ta_blend_space_weights(space, point, weights);
            CHECK(is_share(weights, count));
        }
    }
}

// ---- triangles ---------------------------------------------------------------------------------

// With q = sum of weights and positions: nothing of the hull lies beyond q, seen from the point.
static void check_nearest(const Position *positions, uint32_t count, const Position point,
                          const double *weights)
{
    double x = 0.0, y = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        x += weights[i] * positions[i][0];
        y += weights[i] * positions[i][1];
    }
    for (uint32_t i = 0; i < count; i++) {
        const double beyond =
            (point[0] - x) * (positions[i][0] - x) + (point[1] - y) * (positions[i][1] - y);
        CHECK_NEAR(fmax(beyond, 0.0), 0.0, 1e-6);  // 1e-8 of a border and 50 away
    }
}

static void test_triangles_give_the_point_or_the_nearest_one(void)
{
    Position positions[MOST], point;
    double weights[MOST];
    random_seed(6);
    for (uint32_t set = 0; set < SETS; set++) {
        const uint32_t count = any_samples(positions, set, 40);
        const TaBlendSpace *space = build(TA_BLEND_SPACE_2D_TRIANGLES, positions, count);
        for (int p = 0; p < 20; p++) {
            random_point(positions, count, point);
            ta_blend_space_weights(space, point, weights);
            check_nearest(positions, count, point, weights);
        }
    }
}

static double area_of(const TaBlendSite *a, const TaBlendSite *b, const TaBlendSite *c)
{
    return 0.5 * ((b->x - a->x) * (c->y - a->y) - (b->y - a->y) * (c->x - a->x));
}

// No site further than rounding inside of the circle of a triangle. Thin ones have no safe circle.
static void check_circle(const TaBlendSpace *space, const TaBlendTriangle *triangle)
{
    const TaBlendSite *a = &space->sites[triangle->sites[0]];
    const TaBlendSite *b = &space->sites[triangle->sites[1]];
    const TaBlendSite *c = &space->sites[triangle->sites[2]];
    const double bx = b->x - a->x, by = b->y - a->y, cx = c->x - a->x, cy = c->y - a->y;
    const double b2 = bx * bx + by * by, c2 = cx * cx + cy * cy, area = area_of(a, b, c);
    const double x = (cy * b2 - by * c2) / (4.0 * area), y = (bx * c2 - cx * b2) / (4.0 * area);
    CHECK(area > 0.0);
    for (uint32_t s = 0; s < space->site_count; s++) {
        const double dx = space->sites[s].x - a->x - x, dy = space->sites[s].y - a->y - y;
        const double radius2 = x * x + y * y;
        CHECK(dx * dx + dy * dy >= radius2 * (1.0 - 1e-8));
    }
}

static void check_mesh(const TaBlendSpace *space)
{
    const TaBlendMesh *mesh = space->mesh;
    double covered = 0.0, hull = 0.0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *sites = mesh->triangles[t].sites;
        check_circle(space, &mesh->triangles[t]);
        covered +=
            area_of(&space->sites[sites[0]], &space->sites[sites[1]], &space->sites[sites[2]]);
    }
    for (uint32_t e = 0; e < mesh->edge_count; e++) {
        const uint32_t *sites = mesh->edges[e].sites;
        hull += area_of(&space->sites[0], &space->sites[sites[0]], &space->sites[sites[1]]);
        for (uint32_t s = 0; s < space->site_count; s++) {  // all sites are on its left
            const double length = sqrt(1.0 / mesh->edges[e].inverse_length2);
            const double area =
                area_of(&space->sites[sites[0]], &space->sites[sites[1]], &space->sites[s]);
            CHECK(area / length >= -1e-8);
        }
    }
    CHECK_NEAR(covered, hull, 1e-9);
    // Triangles of n sites, h of them on the hull; no thin ones were left out of these sets.
    CHECK_INT(mesh->triangle_count, 2 * space->site_count - 2 - mesh->edge_count);
}

static void test_triangles_are_those_of_delaunay(void)
{
    Position positions[MOST];
    random_seed(7);
    int meshes = 0;
    for (uint32_t set = 0; set < SETS; set++) {
        const uint32_t count = 1 + random_below(set < 20 ? MOST : 40);
        random_samples(positions, count, set % 5);
        const TaBlendSpace *space = build(TA_BLEND_SPACE_2D_TRIANGLES, positions, count);
        if (space->mesh != NULL) {
            check_mesh(space);
            meshes++;
        }
    }
    CHECK(meshes > 700);
}

static void test_a_grid_of_256_samples_in_tenths(void)
{
    // Every border is straight but for rounding, every cell is a square but for rounding.
    Position positions[MOST];
    double weights[MOST];
    for (uint32_t i = 0; i < MOST; i++) {
        positions[i][0] = 0.1 * (i % 16) - 0.7;
        positions[i][1] = 0.1 * (double)(i / 16) / 3.0 + 0.1;
    }
    const TaBlendSpace *space = build(TA_BLEND_SPACE_2D_TRIANGLES, positions, MOST);
    check_mesh(space);
    CHECK_INT(space->mesh->triangle_count, 2 * 15 * 15);
    CHECK_INT(space->mesh->edge_count, 4 * 15);
    for (uint32_t i = 0; i < 15; i++) {  // below the lowest row: its two next samples
        ta_blend_space_weights(space, AT(0.1 * i - 0.65, -3.0), weights);
        CHECK_NEAR(weights[i], 0.5, 1e-9);
        CHECK_NEAR(weights[i + 1], 0.5, 1e-9);
    }
}

// ---- memory and bits ---------------------------------------------------------------------------

static int g_until_failure;

static void *allocate(size_t bytes, void *user)
{
    (void)user;
    return g_until_failure-- > 0 ? malloc(bytes) : NULL;
}

static void release(void *memory, void *user)
{
    (void)user;
    free(memory);
}

static void test_no_memory_gives_no_space(void)
{
    Position positions[100];
    random_seed(8);
    random_samples(positions, 100, 0);
    const TaHooks hooks = {allocate, release, NULL};
    ta_arena_release(&g_arena);
    ta_set_hooks(&hooks);
    for (int k = 0; k < KINDS; k++) {
        int allocations = 0;
        for (bool built = false; !built; allocations++) {
            TaArena arena = {0};
            g_until_failure = allocations;
            built = ta_blend_space_build(&arena, ALL_KINDS[k], (const Position *)positions, 100);
            CHECK(built == !arena.failed);
            ta_arena_release(&arena);
        }
        CHECK(allocations > 2);
    }
    ta_set_hooks(NULL);
}

static void test_all_builds_give_the_same_bits(void)
{
    Position positions[MOST], point;
    double weights[MOST];
    uint64_t hash = 14695981039346656037u;
    random_seed(9);
    for (uint32_t set = 0; set < SETS * KINDS; set++) {
        const uint32_t count = any_samples(positions, set / KINDS, 24);
        random_point(positions, count, point);
        ta_blend_space_weights(build(ALL_KINDS[set % KINDS], positions, count), point, weights);
        for (uint32_t i = 0; i < count; i++) {
            uint64_t bits = 0;
            memcpy(&bits, &weights[i], sizeof(bits));
            hash = (hash ^ bits) * 1099511628211u;
        }
    }
    CHECK_INT(hash, 17421142400993803573u);
}

int main(void)
{
    RUN(test_c15_thresholds_in_any_order);
    RUN(test_c15_a_triangle_and_the_nearest_point_outside);
    RUN(test_c15_samples_in_a_line);
    RUN(test_c15_samples_of_one_place_share);
    RUN(test_no_sample_writes_nothing);
    RUN(test_bands_lose_no_weight_behind_a_sample);
    RUN(test_directional_blends_by_angle_on_a_circle);
    RUN(test_simple_follows_the_rays);
    RUN(test_opposite_samples_do_not_tell_sides_apart);
    RUN(test_weights_are_a_share_and_one_hot_on_samples);
    RUN(test_the_order_of_samples_does_not_matter);
    RUN(test_weights_change_without_a_jump);
    RUN(test_directional_has_no_jump_with_a_ring_and_a_middle);
    RUN(test_every_pair_of_many_samples_counts);
    RUN(test_any_size_of_numbers);
    RUN(test_triangles_give_the_point_or_the_nearest_one);
    RUN(test_triangles_are_those_of_delaunay);
    RUN(test_a_grid_of_256_samples_in_tenths);
    RUN(test_no_memory_gives_no_space);
    RUN(test_all_builds_give_the_same_bits);
    ta_arena_release(&g_arena);
    return TEST_END;
}
