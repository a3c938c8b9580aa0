import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../../tools/testing/sample.ts';
import type { HitMeasures } from '../../src/lib/scan/hits-statistics.ts';
import { JsonError } from '../../src/lib/scan/json-error.ts';
import { createScanner } from '../../src/lib/scan/wasm/wasm-scanner.ts';
import { readWithStreamJson } from '../reference/read-with-stream-json.ts';
import { Witness } from './witness.ts';

const measures: HitMeasures = {
  '*': ['values', 'scripts'],
  id: ['identity', 'label'],
  'a.b': ['label'],
  'a[]': ['repeats', 'year'],
  'a[].url': ['domain'],
  'b[]': ['domain', 'repeats', 'identity'],
  b: ['year'],
};

/** All that a reading reported, and why it ended early. */
interface Scanned {
  readonly told: readonly unknown[];
  readonly problem?: string;
  readonly position?: unknown;
}

function scan(bytes: Uint8Array, cuts: readonly number[] = []): Scanned {
  const witness = new Witness();
  const scanner = createScanner(witness, { measures, maxTextBytes: 65_536 });
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].sort((a, b) => a - b);
  try {
    for (const [index, from] of places.slice(0, -1).entries()) scanner.write(bytes.subarray(from, places[index + 1]));
    scanner.end();
    return { told: witness.told };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { told: witness.told, problem: error.message, position: error.position };
  }
}

async function scanWithStreamJson(bytes: Uint8Array): Promise<Scanned> {
  const witness = new Witness();
  const problem = await readWithStreamJson([bytes], witness, { measures, maxDepth: 1_000 });
  return { told: witness.told, ...(problem && { problem: problem.message }) };
}

const encoder = new TextEncoder();
const cuts = fc.array(fc.nat(), { maxLength: 12 });
const key = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('id', 'a', 'b', 'url', 'hits', 'skip', 'unwanted', 'c', 'é', 'a.b', '') },
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    '2019-05-01',
    'https://User@WWW.Example.org:80/a?b',
    'http://สวัสดี.th',
    'pep',
    'สวัสดี',
    '\uD800',
    '—é',
  ),
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc
    .tuple(fc.constantFrom('x', 'ж', '"', '\u0007', '😀'), fc.nat({ max: 5_000 }))
    .map(([unit, count]) => unit.repeat(count)),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, depthIdentifier: 'v' },
    fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 6, depthIdentifier: 'v' }),
    fc
      .array(fc.tuple(key, tie('value')), { maxLength: 8, depthIdentifier: 'v' })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));
/** Documents in which all letters of some strings may be escapes, keys may occur twice, and hits are likely. */
const documentText = fc
  .tuple(fc.array(value, { maxLength: 8 }), value, fc.constantFrom(undefined, 1, '\t'), fc.boolean())
  .map(([hits, other, indent, escaped]) => {
    const json = JSON.stringify({ hits, skip: other, c: other }, null, indent).replace('"c":', '"hits":');
    return escaped
      ? json.replaceAll(/[\u0080-\uFFFF]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : json;
  });
/** One byte of a document, or some, may be others. */
const bytes = fc
  .tuple(
    documentText,
    fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 2 }),
    fc.option(fc.nat(), { freq: 3 }),
  )
  .map(([json, flips, length]) => {
    const whole = encoder.encode(json);
    for (const [place, byte] of flips) whole[place % whole.length] = byte;
    return length === null ? whole : whole.subarray(0, length % whole.length);
  });

describe('the scanner, compared with stream-json', () => {
  it('reports the same of any document, however it is cut, and refuses the same ones', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, cuts, async (input, at) => {
        const whole = scan(input);
        const reference = await scanWithStreamJson(input);
        // The messages of a refused document differ, and so does how far a reading got.
        const isRefused = reference.problem !== undefined;
        expect(isRefused ? { isRefused: whole.problem !== undefined } : whole).toEqual(
          isRefused ? { isRefused } : reference,
        );
        expect(scan(input, at)).toEqual(whole);
      }),
      { numRuns: runsOf(300) },
    );
  });
});
