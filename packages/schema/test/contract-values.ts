import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';

import { CONTRACT, type Strength } from '../scripts/contract-schemas.ts';
import { partsOf } from './walk-schemas.ts';

const generated = Object.keys(arbitraries) as (keyof typeof arbitraries)[]; // `Object.keys` forgets the keys.

/** Valid values of every schema of a strength by its name: those that are generated, and the parts of them. */
export function validValues(strength: Strength): ReadonlyMap<string, fc.Arbitrary<unknown>> {
  const pools = new Map<string, Map<string, unknown>>();
  for (const key of generated) {
    const schema = CONTRACT[strength].get(`${key.charAt(0).toUpperCase()}${key.slice(1)}`);
    if (schema === undefined) continue;
    for (const value of fc.sample<unknown>(arbitraries[key](), { seed: 5, numRuns: 40 })) {
      for (const [name, parts] of partsOf(strength, schema, value)) {
        const pool = pools.get(name) ?? new Map<string, unknown>();
        for (const part of parts) if (pool.size < 200) pool.set(JSON.stringify(part), part);
        pools.set(name, pool);
      }
    }
  }
  for (const [name, value] of Object.entries(BEYOND_THE_WALK)) {
    if (CONTRACT[strength].has(name)) pools.set(name, new Map([['', value]]));
  }
  return new Map([...pools].map(([name, pool]) => [name, fc.constantFrom(...pool.values())]));
}

const FLAGS = { is_in_pep: true, is_in_warnings: false, is_in_sanctions: false } as const;
const MORE_FLAGS = { is_in_adverse_media: false, is_in_fitness_probity: false, total_hits: 1 } as const;
const entryResult = { is_found: true, ...FLAGS, ...MORE_FLAGS };
const searchRecord = { id: 7, ref: 'r-7', hits: [{ doc: { aka: [] } }], created_at: '2026-01-05 03:00:00' };

/** Parts that stand under a key that only the data knows, or in no body that is generated. */
const BEYOND_THE_WALK: Readonly<Record<string, unknown>> = {
  AmlEntry: {
    input: {},
    output: { code: 200, status: 'success', content: { data: searchRecord } },
    result: entryResult,
  },
  AmlEntryResult: entryResult,
  AmlSearchRecord: searchRecord,
  // Used as their single values in the bodies, and put together from the two events.
  ApplicationStatus: 'expired',
  AttemptStatus: 'fail',
  Event: { nounce: 'n-1', type: 'drop_off', created_at: '2026-01-05T03:00:00+00:00' },
  ErrorEnvelope: { error: { status_code: 418, message: 'Teapot', detail: { nid: ['Short'] } } },
};

/** Any JSON, with the keys of the contract among its keys, so that some of it looks like a body. */
export function anyJson(): fc.Arbitrary<unknown> {
  const keys = fc.constantFrom(...KEYS);
  const scalars = fc.oneof(
    fc.constantFrom<unknown[]>(
      null,
      true,
      false,
      0,
      1,
      -0.5,
      1e300,
      '',
      'complete',
      'pass',
      'M',
      '2026-01-05T03:00:00+00:00',
    ),
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      scalars,
      fc.array(tie('tree'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(keys, fc.string({ maxLength: 6 })), tie('tree'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  return tree;
}

const KEYS = [
  ...'event application answers extra type version created_at nounce slug status other_status submitted_at ekyc'.split(
    ' ',
  ),
  ...'value url attempts images action score input output result hits error detail message status_code'.split(' '),
  ...'form_url info form data schema_config toString constructor hasOwnProperty length'.split(' '),
];
