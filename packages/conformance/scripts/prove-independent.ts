/**
 * Runs every rule against the independent service with each of its conditional faults, one at a time, and prints which of them are found.
 * Ends with 1 if one is missed.
 *
 *     pnpm --filter @idvkit/conformance run prove:independent [--jobs 2] [--id ID …] [--record COMMIT]
 *
 * `--record` adds the results to docs/conditional-faults.md, under the commit of the runner.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

import {
  CONDITIONAL_FAULTS_DOCUMENT,
  conditionalFaultsDocument,
  type Measurement,
  verdictOf,
} from '../../../tools/conditional-faults/conditional-faults-document.ts';
import { SEED } from '../../../tools/testing/sample.ts';
import { CONDITIONAL_FAULTS } from '../test/independent-service/conditional-faults.ts';
import { findersOf } from '../test/independent-service/finders-of.ts';

const { values } = parseArgs({
  options: {
    id: { type: 'string', multiple: true },
    jobs: { type: 'string', default: String(availableParallelism()) },
    record: { type: 'string' },
  },
});
const root = new URL('../../../', import.meta.url);
const file = new URL('tools/conditional-faults/measurements.json', root);
const faults = CONDITIONAL_FAULTS.filter(({ id }) => values.id?.includes(id) !== false);
const left = [...faults];
const found: Record<string, readonly string[]> = {};
const missed: string[] = [];

async function work(): Promise<void> {
  for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
    const by = await findersOf(fault, SEED);
    found[fault.id] = by;
    if (by.length === 0) missed.push(fault.id);
    process.stdout.write(`${fault.id}: ${[verdictOf(fault, by), ...by].join(', ')}\n`);
  }
}

await Promise.all(Array.from({ length: Number(values.jobs) }, work));
if (values.record !== undefined) {
  const commit = values.record;
  // This script writes the file.
  const earlier = JSON.parse(readFileSync(file, 'utf8')) as Measurement[];
  const sorted = Object.fromEntries(faults.map(({ id }) => [id, found[id] ?? []]));
  const measurement = { commit, on: new Date().toISOString().slice(0, 10), found: sorted };
  const all = [...earlier.filter((each) => each.commit !== commit), measurement];
  writeFileSync(file, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(new URL(CONDITIONAL_FAULTS_DOCUMENT, root), conditionalFaultsDocument(CONDITIONAL_FAULTS, all));
}
process.exitCode = missed.length === 0 ? 0 : 1;
if (missed.length > 0) process.stdout.write(`Missed: ${missed.join(', ')}\n`);
const own = faults.filter((fault) => verdictOf(fault, found[fault.id] ?? []) === 'own rule').length;
process.stdout.write(`${faults.length} conditional faults: ${own} found by their own rule, ${missed.length} missed\n`);
