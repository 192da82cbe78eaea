// SPDX-License-Identifier: MIT
// Fuzz target. In: any bytes as the condition of a transition. Out: an error that names a column,
// or a condition that is evaluated and written out again.
#include <stdio.h>
#include <string.h>

#include "hero.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_TERMS = 16, ROOM = 6 * TA_MAX_EXPRESSION_BYTES + 1024 };

static const char BEFORE[] =
    "{\"properties\":[{\"name\":\"speed\"},{\"name\":\"jump\",\"type\":\"trigger\"},{\"name\":"
    "\"grounded\",\"type\":\"bool\"},{\"name\":\"n\",\"type\":\"int\"}],\"layers\":[{\"name\":"
    "\"L\",\"initial\":\"a\",\"states\":[{\"name\":\"a\",\"motion\":{\"clip\":\"Idle\"}},{\"name\":"
    "\"b\"}],\"transitions\":[{\"from\":\"a\",\"to\":\"b\",\"when\":\"";
static const char AFTER[] = "\"}]}]}";

// As a JSON string: what cannot stand there by itself is written as \uXXXX. Bytes above 126 go as
// they are, so that broken UTF-8 gets through.
static size_t write_document(char *out, const uint8_t *data, size_t size)
{
    size_t length = sizeof BEFORE - 1;
    memcpy(out, BEFORE, length);
    for (size_t i = 0; i < size; i++) {
        if (data[i] < 32 || data[i] == '"' || data[i] == '\\') {
            length += (size_t)snprintf(out + length, 7, "\\u%04x", (unsigned)data[i]);
        } else {
            out[length++] = (char)data[i];
        }
    }
    memcpy(out + length, AFTER, sizeof AFTER - 1);
    return length + sizeof AFTER - 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char document[ROOM];
    if (size > TA_MAX_EXPRESSION_BYTES + 1) {
        return -1;
    }
    Hero hero = hero_open();
    if (hero_play(&hero, document, write_document(document, data, size)) == TA_STATUS_OK) {
        TaExplain explained;
        TaExplainTerm terms[MOST_TERMS];
        TaLint findings[4];
        uint32_t found;
        ta_definition_lint(hero.world, hero.definition, hero.rig, HERO_CLIPS, hero.clips, findings,
                           4, &found);
        for (int i = 0; i < 3; i++) {
            ta_instance_set_property(hero.world, hero.instance, 0, i - 1);
            ta_instance_set_property(hero.world, hero.instance, 1, i & 1);
            ta_instance_set_property(hero.world, hero.instance, 2, i & 1);
            ta_instance_set_property(hero.world, hero.instance, 3, 7 * i);
            ta_instance_explain(hero.world, hero.instance, 0, 0, &explained, 1);
            const uint32_t count =
                ta_instance_explain_terms(hero.world, hero.instance, 0, 0, terms, MOST_TERMS);
            for (uint32_t k = 0; k < count && k < MOST_TERMS; k++) {
                hero_require(memchr(terms[k].text, 0, sizeof terms[k].text) != NULL,
                             "a term's text ends");
            }
            hero_step(&hero, 0.1);
        }
    }
    hero_close(&hero);
    return 0;
}
