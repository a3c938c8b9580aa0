/**
 * Runs the checks against each fault of the mock once, and writes what fails and what cannot be tested any more. That takes
 * four minutes. `prove` says when it is due.
 *
 *     pnpm --filter @idvkit/conformance run fault-signatures
 */
import { writeFileSync } from 'node:fs';

import { allFaults } from '@idvkit/mock';

import { signatureLine } from '../src/lib/report/diagnosis/read-signatures.ts';
import { signatureOfFault } from '../test/proof/fault-signature.ts';

const lines: string[] = [];
for (const { id } of allFaults) lines.push(signatureLine(await signatureOfFault(id)));

writeFileSync(
  new URL('../src/lib/report/diagnosis/fault-signatures.ts', import.meta.url),
  `/**
 * What a run against each fault of the mock finds: the fault; the rules that fail, each with the share of its checks in tenths and
 * hashes of its kinds of findings; the rules that cannot be tested any more.
 *
 * Generated: \`pnpm --filter @idvkit/conformance run fault-signatures\`.
 */
export const FAULT_SIGNATURES = \`
${lines.join('\n')}
\`;
`,
);
