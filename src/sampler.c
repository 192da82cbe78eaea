// SPDX-License-Identifier: MIT
// Stage sampler. In: a clip, a time, the pose below. Out: the pose with the clip's channels.
// Before: blend_tree (which clips, which times). After: mixer.
#include "sampler.h"

#include "kernel/track.h"

enum { ALL_LANES = 15 };

// Bit masks for the sixteen sets of lanes.
static TaV4 lane_mask(uint32_t lanes)
{
    const TaV4 bits = ta_v4_set((float)(lanes & 1), (float)(lanes >> 1 & 1),
                                (float)(lanes >> 2 & 1), (float)(lanes >> 3 & 1));
    return ta_v4_less(ta_v4_splat(0.0f), bits);
}

static float *destination(TaPose *pose, const TaClipBlock *block)
{
    switch ((TaPath)block->path) {
    case TA_PATH_TRANSLATION: return &pose->transforms[block->group].translation[0][0];
    case TA_PATH_ROTATION: return &pose->transforms[block->group].rotation[0][0];
    case TA_PATH_SCALE: return &pose->transforms[block->group].scale[0][0];
    case TA_PATH_SCALAR: break;
    }
    return &pose->scalars[4 * block->group];
}

static void run_bundle(const TaClipBundle *bundle, TaKeySpan span, TaPose *pose)
{
    const float *row = bundle->rows + (size_t)span.key * bundle->row_stride;
    const uint32_t parts = bundle->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 : 1;
    for (uint32_t b = 0; b < bundle->block_count; b++) {
        const TaClipBlock *block = &bundle->blocks[b];
        const uint32_t floats = 4 * ta_path_components((TaPath)block->path);
        float *out = destination(pose, block);
        if (block->lanes == ALL_LANES) {
            ta_block_sample(block, bundle->interpolation, row, bundle->row_stride, span, out);
        } else {
            float sampled[16];
            ta_block_sample(block, bundle->interpolation, row, bundle->row_stride, span, sampled);
            const TaV4 mask = lane_mask(block->lanes);
            for (uint32_t c = 0; c < floats; c += 4) {
                ta_v4_store(out + c,
                            ta_v4_select(mask, ta_v4_load(sampled + c), ta_v4_load(out + c)));
            }
        }
        row += floats * parts;
    }
}

void ta_sampler_run(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose)
{
    uint32_t known = UINT32_MAX;  // bundles of one timeline often follow each other
    TaKeySpan span = {0};
    for (uint32_t b = 0; b < clip->bundle_count; b++) {
        const TaClipBundle *bundle = &clip->bundles[b];
        if (bundle->timeline != known) {
            known = bundle->timeline;
            span = ta_timeline_find(&clip->timelines[known], time, &cursors[known]);
        }
        run_bundle(bundle, span, pose);
    }
}
