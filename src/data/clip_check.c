// SPDX-License-Identifier: MIT
// In: a clip definition. Out: OK, or which track is wrong, where, and what would be right.
#include "data/clip_check.h"
#include "base/format.h"

#include <math.h>

static size_t values_per_key(const TaTrackDef *track)
{
    const size_t components = ta_path_components(track->path);
    return track->interpolation == TA_INTERPOLATION_CUBICSPLINE ? 3 * components : components;
}

static TaStatus check_target(const TaRig *rig, const TaTrackDef *track, const char *path,
                             TaError *error)
{
    const bool scalar = track->path == TA_PATH_SCALAR;
    const uint32_t most = scalar ? rig->scalar_count : rig->joint_count;
    if (track->target < most) {
        return TA_STATUS_OK;
    }
    return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                        "the track drives %s %u; the rig has %u", scalar ? "scalar" : "joint",
                        track->target, most);
}

static TaStatus check_track(const TaRig *rig, const TaTrackDef *track, uint32_t index,
                            TaError *error)
{
    char path[64];
    ta_format(path, sizeof path, "tracks[%u]", index);
    if ((uint32_t)track->path > TA_PATH_SCALAR ||
        (uint32_t)track->interpolation > TA_INTERPOLATION_CUBICSPLINE) {
        return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                            "unknown path or interpolation of the track");
    }
    if (check_target(rig, track, path, error) != TA_STATUS_OK) {
        return error->status;
    }
    if (track->key_count == 0 || track->times == NULL || track->values == NULL) {
        return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                            "the track has no keys; give at least one, or leave the track out");
    }
    for (uint32_t k = 0; k < track->key_count; k++) {
        const float time = track->times[k];
        if (!isfinite(time) || time < 0.0f || (k > 0 && time < track->times[k - 1])) {
            ta_format(path, sizeof path, "tracks[%u].times[%u]", index, k);
            return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                                "key times must be finite, not negative and never falling; "
                                "this one is %g",
                                (double)time);
        }
    }
    const size_t count = track->key_count * values_per_key(track);
    for (size_t v = 0; v < count; v++) {
        if (!isfinite(track->values[v])) {
            ta_format(path, sizeof path, "tracks[%u].values[%u]", index, (uint32_t)v);
            return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                                "a key value is NaN or infinite; export the clip again");
        }
    }
    return TA_STATUS_OK;
}

TaStatus ta_clip_check(const TaRig *rig, const TaClipDef *def, TaError *error)
{
    char path[64];
    if (def->name == NULL || def->name[0] == '\0') {
        return ta_error_set(error, TA_STATUS_INVALID_CLIP, "name", "a clip needs a name");
    }
    if ((def->track_count > 0 && def->tracks == NULL) ||
        (def->mark_count > 0 && def->marks == NULL)) {
        return ta_error_set(error, TA_STATUS_INVALID_ARGUMENT, def->name,
                            "tracks or marks are missing");
    }
    if (isinf(def->duration)) {
        return ta_error_set(error, TA_STATUS_INVALID_CLIP, "duration",
                            "the duration of clip \"%s\" is infinite", def->name);
    }
    for (uint32_t t = 0; t < def->track_count; t++) {
        if (check_track(rig, &def->tracks[t], t, error) != TA_STATUS_OK) {
            return error->status;
        }
    }
    for (uint32_t m = 0; m < def->mark_count; m++) {
        if (!isfinite(def->marks[m].time) || def->marks[m].time < 0.0) {
            ta_format(path, sizeof path, "marks[%u].time", m);
            return ta_error_set(error, TA_STATUS_INVALID_CLIP, path,
                                "a mark's time must be a number of seconds from 0 up");
        }
    }
    return TA_STATUS_OK;
}
