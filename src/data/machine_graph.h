// SPDX-License-Identifier: MIT
// A layer as a graph: where its transitions can lead, whatever the properties are. Used when a
// definition is checked, never in an update.
#ifndef TA_DATA_MACHINE_GRAPH_H
#define TA_DATA_MACHINE_GRAPH_H

#include "data/expression_facts.h"

// A transition, and when it leads to "exit" the transitions of the sub-machines that it then takes.
typedef struct TaRoute {
    uint32_t count;
    uint32_t transitions[TA_MOST_NESTING + 1];
    uint32_t places[TA_MOST_NESTING + 1];  // of each in the list of its sub-machine
} TaRoute;

typedef struct TaGraph {
    const TaDefinition *definition;
    uint32_t index;  // of the layer
    const TaLayerDef *layer;
    TaExprReasoner *reasoner;
    bool *never;    // [transition_count] its condition cannot hold
    bool *idle;     // [transition_count] it is never taken; for circles, filled by the caller
    bool *reached;  // [state_count] some row of transitions leads there from the initial state
} TaGraph;

// States that follow each other without time, the first one again after the last.
typedef struct TaCircle {
    uint32_t count;
    uint32_t states[TA_MOST_HOPS];
    uint32_t transitions[TA_MOST_HOPS];  // that leave them
    bool always;                         // for ever, whatever the properties are
    bool timeless;                       // no transition takes time for its fade
} TaCircle;

// The ways of a transition, one after the other. False when there is none, or no more.
bool ta_route_first(const TaLayerDef *layer, uint32_t transition, TaRoute *route);
bool ta_route_next(const TaLayerDef *layer, TaRoute *route);

// Where a condition of a transition is tested. Not while a state is entered.
TaExprPlace ta_graph_place(const TaGraph *graph, uint32_t transition);

// Works out what can be taken and reached. False when memory ran out. Muted and solo do not count:
// they are meant for a while only.
bool ta_graph_open(TaArena *arena, const TaDefinition *definition, uint32_t layer,
                   TaExprReasoner *reasoner, TaGraph *graph);

// Whether any transition leads out of a state to another one.
bool ta_graph_leads_out(const TaGraph *graph, uint32_t state);

// Whether the second of two transitions of one list (a state's, or those from any state) is never
// taken, because the first, listed above it, is due and open whenever it could be.
bool ta_graph_shadows(const TaGraph *graph, uint32_t first, uint32_t second);

// A circle through a state and states behind it in the list, made of transitions that wait neither
// for code nor for a position behind the one the state starts at, and whose conditions can hold
// together at the moment each state is entered. Triggers do not count: they are used up. Nor does
// what else may interrupt a running fade. False when there is none.
bool ta_graph_find_circle(const TaGraph *graph, uint32_t state, TaCircle *out);

#endif
