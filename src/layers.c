// SPDX-License-Identifier: MIT
// In: the mixer inputs of every layer. Out: one local pose, bottom layer first; and the poses that
// blends capture inside an update. Runs the stages sampler and mixer.
#include "layers.h"

#include <string.h>

#include "fused.h"
#include "kernel/clock.h"
#include "kernel/mirror.h"
#include "kernel/perform.h"
#include "machine.h"
#include "mixer.h"
#include "sampler.h"

// What each scratch pose is for.
enum {
    SCRATCH_HEAVIEST,  // blending inside a layer
    SCRATCH_OTHER,
    SCRATCH_REFERENCE,  // of an additive layer's clip
    SCRATCH_LAYER,      // the layer being put on top
    SCRATCH_BELOW,      // what lies below the layer of a capture
    SCRATCH_SOURCE,     // the four poses of a capture
    SCRATCH_BEFORE,
    SCRATCH_TARGET,
    SCRATCH_MIRROR_BEFORE,  // the three poses of a mirror
    SCRATCH_MIRROR_AFTER,
    SCRATCH_MIRROR_IMAGE,
    SCRATCH_FUSED,  // TA_FUSED_POSES of them: inputs that are no rows
};
_Static_assert((int)SCRATCH_FUSED + (int)TA_FUSED_POSES == (int)TA_SCRATCH_POSES,
               "a scratch pose for each purpose");

// A world's scratch is as large as its largest rig; a stage sees a pose of this instance's size.
static TaPose scratch_pose(const TaInstance *instance, const TaScratch *scratch, int index)
{
    TaPose pose = scratch->poses[index];
    pose.group_count = instance->local.group_count;
    pose.scalar_group_count = instance->local.scalar_group_count;
    return pose;
}

// ---- one layer -------------------------------------------------------------------------------

static void sample_clip(TaInstance *instance, const TaMixInput *input, double time,
                        const TaScratch *scratch, TaPose *pose)
{
    const TaRoot *root = &instance->machine.roots[input->clip_index];
    uint32_t *cursors = instance->machine.cursors[input->clip_index];
    if (!root->active && !input->mirror) {
        ta_sampler_sum(input->clip, time, cursors, pose);  // made unit after the sum
        return;
    }
    TaPose image = scratch_pose(instance, scratch, SCRATCH_MIRROR_IMAGE);
    TaPose *sampled = input->mirror ? &image : pose;
    if (input->mirror) {
        ta_pose_copy(&image, &instance->rig->rest);
    }
    ta_sampler_run(input->clip, time, cursors, sampled);
    if (root->active) {
        ta_root_strip(root, input->clip, time, sampled);
    }
    if (input->mirror) {
        const TaMirrorScratch mirror = {
            scratch_pose(instance, scratch, SCRATCH_MIRROR_BEFORE),
            scratch_pose(instance, scratch, SCRATCH_MIRROR_AFTER),
        };
        ta_mirror_clip(instance->rig, input->clip, &image, &mirror, pose);
    }
}

// The pose an additive clip is the difference from.
static void sample_reference(TaInstance *instance, const TaMixInput *input, const TaLayerDef *layer,
                             const TaScratch *scratch, TaPose *pose)
{
    ta_pose_copy(pose, &instance->rig->rest);
    if (layer->reference == TA_REFERENCE_FIRST_FRAME) {
        sample_clip(instance, input, 0.0, scratch, pose);
    } else if (layer->reference == TA_REFERENCE_CLIP) {
        const TaMixInput reference = {
            .clip = instance->machine.run.clips[layer->reference_clip],
            .clip_index = layer->reference_clip,
            .mirror = input->mirror,
        };
        sample_clip(instance, &reference, layer->reference_time, scratch, pose);
    }
    ta_mixer_end(pose);
}

static void set_no_difference(TaPose *pose)
{
    const TaSoaTransform none = {.rotation = {{0}, {0}, {0}, {1, 1, 1, 1}},
                                 .scale = {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1, 1}}};
    for (uint32_t g = 0; g < pose->group_count; g++) {
        pose->transforms[g] = none;
    }
    for (uint32_t i = 0; i < 4 * pose->scalar_group_count; i++) {
        pose->scalars[i] = 0.0f;
    }
}

// The run-time state whose clocks a layer shows: its own, or that of the layer it borrows.
static TaLayerRun *clocks_of(TaInstance *instance, uint32_t layer)
{
    TaMachineRun *run = &instance->machine.run;
    return &run->layers[ta_blend_tree_clock_layer(run, layer)];
}

static void sample_captured(TaInstance *instance, uint32_t layer, TaPose *pose)
{
    const TaLayerMemory *memory = &instance->machine.layers[layer];
    const double age = clocks_of(instance, layer)->pose_age;
    if (age >= 0.0) {
        ta_dead_blend_pose(&memory->dead, age, pose);
    } else {
        ta_pose_copy(pose, &memory->captured);
    }
}

// One input as a pose; for an additive layer as a difference.
static void sample_input(TaInstance *instance, const TaMixInput *input, uint32_t layer,
                         const TaPose *below, TaScratch *scratch, TaPose *pose)
{
    const TaLayerDef *def = &instance->machine.definition->layers[layer];
    if (input->captured) {
        sample_captured(instance, layer, pose);
    } else if (def->mode == TA_LAYER_OVERRIDE) {
        ta_pose_copy(pose, input->over_rest ? &instance->rig->rest : below);
        if (input->clip != NULL) {
            sample_clip(instance, input, input->time, scratch, pose);
        }
    } else if (input->clip == NULL) {
        set_no_difference(pose);
    } else {
        TaPose reference = scratch_pose(instance, scratch, SCRATCH_REFERENCE);
        sample_reference(instance, input, def, scratch, &reference);
        ta_pose_copy(pose, &reference);  // channels the clip does not drive make no difference
        sample_clip(instance, input, input->time, scratch, pose);
        ta_mixer_difference(&reference, pose);
    }
}

static uint32_t find_heaviest(const TaMixInput *inputs, uint32_t count)
{
    uint32_t heaviest = 0;
    for (uint32_t i = 1; i < count; i++) {
        heaviest = inputs[i].weight > inputs[heaviest].weight ? i : heaviest;
    }
    return heaviest;
}

// Weighted inputs of a layer -> one local pose (or difference).
static void blend_inputs(TaInstance *instance, const TaMixInput *inputs, uint32_t count,
                         uint32_t layer, const TaPose *below, TaScratch *scratch, TaPose *out)
{
    if (count <= 1) {
        const TaMixInput nothing = {0};
        sample_input(instance, count == 1 ? inputs : &nothing, layer, below, scratch, out);
        ta_mixer_end(out);
        return;
    }
    const uint32_t first = find_heaviest(inputs, count);
    TaPose heaviest = scratch_pose(instance, scratch, SCRATCH_HEAVIEST);
    TaPose other = scratch_pose(instance, scratch, SCRATCH_OTHER);
    sample_input(instance, &inputs[first], layer, below, scratch, &heaviest);
    ta_mixer_begin(&heaviest, (float)inputs[first].weight, out);
    for (uint32_t i = 0; i < count; i++) {
        if (i != first) {
            sample_input(instance, &inputs[i], layer, below, scratch, &other);
            ta_mixer_add(&heaviest, &other, (float)inputs[i].weight, out);
        }
    }
    ta_mixer_end(out);
}

static void apply_inertia(TaInstance *instance, uint32_t layer, TaPose *pose)
{
    const TaLayerRun *run = clocks_of(instance, layer);
    if (run->inertia_length > 0.0) {
        ta_inertia_apply(&instance->machine.layers[layer].inertia, run->inertia_time, pose);
    }
}

// ---- all layers ------------------------------------------------------------------------------

static bool same_inputs(const TaLayerMemory *layer)
{
    if (layer->input_count != layer->shown_count) {
        return false;
    }
    for (uint32_t i = 0; i < layer->input_count; i++) {
        const TaMixInput *a = &layer->inputs[i], *b = &layer->shown[i];
        if (a->clip != b->clip || a->captured != b->captured || a->over_rest != b->over_rest ||
            a->mirror != b->mirror || a->time != b->time || a->weight != b->weight) {
            return false;
        }
    }
    return true;
}

bool ta_layers_gather(TaInstance *instance)
{
    TaMachineMemory *machine = &instance->machine;
    bool changed = machine->run.captured || ta_run_performs(&machine->run);
    for (uint32_t l = 0; l < machine->definition->layer_count; l++) {
        TaLayerMemory *layer = &machine->layers[l];
        const TaLayerRun *run = clocks_of(instance, l);
        layer->input_count = ta_blend_tree_gather(
            &machine->run, l, ta_blend_tree_run_count(&machine->run, l), layer->inputs);
        // A decay is over in the frame after its last; a dying pose moves as long as it is there.
        const bool decays = run->inertia_length > 0.0 || run->inertia_ended ||
                            (run->pose_age >= 0.0 && run->runs[0].state == TA_RUN_POSE);
        changed = changed || decays || layer->mask_changed ||
                  machine->run.layers[l].weight != layer->shown_weight || !same_inputs(layer);
    }
    return changed;
}

static void put_on_top(TaInstance *instance, uint32_t l, TaScratch *scratch, TaPose *below)
{
    TaLayerMemory *layer = &instance->machine.layers[l];
    const TaLayerRun *run = &instance->machine.run.layers[l];
    if (run->weight <= 0.0 || layer->input_count == 0) {
        return;
    }
    TaPose pose = scratch_pose(instance, scratch, SCRATCH_LAYER);
    blend_inputs(instance, layer->inputs, layer->input_count, l, below, scratch, &pose);
    apply_inertia(instance, l, &pose);
    const TaLayerShare share = {(float)run->weight, layer->mask.joints, layer->mask.scalars};
    if (instance->machine.definition->layers[l].mode == TA_LAYER_OVERRIDE) {
        ta_mixer_override(&pose, &share, below);
    } else {
        ta_mixer_additive(&pose, &share, below);
    }
}

// The layers below one, blended; all of them for count = the layer count.
static void blend_below(TaInstance *instance, uint32_t count, TaScratch *scratch, TaPose *out)
{
    if (count == 0) {
        ta_pose_copy(out, &instance->rig->rest);
        return;
    }
    const TaLayerMemory *base = &instance->machine.layers[0];
    blend_inputs(instance, base->inputs, base->input_count, 0, &instance->rig->rest, scratch, out);
    apply_inertia(instance, 0, out);
    for (uint32_t l = 1; l < count; l++) {
        put_on_top(instance, l, scratch, out);
    }
}

static void blend_performs(TaInstance *instance, const TaScratch *scratch)
{
    TaMachineMemory *machine = &instance->machine;
    TaPose pose = scratch_pose(instance, scratch, SCRATCH_LAYER);
    for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
        TaPerform *perform = &machine->run.performs[i];
        if (perform->weight > 0.0) {
            ta_pose_copy(&pose, &instance->local);
            ta_sampler_run(instance->clips[perform->clip], perform->time, machine->perform_cursors,
                           &pose);
            const TaMask *mask = &machine->perform_masks[perform->mask];
            const TaLayerShare share = {(float)perform->weight, mask->joints, mask->scalars};
            ta_mixer_override(&pose, &share, &instance->local);
        } else if (perform->reported) {
            *perform = (TaPerform){0};  // gone
        }
    }
}

void ta_layers_shown(TaInstance *instance)
{
    TaMachineMemory *machine = &instance->machine;
    for (uint32_t l = 0; l < machine->definition->layer_count; l++) {
        TaLayerMemory *layer = &machine->layers[l];
        memcpy(layer->shown, layer->inputs, layer->input_count * sizeof(TaMixInput));
        layer->shown_count = layer->input_count;
        layer->shown_weight = machine->run.layers[l].weight;
        layer->mask_changed = false;
        clocks_of(instance, l)->inertia_ended = false;
    }
    machine->run.captured = false;
}

void ta_layers_blend(TaInstance *instance, TaScratch *scratch)
{
    blend_below(instance, instance->machine.definition->layer_count, scratch, &instance->local);
    blend_performs(instance, scratch);
}

// ---- in one pass ------------------------------------------------------------------------------

// Sources and poses of a work list in use.
typedef struct TaFusedCount {
    uint32_t sources, poses;
} TaFusedCount;

// Adds one input to the sources. What rows do not hold as it is shown comes in as a pose. False
// when there is no room, or when it takes what is below into the pose.
static bool list_input(TaInstance *instance, const TaMixInput *input, uint32_t l,
                       TaScratch *scratch, TaFusedLayer *layer, TaFusedWork *work,
                       TaFusedCount *used)
{
    const TaRig *rig = instance->rig;
    const TaLayerDef *def = &instance->machine.definition->layers[l];
    const bool empty = !input->captured && input->clip == NULL;
    const bool plain = !input->captured && !input->mirror && input->clip != NULL &&
                       input->clip->rows.count > 0 && input->clip->bundle_count == 0 &&
                       !instance->machine.roots[input->clip_index].active;
    const bool additive = def->mode == TA_LAYER_ADDITIVE;
    if (used->sources == TA_FUSED_MOST_SOURCES) {
        return false;
    }
    TaFusedSource *source = &work->sources[used->sources];
    TaFusedSource *reference = &work->sources[TA_FUSED_MOST_SOURCES + used->sources];
    used->sources++;
    layer->source_count++;
    if (plain && (!additive || def->reference != TA_REFERENCE_CLIP)) {
        *source = ta_fused_clip(&input->clip->rows, input->time, (float)input->weight);
        source->over_below = l > 0 && !input->over_rest && !additive;
        *reference = def->reference == TA_REFERENCE_FIRST_FRAME
                         ? ta_fused_clip(&input->clip->rows, 0.0, 1.0f)
                         : ta_fused_pose(rig, &rig->rest, 1.0f);
        return true;
    }
    if (empty && (additive || l > 0)) {  // what lies below shows; no difference
        *source = additive ? ta_fused_pose(rig, &rig->rest, (float)input->weight)
                           : ta_fused_silence(rig, (float)input->weight, !input->over_rest);
        *reference = ta_fused_pose(rig, &rig->rest, 1.0f);
        return true;
    }
    const bool takes_below = l > 0 && !additive && !input->captured && !input->over_rest;
    if (takes_below || used->poses == TA_FUSED_POSES || (additive && layer->source_count > 1)) {
        return false;
    }
    TaPose pose = scratch_pose(instance, scratch, SCRATCH_FUSED + (int)used->poses++);
    sample_input(instance, input, l, &rig->rest, scratch, &pose);
    *source = ta_fused_pose(rig, &pose, (float)input->weight);
    layer->references = NULL;
    return true;
}

static bool list_layer(TaInstance *instance, uint32_t l, TaScratch *scratch, TaFusedWork *work,
                       TaFusedCount *used)
{
    static const TaMixInput nothing = {.over_rest = true, .weight = 1.0};
    const TaLayerMemory *memory = &instance->machine.layers[l];
    const TaLayerDef *def = &instance->machine.definition->layers[l];
    const TaMixInput *inputs = memory->input_count > 0 ? memory->inputs : &nothing;
    const uint32_t count = memory->input_count > 0 ? memory->input_count : 1;
    TaFusedLayer *layer = &work->layers[work->layer_count++];
    *layer = (TaFusedLayer){
        .sources = &work->sources[used->sources],
        .references = &work->sources[TA_FUSED_MOST_SOURCES + used->sources],
        .additive = l > 0 && def->mode == TA_LAYER_ADDITIVE,
        .weight = (float)instance->machine.run.layers[l].weight,
        .joints = l > 0 ? memory->mask.joints : NULL,
        .scalars = l > 0 ? memory->mask.scalars : NULL,
    };
    const uint32_t first = find_heaviest(inputs, count);
    bool fits = list_input(instance, &inputs[first], l, scratch, layer, work, used);
    for (uint32_t i = 0; i < count && fits; i++) {
        fits = i == first || list_input(instance, &inputs[i], l, scratch, layer, work, used);
    }
    // A difference that is a pose and one that is not do not go together.
    return fits && (!layer->additive || layer->references != NULL || layer->source_count == 1);
}

// A layer in which nothing plays: put on top it changes nothing.
static bool shows_below(const TaLayerMemory *layer, const TaLayerDef *def)
{
    const TaMixInput *input = &layer->inputs[0];
    return layer->input_count == 1 && input->clip == NULL && !input->captured &&
           (def->mode == TA_LAYER_ADDITIVE || !input->over_rest);
}

bool ta_layers_list(TaInstance *instance, TaScratch *scratch, TaFusedWork *work)
{
    const TaMachineRun *run = &instance->machine.run;
    TaFusedCount used = {0, 0};
    if (ta_run_performs(run)) {
        return false;
    }
    work->layer_count = 0;
    for (uint32_t l = 0; l < run->definition->layer_count; l++) {
        if (clocks_of(instance, l)->inertia_length > 0.0) {
            return false;
        }
        const bool shown =
            run->layers[l].weight > 0.0 && instance->machine.layers[l].input_count > 0;
        const TaLayerDef *def = &run->definition->layers[l];
        if (l > 0 && (!shown || shows_below(&instance->machine.layers[l], def))) {
            continue;
        }
        if (l == 0 && def->mode == TA_LAYER_ADDITIVE) {
            return false;
        }
        if (!list_layer(instance, l, scratch, work, &used)) {
            return false;
        }
    }
    work->rig = instance->rig;
    work->local = &instance->local;
    work->palettes = instance->palettes;
    return true;
}

// ---- captures --------------------------------------------------------------------------------

// The oldest count runs of a layer as they stand, as a pose.
static void pose_of_runs(TaInstance *instance, uint32_t layer, uint32_t count, const TaPose *below,
                         TaScratch *scratch, TaPose *out)
{
    TaLayerMemory *memory = &instance->machine.layers[layer];
    const uint32_t inputs =
        ta_blend_tree_gather(&instance->machine.run, layer, count, memory->inputs);
    blend_inputs(instance, memory->inputs, inputs, layer, below, scratch, out);
}

// The same a moment earlier: clocks and fades set back, then put as they were.
static void pose_before(TaInstance *instance, uint32_t layer, uint32_t count, const TaPose *below,
                        TaScratch *scratch, TaPose *out)
{
    TaLayerRun *run = clocks_of(instance, layer);
    TaStateRun kept[TA_MOST_RUNS + 2];
    memcpy(kept, run->runs, sizeof kept);
    const double inertia = run->inertia_time, age = run->pose_age;
    for (uint32_t i = 0; i < run->run_count; i++) {
        ta_clock_rewind(&run->runs[i], TA_POSE_STEP);
    }
    run->pose_age = age > TA_POSE_STEP ? age - TA_POSE_STEP : age;
    run->inertia_time = inertia > TA_POSE_STEP ? inertia - TA_POSE_STEP : inertia;
    pose_of_runs(instance, layer, count, below, scratch, out);
    apply_inertia(instance, layer, out);
    memcpy(run->runs, kept, sizeof kept);
    run->inertia_time = inertia;
    run->pose_age = age;
}

// The state that waits to come in, alone in its layer.
static void pose_of_target(TaInstance *instance, uint32_t layer, bool before, const TaPose *below,
                           TaScratch *scratch, TaPose *out)
{
    TaMachineRun *machine = &instance->machine.run;
    TaLayerRun *run = clocks_of(instance, layer);
    const TaStateRun kept = run->runs[0];
    run->runs[0] = ta_machine_waiting_run(machine, ta_blend_tree_clock_layer(machine, layer));
    run->runs[0].time = 2.0 * TA_POSE_STEP;  // it counts as having run before
    if (before) {
        ta_clock_rewind(&run->runs[0], TA_POSE_STEP);
    }
    pose_of_runs(instance, layer, 1, below, scratch, out);
    run->runs[0] = kept;
}

// What the waiting entry needs, for one layer that shows these clocks.
static void capture_layer(TaInstance *instance, uint32_t layer, const TaEntry *entry,
                          TaScratch *scratch)
{
    TaLayerMemory *memory = &instance->machine.layers[layer];
    TaPose below = scratch_pose(instance, scratch, SCRATCH_BELOW);
    TaPose source = scratch_pose(instance, scratch, SCRATCH_SOURCE);
    ta_layers_gather(instance);  // the captures of other layers have used the lists
    blend_below(instance, layer, scratch, &below);
    pose_of_runs(instance, layer, entry->capture, &below, scratch, &source);
    if (entry->blend != TA_BLEND_SMOOTH) {  // a collapse keeps the decay that lies on top
        apply_inertia(instance, layer, &source);
    }
    if (entry->blend == TA_BLEND_INERTIAL || entry->blend == TA_BLEND_DEAD) {
        TaPose before = scratch_pose(instance, scratch, SCRATCH_BEFORE);
        TaPose target = scratch_pose(instance, scratch, SCRATCH_TARGET);
        pose_before(instance, layer, entry->capture, &below, scratch, &before);
        pose_of_target(instance, layer, false, &below, scratch, &target);
        if (entry->blend == TA_BLEND_DEAD) {
            ta_dead_blend_begin(&memory->dead, &source, &before, &target);
            return;
        }
        TaPose target_before = scratch_pose(instance, scratch, SCRATCH_LAYER);
        pose_of_target(instance, layer, true, &below, scratch, &target_before);
        ta_inertia_begin(&memory->inertia, &source, &before, &target, &target_before,
                         entry->seconds);
        return;
    }
    ta_pose_copy(&memory->captured, &source);
}

void ta_layers_capture(TaInstance *instance, uint32_t layer, TaScratch *scratch)
{
    TaMachineRun *run = &instance->machine.run;
    const TaEntry entry = run->layers[layer].waiting;
    // From the top down: a captured pose replaces the one that layers above may still be blended over.
    for (uint32_t l = run->definition->layer_count; l-- > 0;) {
        if (ta_blend_tree_clock_layer(run, l) == layer) {
            capture_layer(instance, l, &entry, scratch);
        }
    }
}

// ---- masks -----------------------------------------------------------------------------------

static void mix_mask(float *out, const float *from, const float *to, uint32_t groups, float part)
{
    for (uint32_t i = 0; i < 4 * groups; i++) {
        out[i] = from[i] + (to[i] - from[i]) * part;
    }
}

static void show_mask(TaInstance *instance, TaLayerMemory *layer, double part)
{
    const TaPose *rest = &instance->rig->rest;
    mix_mask(layer->mask.joints, layer->mask_from.joints, layer->mask_to.joints, rest->group_count,
             (float)part);
    mix_mask(layer->mask.scalars, layer->mask_from.scalars, layer->mask_to.scalars,
             rest->scalar_group_count, (float)part);
}

void ta_layers_set_mask(TaInstance *instance, uint32_t l, int32_t mask, double seconds)
{
    TaLayerMemory *layer = &instance->machine.layers[l];
    const TaDefinition *definition = instance->machine.definition;
    ta_mask_copy(&layer->mask_from, &layer->mask, instance->rig);
    ta_mask_resolve(mask != TA_NONE ? &definition->masks[mask] : NULL, instance->rig,
                    &layer->mask_to);
    layer->mask_index = mask;
    layer->mask_time = 0.0;
    layer->mask_length = seconds;
    layer->mask_changed = true;
    show_mask(instance, layer, seconds > 0.0 ? 0.0 : 1.0);
}

void ta_layers_fade_masks(TaInstance *instance, double seconds)
{
    for (uint32_t l = 1; l < instance->machine.definition->layer_count; l++) {
        TaLayerMemory *layer = &instance->machine.layers[l];
        if (layer->mask_length <= 0.0) {
            continue;
        }
        layer->mask_time += seconds;
        const double part = layer->mask_time / layer->mask_length;
        layer->mask_length = part < 1.0 ? layer->mask_length : 0.0;
        layer->mask_changed = true;
        show_mask(instance, layer, part < 1.0 ? part : 1.0);
    }
}

// ---- performs --------------------------------------------------------------------------------

// The mask of a slot that no running perform uses.
static uint32_t free_mask(const TaMachineRun *run)
{
    for (uint32_t m = 0; m < TA_MOST_PERFORMS; m++) {
        bool used = false;
        for (uint32_t i = 0; i < TA_MOST_PERFORMS; i++) {
            used = used || (run->performs[i].id != 0 && run->performs[i].mask == m);
        }
        if (!used) {
            return m;
        }
    }
    return run->performs[0].mask;  // all are used: the oldest perform is let go
}

uint32_t ta_layers_perform(TaInstance *instance, const TaPerformDef *def)
{
    TaMachineMemory *machine = &instance->machine;
    const TaDefinition *definition = machine->definition;
    const uint32_t mask = free_mask(&machine->run);
    const double seconds = instance->clips[def->clip]->duration;
    const int32_t slot = ta_perform_start(&machine->run, def->clip, seconds, def->fade_in,
                                          def->fade_out, def->priority);
    if (slot != TA_NONE) {
        ta_mask_resolve(def->mask != TA_NONE ? &definition->masks[def->mask] : NULL, instance->rig,
                        &machine->perform_masks[mask]);
        machine->run.performs[slot].mask = mask;
        return machine->run.performs[slot].id;
    }
    return 0;
}
