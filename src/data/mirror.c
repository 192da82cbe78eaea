// SPDX-License-Identifier: MIT
// In: names. Out: pairs of left and right.
#include "data/mirror.h"

#include <string.h>

#include "base/format.h"

enum { MOST_NAME = 256 };

static bool replace_word(const char *name, const char *word, const char *other, char *out,
                         size_t size)
{
    const char *at = strstr(name, word);
    if (at == NULL || strlen(name) + strlen(other) >= size) {
        return false;
    }
    const size_t before = (size_t)(at - name);
    memcpy(out, name, before);
    ta_format(out + before, size - before, "%s%s", other, at + strlen(word));
    return true;
}

static bool is_gap(char c) { return c == '\0' || strchr("_.- :", c) != NULL; }

static bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }

// A letter that stands for a side: alone between gaps, or a capital at the very end ("handL").
static bool is_side(const char *name, size_t i)
{
    const char c = name[i], before = i > 0 ? name[i - 1] : '\0';
    if (strchr("LRlr", c) == NULL) {
        return false;
    }
    const bool alone = is_gap(before) && is_gap(name[i + 1]);
    const bool capital_end =
        (c == 'L' || c == 'R') && name[i + 1] == '\0' && is_lower_or_digit(before);
    return alone || capital_end;
}

bool ta_mirror_name(const char *name, char *out, size_t size)
{
    static const char *const words[][2] = {{"Left", "Right"}, {"left", "right"}, {"LEFT", "RIGHT"}};
    const size_t length = strlen(name);
    for (size_t w = 0; w < sizeof words / sizeof words[0]; w++) {
        if (replace_word(name, words[w][0], words[w][1], out, size) ||
            replace_word(name, words[w][1], words[w][0], out, size)) {
            return true;
        }
    }
    for (size_t i = length; i-- > 0 && length < size;) {  // the last side counts
        if (is_side(name, i)) {
            static const char sides[] = "LRlr", others[] = "RLrl";
            memcpy(out, name, length + 1);
            out[i] = others[strchr(sides, name[i]) - sides];
            return true;
        }
    }
    return false;
}

void ta_mirror_pairs(const char *const *names, uint32_t count, uint32_t *pairs)
{
    for (uint32_t i = 0; i < count; i++) {
        char other[MOST_NAME];
        pairs[i] = i;
        if (!ta_mirror_name(names[i], other, sizeof other)) {
            continue;
        }
        for (uint32_t j = 0; j < count && pairs[i] == i; j++) {
            pairs[i] = strcmp(names[j], other) == 0 ? j : i;
        }
    }
}
