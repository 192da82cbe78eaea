// SPDX-License-Identifier: MIT
// In: a machine between two updates. Out: for each outgoing transition what it waits for, and what
// keeps it from firing. The questions are those of kernel/selection.c, asked one by one.
#include "explain.h"

#include <math.h>

#include "base/format.h"
#include "data/expression_text.h"
#include "kernel/entry.h"
#include "kernel/selection.h"

// A machine as the next update finds it: copies, so that asking changes nothing.
typedef struct Moment {
    TaMachineRun machine;
    TaLayerRun layer;
    TaStateRun fresh;  // of a state that is not alive
    TaLayerView view;
    int32_t state;    // whose transitions were asked for
    bool all_tested;  // the current state's: what is tested now belongs to the answer as a whole
    TaCandidates lists[TA_MOST_LISTS];
    uint32_t list_count;
    bool solo;
} Moment;

// Where the answers go.
typedef struct Answer {
    TaExplain *entries;
    uint32_t entry_capacity, entry_count;
    TaExplainTerm *terms;
    uint32_t term_capacity, term_count;
    bool fired;  // the one that fires has been found
} Answer;

// ---- the moment ------------------------------------------------------------------------------

static bool open_moment(Moment *moment, const TaMachineRun *run, uint32_t layer, int32_t state)
{
    if (layer >= run->definition->layer_count || run->layers[layer].run_count == 0 ||
        state < TA_NONE || state >= (int32_t)run->definition->layers[layer].state_count) {
        return false;
    }
    moment->machine = *run;
    moment->layer = run->layers[layer];
    moment->view =
        (TaLayerView){&moment->machine, &moment->layer, &run->definition->layers[layer], layer};
    moment->layer.hop_count = 0;
    for (uint32_t i = 0; i < moment->layer.run_count; i++) {  // as ta_machine_begin does
        TaStateRun *alive = &moment->layer.runs[i];
        ta_entry_refresh_clock(&moment->view, alive);
        alive->previous = ta_run_normalized(alive);
    }
    const int32_t current = ta_layer_current(&moment->layer)->state;
    moment->state = state == TA_NONE ? current : state;
    moment->all_tested = moment->state == current;
    moment->list_count = ta_candidates_list(&moment->view, moment->lists);
    moment->solo = ta_candidates_any_solo(&moment->view, moment->lists, moment->list_count);
    return true;
}

// The live run whose clock the own transitions of the asked state read.
static const TaStateRun *own_source(Moment *moment)
{
    const TaStateRun *current = ta_layer_current(&moment->layer);
    if (moment->view.def->states[moment->state].is_machine) {
        return current;
    }
    for (uint32_t i = moment->layer.run_count; i-- > 0;) {
        if (moment->layer.runs[i].state == moment->state) {
            return &moment->layer.runs[i];
        }
    }
    const TaEntry entry = {.state = moment->state, .transition = TA_NONE};
    moment->fresh = ta_entry_run(&moment->view, &entry);
    return &moment->fresh;
}

// ---- terms of a condition --------------------------------------------------------------------

static bool is_comparison(TaExprOp op) { return op >= TA_EXPR_LESS && op <= TA_EXPR_NOT_EQUAL; }

// Marks every instruction that belongs to an operand of a comparison.
static void mark_compared(const TaExpression *condition, bool *compared)
{
    bool stack[TA_EXPR_MAX_STACK + 1] = {false};
    uint32_t depth = 1;
    for (uint32_t i = condition->node_count; i-- > 0;) {
        const TaExprOp op = condition->nodes[i].op;
        compared[i] = stack[--depth];
        if (op > TA_EXPR_IN_STATE) {
            stack[depth++] = compared[i] || is_comparison(op);
            if (op > TA_EXPR_NEGATE) {
                stack[depth] = stack[depth - 1];
                depth++;
            }
        }
    }
}

static void add_term(Answer *answer, const TaExplainTerm *term, const TaDefinition *definition,
                     const TaExpression *condition, uint32_t root)
{
    if (answer->term_count < answer->term_capacity) {
        TaExplainTerm *out = &answer->terms[answer->term_count];
        *out = *term;
        ta_expression_text(definition, condition->nodes, root, out->text, sizeof out->text);
    }
    answer->term_count++;
}

// What became of the trigger that a flag names; flag NULL = the term is none.
static void look_up_trigger(const TaMachineRun *run, const TaExprNode *flag, TaExplainTerm *term)
{
    term->trigger = term->used_layer = term->used_by = TA_NONE;
    term->trigger_ago = (double)INFINITY;
    if (flag == NULL || flag->op != TA_EXPR_PROPERTY ||
        run->definition->properties[flag->index].type != TA_PROPERTY_TRIGGER) {
        return;
    }
    term->trigger = (int32_t)flag->index;
    TaExplainRecord record;
    if (run->record != NULL && ta_explain_ring_find_trigger(run->record, flag->index, &record)) {
        term->trigger_ago = record.seconds_ago;
        term->used_layer = record.layer;
        term->used_by = record.transition;
    }
}

// Runs the condition once more, and notes every comparison and flag on the way. The negations
// round one belong to it.
static void add_terms(Answer *answer, const Moment *moment, const TaExpression *condition,
                      TaExprInputs inputs, int32_t transition)
{
    bool compared[TA_MAX_EXPRESSION_BYTES + 1];
    double stack[TA_EXPR_MAX_STACK + 1] = {0};
    uint32_t depth = 0;
    mark_compared(condition, compared);
    for (uint32_t i = 0; i < condition->node_count; i++) {
        const TaExprNode *node = &condition->nodes[i];
        const bool leaf = node->op <= TA_EXPR_IN_STATE;
        depth -= ta_expr_operands(node->op);
        const double left = stack[depth], right = stack[depth + 1];
        const double value = ta_expr_calculate(node, left, right, &inputs);
        stack[depth++] = value;
        if (compared[i] || !(leaf || is_comparison(node->op))) {
            continue;
        }
        uint32_t root = i;
        while (root + 1 < condition->node_count && condition->nodes[root + 1].op == TA_EXPR_NOT) {
            root++;
        }
        const bool negated = (root - i) % 2 == 1;
        TaExplainTerm term = {.transition = transition, .value = (value != 0.0) != negated};
        term.left = leaf ? value : left;
        term.right = !leaf ? right : negated ? 0.0 : 1.0;
        look_up_trigger(&moment->machine, leaf ? node : NULL, &term);
        add_term(answer, &term, moment->machine.definition, condition, root);
    }
}

// A condition outside the engine is one flag.
static void add_function(Answer *answer, const TaTransitionDef *def, bool value, int32_t transition)
{
    if (answer->term_count < answer->term_capacity) {
        TaExplainTerm term = {.transition = transition, .value = value};
        look_up_trigger(NULL, NULL, &term);
        term.left = value ? 1.0 : 0.0;
        term.right = 1.0;
        ta_format(term.text, sizeof term.text, "function %d", (int)def->external);
        answer->terms[answer->term_count] = term;
    }
    answer->term_count++;
}

// ---- entries ---------------------------------------------------------------------------------

// Whether a false condition would hold if the triggers it names were armed.
static bool waits_for_trigger(const TaExpression *condition, TaExprInputs inputs,
                              const TaDefinition *definition)
{
    double values[TA_MAX_PROPERTIES];
    bool spent[TA_MAX_PROPERTIES];
    if (condition == NULL || condition->trigger_count == 0) {
        return false;
    }
    for (uint32_t i = 0; i < definition->property_count; i++) {
        values[i] = inputs.properties[i];
        spent[i] = inputs.spent[i];
    }
    for (uint32_t i = 0; i < condition->trigger_count; i++) {
        values[condition->triggers[i]] = 1.0;
        spent[condition->triggers[i]] = false;
    }
    inputs.properties = values;
    inputs.spent = spent;
    return ta_expression_evaluate(condition, &inputs);
}

static void describe_exit(const TaLayerView *view, const TaStateRun *source,
                          const TaTransitionDef *def, TaExplain *entry)
{
    const bool timed = def->exit_mode != TA_EXIT_NONE;
    entry->has_exit = timed || (def->condition == NULL && def->external == TA_NONE);
    entry->exit_reached = ta_transition_exit_reached(view, source, def);
    entry->exit_time = timed ? def->exit_time : entry->has_exit ? 1.0 : 0.0;
    entry->normalized = ta_run_normalized(source);
    entry->seconds_to_exit = !entry->has_exit      ? (double)INFINITY
                             : entry->exit_reached ? 0.0
                                                   : ta_transition_until_exit(view, source, def);
}

// shut: why it is not tested at all, or TA_BLOCKED_NONE. Random numbers are drawn from the copy of
// the generator exactly where the engine will draw them.
static void answer_one(Answer *answer, Moment *moment, const TaStateRun *source,
                       uint32_t transition, TaBlocked shut)
{
    const TaLayerView *view = &moment->view;
    const TaTransitionDef *def = &view->def->transitions[transition];
    TaExplain entry = {.transition = (int32_t)transition, .state = source->state};
    const uint64_t drawn = moment->machine.random;
    uint64_t again = drawn;
    describe_exit(view, source, def, &entry);
    entry.condition = ta_transition_condition_holds(view, source, def);
    entry.due = entry.exit_reached && entry.condition;
    const TaRoute route = ta_transition_route(view, source, transition);
    entry.leads_to = route.count > 0 ? (int32_t)ta_route_end(&route) : TA_NONE;
    TaExprInputs inputs = ta_transition_inputs(view, source);
    inputs.random = &again;
    if (shut != TA_BLOCKED_NONE || !entry.exit_reached) {
        entry.blocked_by = shut != TA_BLOCKED_NONE ? shut : TA_BLOCKED_EXIT_TIME;
        moment->machine.random = drawn;  // the engine does not come as far as the condition
    } else if (!entry.condition) {
        const bool trigger = waits_for_trigger(def->condition, inputs, moment->machine.definition);
        entry.blocked_by = trigger ? TA_BLOCKED_TRIGGER : TA_BLOCKED_CONDITION;
    } else if (entry.leads_to == TA_NONE) {
        entry.blocked_by = TA_BLOCKED_NOWHERE;
    } else {
        entry.blocked_by = answer->fired ? TA_BLOCKED_WAITING : TA_BLOCKED_NONE;
        answer->fired = true;
    }
    if (!moment->all_tested && def->from != TA_NONE && def->from != moment->state) {
        return;  // tested now, but not asked for
    }
    again = drawn;
    entry.first_term = answer->term_count;
    if (def->external != TA_NONE) {
        add_function(answer, def, entry.condition, entry.transition);
    } else if (def->condition != NULL) {
        add_terms(answer, moment, def->condition, inputs, entry.transition);
    }
    entry.term_count = answer->term_count - entry.first_term;
    if (answer->entry_count < answer->entry_capacity) {
        answer->entries[answer->entry_count] = entry;
    }
    answer->entry_count++;
}

// The asked state's own transitions that are not among those tested now.
static void answer_untested(Answer *answer, Moment *moment)
{
    const TaLayerDef *def = moment->view.def;
    const TaStateDef *state = &def->states[moment->state];
    uint32_t tested = 0;  // of its list, from the top
    for (uint32_t l = 0; l < moment->list_count; l++) {
        const TaCandidates *list = &moment->lists[l];
        tested = list->count > tested && list->indices == state->exits ? list->count : tested;
    }
    const TaStateRun *source = own_source(moment);
    const TaCandidates own[] = {
        {.indices = def->any, .count = def->any_count, .source = source},
        {.indices = state->exits, .count = state->exit_count, .source = source}};
    const bool solo = ta_candidates_any_solo(&moment->view, own, 2);
    const bool closed = moment->all_tested || tested > 0;
    for (uint32_t i = tested; i < state->exit_count; i++) {
        const TaTransitionDef *transition = &def->transitions[state->exits[i]];
        const TaBlocked shut = transition->muted           ? TA_BLOCKED_MUTED
                               : solo && !transition->solo ? TA_BLOCKED_SOLO
                               : closed                    ? TA_BLOCKED_CLOSED
                                                           : TA_BLOCKED_STATE;
        answer_one(answer, moment, source, state->exits[i], shut);
    }
}

static void answer_all(Answer *answer, const TaMachineRun *run, uint32_t layer, int32_t state)
{
    Moment moment;
    if (!open_moment(&moment, run, layer, state)) {
        return;
    }
    for (uint32_t l = 0; l < moment.list_count; l++) {
        const TaCandidates *list = &moment.lists[l];
        for (uint32_t i = 0; i < list->count; i++) {
            const uint32_t transition = list->indices[i];
            answer_one(answer, &moment, list->source, transition,
                       ta_transition_shut_by(&moment.view, list, transition, moment.solo));
        }
    }
    answer_untested(answer, &moment);
}

uint32_t ta_explain_run(const TaMachineRun *run, uint32_t layer, int32_t state, TaExplain *out,
                        uint32_t capacity)
{
    Answer answer = {.entries = out, .entry_capacity = capacity};
    answer_all(&answer, run, layer, state);
    return answer.entry_count;
}

uint32_t ta_explain_terms(const TaMachineRun *run, uint32_t layer, int32_t state,
                          TaExplainTerm *out, uint32_t capacity)
{
    Answer answer = {.terms = out, .term_capacity = capacity};
    answer_all(&answer, run, layer, state);
    return answer.term_count;
}
