// SPDX-License-Identifier: MIT
// Samples of whole poses on a grid, and how far poses are apart where it shows: at the skin.
#ifndef TA_KERNEL_ROWS_ERROR_H
#define TA_KERNEL_ROWS_ERROR_H

#include "data/clip.h"

// What rows are made of. A channel is one path of one joint, by slot, or a scalar.
typedef struct TaRowsSource {
    const TaRig *rig;
    uint32_t width;  // floats of a whole pose: all transforms, all scalars
    uint32_t count;  // samples
    double start;    // seconds
    double rate;     // samples a second
    float *samples;  // [count][width]
    bool *served;    // [channels] in the rows; else exact
    double *reach;   // [slots] from the joint to the furthest skin it moves, in sizes of the rig
    double size;     // diagonal of the rest pose; 1 for a rig without extent
    struct Frame *frames;  // work space: model matrices of two poses
} TaRowsSource;

uint32_t ta_rows_channel_count(const TaRowsSource *source);
uint32_t ta_rows_channel(const TaRowsSource *source, TaPath path, uint32_t slot);

// width floats seen as a pose, and one path of a group in it.
TaPose ta_rows_whole_pose(const TaRowsSource *source, float *floats);
float *ta_rows_whole_path(const TaPose *pose, TaPath path, uint32_t group);

// Fills size and reach. The skin is taken to be 1 / sqrt(joints) of the size away from its joint, or
// as far as the joint's children. False when memory ran out.
bool ta_rows_measure_rig(TaRowsSource *source, TaArena *scratch);

// Raises errors[channel] to what the channel alone moves the skin by, in sizes of the rig. Scalars
// count as they are. Rotations of `lerped` need not be unit.
void ta_rows_channel_errors(const TaRowsSource *source, const TaPose *exact, const TaPose *lerped,
                            float *errors);

// The largest distance between the two poses at the skin, in sizes of the rig.
double ta_rows_skin_error(const TaRowsSource *source, const TaPose *exact, const TaPose *lerped);

#endif
