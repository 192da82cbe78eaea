// SPDX-License-Identifier: MIT
// In: a machine as text. Out: what lint finds in it.
#include "lint_stage.h"

#include <stdlib.h>

#include "test.h"

TaDefinition *lint_build(const char *json)
{
    const size_t length = strlen(json);
    char *text = malloc(length + 1);
    for (size_t i = 0; i <= length; i++) {
        text[i] = json[i] == '\'' ? '"' : json[i];
    }
    TaError error = {0};
    TaDefinition *definition = ta_definition_build(text, length, &error);
    free(text);
    CHECK(definition != NULL);
    if (definition == NULL) {
        printf("# %s: %s\n", error.path, error.message);
    }
    return definition;
}

Findings lint_with(const char *json, const TaLintContext *context)
{
    Findings findings = {0};
    TaDefinition *definition = lint_build(json);
    if (definition != NULL) {
        findings.count = ta_lint_run(definition, context, findings.list, LINT_MOST);
        CHECK(findings.count <= LINT_MOST);
        ta_definition_free(definition);
    }
    return findings;
}

Findings lint_json(const char *json) { return lint_with(json, NULL); }

Findings lint_parts(const char *properties, const char *states, const char *transitions)
{
    char json[8192];
    snprintf(json, sizeof json,
             "{'properties':[%s],'layers':[{'name':'Base','initial':'A','states':[%s],"
             "'transitions':[%s]}]}",
             properties, states, transitions);
    return lint_json(json);
}

int lint_count(const Findings *findings, TaLintCode code)
{
    int count = 0;
    for (uint32_t i = 0; i < findings->count; i++) {
        count += findings->list[i].code == code;
    }
    return count;
}

TaLint lint_only(const Findings *findings, TaLintCode code)
{
    CHECK_INT(lint_count(findings, code), 1);
    for (uint32_t i = 0; i < findings->count; i++) {
        if (findings->list[i].code == code) {
            return findings->list[i];
        }
    }
    return (TaLint){.level = (TaLintLevel)-1};
}

void lint_check_clean(const Findings *findings)
{
    CHECK_INT(findings->count, 0);
    for (uint32_t i = 0; i < findings->count; i++) {
        printf("# %s: %s\n", findings->list[i].path, findings->list[i].message);
    }
}
