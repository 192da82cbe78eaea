// SPDX-License-Identifier: MIT
// In: indices of a definition. Out: the path in the document. States lie in the order of the
// document, what a sub-machine holds behind it; a layer's own transitions come first, then those of
// its sub-machines in the order of the states.
#include "data/machine_path.h"

#include <stdarg.h>

#include "base/error.h"
#include "base/format.h"

enum { MOST_LEVELS = TA_MOST_NESTING + 2 };

static size_t add(char path[TA_MACHINE_PATH_BYTES], size_t length, const char *format, ...)
    TA_PRINTF(3, 4);

static size_t add(char path[TA_MACHINE_PATH_BYTES], size_t length, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const size_t end =
        length + ta_format_list(path + length, TA_MACHINE_PATH_BYTES - length, format, arguments);
    va_end(arguments);
    return end < TA_MACHINE_PATH_BYTES ? end : TA_MACHINE_PATH_BYTES - 1;
}

// Its place among the states of the same machine.
static uint32_t place_of(const TaLayerDef *layer, uint32_t state)
{
    uint32_t place = 0;
    for (uint32_t i = 0; i < state; i++) {
        place += layer->states[i].parent == layer->states[state].parent;
    }
    return place;
}

// state may be TA_NONE: the layer itself.
static size_t write_state(const TaDefinition *definition, uint32_t layer, int32_t state,
                          char path[TA_MACHINE_PATH_BYTES])
{
    const TaLayerDef *def = &definition->layers[layer];
    uint32_t chain[MOST_LEVELS], count = 0;
    for (; state != TA_NONE && count < MOST_LEVELS; state = def->states[state].parent) {
        chain[count++] = (uint32_t)state;
    }
    size_t length = add(path, 0, "layers[%u]", layer);
    while (count-- > 0) {
        length = add(path, length, ".states[%u]", place_of(def, chain[count]));
    }
    return length;
}

void ta_machine_state_path(const TaDefinition *definition, uint32_t layer, uint32_t state,
                           char path[TA_MACHINE_PATH_BYTES])
{
    write_state(definition, layer, (int32_t)state, path);
}

void ta_machine_transition_path(const TaDefinition *definition, uint32_t layer, uint32_t transition,
                                char path[TA_MACHINE_PATH_BYTES])
{
    const TaTransitionDef *transitions = definition->layers[layer].transitions;
    const int32_t scope = transitions[transition].scope;
    uint32_t place = 0;
    for (uint32_t i = 0; i < transition; i++) {
        place += transitions[i].scope == scope;
    }
    const size_t length = write_state(definition, layer, scope, path);
    add(path, length, ".transitions[%u]", place);
}
