// SPDX-License-Identifier: MIT
// In: calls from code, time. Out: weights and times of the clips that play over the graph.
#include "kernel/perform.h"

static bool plays(const TaPerform *perform)
{
    return perform->id != 0 && perform->result == TA_PERFORM_PLAYING;
}

// Begins the way out from the weight on screen.
static void leave(TaPerform *perform, double seconds, TaPerformResult result)
{
    perform->result = result;
    perform->out_weight = perform->weight;
    perform->out_time = 0.0;
    perform->out_length = seconds;
    perform->ended_ago = 0.0;
}

// A free slot, or the oldest: the list stays in order of age.
static uint32_t make_room(TaMachineRun *run)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        if (run->performs[i].id != 0) {
            run->performs[count++] = run->performs[i];
        }
    }
    if (count == TA_MOST_PERFORMS) {
        for (uint32_t i = 1; i < TA_MOST_PERFORMS; i++) {
            run->performs[i - 1] = run->performs[i];
        }
        count--;
    }
    for (uint32_t i = count; i < TA_MOST_PERFORMS; i++) {
        run->performs[i] = (TaPerform){0};
    }
    return count;
}

int32_t ta_perform_start(TaMachineRun *run, uint32_t clip, double seconds, double fade_in,
                         double fade_out, int32_t priority)
{
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        if (plays(&run->performs[i]) && run->performs[i].priority > priority) {
            return TA_NONE;
        }
    }
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        if (plays(&run->performs[i])) {
            leave(&run->performs[i], fade_in, TA_PERFORM_INTERRUPTED);
        }
    }
    const uint32_t slot = make_room(run);
    const double fades = fade_in + fade_out;
    const double fit = fades > seconds && fades > 0.0 ? seconds / fades : 1.0;
    run->performs[slot] = (TaPerform){
        .id = ++run->perform_id,
        .clip = clip,
        .priority = priority,
        .length = seconds,
        .fade_in = fade_in * fit,
        .fade_out = fade_out * fit,
        .fresh = true,
    };
    return (int32_t)slot;
}

bool ta_perform_cancel(TaMachineRun *run, uint32_t id)
{
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        TaPerform *perform = &run->performs[i];
        if (plays(perform) && perform->id == id) {
            leave(perform, perform->fade_out, TA_PERFORM_CANCELLED);
            return true;
        }
    }
    return false;
}

static double envelope(const TaPerform *perform)
{
    const double left = perform->length - perform->time;
    const double in = perform->fade_in > 0.0 ? perform->time / perform->fade_in : 1.0;
    const double out = perform->fade_out > 0.0 ? left / perform->fade_out : 1.0;
    const double weight = in < out ? in : out;
    return weight < 0.0 ? 0.0 : weight > 1.0 ? 1.0 : weight;
}

static void move_one(TaPerform *perform, double seconds)
{
    perform->before = perform->time;
    perform->started = perform->fresh;
    perform->fresh = false;
    if (perform->result != TA_PERFORM_PLAYING) {
        perform->time += seconds;
        perform->time = perform->time < perform->length ? perform->time : perform->length;
        perform->out_time += seconds;
        perform->ended_ago += seconds;
        const double part =
            perform->out_length > 0.0 ? perform->out_time / perform->out_length : 1.0;
        perform->weight = part < 1.0 ? perform->out_weight * (1.0 - part) : 0.0;
        return;
    }
    perform->time += seconds;
    if (perform->time >= perform->length - TA_TIME_EPSILON) {
        perform->ended_ago = perform->time - perform->length;
        perform->ended_ago = perform->ended_ago > 0.0 ? perform->ended_ago : 0.0;
        perform->time = perform->length;
        perform->weight = 0.0;
        perform->result = TA_PERFORM_FINISHED;
        return;
    }
    perform->weight = envelope(perform);
}

void ta_perform_move(TaMachineRun *run, double seconds)
{
    for (uint32_t i = 0; i < TA_MOST_PERFORMS && run->perform_id != 0; i++) {
        if (run->performs[i].id != 0) {
            move_one(&run->performs[i], seconds);
        }
    }
}
