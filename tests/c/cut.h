// SPDX-License-Identifier: MIT
// Cuts for tests: poses of a small rig on both sides, by number, at random, or beyond all bounds.
#ifndef TA_TEST_CUT_H
#define TA_TEST_CUT_H

#include "kernel/dead_blend.h"
#include "kernel/inertia.h"

enum { CUT_JOINTS = 5, CUT_SCALARS = 3, CUT_CHANNELS = 3 * CUT_JOINTS + CUT_SCALARS };

#define CUT_PI 3.14159265358979323846

// The poses now and TA_POSE_STEP earlier, one to write to, and the blends over the cut. All poses
// begin as the identity.
typedef struct Cut {
    TaArena arena;
    TaPose source, source_before, target, target_before, out;
    TaInertia inertia;
    TaDeadBlend dead;
} Cut;

Cut cut_open(void);
void cut_close(Cut *cut);
TaPose cut_pose(Cut *cut);  // one more, of the same rig

// Both blends begin; out = what they make of the poses a time later, the target standing still.
void cut_inertia_begin(Cut *cut, double seconds);
void cut_inertia_at(Cut *cut, double time);
void cut_dead_begin(Cut *cut);
void cut_dead_at(Cut *cut, double time);

// x of a joint's translation; turns about z in degrees, -180..180; the quaternion's other sign.
float *cut_x(const TaPose *pose, int joint);
void cut_set_z(const TaPose *pose, int joint, double degrees);
double cut_z(const TaPose *pose, int joint);
void cut_negate(const TaPose *pose, int joint);

// How far two poses are apart in a channel (units, radians, factors), and in the worst of all.
double cut_apart(TaChannel channel, const TaPose *a, const TaPose *b);
double cut_most_apart(const TaPose *a, const TaPose *b);
bool cut_same_bits(const TaPose *a, const TaPose *b);

// Finite numbers and unit quaternions, and the identity in the lanes past the last joint.
void cut_check_sound(const TaPose *pose);

// Random numbers -1..1 and poses, the same for the same seed.
void cut_seed(unsigned seed);
double cut_random(void);
void cut_random_pose(TaPose *pose);

// Four random poses; speeds grow with the round from none to one that no motion has, 36 pairs.
void cut_randomize(Cut *cut, unsigned round);

// out = from with numbers that no clip should have: far, opposite, mirrored or not finite.
void cut_extreme(const TaPose *from, unsigned kind, TaPose *out);

#endif
