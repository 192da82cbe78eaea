// SPDX-License-Identifier: MIT
// Why did this transition (not) fire? Every outgoing transition of a layer with what it waits for,
// as the next update will find it with the properties of now. Nothing is changed, no random number
// is drawn: the answer is worked out on a copy.
#ifndef TA_EXPLAIN_H
#define TA_EXPLAIN_H

#include "data/explain_ring.h"
#include "data/machine_run.h"

// One entry per outgoing transition, in the order in which they are tested: from any state first,
// then what the running fade lets through, then the state's own that are not tested at all.
// state: whose transitions; TA_NONE = the current state's. Another one's own transitions read the
// clock of its youngest live run, or of a fresh one; a sub-machine's the clock of the current state.
// Writes at most capacity entries and returns how many there are; 0 for a layer without states of
// its own and for a state that does not exist.
uint32_t ta_explain_run(const TaMachineRun *run, uint32_t layer, int32_t state, TaExplain *out,
                        uint32_t capacity);

// The comparisons and flags in the conditions of the same transitions, in the same order: entry e
// has those from e.first_term on, e.term_count many. Writes at most capacity, returns how many.
uint32_t ta_explain_terms(const TaMachineRun *run, uint32_t layer, int32_t state,
                          TaExplainTerm *out, uint32_t capacity);

#endif
