// SPDX-License-Identifier: MIT
// What the engine can say about a machine: findings in a definition, and why a transition fires or
// does not. Everything here is read-only: asking changes nothing.
#ifndef THREE_ACTION_DIAGNOSE_H
#define THREE_ACTION_DIAGNOSE_H

#include "base.h"

// ---- lint: a definition ----------------------------------------------------------------------

typedef enum TaLintLevel {
    TA_LINT_LEVEL_ERROR = 0,    // it cannot work as written
    TA_LINT_LEVEL_WARNING = 1,  // it hardly does what was meant
    TA_LINT_LEVEL_INFO = 2,     // worth a look
} TaLintLevel;

typedef enum TaLintCode {
    TA_LINT_UNREACHABLE_STATE = 0,    // no transition leads there; only code can play it
    TA_LINT_TRAP_STATE = 1,           // no transition leads out of it
    TA_LINT_SHADOWED_TRANSITION = 2,  // one above it is always taken first
    TA_LINT_NEVER_TRUE = 3,           // the condition contradicts itself
    TA_LINT_CIRCLE = 4,               // transitions that follow each other without time
    TA_LINT_EXIT_LEADS_NOWHERE = 5,   // "exit" of a sub-machine that has no transition out
    TA_LINT_EXIT_UNUSED = 6,        // a sub-machine's transition, and nothing in it leads to "exit"
    TA_LINT_EXIT_PAST_END = 7,      // an exit time above 1 on a play-once state
    TA_LINT_UNREAD_PROPERTY = 8,    // no condition, weight, axis, speed or time names it
    TA_LINT_LATE_TRIGGER = 9,       // armed for ever, and read at exit times only
    TA_LINT_EMPTY_MOTION = 10,      // a state of the base layer that plays nothing
    TA_LINT_MUTED_TRANSITION = 11,  // switched off in the document
    TA_LINT_SOLO_TRANSITION = 12,   // switches the others of its list off
    TA_LINT_MASK_WITHOUT_BONE = 13,     // a line of a mask that names nothing of the rig
    TA_LINT_BLEND_OF_OTHER_BONES = 14,  // clips of one blend that drive different bones
    TA_LINT_CODE_COUNT = 15,
} TaLintCode;

// One finding. Indices are -1 where they do not apply.
typedef struct TaLint {
    TaLintCode code;
    TaLintLevel level;
    int32_t layer;       // layer index
    int32_t state;       // state index in the layer, document order; of a transition: its source
    int32_t transition;  // transition index in the layer, document order
    int32_t property;    // property index
    char path[160];      // where in the document, e.g. layers[0].transitions[3]
    char message[256];   // a sentence: what is wrong and what to do
} TaLint;

// ---- explain: a running machine --------------------------------------------------------------

// Why a transition does not fire at the next moment; the first reason in this order.
typedef enum TaBlocked {
    TA_BLOCKED_NONE = 0,       // nothing: it fires
    TA_BLOCKED_MUTED = 1,      // it is muted
    TA_BLOCKED_SOLO = 2,       // another is solo
    TA_BLOCKED_STATE = 3,      // another state is current
    TA_BLOCKED_SCOPE = 4,      // from any state of a sub-machine, and the current one is outside
    TA_BLOCKED_SELF = 5,       // it leads to where the layer is, or goes, already
    TA_BLOCKED_CLOSED = 6,     // a fade runs that lets it not interrupt
    TA_BLOCKED_EXIT_TIME = 7,  // its exit position is not reached, or was passed before
    TA_BLOCKED_CONDITION = 8,  // its condition is false
    TA_BLOCKED_TRIGGER = 9,    // its condition would be true with its triggers armed
    TA_BLOCKED_NOWHERE = 10,   // it leads to "exit", and the sub-machine lets nothing through
    TA_BLOCKED_WAITING = 11,   // it is due, but one tested before it fires
    TA_BLOCKED_COUNT = 12,
} TaBlocked;

// One outgoing transition, as the next update will find it. Indices are -1 where they do not apply.
typedef struct TaExplain {
    int32_t transition;  // transition index in the layer, document order
    int32_t leads_to;    // the one it takes: itself; of one to "exit" the sub-machine's; or -1
    int32_t state;       // state whose clock its exit and condition read
    TaBlocked blocked_by;
    bool due;                // exit reached and condition true, whatever else blocks it
    bool condition;          // true as well when there is none
    bool has_exit;           // it waits for a position: its exit time, or without condition the end
    bool exit_reached;       // true as well when it waits for none
    double exit_time;        // that position, normalised; 0 without one
    double normalized;       // of the state now
    double seconds_to_exit;  // at the speed of now; 0 = reached, inf = it does not come, or none
    uint32_t first_term;     // where its terms begin among the terms of all
    uint32_t term_count;
} TaExplain;

// One comparison or flag of a condition, with what it compares now.
typedef struct TaExplainTerm {
    int32_t transition;  // transition index in the layer, document order
    bool value;
    double left;   // of a comparison; of a flag its value, 0 or 1
    double right;  // of a comparison; of a flag the value that makes the term true
    // What became of the trigger that a flag names, if that was in the last seconds.
    int32_t trigger;     // property index; -1 = the term is no trigger
    double trigger_ago;  // seconds since a transition used it or its life ended; inf = neither
    int32_t used_layer;  // layer of the transition that used it
    int32_t used_by;     // that transition; -1 = none did
    char text[96];       // as it is written, e.g. speed > 0.1, jump, !grounded
} TaExplainTerm;

// What the record of the last seconds holds.
typedef enum TaRecordType {
    TA_RECORD_FIRED = 0,            // a transition fired, or code asked for a state
    TA_RECORD_REFUSED = 1,          // a transition was cut as part of a circle without time
    TA_RECORD_TRIGGER_SPENT = 2,    // a transition used a trigger
    TA_RECORD_TRIGGER_EXPIRED = 3,  // a trigger's life ended unused
} TaRecordType;

// Indices are -1 where they do not apply.
typedef struct TaExplainRecord {
    double seconds_ago;
    TaRecordType type;
    int32_t layer;       // layer index
    int32_t transition;  // that fired, was refused, or used the trigger; -1 = code
    int32_t from;        // state left
    int32_t to;          // state entered
    int32_t property;    // the trigger
} TaExplainRecord;

#endif
