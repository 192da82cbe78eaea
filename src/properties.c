// SPDX-License-Identifier: MIT
// Stage properties. In: what the game writes. Out: the values conditions and weights read.
// After: machine.
#include "properties.h"

#include <math.h>

void ta_properties_reset(TaMachineRun *run)
{
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        run->values[i] = run->definition->properties[i].value;
        run->trigger_ages[i] = 0.0;
    }
}

bool ta_properties_set(TaMachineRun *run, uint32_t property, double value)
{
    if (property >= run->definition->property_count || isnan(value)) {
        return false;
    }
    const TaProperty *def = &run->definition->properties[property];
    switch (def->type) {
    case TA_PROPERTY_INT: value = floor(value + 0.5); break;
    case TA_PROPERTY_BOOL:
    case TA_PROPERTY_TRIGGER: value = value != 0.0 ? 1.0 : 0.0; break;
    case TA_PROPERTY_FLOAT: break;
    }
    run->values[property] = value < def->min ? def->min : value > def->max ? def->max : value;
    run->trigger_ages[property] = 0.0;
    return true;
}

void ta_properties_end_update(TaMachineRun *run)
{
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && def->lifetime <= 0.0) {
            run->values[i] = 0.0;
        }
    }
    for (uint32_t i = 0; i < run->definition->external_count; i++) {
        run->externals[i] = false;
    }
}
