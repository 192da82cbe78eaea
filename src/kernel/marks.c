// SPDX-License-Identifier: MIT
// In: a live state and the marks of its clips and of the document. Out: where the marks lie in the
// loop; begins and ends of ranges when the state's standing changes.
#include "kernel/marks.h"

#include <math.h>

#include "kernel/clock.h"
#include "kernel/motion.h"

uint32_t ta_marks_own_count(const TaMarkTrack *track)
{
    return track->marks != NULL ? track->marks->mark_count : 0;
}

uint32_t ta_marks_count(const TaMarkTrack *track)
{
    return ta_marks_own_count(track) + track->rule_count;
}

static double place_in_loop(double seconds, double length)
{
    const double place = length > 0.0 ? seconds / length : 0.0;
    return place < 0.0 ? 0.0 : place > 1.0 ? 1.0 : place;
}

TaPlacedMark ta_marks_at(const TaMarkTrack *track, uint32_t i, double leg)
{
    TaPlacedMark mark = {.end = (double)NAN};
    const uint32_t own = ta_marks_own_count(track);
    if (i < own) {
        mark.index = (int32_t)track->marks->marks[i].index;
        mark.place = place_in_loop(track->marks->marks[i].time, track->length);
    } else {
        const TaStateMark *rule = &track->rules[i - own];
        const double length = rule->normalized ? 1.0 : track->length;
        mark.index = (int32_t)(own + rule->index);
        mark.place = place_in_loop(rule->time, length);
        mark.end = isnan(rule->end) ? rule->end : place_in_loop(rule->end, length);
        mark.min_weight = rule->min_weight;
        mark.dominant = rule->dominant;
        mark.while_fading_out = rule->while_fading_out;
    }
    if (track->state->loop == TA_LOOP_PINGPONG && fmod(fabs(leg), 2.0) == 1.0) {  // the way back
        const double end = isnan(mark.end) ? mark.place : mark.end;
        mark.end = isnan(mark.end) ? mark.end : 1.0 - mark.place;
        mark.place = 1.0 - end;
    }
    return mark;
}

TaMarkTrack ta_marks_of_state(const TaMachineRun *run, uint32_t layer, const TaStateRun *state_run,
                              const TaStateDef *state)
{
    return (TaMarkTrack){
        .run = run,
        .state_run = state_run,
        .layer = layer,
        .clip = TA_NONE,
        .rules = state->marks,
        .rule_count = state->mark_count,
        .length = state_run->length,
        .state = state,
        .before = state_run->previous,
        .now = ta_run_normalized(state_run),
        .rate = ta_run_rate(state_run),
        .epsilon = ta_clock_epsilon(state_run),
        .weight = 1.0,
        .loop_events = state->loop != TA_LOOP_ONCE && state_run->length > 0.0,
    };
}

// A clip of the state; where it stands is left to the caller.
TaMarkTrack ta_marks_of_clip(const TaMarkTrack *state, uint32_t clip)
{
    const TaClipSettings *settings = &state->run->definition->clip_settings[clip];
    TaMarkTrack track = *state;
    track.loop_events = false;
    track.clip = (int32_t)clip;
    track.marks = state->run->clips[clip];
    track.rules = settings->marks;
    track.rule_count = settings->mark_count;
    track.length = track.marks->duration;
    return track;
}

// ---- ranges ------------------------------------------------------------------------------------

static bool is_inside(const TaMarkTrack *track, const TaPlacedMark *mark, double place)
{
    return !isnan(mark->end) && place >= mark->place - track->epsilon &&
           place < mark->end - track->epsilon;
}

// Events for the ranges at `before` that go on while fading out, or for those that do not.
static void push_ranges(const TaMarkTrack *track, bool while_fading_out, TaEvent event,
                        TaEventQueue *queue)
{
    const double leg = floor(track->before + track->epsilon), place = track->before - leg;
    for (uint32_t i = ta_marks_own_count(track); i < ta_marks_count(track); i++) {
        const TaPlacedMark mark = ta_marks_at(track, i, leg);
        if (mark.while_fading_out == while_fading_out && is_inside(track, &mark, place)) {
            event.clip = track->clip == TA_NONE ? event.clip
                                                : (int32_t)track->run->clip_indices[track->clip];
            event.mark = mark.index;
            ta_event_queue_push(queue, event);
        }
    }
}

void ta_marks_end_ranges(const TaMarkTrack *track, TaEvent event, TaEventQueue *queue)
{
    event.type = TA_EVENT_RANGE_END;
    push_ranges(track, false, event, queue);
    push_ranges(track, true, event, queue);
}

void ta_marks_change_ranges(TaMachineRun *run, uint32_t layer, const TaStateRun *state_run,
                            double weight, TaRangeChange change, TaEventQueue *queue)
{
    if (state_run->state == TA_RUN_POSE || state_run->fresh) {
        return;  // ranges begin when a state has first moved
    }
    const TaStateDef *state = &run->definition->layers[layer].states[state_run->state];
    TaMarkTrack track = ta_marks_of_state(run, layer, state_run, state);
    TaEvent event =
        ta_event_make(change == TA_RANGES_RETURNED ? TA_EVENT_RANGE_BEGIN : TA_EVENT_RANGE_END);
    event.seconds_ago = run->remaining;
    event.layer = (int32_t)layer;
    event.state = state_run->state;
    event.seam = 1;
    event.direction = track.rate < 0.0 ? -1 : 1;
    event.weight = (float)weight;
    track.before = track.now;
    push_ranges(&track, change == TA_RANGES_GONE, event, queue);
    if (!run->has_clip_marks) {
        return;
    }
    const uint32_t count = ta_motion_leaves(run, &state->motion,
                                            ta_motion_clock(run, state_run, state), run->leaves[0]);
    for (uint32_t i = 0; i < count; i++) {
        const TaMotionLeaf *leaf = &run->leaves[0][i];
        TaMarkTrack clip = ta_marks_of_clip(&track, leaf->clip);
        clip.before = leaf->place;
        event.weight = (float)(weight * leaf->weight);
        push_ranges(&clip, change == TA_RANGES_GONE, event, queue);
    }
}
