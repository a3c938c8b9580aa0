/**
 * Runs every rule against the independent service with each of its conditional faults, one at a time, and prints which of them are found.
 * Ends with 1 if one is missed, or if one is reported that the specification permits.
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
import { CONDITIONAL_FAULTS } from '../test/independent-service/conditional-faults.ts';
import { workOff } from './worker-pool.ts';

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
const found: Record<string, readonly string[]> = {};

await workOff(
  faults.map(({ id }) => id),
  {
    worker: new URL('independent-worker.ts', import.meta.url),
    jobs: Number(values.jobs),
    onResult: (id, by: readonly string[]) => {
      found[id] = by;
      process.stdout.write(`${id}: ${by.length === 0 ? 'missed' : by.join(', ')}\n`);
    },
  },
);
const withVerdict = (verdict: ReturnType<typeof verdictOf>): readonly string[] =>
  faults.flatMap((fault) => (verdictOf(fault, found[fault.id] ?? []) === verdict ? [fault.id] : []));
const missed = withVerdict('missed');
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
const reported = faults.flatMap(({ id, permitted }) =>
  permitted !== undefined && found[id]?.length !== 0 ? [id] : [],
);
process.exitCode = missed.length + reported.length === 0 ? 0 : 1;
if (reported.length > 0) process.stdout.write(`Permitted, but reported: ${reported.join(', ')}\n`);
if (missed.length > 0) process.stdout.write(`Missed: ${missed.join(', ')}\n`);
process.stdout.write(
  `${faults.length} conditional faults: ${withVerdict('own rule').length} found by their own rule, ${missed.length} missed, ${withVerdict('permitted').length} permitted\n`,
);
