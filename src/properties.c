// SPDX-License-Identifier: MIT
// Stage properties. In: what the game writes. Out: the values conditions and weights read.
// After: machine.
#include "properties.h"

#include <math.h>

#include "kernel/record.h"
#include "math/trig.h"

void ta_properties_reset(TaMachineRun *run)
{
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        run->values[i] = run->definition->properties[i].value;
        run->smooth[i] = run->values[i];
        run->trigger_ages[i] = 0.0;
    }
}

bool ta_properties_set(TaMachineRun *run, uint32_t property, double value)
{
    if (property >= run->definition->property_count || !isfinite(value)) {
        return false;
    }
    const TaProperty *def = &run->definition->properties[property];
    switch (def->type) {
    case TA_PROPERTY_INT: value = floor(value + 0.5); break;
    case TA_PROPERTY_BOOL:
    case TA_PROPERTY_TRIGGER: value = value != 0.0 ? 1.0 : 0.0; break;
    case TA_PROPERTY_FLOAT: break;
    }
    value = value < def->min ? def->min : value > def->max ? def->max : value;
    run->touched = run->touched || run->values[property] != value;
    run->values[property] = value;
    run->trigger_ages[property] = 0.0;
    return true;
}

void ta_properties_begin_update(TaMachineRun *run, double dt)
{
    for (uint32_t i = 0; i < run->definition->weight_count; i++) {
        if (isfinite(run->weights[i])) {
            run->kept_weights[i] = run->weights[i];
        } else {  // NaN stays only where a property gives the weight
            run->weights[i] = run->kept_weights[i];
        }
    }
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const double half_life = run->definition->properties[i].damping;
        // smooth(t) = target + (start - target) 2^(-t / half-life)
        const double kept = half_life > 0.0 ? ta_exp2(-dt / half_life) : 0.0;
        run->smooth[i] = run->values[i] + (run->smooth[i] - run->values[i]) * kept;
    }
}

void ta_properties_end_update(TaMachineRun *run)
{
    for (uint32_t i = 0; i < run->definition->property_count; i++) {
        const TaProperty *def = &run->definition->properties[i];
        if (def->type == TA_PROPERTY_TRIGGER && def->lifetime <= 0.0 && run->values[i] != 0.0) {
            run->values[i] = 0.0;
            ta_record_expired(run, i, 0.0);
        }
    }
    for (uint32_t i = 0; i < run->definition->external_count; i++) {
        run->externals[i] = false;
    }
}
