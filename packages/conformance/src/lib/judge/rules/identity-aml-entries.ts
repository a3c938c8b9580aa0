import { arrayAt, at, isObject, type JsonObject, objectAt } from '@idvkit/json';
import { AML_LISTS } from '@idvkit/schema';

import { kindOf } from '../../observe/json.ts';
import { amlEntriesOf, amlRunsOf, type Part } from '../rule/payload-parts.ts';
import { definePayloadRule, look } from '../rule/payload-rule.ts';
import type { Payload } from '../rule/payload.ts';
import type { Rule } from '../rule/rule.ts';

const needsScreening =
  'A submission of a form with AML screening: an operator that submits, or fixtures.submittedSlug.';

/** Every entry of every run of a payload, one at a time: there may be very many. */
function* entriesOf(payload: Payload): Generator<Part> {
  for (const run of amlRunsOf(payload)) yield* amlEntriesOf(run);
}

function* entryObjectsOf(payload: Payload): Generator<Part<JsonObject>> {
  for (const { path, value } of entriesOf(payload)) if (isObject(value)) yield { path, value };
}

const entryHasShape = definePayloadRule('aml.entry.shape', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of entriesOf(payload)) {
      // What kind of value the input of an entry is, is not shown.
      yield look(at(value, 'input') !== undefined, {
        message: '`input` of a screening entry is missing',
        path: [...path, 'input'],
      });
      for (const name of ['output', 'result']) {
        yield look(isObject(at(value, name)), {
          message: `\`${name}\` of a screening entry is not an object`,
          path: [...path, name],
          expected: 'object',
          actual: kindOf(at(value, name)),
        });
      }
    }
  },
});

const outputHasShape = definePayloadRule('aml.entry.output-shape', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of entryObjectsOf(payload)) {
      const output = objectAt(value, 'output');
      if (output === undefined) continue;
      yield look(Number.isInteger(output['code']), {
        message: '`output.code` of a screening entry is not an integer',
        path: [...path, 'output', 'code'],
        expected: 'integer',
        actual: output['code'],
      });
      yield look(typeof output['status'] === 'string', {
        message: '`output.status` of a screening entry is not a string',
        path: [...path, 'output', 'status'],
        expected: 'string',
        actual: output['status'],
      });
      yield look(arrayAt(output, 'content', 'data', 'hits') !== undefined, {
        message: '`output.content.data` of a screening entry holds no array `hits`',
        path: [...path, 'output', 'content', 'data', 'hits'],
        expected: 'array',
        actual: kindOf(at(output, 'content', 'data', 'hits')),
      });
    }
  },
});

const entryFlags = ['is_found', ...AML_LISTS.map((list) => `is_in_${list}`)];

const resultHasFlags = definePayloadRule('aml.entry.result-flags', {
  needs: needsScreening,
  *inspect(payload) {
    for (const { path, value } of entryObjectsOf(payload)) {
      const result = objectAt(value, 'result');
      if (result === undefined) continue;
      for (const flag of entryFlags) {
        yield look(typeof result[flag] === 'boolean', {
          message: 'A flag of a screening entry is not a boolean',
          path: [...path, 'result', flag],
          expected: 'boolean',
          actual: result[flag],
        });
      }
      yield look(Number.isInteger(result['total_hits']), {
        message: '`result.total_hits` of a screening entry is not an integer',
        path: [...path, 'result', 'total_hits'],
        expected: 'integer',
        actual: result['total_hits'],
      });
    }
  },
});

const noHitsWhenNotFound = definePayloadRule('aml.entry.hits-empty-when-not-found', {
  needs: `${needsScreening} One provider found nothing.`,
  *inspect(payload) {
    for (const { path, value } of entryObjectsOf(payload)) {
      const hits = arrayAt(value, 'output', 'content', 'data', 'hits');
      if (at(value, 'result', 'is_found') !== false || hits === undefined) continue;
      yield look(hits.length === 0, {
        message: 'A screening entry has hits though it says that nothing was found',
        path: [...path, 'output', 'content', 'data', 'hits'],
        expected: 'no hits',
        actual: `${hits.length} hits`,
      });
    }
  },
});

/** Judges of the rules about the entries of a screening run. */
export const amlEntryRules: readonly Rule[] = [entryHasShape, outputHasShape, resultHasFlags, noHitsWhenNotFound];
