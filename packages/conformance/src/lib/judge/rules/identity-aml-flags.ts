import { at, objectAt } from '@idvkit/json';
import { AML_LISTS, amlFlagName } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

import { amlEntriesOf, amlRunsOf } from '../rule/payload-parts.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Rule, RuleOf } from '../rule/rule.ts';

const needsScreening =
  'A submission of a form with AML screening: an operator that submits, or fixtures.submittedSlug.';

/** Each flag of an entry, and what a run calls it over all of its entries. */
const flags = [
  { entry: 'is_found', any: 'is_any_found', all: 'is_all_found' },
  ...AML_LISTS.map((list) => ({ entry: `is_in_${list}`, any: `is_any_in_${list}`, all: `is_all_in_${list}` })),
];

const runHasFlags = definePayloadRule('aml.run.result-flags', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of amlRunsOf(payload)) {
      const result = objectAt(value, 'result');
      if (result === undefined) continue;
      for (const flag of flags.flatMap(({ any, all }) => [all, any])) {
        yield look(typeof result[flag] === 'boolean', {
          message: 'A flag of a screening run is not a boolean',
          path: [...path, 'result', flag],
          expected: 'boolean',
          actual: result[flag],
        });
      }
    }
  },
});

/** Defines the rule that flags of a run sum up those of its entries. */
function aggregateRule(id: RuleId, kind: 'any' | 'all'): RuleOf<'payload'> {
  return definePayloadRule(id, {
    needs: needsScreening,
    *inspect(payload) {
      for (const run of amlRunsOf(payload)) {
        const entries = amlEntriesOf(run);
        // What a run without entries sums up to is not shown.
        if (entries.length === 0) continue;
        for (const flag of flags) {
          const own = entries.map(({ value }) => at(value, 'result', flag.entry));
          const actual = at(run.value, 'result', flag[kind]);
          if (typeof actual !== 'boolean' || own.some((each) => typeof each !== 'boolean')) continue;
          const expected = kind === 'any' ? own.includes(true) : !own.includes(false);
          yield look(actual === expected, {
            message: `A flag of a screening run is not the ${kind === 'any' ? 'OR' : 'AND'} of its entries' flags`,
            path: [...run.path, 'result', flag[kind]],
            expected,
            actual,
          });
        }
      }
    },
  });
}

const listIsTrueFlags = definePayloadRule('aml.run.values-list-lists-true', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of amlRunsOf(payload)) {
      const list: unknown = value['values_list'];
      // A name that is none of a flag is another rule's finding, and may stand for one that is missed here.
      if (!Array.isArray(list) || !list.every((name) => amlFlagName.safeParse(name).success)) continue;
      for (const name of AML_LISTS.map((each) => `is_any_in_${each}`)) {
        const flag = at(value, 'result', name);
        if (typeof flag !== 'boolean') continue;
        yield look(list.includes(name) === flag, {
          message: flag ? '`values_list` leaves out a flag that is true' : '`values_list` names a flag that is false',
          path: [...path, 'values_list'],
          expected: flag ? `with ${name}` : `without ${name}`,
        });
      }
    }
  },
});

/** Judges of the rules about the flags of a screening run. */
export const amlFlagRules: readonly Rule[] = [
  runHasFlags,
  aggregateRule('aml.run.aggregate-any', 'any'),
  aggregateRule('aml.run.aggregate-all', 'all'),
  listIsTrueFlags,
];
