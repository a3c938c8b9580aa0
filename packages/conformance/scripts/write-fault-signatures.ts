/**
 * Runs the checks against each fault of the mock once, and writes what fails and what cannot be tested any more. That takes
 * twelve minutes on two cores. `prove:checks --only diagnoses` shows how well the table names faults.
 *
 *     pnpm --filter @idvkit/conformance run fault-signatures
 */
import { writeFileSync } from 'node:fs';

import { allFaults } from '@idvkit/mock';

import { workOff } from './worker-pool.ts';

const faults = allFaults.map(({ id }) => id);
const lines = new Map<string, string>();
await workOff([...faults], {
  worker: new URL('signature-worker.ts', import.meta.url),
  onResult: (fault, line: string) => void lines.set(fault, line),
});

writeFileSync(
  new URL('../src/lib/report/diagnosis/fault-signatures.ts', import.meta.url),
  `/**
 * Findings of a run against each fault of the mock: the fault; the rules that fail, each with the share of its checks in tenths and
 * hashes of its kinds of findings; the rules that cannot be tested any more.
 *
 * Generated: \`pnpm --filter @idvkit/conformance run fault-signatures\`.
 */
export const FAULT_SIGNATURES = \`
${faults.map((fault) => lines.get(fault)).join('\n')}
\`;
`,
);
