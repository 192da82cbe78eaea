// SPDX-License-Identifier: MIT
// In: a state's clock and a span of time. Out: the clock moved, and what it passed on the way.
// Wrapping is arithmetic, never a loop: any finite span takes the same time.
#include "kernel/clock.h"

#include <math.h>

double ta_clock_epsilon(const TaStateRun *run) { return TA_TIME_EPSILON * fabs(ta_run_rate(run)); }

void ta_clock_settle(TaStateRun *run, TaLoop loop)
{
    if (run->length <= 0.0) {
        run->loops = 0.0;
        run->phase = 1.0;
        run->previous = 1.0;
        run->ended = true;
        return;
    }
    if (loop != TA_LOOP_ONCE) {
        if (run->phase >= 1.0) {  // it had no length until now: its first loop is done
            run->loops += floor(run->phase);
            run->phase -= floor(run->phase);
        }
        run->ended = false;
        return;
    }
    const double place = ta_run_normalized(run), epsilon = ta_clock_epsilon(run);
    const double rate = ta_run_rate(run);
    const bool at_end = rate >= 0.0 && place >= 1.0 - epsilon;
    const bool at_start = rate < 0.0 && place <= epsilon;
    run->ended = at_end || at_start;
    run->loops = 0.0;
    run->phase = at_end || place > 1.0 ? 1.0 : at_start || place < 0.0 ? 0.0 : place;
}

// How much of a span the motion still runs: a play-once one stops at its end.
static double running(const TaStateRun *run, TaLoop loop, double seconds)
{
    const double rate = ta_run_rate(run);
    if (loop != TA_LOOP_ONCE || rate == 0.0) {
        return seconds;
    }
    const double left = ((rate > 0.0 ? 1.0 : 0.0) - ta_run_normalized(run)) / rate;
    return left < 0.0 ? 0.0 : left < seconds ? left : seconds;
}

static void move_position(TaStateRun *run, TaLoop loop, double seconds)
{
    const bool stands = run->length <= 0.0 || (run->ended && loop == TA_LOOP_ONCE);
    run->ran = stands ? 0.0 : running(run, loop, seconds);
    run->previous = ta_run_normalized(run);
    run->previous_seconds = run->seconds;
    run->previous_place = run->loops + (run->phase > 0.0 ? run->phase : 0.0);
    run->seconds += run->speed * run->ran;
    for (int i = 0; i < TA_MOST_PHASES; i++) {
        run->previous_phases[i] = run->phases[i];
        run->phases[i] += run->phase_rates[i] * run->ran;
    }
    run->phase += ta_run_rate(run) * run->ran;
    if (loop != TA_LOOP_ONCE && !stands) {
        const double whole = floor(run->phase + ta_clock_epsilon(run));
        run->phase -= whole;
        run->loops += whole;
    }
    ta_clock_settle(run, loop);
}

// y of a CSS cubic-bezier at x: x(s) is monotonic, so s is found by halving (2^-52 after 52 steps).
static double bezier_at(const double b[4], double x)
{
    double low = 0.0, high = 1.0, s = x;
    for (int i = 0; i < 52; i++) {
        s = 0.5 * (low + high);
        const double at = s * (3.0 * (1.0 - s) * ((1.0 - s) * b[0] + s * b[2]) + s * s);
        low = at < x ? s : low;
        high = at < x ? high : s;
    }
    return s * (3.0 * (1.0 - s) * ((1.0 - s) * b[1] + s * b[3]) + s * s);
}

double ta_clock_share(const TaStateRun *run, double fade_time)
{
    double t = run->fade_length > 0.0 ? fade_time / run->fade_length : 1.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    switch (run->curve) {
    case TA_CURVE_LINEAR: break;
    case TA_CURVE_SMOOTH: t = t * t * (3.0 - 2.0 * t); break;
    case TA_CURVE_IN: t = t * t; break;
    case TA_CURVE_OUT: t = t * (2.0 - t); break;
    case TA_CURVE_BEZIER: t = bezier_at(run->bezier, t); break;
    }
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;  // a bezier may overshoot; weights may not
    return run->share_start + (1.0 - run->share_start) * t;
}

void ta_clock_move(TaStateRun *run, TaLoop loop, double seconds)
{
    run->time += seconds;
    run->just_started = run->fresh;
    run->fresh = false;
    run->was_ended = run->ended && !run->just_started;
    if (run->state != TA_RUN_POSE) {
        move_position(run, loop, seconds);
    }
    run->fade_time += run->fade_length > 0.0 ? seconds : 0.0;  // runs on: events look back on it
    if (run->fading) {
        run->fading = run->fade_time < run->fade_length - TA_TIME_EPSILON;
        run->share = run->fading ? ta_clock_share(run, run->fade_time) : 1.0;
    }
}

// Exits up to 1 come again in every loop.
static bool comes_again(TaLoop loop, double exit) { return loop != TA_LOOP_ONCE && exit <= 1.0; }

static bool stands_on(const TaStateRun *run, TaLoop loop, double exit, double epsilon)
{
    const double past = ta_run_normalized(run) - exit;
    if (!comes_again(loop, exit)) {
        return fabs(past) <= epsilon;
    }
    const bool before_first = ta_run_rate(run) >= 0.0 && past < -epsilon;  // forward from loop 0 on
    return !before_first && fabs(past - floor(past + 0.5)) <= epsilon;
}

bool ta_clock_passed(const TaStateRun *run, TaLoop loop, double exit)
{
    const double epsilon = ta_clock_epsilon(run), reach = epsilon > 0.0 ? epsilon : TA_TIME_EPSILON;
    if (!stands_on(run, loop, exit, reach)) {
        return false;  // passed earlier in the move: that moment is over
    }
    if (run->fresh) {
        return true;
    }
    const double before = run->previous - exit, now = ta_run_normalized(run) - exit;
    const bool backward = ta_run_rate(run) < 0.0;
    if (!comes_again(loop, exit)) {
        return backward ? before > epsilon && now <= epsilon : before < -epsilon && now >= -epsilon;
    }
    return backward ? ceil(before - epsilon) > ceil(now - epsilon)
                    : floor(now + epsilon) > floor(before + epsilon);
}

double ta_clock_until(const TaStateRun *run, double position)
{
    const double rate = ta_run_rate(run);
    const double distance = position - ta_run_normalized(run);
    const double seconds = rate != 0.0 ? distance / rate : -1.0;
    return seconds > TA_TIME_EPSILON ? seconds : (double)INFINITY;
}

double ta_clock_until_exit(const TaStateRun *run, TaLoop loop, double exit)
{
    if (run->ended) {
        return (double)INFINITY;
    }
    if (!comes_again(loop, exit)) {
        return ta_clock_until(run, exit);
    }
    const double epsilon = ta_clock_epsilon(run), past = ta_run_normalized(run) - exit;
    const double next = ta_run_rate(run) < 0.0 ? ceil(past - epsilon) - 1.0
                                               : fmax(floor(past + epsilon) + 1.0, 0.0);
    return ta_clock_until(run, exit + next);
}

double ta_clock_until_end(const TaStateRun *run, TaLoop loop)
{
    if (loop != TA_LOOP_ONCE || run->ended) {
        return (double)INFINITY;
    }
    return ta_clock_until(run, ta_run_rate(run) < 0.0 ? 0.0 : 1.0);
}

void ta_clock_rewind(TaStateRun *run, double seconds)
{
    if (run->time < seconds || run->state == TA_RUN_POSE) {
        return;
    }
    run->time -= seconds;
    if (!run->ended) {
        run->phase -= ta_run_rate(run) * seconds;
        run->seconds -= run->speed * seconds;
        for (int i = 0; i < TA_MOST_PHASES; i++) {
            run->phases[i] -= run->phase_rates[i] * seconds;
        }
        const double whole = floor(run->phase);
        run->phase -= whole;
        run->loops += whole;
    }
    if (run->fading) {
        run->fade_time = run->fade_time > seconds ? run->fade_time - seconds : 0.0;
        run->share = ta_clock_share(run, run->fade_time);
    }
}
