// SPDX-License-Identifier: MIT
// In: a definition. Out: a mark for each property that something in it names.
#include "data/machine_reads.h"

static void read_motion(const TaMotion *motion, bool *read)
{
    for (uint32_t i = 0; i < motion->child_count; i++) {
        if (motion->children[i].weight_property != TA_NONE) {
            read[motion->children[i].weight_property] = true;
        }
        read_motion(motion->children[i].motion, read);
    }
    for (int a = 0; motion->kind == TA_MOTION_SPACE && a < 2; a++) {
        if (motion->axes[a] != TA_NONE) {
            read[motion->axes[a]] = true;
        }
    }
}

static void read_state(const TaStateDef *state, bool *read)
{
    const int32_t named[] = {state->speed_property, state->time_property, state->cycle_property,
                             state->mirror_property};
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        if (named[i] != TA_NONE) {
            read[named[i]] = true;
        }
    }
    read_motion(&state->motion, read);
}

static void read_condition(const TaExpression *condition, bool *read)
{
    for (uint32_t i = 0; condition != NULL && i < condition->node_count; i++) {
        if (condition->nodes[i].op == TA_EXPR_PROPERTY) {
            read[condition->nodes[i].index] = true;
        }
    }
}

static void read_layer(const TaDefinition *definition, const TaLayerDef *layer, bool *read)
{
    for (uint32_t s = 0; s < layer->state_count; s++) {
        read_state(&layer->states[s], read);
    }
    for (uint32_t t = 0; t < layer->transition_count; t++) {
        read_condition(layer->transitions[t].condition, read);
    }
    for (uint32_t s = 0; layer->sync != TA_NONE && s < definition->layers[layer->sync].state_count;
         s++) {
        read_motion(&layer->synced[s], read);
    }
}

void ta_definition_mark_read(const TaDefinition *definition, bool *read)
{
    for (uint32_t l = 0; l < definition->layer_count; l++) {
        read_layer(definition, &definition->layers[l], read);
    }
}
