// SPDX-License-Identifier: MIT
// Findings in a definition that builds: what it says and can hardly mean.
#ifndef TA_LINT_H
#define TA_LINT_H

#include "data/clip.h"
#include "data/machine_def.h"
#include "three_action/diagnose.h"

// What ta_lint_run answers when memory ran out.
#define TA_LINT_FAILED UINT32_MAX

// What a definition is played with, for the checks that need it.
typedef struct TaLintContext {
    const TaRig *rig;  // NULL = masks are not checked
    uint32_t clip_count;
    const TaClip *const *clips;  // found by their names, as when an instance is made
} TaLintContext;

// Writes at most capacity findings and returns how many there are: properties and masks first, then
// layer by layer. context may be NULL. The work is bounded: of a definition with very many arrows
// and conditions some shadows and circles may not be found; nothing is reported that is not so.
uint32_t ta_lint_run(const TaDefinition *definition, const TaLintContext *context, TaLint *out,
                     uint32_t capacity);

#endif
