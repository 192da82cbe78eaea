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
        run->ended = false;
        return;
    }
    const double place = ta_run_normalized(run), epsilon = ta_clock_epsilon(run);
    const double rate = ta_run_rate(run);
    const bool at_end = rate >= 0.0 && place >= 1.0 - epsilon;
    const bool at_start = rate < 0.0 && place <= epsilon;
    run->ended = at_end || at_start;
    if (run->ended || place > 1.0 || place < 0.0) {
        run->loops = 0.0;
        run->phase = at_end || place > 1.0 ? 1.0 : 0.0;
    }
}

static void move_position(TaStateRun *run, TaLoop loop, double seconds)
{
    run->previous = ta_run_normalized(run);
    run->previous_seconds = run->seconds;
    if (run->length > 0.0 && !(run->ended && loop == TA_LOOP_ONCE)) {
        run->seconds += run->speed * seconds;
        run->phase += ta_run_rate(run) * seconds;
        if (loop != TA_LOOP_ONCE) {
            const double whole = floor(run->phase + ta_clock_epsilon(run));
            run->phase -= whole;
            run->loops += whole;
        }
    }
    ta_clock_settle(run, loop);
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
    if (run->fading) {
        run->fade_time += seconds;
        const double part = run->fade_time / run->fade_length;
        run->fading = run->fade_time < run->fade_length - TA_TIME_EPSILON;
        run->share = run->fading ? run->share_start + (1.0 - run->share_start) * part : 1.0;
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
    return past >= -epsilon && fabs(past - floor(past + 0.5)) <= epsilon;
}

bool ta_clock_passed(const TaStateRun *run, TaLoop loop, double exit)
{
    const double epsilon = ta_clock_epsilon(run);
    if (run->fresh) {
        return stands_on(run, loop, exit, epsilon > 0.0 ? epsilon : TA_TIME_EPSILON);
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
