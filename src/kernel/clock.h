// SPDX-License-Identifier: MIT
// The clock of one live state: moving it, and finding when it passes a position.
//
// Positions are normalised times: loops since entry. Every comparison is shifted by
// TA_TIME_EPSILON, in the same way everywhere: a position counts as passed by the move that ends
// within epsilon before it, and then not by the next one. So nothing is seen twice or missed.
#ifndef TA_KERNEL_CLOCK_H
#define TA_KERNEL_CLOCK_H

#include "data/machine_run.h"

// TA_TIME_EPSILON in loops.
double ta_clock_epsilon(const TaStateRun *run);

// Settles a new clock, or one whose speed or length changed: is it at its end already?
void ta_clock_settle(TaStateRun *run, TaLoop loop);

// The share a fading state has fade_time seconds into its fade, along its curve.
double ta_clock_share(const TaStateRun *run, double fade_time);

// Moves a clock and its fade on by seconds.
void ta_clock_move(TaStateRun *run, TaLoop loop, double seconds);

// Whether the last move came to an exit position, which is now. exit <= 1 is there once every loop of
// a motion that repeats, exit > 1 once. A clock that has not moved stands on its start.
bool ta_clock_passed(const TaStateRun *run, TaLoop loop, double exit);

// Seconds until the clock next passes an exit position; infinity when it will not.
double ta_clock_until_exit(const TaStateRun *run, TaLoop loop, double exit);

// Seconds until the normalised time reaches a position once; infinity when it will not.
double ta_clock_until(const TaStateRun *run, double position);

// Seconds until a play-once motion ends; infinity when it will not, or has.
double ta_clock_until_end(const TaStateRun *run, TaLoop loop);

// Sets a clock and its fade back, for velocities; a state younger than that stays as it is.
void ta_clock_rewind(TaStateRun *run, double seconds);

#endif
