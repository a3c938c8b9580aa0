/**
 * Records the traffic of the mock with each fault once, with faults that show under one condition only, and without a fault. Lets every
 * peer check it, and writes `results.json` and `docs/peers.md`. Takes about 25 minutes; with `--missing`, only faults that `results.json`
 * does not have are recorded.
 *
 *     pnpm run peers [--missing]
 */
import { writeFileSync } from 'node:fs';

import { allFaults, type Fault } from '@idvkit/mock';

import { conditionalFaults } from './conditional.ts';
import { PEERS_DOCUMENT, peersDocument } from './peers-document.ts';
import { peers } from './peers.ts';
import { FAULTLESS, record, SEED } from './recording.ts';
import before from './results.json' with { type: 'json' };
import { type Findings, checkAll, checkedBy, marksOf, nameOf, type Results } from './results.ts';

const correct = await record({ seed: SEED });
const exchanges = correct.run.observations.filter(({ kind }) => kind === 'exchange').length;
const ofCorrect: Findings = await checkAll(peers, correct);

const faultless: Record<string, string> = {};
for (const traffic of FAULTLESS) {
  const findings = await checkAll(peers, await record(traffic));
  faultless[nameOf(traffic)] = marksOf(findings);
  for (const [{ name }, found] of findings) {
    if (found.size > 0) process.stderr.write(`${nameOf(traffic)}: ${name}: ${[...found].slice(0, 3).join('; ')}\n`);
  }
}

const isKept = process.argv.includes('--missing');

/** Returns the marks of each fault. Those that are known are not measured again. */
async function measured(faults: readonly Fault[], known: Results['faults']): Promise<Results['faults']> {
  const marks: Record<string, string> = {};
  for (const [index, fault] of faults.entries()) {
    const { id } = fault;
    marks[id] =
      (isKept ? known[id] : undefined) ??
      marksOf(await checkAll(peers, await record({ seed: SEED, fault })), ofCorrect);
    process.stderr.write(`${index + 1} of ${faults.length}: ${marks[id]} ${id}\n`);
  }
  return marks;
}

const results: Results = {
  peers: peers.map(checkedBy),
  messages: {
    calls: correct.calls.length,
    undocumentedCalls: exchanges - correct.calls.length,
    deliveries: correct.deliveries.length,
  },
  faultless,
  faults: await measured(allFaults, before.faults),
  conditional: await measured(await conditionalFaults(), before.conditional),
};
writeFileSync(new URL('results.json', import.meta.url), `${JSON.stringify(results, undefined, 2)}\n`);
writeFileSync(new URL(`../../${PEERS_DOCUMENT}`, import.meta.url), peersDocument(results));
