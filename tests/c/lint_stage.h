// SPDX-License-Identifier: MIT
// Definitions to be linted: built from a text, the findings kept.
#ifndef TA_TEST_LINT_STAGE_H
#define TA_TEST_LINT_STAGE_H

#include "lint.h"

enum { LINT_MOST = 64 };

typedef struct Findings {
    TaLint list[LINT_MOST];
    uint32_t count;
} Findings;

// Single quotes stand for double ones. NULL and a failed check when it does not build.
TaDefinition *lint_build(const char *json);

Findings lint_with(const char *json, const TaLintContext *context);
Findings lint_json(const char *json);
// One layer "Base" that begins in "A".
Findings lint_parts(const char *properties, const char *states, const char *transitions);

int lint_count(const Findings *findings, TaLintCode code);
// The finding with this code; a failed check and an empty one unless there is exactly one.
TaLint lint_only(const Findings *findings, TaLintCode code);
void lint_check_clean(const Findings *findings);

#define AB "{'name':'A','motion':'a'},{'name':'B','motion':'b'}"
#define ABC AB ",{'name':'C','motion':'c'}"
#define SPEED "{'name':'speed'}"
#define BACK_AND_FORTH \
    "{'from':'A','to':'B','when':'speed > 1'},{'from':'B','to':'A','when':'speed < 1'}"
// In A, whose sub-machine M holds X (its entry) and Y.
#define SUB(transitions)                                             \
    "{'name':'A','motion':'a'},{'name':'M','initial':'X','states':[" \
    "{'name':'X','motion':'b'},{'name':'Y','motion':'c'}],'transitions':[" transitions "]}"
#define TYPES                                                                    \
    "{'name':'speed'},{'name':'low','max':1,'min':0},{'name':'n','type':'int'}," \
    "{'name':'on','type':'bool'},{'name':'jump','type':'trigger'}"

#endif
