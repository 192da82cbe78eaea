// SPDX-License-Identifier: MIT
// A crowd: many instances of one rig that are drawn together. Their poses are made when they are
// looked at, written side by side into one image for the renderer.
#ifndef THREE_ACTION_CROWD_H
#define THREE_ACTION_CROWD_H

#include "base.h"
#include "id.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct TaWorld TaWorld;

typedef struct TaCrowdId {
    uint32_t value;
} TaCrowdId;

typedef struct TaCrowdDef {
    TaRigId rig;
    uint32_t capacity;    // the most members; range 1..65535
    uint32_t image_size;  // the widest and highest image the renderer takes, in texels
    bool half;            // 16-bit floats in the image
} TaCrowdDef;

// What a crowd's memory holds. All of it lives as long as the crowd; sizes are in capacity.
typedef enum TaCrowdBuffer {
    TA_CROWD_CAMERA,      // in: float[23], see TaCrowdCamera
    TA_CROWD_BONES,       // in: float[palette rows][6] middle and half lengths of what each moves
    TA_CROWD_TRANSFORMS,  // in: float[capacity][16] members in the crowd's space
    TA_CROWD_COLORS,      // in: float[capacity][3]
    TA_CROWD_IMAGE,       // out: rows of texels of 4 floats or halfs, 3 texels a matrix
    TA_CROWD_SHOWN_TRANSFORMS,  // out: float[shown][16]
    TA_CROWD_SHOWN_COLORS,      // out: float[shown][3]
    TA_CROWD_SHOWN_MEMBERS,     // out: uint32_t[shown]
    TA_CROWD_BUFFER_COUNT
} TaCrowdBuffer;

// Places in TA_CROWD_CAMERA.
typedef enum TaCrowdCamera {
    TA_CROWD_VIEW = 0,     // 16: projection x view x the crowd's world matrix, column-major
    TA_CROWD_PIXELS = 16,  // pixels that a length of 1 takes at a clip w of 1
    TA_CROWD_MARGIN = 17,  // what members outside are kept for (shadows), in the members' units
    TA_CROWD_CULL = 18,    // 0 = all members are shown
    TA_CROWD_LOD = 19,     // 0 = every pose at every update
    TA_CROWD_SIZES = 20,   // 3: pixels of height below which every 2nd, 4th, 8th update has a pose
} TaCrowdCamera;

// The rig must outlive the crowd (else TA_STATUS_IN_USE). Errors: STALE_ID, INVALID_ARGUMENT (no
// joint in a skin, the image would be too large), OUT_OF_MEMORY.
TA_API TaStatus ta_crowd_create(TaWorld *world, const TaCrowdDef *def, TaCrowdId *out_crowd);

// The members stay. Errors: STALE_ID.
TA_API TaStatus ta_crowd_destroy(TaWorld *world, TaCrowdId crowd);

// Puts an instance of the crowd's rig at a place; updates no longer make its pose, looking does.
// Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_crowd_set_member(TaWorld *world, TaCrowdId crowd, uint32_t index,
                                    TaInstanceId instance);

// How many members, from the first, take part. Errors: STALE_ID, INVALID_ARGUMENT.
TA_API TaStatus ta_crowd_set_count(TaWorld *world, TaCrowdId crowd, uint32_t count);

// Width and height in texels, members a row. Errors: STALE_ID.
TA_API TaStatus ta_crowd_image(TaWorld *world, TaCrowdId crowd, uint32_t out_size[3]);

// NULL for a stale id. Lifetime: the crowd's.
TA_API void *ta_crowd_buffer(TaWorld *world, TaCrowdId crowd, TaCrowdBuffer which);

// Culls the members, makes the poses that are due, and writes image and lists for what is seen by
// TA_CROWD_CAMERA. Returns how many are shown; 0 for a stale id. Nothing is allocated.
TA_API uint32_t ta_crowd_look(TaWorld *world, TaCrowdId crowd);

// Brings one instance's pose up to date, for reading it. Errors: STALE_ID.
TA_API TaStatus ta_crowd_pose(TaWorld *world, TaInstanceId instance);

#ifdef __cplusplus
}
#endif

#endif
