import { AML_FLAG_NAMES, AML_LISTS } from '../aml/aml-lists.ts';
import { nothingFoundHasNoHits } from '../aml/checks.ts';
import type { JsonNode } from '../check/json-node.ts';
import { expectDateTime, isDate } from '../conventions/date-time.ts';
import { screensEditableNames } from '../events/consistency.ts';
import { defineRules, rulesOf } from './rule-entry.ts';

const needsScreening =
  'A submission of a form with AML screening: an operator that submits, or fixtures.submittedSlug.';
const { bodyRule } = rulesOf('extra.identity_aml', {
  supplies: ['submitted-application'],
  reach: 'submitted',
  needs: needsScreening,
});

/** Flags of an entry, and those of a run that add them up. */
const FLAGS = ['found', ...AML_LISTS.map((list) => `in_${list}`)].map((flag) => ({
  own: `is_${flag}`,
  any: `is_any_${flag}`,
  all: `is_all_${flag}`,
}));
const RUN_FLAGS = FLAGS.flatMap(({ all, any }) => [all, any]);

/** Returns every member of every provider's array, objects or not. */
function itemsOf(body: JsonNode): readonly JsonNode[] {
  return body
    .at('extra', 'identity_aml')
    .members()
    .flatMap((provider) => provider.items());
}

function runsOf(body: JsonNode): readonly JsonNode[] {
  return body.kept(itemsOf).filter((run) => run.isObject);
}

/** Returns what the output of a run holds under the key of its provider. */
function entriesUnder(run: JsonNode): JsonNode {
  const provider = run.path.at(-2) ?? '';
  return run.at('output', provider);
}

function entriesOf(body: JsonNode): readonly JsonNode[] {
  return body.kept(runsOf).flatMap((run) => entriesUnder(run).items());
}

/** Returns a member of each run or entry, if it is an object. */
function membersOf(owners: readonly JsonNode[], name: string): readonly JsonNode[] {
  return owners.map((owner) => owner.at(name)).filter((member) => member.isObject);
}

/** Checks that a run has its members; their content is the matter of other rules. */
function runMembers(run: JsonNode): void {
  const message = (name: string): string => `\`${name}\` of a screening run is missing or of another kind`;
  for (const name of ['input', 'output', 'result']) run.at(name).expectKind('object', message(name));
  const timestamp = run.at('timestamp');
  timestamp.expect(!timestamp.isMissing, message('timestamp'), 'date-time');
  const list = run.at('values_list');
  const areNames = Array.isArray(list.value) && list.items().every(({ text }) => text !== undefined);
  list.expect(areNames, message('values_list'), 'array of strings');
}

/** Checks that flags of a run are the OR, or the AND, of those of its entries. */
function aggregates(body: JsonNode, kind: 'any' | 'all'): void {
  const message = `A flag of a screening run is not the ${kind === 'any' ? 'OR' : 'AND'} of its entries' flags`;
  for (const run of body.kept(runsOf)) {
    const result = run.at('result');
    const results = entriesUnder(run)
      .items()
      .map((entry) => entry.at('result'));
    // The aggregates of a run without entries are not shown.
    if (results.length === 0) continue;
    for (const flag of FLAGS) {
      const sum = result.valueAt(flag[kind]);
      const own = results.map((each) => each.valueAt(flag.own));
      if (typeof sum !== 'boolean' || own.some((each) => typeof each !== 'boolean')) continue;
      const expected = kind === 'any' ? own.includes(true) : !own.includes(false);
      result.expectAt(flag[kind], sum === expected, message, expected);
    }
  }
}

export const identityAmlRules = defineRules({
  'aml.keyed-by-provider': bodyRule('`identity_aml` is an object of screening providers, each with an array of runs', {
    check(body) {
      const screening = body.at('extra', 'identity_aml');
      if (screening.isAbsent) return;
      if (!screening.isObject) screening.fail('`identity_aml` is not an object', 'object');
      for (const runs of screening.members()) {
        runs.expectKind('array', 'A screening provider does not hold an array of runs');
      }
    },
  }),
  'aml.run.shape': bodyRule('Every screening run has `input`, `output`, `result`, `timestamp` and `values_list`', {
    check(body) {
      for (const run of body.kept(itemsOf)) {
        run.expectKind('object', 'A screening run is not an object');
        if (run.isObject) runMembers(run);
      }
    },
  }),
  'aml.run.input-names': bodyRule('Names in the input of a screening run are strings, and a date of birth is a date', {
    check(body) {
      for (const input of membersOf(body.kept(runsOf), 'input')) {
        // A person with one name has one name part, and a flow need not ask for the date.
        for (const name of ['first_name', 'last_name']) {
          if (input.at(name).isMissing) continue;
          input.expectKindAt(name, 'string', `\`input.${name}\` of a screening run is not a string`);
        }
        const born = input.at('date_of_birth');
        if (born.isMissing) continue;
        born.expect(isDate(born.value), '`input.date_of_birth` of a screening run is not a date', 'YYYY-MM-DD');
      }
    },
  }),
  'aml.run.input-is-editable-name': bodyRule('The name that was screened is the one that the applicant may edit', {
    beyondJsonSchema: true,
    needs: `${needsScreening} It answers full_name_first_name and full_name_last_name.`,
    check: screensEditableNames,
  }),
  'aml.run.output-nested-provider': bodyRule(
    'The output of a screening run holds an array of entries under the key of its provider',
    {
      beyondJsonSchema: true,
      check(body) {
        for (const run of body.kept(runsOf)) {
          if (!run.at('output').isObject) continue;
          entriesUnder(run).expectKind(
            'array',
            '`output` of a screening run holds no array under the key of its provider',
          );
        }
      },
    },
  ),
  'aml.entry.shape': bodyRule('Every screening entry has `input`, `output` and `result`', {
    check(body) {
      for (const entry of body.kept(entriesOf)) {
        // The kind of an entry's input is not shown.
        const input = entry.at('input');
        input.expect(!input.isMissing, '`input` of a screening entry is missing');
        for (const name of ['output', 'result']) {
          entry.at(name).expectKind('object', `\`${name}\` of a screening entry is not an object`);
        }
      }
    },
  }),
  'aml.entry.output-shape': bodyRule(
    'The output of a screening entry has an integer code and a status string; a search record has hits',
    {
      check(body) {
        for (const output of membersOf(body.kept(entriesOf), 'output')) {
          output.expectKindAt('code', 'integer', '`output.code` of a screening entry is not an integer');
          output.expectKindAt('status', 'string', '`output.status` of a screening entry is not a string');
          // A provider that failed has no search record.
          if (output.at('content').isMissing) continue;
          output
            .at('content', 'data', 'hits')
            .expectKind('array', '`output.content.data` of a screening entry holds no array `hits`');
        }
      },
    },
  ),
  'aml.entry.result-flags': bodyRule(
    'The result of a screening entry has its six flags as booleans; `total_hits` is an integer',
    {
      check(body) {
        for (const result of membersOf(body.kept(entriesOf), 'result')) {
          for (const flag of FLAGS) {
            result.expectKindAt(flag.own, 'boolean', 'A flag of a screening entry is not a boolean');
          }
          // Hits that were not searched have no number.
          if (result.at('total_hits').isMissing) continue;
          result.expectKindAt('total_hits', 'integer', '`result.total_hits` of a screening entry is not an integer');
        }
      },
    },
  ),
  'aml.entry.hits-empty-when-not-found': bodyRule('A screening entry that found nothing has no hits', {
    needs: `${needsScreening} One provider found nothing.`,
    check(body, context) {
      for (const entry of body.kept(entriesOf)) nothingFoundHasNoHits(entry, context);
    },
  }),
  'aml.run.result-flags': bodyRule('The result of a screening run has its twelve aggregate flags as booleans', {
    check(body) {
      for (const result of membersOf(body.kept(runsOf), 'result')) {
        for (const flag of RUN_FLAGS) {
          result.expectKindAt(flag, 'boolean', 'A flag of a screening run is not a boolean');
        }
      }
    },
  }),
  'aml.run.aggregate-any': bodyRule(
    'An `is_any_…` flag of a screening run is true if and only if that flag of an entry is true',
    {
      level: 'should',
      check: (body) => aggregates(body, 'any'),
    },
  ),
  'aml.run.aggregate-all': bodyRule(
    'An `is_all_…` flag of a screening run is true if and only if that flag of every entry is true',
    {
      level: 'should',
      check: (body) => aggregates(body, 'all'),
    },
  ),
  'aml.run.values-list-names-flags': bodyRule(
    '`values_list` of a screening run holds only names of `is_any_in_…` flags',
    {
      needs: `${needsScreening} Something was found.`,
      check(body) {
        for (const list of body.kept(runsOf).map((run) => run.at('values_list'))) {
          for (const name of list.items()) {
            if (name.text === undefined) continue;
            name.expectOneOf(AML_FLAG_NAMES, '`values_list` names something that is not an is_any_in_ flag');
          }
        }
      },
    },
  ),
  'aml.run.values-list-lists-true': bodyRule(
    '`values_list` of a screening run names the flags that are true, or all flags',
    {
      level: 'should',
      check(body) {
        for (const run of body.kept(runsOf)) {
          const list = run.at('values_list');
          const names = list.items().map(({ value }) => value);
          // A name that is not a flag breaks another rule, and may stand for one that is missed here.
          if (!Array.isArray(list.value) || !list.items().every((name) => name.isOneOf(AML_FLAG_NAMES))) continue;
          // The specification does not say which flags are listed: all of them may be.
          if (AML_FLAG_NAMES.every((name) => names.includes(name))) {
            list.pass();
            continue;
          }
          const result = run.at('result');
          for (const name of AML_FLAG_NAMES) {
            const flag = result.valueAt(name);
            if (typeof flag !== 'boolean') continue;
            list.expect(
              names.includes(name) === flag,
              flag
                ? `\`values_list\` leaves out ${name}, which is true`
                : `\`values_list\` names ${name}, which is false`,
              flag ? `with ${name}` : `without ${name}`,
            );
          }
        }
      },
    },
  ),
  'aml.run.timestamp': bodyRule('`timestamp` of a screening run is a date-time', {
    check(body) {
      for (const timestamp of body.kept(runsOf).map((run) => run.at('timestamp'))) {
        if (timestamp.isAbsent) continue;
        expectDateTime(timestamp, '`timestamp` of a screening run is not a date-time');
      }
    },
  }),
});
