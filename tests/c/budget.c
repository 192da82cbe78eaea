// SPDX-License-Identifier: MIT
// In: the library's hooks. Out: how much it holds; a failure where a test wants one.
#include "budget.h"

#include <stdlib.h>

static void *allocate(size_t bytes, void *user)
{
    Budget *budget = user;
    if (budget->allowed == 0) {
        return NULL;
    }
    budget->allowed -= budget->allowed > 0;
    budget->live++;
    return malloc(bytes);
}

static void release(void *memory, void *user)
{
    ((Budget *)user)->live--;
    free(memory);
}

void budget_open(Budget *budget)
{
    *budget = (Budget){-1, 0};
    const TaHooks hooks = {allocate, release, budget};
    ta_set_hooks(&hooks);
}

void budget_close(void) { ta_set_hooks(NULL); }
