// SPDX-License-Identifier: MIT
// Memory that is counted and can run out.
#ifndef TA_TEST_BUDGET_H
#define TA_TEST_BUDGET_H

#include "three_action/three_action.h"

typedef struct Budget {
    int allowed;  // allocations until the next one fails; negative = no limit
    int live;     // blocks
} Budget;

// The library allocates from it until budget_close. *budget must outlive that.
void budget_open(Budget *budget);
void budget_close(void);

#endif
