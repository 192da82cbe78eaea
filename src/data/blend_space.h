#ifndef X
#define X
#include "base/arena.h"
typedef enum TaBlendSpaceKind { TA_BLEND_SPACE_1D } TaBlendSpaceKind;
typedef struct TaBlendSpace TaBlendSpace;
const TaBlendSpace *ta_blend_space_build(TaArena *arena, TaBlendSpaceKind kind, const double (*positions)[2], uint32_t count);
void ta_blend_space_weights(const TaBlendSpace *space, const double point[2], double *weights);
#endif
