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
#include "kernel/marks.h"
#include "kernel/motion.h"

#define MOST_LOOPS 1e15  // whole numbers of this size still differ by 1 in a double

enum { MOST_LEGS = 4096 };  // loops of a track walked one by one in a move

// Loops: a clock that stands has no epsilon; rounding may still have left it beside a mark.
static const double STANDING_EPSILON = 1e-9;

// Where the track's clip stood part of the way (0..1) through the move.
static double place_at(const TaMarkTrack *track, double part)
{
    const TaMachineRun *run = track->run;
    const TaStateRun *state_run = track->state_run;
    double phases[TA_MOST_PHASES];
    for (int i = 0; i < TA_MOST_PHASES; i++) {
        const double before = state_run->previous_phases[i];
        phases[i] = before + (state_run->phases[i] - before) * part;
    }
    const TaMotionClock clock = {
        track->state_before + (track->state_now - track->state_before) * part,
        state_run->previous_seconds + (state_run->seconds - state_run->previous_seconds) * part,
        phases};
    const uint32_t count = ta_motion_leaves(run, &track->state->motion, clock, run->leaves[2]);
    return track->leaf < count ? run->leaves[2][track->leaf].place : track->now;
}

// Seconds into the move at which the track came to a position.
static double elapsed_at(const TaMarkTrack *track, double position)
{
    double elapsed = track->rate != 0.0 ? (position - track->before) / track->rate : 0.0;
    if (track->uneven && fabs(position - track->before) <= track->epsilon) {
        elapsed = 0.0;
    } else if (track->uneven) {
        double low = 0.0, high = 1.0;
        for (int i = 0; i < 40; i++) {
            const double middle = 0.5 * (low + high);
            const bool behind =
                (place_at(track, middle) < position) == (track->now > track->before);
            low = behind ? middle : low;
            high = behind ? high : middle;
        }
        elapsed = high * track->state_run->ran;
    }
    return elapsed < 0.0 ? 0.0 : elapsed > track->run->moved ? track->run->moved : elapsed;
}

// The state's weight in the layer at a time within the move.
static double run_weight_at(const TaLayerRun *layer, const TaStateRun *state_run,
                            double seconds_before_now)
{
    const TaStateRun *newest = &layer->runs[layer->run_count - 1];
    double weight = 1.0;
    for (const TaStateRun *run = state_run; run >= layer->runs && run <= newest; run++) {
        const bool constant = !run->fading && run->share < 1.0;  // left halfway by a way back
        const double share =
            constant ? run->share : ta_clock_share(run, run->fade_time - seconds_before_now);
        weight *= run == state_run ? share : 1.0 - share;
    }
    return weight;
}

static double weight_at(const TaMarkTrack *track, double seconds_before_now)
{
    return run_weight_at(&track->run->layers[track->layer], track->state_run, seconds_before_now);
}

// No other live state of the layer is heavier at that time.
static bool is_dominant(const TaMarkTrack *track, double seconds_before_now)
{
    const TaLayerRun *layer = &track->run->layers[track->layer];
    const double own = weight_at(track, seconds_before_now);
    for (uint32_t i = 0; i < layer->run_count; i++) {
        if (run_weight_at(layer, &layer->runs[i], seconds_before_now) > own) {
            return false;
        }
    }
    return true;
}

static void push(const TaMarkTrack *track, TaEventQueue *queue, TaEventType type, double position,
                 int32_t mark, int32_t seam)
{
    const TaMachineRun *run = track->run;
    const double elapsed = elapsed_at(track, position);
    TaEvent event = ta_event_make(type);
    event.seconds_ago = run->remaining + (run->moved - elapsed);
    event.layer = (int32_t)track->layer;
    event.state = track->state_run->state;
    event.clip = track->clip == TA_NONE ? TA_NONE : (int32_t)run->clip_indices[track->clip];
    event.mark = mark;
    event.seam = seam;
    event.direction = track->rate < 0.0 ? -1 : 1;
    event.weight = (float)(track->weight * weight_at(track, run->moved - elapsed));
    ta_event_queue_push(queue, event);
}

// Whether the move passed a place of the loop that begins at leg.
static bool passed(const TaMarkTrack *track, double leg, double place, bool backward)
{
    const double position = leg + place;
    const double past_start = position - track->before, past_now = position - track->now;
    // The start of a state counts as passed; the seam behind it belongs to the loop before.
    const double near = track->epsilon > 0.0 ? track->epsilon : STANDING_EPSILON;
    const bool on_start = track->state_run->just_started && fabs(past_start) <= near;
    if (!backward) {
        const bool seam_behind = on_start && place >= 1.0;
        return (past_start > track->epsilon || (on_start && !seam_behind)) && past_now <= near;
    }
    if (place >= 1.0) {  // the end of a loop is entered when its seam is left downwards
        return past_start <= track->epsilon && past_now > track->epsilon;
    }
    return (past_start < -track->epsilon || on_start) && past_now >= -track->epsilon;
}

static int32_t seam_of(double place, bool backward)
{
    const bool end = backward ? place <= 0.0 : place >= 1.0;
    const bool start = backward ? place >= 1.0 : place <= 0.0;
    return end ? 0 : start ? 2 : 1;
}

// A state that begins inside a range enters it there.
static bool starts_inside(const TaMarkTrack *track, double leg, const TaPlacedMark *mark)
{
    const double place = track->before - leg;
    return track->state_run->just_started && place > mark->place + track->epsilon &&
           place < mark->end - track->epsilon;
}

// Where a ping-pong turns, the leg below has the mark already; at a start there is none before it.
static bool turned_on(const TaMarkTrack *track, double leg, const TaPlacedMark *mark, bool backward)
{
    const double near = track->epsilon > 0.0 ? track->epsilon : STANDING_EPSILON;
    const bool on_start =
        !backward && track->state_run->just_started && fabs(leg - track->before) <= near;
    return track->state->loop == TA_LOOP_PINGPONG && mark->place <= 0.0 && !on_start;
}

static void collect_mark(const TaMarkTrack *track, double leg, const TaPlacedMark *mark,
                         bool backward, TaEventQueue *queue)
{
    if (track->fading_out && !mark->while_fading_out) {
        return;
    }
    if (!isnan(mark->end)) {
        const double first = backward ? mark->end : mark->place;
        const double last = backward ? mark->place : mark->end;
        if (passed(track, leg, first, backward)) {
            push(track, queue, TA_EVENT_RANGE_BEGIN, leg + first, mark->index,
                 seam_of(first, backward));
        } else if (starts_inside(track, leg, mark)) {
            push(track, queue, TA_EVENT_RANGE_BEGIN, track->before, mark->index, 2);
        }
        if (passed(track, leg, last, backward)) {
            push(track, queue, TA_EVENT_RANGE_END, leg + last, mark->index,
                 seam_of(last, backward));
        }
        return;
    }
    if (!passed(track, leg, mark->place, backward) || turned_on(track, leg, mark, backward)) {
        return;
    }
    const double ago = track->run->moved - elapsed_at(track, leg + mark->place);
    const bool heavy =
        mark->min_weight <= 0.0 || track->weight * weight_at(track, ago) >= mark->min_weight;
    if (heavy && (!mark->dominant || is_dominant(track, ago))) {
        push(track, queue, TA_EVENT_MARK, leg + mark->place, mark->index,
             seam_of(mark->place, backward));
    }
}

// Marks of the loop that begins at leg, between the track's two positions.
static void collect_leg(const TaMarkTrack *track, double leg, bool backward, TaEventQueue *queue)
{
    const uint32_t count = ta_marks_count(track);
    for (uint32_t i = 0; i < count; i++) {
        const TaPlacedMark mark = ta_marks_at(track, i, leg);
        collect_mark(track, leg, &mark, backward, queue);
    }
}

// Loops that lie wholly inside the move, past those that are walked: counted. Returns the last one,
// which may be passed in part.
static double skip_full_legs(const TaMarkTrack *track, double leg, double last, TaEventQueue *queue)
{
    const double full = fabs(last - leg);
    const double per_leg = ta_marks_count(track) + (track->loop_events ? 1.0 : 0.0);
    queue->dropped += (uint64_t)fmin(full * per_leg, 9e18);
    return last;
}

static void collect_loop(const TaMarkTrack *track, double seam, TaEventQueue *queue)
{
    if (track->loop_events) {
        push(track, queue, TA_EVENT_LOOP, seam, TA_NONE, 1);
    }
}

static void collect_forward(const TaMarkTrack *track, double first, double last,
                            TaEventQueue *queue)
{
    double leg = first;
    for (uint32_t walked = 0; leg < last && walked < MOST_LEGS && ta_event_queue_room(queue) > 0;
         walked++, leg += 1.0) {
        collect_leg(track, leg, false, queue);
        collect_loop(track, leg + 1.0, queue);
    }
    collect_leg(track, skip_full_legs(track, leg, last, queue), false, queue);
}

// The loop that holds a position, and those below whose seams are left.
static void collect_backward(const TaMarkTrack *track, double first, double last,
                             TaEventQueue *queue)
{
    double leg = first;
    for (uint32_t walked = 0; leg > last && walked < MOST_LEGS && ta_event_queue_room(queue) > 0;
         walked++, leg -= 1.0) {
        collect_leg(track, leg, true, queue);
        collect_loop(track, leg, queue);
    }
    collect_leg(track, skip_full_legs(track, leg, last, queue), true, queue);
}

static void collect_track(const TaMarkTrack *track, TaEventQueue *queue)
{
    if (ta_marks_count(track) == 0 && !track->loop_events) {
        return;
    }
    const bool once = track->state->loop == TA_LOOP_ONCE;
    const double first = once ? 0.0 : floor(track->before + track->epsilon);
    const double last = once ? 0.0 : floor(track->now + track->epsilon);
    if (!(fabs(first) < MOST_LOOPS && fabs(last) < MOST_LOOPS)) {
        return;  // so fast, or so far, that a loop more or less is below the clock's precision
    }
    if (track->rate < 0.0) {
        collect_backward(track, first, last, queue);
    } else {
        collect_forward(track, first, last, queue);
    }
}

// The clips of the state, each on its own clock: where it stood and where it stands.
static void collect_clips(const TaMarkTrack *state, TaEventQueue *queue)
{
    const TaMachineRun *run = state->run;
    const TaStateRun *state_run = state->state_run;
    const TaMotion *motion = &state->state->motion;
    TaMotionClock clock = ta_motion_clock_before(run, state_run, state->state);
    const double offset = ta_motion_offset(run, state->state);
    clock.place = state->before + offset;  // marks are shifted themselves
    const uint32_t count = ta_motion_leaves(run, motion, clock, run->leaves[0]);
    clock = ta_motion_clock(run, state_run, state->state);
    clock.place = state->now + offset;
    ta_motion_leaves(run, motion, clock, run->leaves[1]);
    for (uint32_t i = 0; i < count; i++) {
        const TaMotionLeaf *before = &run->leaves[0][i], *now = &run->leaves[1][i];
        TaMarkTrack track = ta_marks_of_clip(state, before->clip);
        track.weight = now->weight;
        track.leaf = i;
        track.uneven = run->definition->has_markers && motion->kind != TA_MOTION_CLIP;
        track.state_before = state->before + offset;
        track.state_now = clock.place;
        track.before = before->place;
        track.now = now->place;
        if (motion->kind != TA_MOTION_CLIP) {
            track.rate = state_run->ran > 0.0 ? (now->place - before->place) / state_run->ran
                                              : track.rate;  // a start that has not moved yet
            track.epsilon = TA_TIME_EPSILON * fabs(track.rate);
        }
        collect_track(&track, queue);
    }
}

static void collect_end(const TaMarkTrack *track, TaEventQueue *queue)
{
    const TaStateRun *run = track->state_run;
    if (run->ended && !run->was_ended && track->state->loop == TA_LOOP_ONCE) {
        push(track, queue, TA_EVENT_FINISHED, track->now, TA_NONE, 1);
    }
}

static bool is_before(const TaEvent *a, const TaEvent *b)
{
    const double later_by = a->seconds_ago - b->seconds_ago;
    const bool same = a->layer == b->layer && a->state == b->state;
    return later_by > TA_TIME_EPSILON || (same && later_by > -TA_TIME_EPSILON && a->seam < b->seam);
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

// Marks and ends of the clips played over the graph.
static void collect_performs(TaMachineRun *run, TaEventQueue *queue)
{
    static const TaStateDef once = {.loop = TA_LOOP_ONCE, .clamp = true};
    for (uint32_t i = 0; i < TA_MOST_PERFORMS && run->perform_id != 0; i++) {
        TaPerform *perform = &run->performs[i];
        if (perform->id == 0 || perform->reported) {
            continue;
        }
        const TaClip *clip = run->perform_clips[perform->clip];
        const double length = perform->length > 0.0 ? perform->length : 1.0;
        const TaStateRun clock = {.state = TA_NONE, .just_started = perform->started};
        TaMarkTrack track = {.run = run, .state_run = &clock, .clip = TA_NONE, .marks = clip};
        for (uint32_t c = 0; c < run->definition->clip_count; c++) {
            if (run->clip_indices[c] == perform->clip) {
                track.rules = run->definition->clip_settings[c].marks;
                track.rule_count = run->definition->clip_settings[c].mark_count;
            }
        }
        track.length = perform->length;
        track.state = &once;
        track.before = perform->before / length;
        track.now = perform->time / length;
        track.rate = 1.0 / length;
        track.epsilon = TA_TIME_EPSILON / length;
        track.weight = perform->weight;
        const uint32_t first = queue->count;
        if (perform->result == TA_PERFORM_PLAYING || perform->result == TA_PERFORM_FINISHED) {
            collect_track(&track, queue);
        }
        for (uint32_t e = first; e < queue->count; e++) {
            queue->events[e].clip = (int32_t)perform->clip;
            queue->events[e].layer = TA_NONE;
        }
        if (perform->result != TA_PERFORM_PLAYING) {
            TaEvent event = ta_event_make(TA_EVENT_PERFORM);
            event.seconds_ago = run->remaining + perform->ended_ago;
            event.clip = (int32_t)perform->clip;
            if (perform->result != TA_PERFORM_FINISHED) {
                ta_marks_end_ranges(&track, event, queue);
            }
            event.mark = (int32_t)perform->id;
            event.from = (int32_t)perform->result;
            ta_event_queue_push(queue, event);
            perform->reported = true;
        }
    }
}

void ta_events_collect(TaMachineRun *run, TaEventQueue *queue)
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
            TaMarkTrack track = ta_marks_of_state(run, l, state_run, state);
            track.fading_out = i + 1 < layer->run_count;
            if (run->has_clip_marks) {
                collect_clips(&track, queue);
            }
            track.loop_events = track.loop_events && !track.fading_out;
            collect_track(&track, queue);
            collect_end(&track, queue);
        }
    }
    collect_performs(run, queue);
    sort_by_time(queue->events + start, queue->count - start);
}
