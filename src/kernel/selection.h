// SPDX-License-Identifier: MIT
// Which transitions of a layer are tested now, which of them is due, and when that can change.
#ifndef TA_KERNEL_SELECTION_H
#define TA_KERNEL_SELECTION_H

#include "data/machine_run.h"

enum { TA_MOST_LISTS = 3 };

// One layer of a machine: what may happen in it, and where it stands.
typedef struct TaLayerView {
    TaMachineRun *run;
    TaLayerRun *state;
    const TaLayerDef *def;
    uint32_t index;
} TaLayerView;

// Transitions to be tested, in the order in which they win.
typedef struct TaCandidates {
    const uint32_t *indices;
    uint32_t count;
    const TaStateRun *source;  // whose clock their conditions read
    bool only_always;          // the layer is closed: only those that interrupt always
} TaCandidates;

static inline TaLayerView ta_layer_view(TaMachineRun *run, uint32_t index)
{
    return (TaLayerView){run, &run->layers[index], &run->definition->layers[index], index};
}

static inline TaLoop ta_layer_loop(const TaLayerView *layer, const TaStateRun *run)
{
    return run->state >= 0 ? layer->def->states[run->state].loop : TA_LOOP_ONCE;
}

// The transitions a state's own list holds.
TaCandidates ta_candidates_of(const TaLayerView *layer, const TaStateRun *run);

// Everything that is tested now: any state first, then what the running fade lets through.
uint32_t ta_candidates_list(const TaLayerView *layer, TaCandidates lists[TA_MOST_LISTS]);

bool ta_candidates_any_solo(const TaLayerView *layer, const TaCandidates *lists,
                            uint32_t list_count);

// The first transition that is due at this moment, and the live state whose clock says so; TA_NONE.
int32_t ta_candidates_first_due(const TaLayerView *layer, const TaCandidates *lists,
                                uint32_t list_count, const TaStateRun **source);

// The transition that a due one really takes: itself, or for a way out of a sub-machine the one of
// that sub-machine; TA_NONE when none of those lets it through.
int32_t ta_transition_leads_to(const TaLayerView *layer, const TaStateRun *source,
                               uint32_t transition);

// Seconds until time alone can change an answer in this layer; infinity when it cannot.
double ta_layer_until_moment(const TaLayerView *layer);

#endif
