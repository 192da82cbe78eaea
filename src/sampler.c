// SPDX-License-Identifier: MIT
// Stage sampler. In: a clip, a time, the pose below. Out: the pose with the clip's channels.
// Before: blend_tree (which clips, which times). After: mixer.
#include "sampler.h"

#include "kernel/rows.h"
#include "kernel/track.h"

void ta_sampler_sum(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose)
{
    if (clip->rows.count > 0) {
        ta_rows_sample(&clip->rows, ta_rows_find(&clip->rows, time), pose);
    }
    ta_bundles_sample(clip, time, cursors, pose);
}

void ta_sampler_run(const TaClip *clip, double time, uint32_t *cursors, TaPose *pose)
{
    ta_sampler_sum(clip, time, cursors, pose);
    for (uint32_t g = 0; clip->rows.count > 0 && g < pose->group_count; g++) {
        float *q = &pose->transforms[g].rotation[0][0];
        ta_soa_quat_store(q, ta_soa_quat_normalize(ta_soa_quat_load(q)));
    }
}
