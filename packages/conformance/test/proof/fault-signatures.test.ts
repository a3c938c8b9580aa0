import { allFaults } from '@idvkit/mock';
import { describe, expect, it } from 'vitest';

import { createReport, runConformance } from '../../src/index.ts';
import { diagnose } from '../../src/lib/report/diagnosis/diagnose.ts';
import { faultSignatures } from '../../src/lib/report/diagnosis/read-signatures.ts';

const known = new Map(faultSignatures().map((signature) => [signature.fault, signature]));
const titles = new Map(allFaults.map(({ id, title }) => [id, title]));

describe('the generated signatures of faults', () => {
  it('are one for each fault: run `pnpm --filter @idvkit/conformance run fault-signatures`', () => {
    expect([...known.keys()]).toEqual(allFaults.map(({ id }) => id));
  });
});

// Seed 7 made the table: another one has other people, times and orders. `prove:checks --only diagnoses` has every fault by itself.
describe('diagnose()', () => {
  it('explains several faults together, and the rules that they block', async () => {
    const faults = ['create.status.201', 'delivery.5xx.retried', 'answers.dates.iso'];
    const { rules } = createReport(await runConformance({ seed: 11, faults, budget: { calls: 1800 } }));
    const found = diagnose(rules, titles);
    expect(found.filter(({ title }) => title === '')).toEqual([]);
    expect(found.map(({ fault }) => fault).toSorted()).toEqual(faults.toSorted());
    expect(found.flatMap(({ explains }) => explains).toSorted()).toEqual(
      rules.flatMap(({ id, verdict }) => (verdict === 'failed' ? [id] : [])).toSorted(),
    );
    const blocked = (by: string): number => rules.filter(({ blockedBy }) => blockedBy?.join() === by).length;
    expect([blocked('create.status.201'), blocked('delivery.5xx.retried')]).toEqual([16, 3]);
    expect(
      rules.filter(({ verdict, blockedBy }) => verdict === 'not-exercised' && !blockedBy).map(({ id }) => id),
    ).toEqual(['delivery.https']);
  });

  it('finds nothing if nothing failed', () => {
    expect(diagnose([], titles)).toEqual([]);
  });
});
