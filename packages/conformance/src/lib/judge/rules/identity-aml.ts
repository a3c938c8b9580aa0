import { at, isObject, objectAt, stringAt } from '@idvkit/json';
import { amlFlagName } from '@idvkit/schema';

import { kindOf } from '../../observe/json.ts';
import { isCalendarDate, readDateTime } from '../rule/date-time.ts';
import { amlItemsOf, amlRunsOf, type AmlRunPart } from '../rule/payload-parts.ts';
import { definePayloadRule, look, type Look } from '../rule/payload-rule.ts';
import type { Payload } from '../rule/payload.ts';
import type { Rule } from '../rule/rule.ts';
import { amlEntryRules } from './identity-aml-entries.ts';
import { amlFlagRules } from './identity-aml-flags.ts';

const needsScreening =
  'A submission of a form with AML screening: an operator that submits, or fixtures.submittedSlug.';

const keyedByProvider = definePayloadRule('aml.keyed-by-provider', {
  needs: needsScreening,
  *inspect(payload) {
    const screening = at(payload.body, 'extra', 'identity_aml');
    if (screening === undefined || screening === null) return;
    const path = ['extra', 'identity_aml'];
    if (!isObject(screening)) {
      yield { message: '`identity_aml` is not an object', path, expected: 'object', actual: kindOf(screening) };
      return;
    }
    for (const [provider, runs] of Object.entries(screening)) {
      yield look(Array.isArray(runs), {
        message: 'A screening provider does not hold an array of runs',
        path: [...path, provider],
        expected: 'array',
        actual: kindOf(runs),
      });
    }
  },
});

/** What each member of a run must be; what is in it are other rules. */
const runMembers: Readonly<Record<string, (value: unknown) => boolean>> = {
  input: isObject,
  output: isObject,
  result: isObject,
  timestamp: (value) => value !== undefined,
  values_list: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
};

const runHasShape = definePayloadRule('aml.run.shape', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of amlItemsOf(payload)) {
      yield look(isObject(value), {
        message: 'A screening run is not an object',
        path,
        expected: 'object',
        actual: kindOf(value),
      });
      if (!isObject(value)) continue;
      for (const [name, holds] of Object.entries(runMembers)) {
        yield look(holds(value[name]), {
          message: `\`${name}\` of a screening run is missing or of another kind`,
          path: [...path, name],
          expected: name === 'values_list' ? 'array of strings' : name === 'timestamp' ? 'date-time' : 'object',
          actual: kindOf(value[name]),
        });
      }
    }
  },
});

const inputHasNames = definePayloadRule('aml.run.input-names', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of amlRunsOf(payload)) {
      const input = objectAt(value, 'input');
      if (input === undefined) continue;
      for (const name of ['first_name', 'last_name']) {
        yield look(typeof input[name] === 'string', {
          message: `\`input.${name}\` of a screening run is no string`,
          path: [...path, 'input', name],
          expected: 'string',
          actual: kindOf(input[name]),
        });
      }
      yield look(isCalendarDate(input['date_of_birth']), {
        message: '`input.date_of_birth` of a screening run is no date',
        path: [...path, 'input', 'date_of_birth'],
        expected: 'YYYY-MM-DD',
        actual: input['date_of_birth'],
      });
    }
  },
});

const inputIsEditableName = definePayloadRule('aml.run.input-is-editable-name', {
  needs: `${needsScreening} It answers full_name_first_name and full_name_last_name.`,
  *inspect(payload) {
    for (const run of amlRunsOf(payload)) {
      yield* screensEditable(payload, run, 'first_name', 'full_name_first_name');
      yield* screensEditable(payload, run, 'last_name', 'full_name_last_name');
    }
  },
});

/** Compares one screened name with the answer that it comes from. A run made before the answer was last written is older. */
function* screensEditable(payload: Payload, { path, value }: AmlRunPart, name: string, key: string): Iterable<Look> {
  const screened = stringAt(value, 'input', name);
  const answered = stringAt(payload.body, 'answers', key, 'value');
  if (screened === undefined || answered === undefined) return;
  const screenedAt = readDateTime(value['timestamp'])?.at;
  const writtenAt = readDateTime(at(payload.body, 'answers', key, 'updated_at'))?.at;
  if (screenedAt !== undefined && writtenAt !== undefined && screenedAt < writtenAt) return;
  yield look(sameName(screened, answered), {
    message: `\`input.${name}\` of a screening run is not the answer \`${key}\``,
    path: [...path, 'input', name],
    expected: answered,
    actual: screened,
  });
}

/** Names are compared as people do: letter case, spacing and how accents are encoded make no difference. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
  return plain(one) === plain(other);
}

const outputNestsProvider = definePayloadRule('aml.run.output-nested-provider', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { provider, path, value } of amlRunsOf(payload)) {
      const output = objectAt(value, 'output');
      if (output === undefined) continue;
      const nested = at(output, provider);
      yield look(Array.isArray(nested), {
        message: '`output` of a screening run holds no array under the key of its provider',
        path: [...path, 'output', provider],
        expected: 'array',
        actual: kindOf(nested),
      });
    }
  },
});

const listNamesFlags = definePayloadRule('aml.run.values-list-names-flags', {
  needs: `${needsScreening} Something was found.`,
  *inspect(payload) {
    for (const { path, value } of amlRunsOf(payload)) {
      const list = Array.isArray(value['values_list']) ? value['values_list'] : [];
      for (const [index, name] of list.entries()) {
        if (typeof name !== 'string') continue;
        yield look(amlFlagName.safeParse(name).success, {
          message: '`values_list` names something that is no is_any_in_ flag',
          path: [...path, 'values_list', index],
          expected: amlFlagName.options,
          actual: name,
        });
      }
    }
  },
});

const runHasTimestamp = definePayloadRule('aml.run.timestamp', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of amlRunsOf(payload)) {
      const { timestamp } = value;
      if (timestamp === undefined || timestamp === null) continue;
      yield look(readDateTime(timestamp) !== undefined, {
        message: '`timestamp` of a screening run is not a date-time',
        path: [...path, 'timestamp'],
        expected: 'date-time',
        actual: timestamp,
      });
    }
  },
});

/** Judges of the rules about AML screening. */
export const identityAmlRules: readonly Rule[] = [
  keyedByProvider,
  runHasShape,
  inputHasNames,
  inputIsEditableName,
  outputNestsProvider,
  ...amlEntryRules,
  ...amlFlagRules,
  listNamesFlags,
  runHasTimestamp,
];
