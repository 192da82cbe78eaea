// SPDX-License-Identifier: MIT
// Stage events. In: clocks before and after a move. Out: what they passed, in order of time.
// Before: machine (each move). After: the caller, when the update is over.
//
// A mark at position p is passed by a move over (before, now], shifted by epsilon as in
// kernel/clock.h, so that moves that follow each other neither miss nor repeat one. At the seam of
// a loop marks at the end come first, then the loop event, then marks at the start.
#include "events.h"

#include <math.h>

#include "kernel/clock.h"
#include "kernel/motion.h"

// One clock with marks on it: a clip of a motion, or the state itself.
typedef struct Track {
    const TaMachineRun *run;
    const TaStateRun *state_run;
    uint32_t layer;
    int32_t clip;         // index, TA_NONE = the state
    const TaClip *marks;  // whose marks; NULL = the state's
    const TaStateDef *state;
    double before, now;  // positions in loops
    double rate;         // loops a second
    double epsilon;      // loops
    double weight;       // of the clip within the state
    bool loop_events;    // the track is the state's own clock
} Track;

static uint32_t mark_count(const Track *track)
{
    return track->marks != NULL     ? track->marks->mark_count
           : track->clip == TA_NONE ? track->state->mark_count
                                    : 0;
}

// Where in its loop a mark lies, 0..1, and its index in the caller's order.
static double mark_place(const Track *track, uint32_t i, double leg, int32_t *index)
{
    double place;
    if (track->marks != NULL) {
        *index = (int32_t)track->marks->marks[i].index;
        place = track->marks->duration > 0.0 ? track->marks->marks[i].time / track->marks->duration
                                             : 0.0;
    } else {
        const TaStateMark *mark = &track->state->marks[i];
        const double length = track->state_run->length;
        *index = (int32_t)mark->index;
        place = mark->normalized ? mark->time : length > 0.0 ? mark->time / length : 0.0;
    }
    place = place < 0.0 ? 0.0 : place > 1.0 ? 1.0 : place;
    const bool back = track->state->loop == TA_LOOP_PINGPONG && fmod(fabs(leg), 2.0) == 1.0;
    return back ? 1.0 - place : place;
}

// The state's share of the layer at a time within the move (it is the newest: nothing covers it).
static double share_at(const TaStateRun *run, double seconds_before_now)
{
    return run->fade_length > 0.0 ? ta_clock_share(run, run->fade_time - seconds_before_now)
                                  : run->share;
}

static void push(const Track *track, TaEventQueue *queue, TaEventType type, double position,
                 int32_t mark, int32_t seam)
{
    const TaMachineRun *run = track->run;
    double elapsed = track->rate != 0.0 ? (position - track->before) / track->rate : 0.0;
    elapsed = elapsed < 0.0 ? 0.0 : elapsed > run->moved ? run->moved : elapsed;
    TaEvent event = ta_event_make(type);
    event.seconds_ago = run->remaining + (run->moved - elapsed);
    event.layer = (int32_t)track->layer;
    event.state = track->state_run->state;
    event.clip = track->clip;
    event.mark = mark;
    event.seam = seam;
    event.direction = track->rate < 0.0 ? -1 : 1;
    event.weight = (float)(track->weight * share_at(track->state_run, run->moved - elapsed));
    ta_event_queue_push(queue, event);
}

// Marks of the loop that begins at leg, between the track's two positions.
static void collect_leg(const Track *track, double leg, bool backward, TaEventQueue *queue)
{
    const uint32_t count = mark_count(track);
    const bool started = track->state_run->just_started;
    for (uint32_t i = 0; i < count; i++) {
        int32_t index;
        const double place = mark_place(track, i, leg, &index);
        const double position = leg + place;
        const double past_start = position - track->before, past_now = position - track->now;
        // The start of a state counts as passed; the seam behind it belongs to the loop before.
        const bool on_start = started && fabs(past_start) <= track->epsilon;
        bool passed;
        if (!backward) {
            const bool seam_behind = on_start && place >= 1.0;
            passed = (past_start > track->epsilon || (on_start && !seam_behind)) &&
                     past_now <= track->epsilon;
        } else if (place >= 1.0) {  // the end of a loop is entered when its seam is left downwards
            passed = past_start <= track->epsilon && past_now > track->epsilon;
        } else {
            passed = (past_start < -track->epsilon || on_start) && past_now >= -track->epsilon;
        }
        if (passed) {
            const bool end = backward ? place <= 0.0 : place >= 1.0;
            const bool start = backward ? place >= 1.0 : place <= 0.0;
            push(track, queue, TA_EVENT_MARK, position, index, end ? 0 : start ? 2 : 1);
        }
    }
}

// Loops that lie wholly inside the move, when there is no room for them: counted, not walked.
static double skip_full_legs(const Track *track, double leg, double last, double step,
                             TaEventQueue *queue)
{
    const double full = fabs(last - leg) - 1.0;
    if (ta_event_queue_room(queue) > 0 || full <= 0.0) {
        return leg;
    }
    const double per_leg = mark_count(track) + (track->loop_events ? 1.0 : 0.0);
    queue->dropped += (uint64_t)fmin(full * per_leg, 9e18);
    return leg + step * full;
}

static void collect_forward(const Track *track, TaEventQueue *queue)
{
    const bool once = track->state->loop == TA_LOOP_ONCE;
    const double last = once ? 0.0 : floor(track->now + track->epsilon);
    for (double leg = once ? 0.0 : floor(track->before + track->epsilon); leg <= last; leg += 1.0) {
        collect_leg(track, leg, false, queue);
        if (track->loop_events && leg < last) {
            push(track, queue, TA_EVENT_LOOP, leg + 1.0, TA_NONE, 1);
        }
        leg = skip_full_legs(track, leg, last, 1.0, queue);
    }
}

static void collect_backward(const Track *track, TaEventQueue *queue)
{
    const bool once = track->state->loop == TA_LOOP_ONCE;
    // The loop that holds a position, and the one below a seam that is being left.
    const double first = once ? 0.0 : floor(track->before + track->epsilon);
    const double last = once ? 0.0 : floor(track->now + track->epsilon);
    for (double leg = first; leg >= last; leg -= 1.0) {
        if (track->loop_events && leg < first) {
            push(track, queue, TA_EVENT_LOOP, leg + 1.0, TA_NONE, 1);
        }
        collect_leg(track, leg, true, queue);
        leg = skip_full_legs(track, leg, last, -1.0, queue);
    }
}

static void collect_track(const Track *track, TaEventQueue *queue)
{
    if (mark_count(track) == 0 && !track->loop_events) {
        return;
    }
    if (track->rate < 0.0) {
        collect_backward(track, queue);
    } else {
        collect_forward(track, queue);
    }
}

static Track state_track(const TaMachineRun *run, uint32_t layer, const TaStateRun *state_run,
                         const TaStateDef *state)
{
    return (Track){
        .run = run,
        .state_run = state_run,
        .layer = layer,
        .clip = TA_NONE,
        .state = state,
        .before = state_run->previous,
        .now = ta_run_normalized(state_run),
        .rate = ta_run_rate(state_run),
        .epsilon = ta_clock_epsilon(state_run),
        .weight = 1.0,
        .loop_events = state->loop != TA_LOOP_ONCE && state_run->length > 0.0,
    };
}

// The clips of the state, each on its own clock: where it stood and where it stands.
static void collect_clips(const Track *state, TaEventQueue *queue)
{
    const TaMachineRun *run = state->run;
    const TaStateRun *state_run = state->state_run;
    const TaMotion *motion = &state->state->motion;
    double offset = state->state->cycle_offset;
    if (state->state->cycle_property != TA_NONE) {
        offset += run->smooth[state->state->cycle_property];
    }
    const uint32_t count = ta_motion_leaves(run, motion, state->before + offset,
                                            state_run->previous_seconds, run->leaves[0]);
    ta_motion_leaves(run, motion, state->now + offset, state_run->seconds, run->leaves[1]);
    for (uint32_t i = 0; i < count; i++) {
        const TaMotionLeaf *before = &run->leaves[0][i], *now = &run->leaves[1][i];
        const TaClip *clip = run->clips[before->clip];
        if (clip->mark_count == 0) {
            continue;
        }
        Track track = *state;
        track.loop_events = false;
        track.clip = (int32_t)before->clip;
        track.marks = clip;
        track.weight = now->weight;
        track.before = before->place;
        track.now = now->place;
        if (motion->kind != TA_MOTION_CLIP) {
            track.rate = run->moved > 0.0 ? (now->place - before->place) / run->moved : 0.0;
            track.epsilon = TA_TIME_EPSILON * fabs(track.rate);
        }
        collect_track(&track, queue);
    }
}

static void collect_end(const Track *track, TaEventQueue *queue)
{
    const TaStateRun *run = track->state_run;
    if (run->ended && !run->was_ended && track->state->loop == TA_LOOP_ONCE) {
        push(track, queue, TA_EVENT_FINISHED, track->now, TA_NONE, 1);
    }
}

static bool is_before(const TaEvent *a, const TaEvent *b)
{
    const double later_by = a->seconds_ago - b->seconds_ago;
    return later_by > TA_TIME_EPSILON || (later_by > -TA_TIME_EPSILON && a->seam < b->seam);
}

// Stable: events of one moment and side of the seam keep the order in which they were found.
static void sort_by_time(TaEvent *events, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const TaEvent event = events[i];
        uint32_t place = i;
        for (; place > 0 && is_before(&event, &events[place - 1]); place--) {
            events[place] = events[place - 1];
        }
        events[place] = event;
    }
}

void ta_events_collect(const TaMachineRun *run, TaEventQueue *queue)
{
    const uint32_t start = queue->count;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        const TaLayerRun *layer = &run->layers[l];
        for (uint32_t i = 0; i < layer->run_count; i++) {
            const TaStateRun *state_run = &layer->runs[i];
            if (state_run->state == TA_RUN_POSE) {
                continue;
            }
            const TaStateDef *state = &run->definition->layers[l].states[state_run->state];
            const Track track = state_track(run, l, state_run, state);
            if (i + 1 == layer->run_count) {  // states fading out are silent but for their end
                collect_clips(&track, queue);
                collect_track(&track, queue);
            }
            collect_end(&track, queue);
        }
    }
    sort_by_time(queue->events + start, queue->count - start);
}
