import { counted } from '@idvkit/cli-kit';
import type { HardenedChange, HardenReport } from '@idvkit/schema/formats';

/** Counts the results of changes. */
export function hardenSummary(changes: readonly HardenedChange[]): HardenReport['summary'] {
  const faults = countsOf(changes.filter(({ kind }) => kind === 'fault'));
  const variations = countsOf(changes.filter(({ kind }) => kind === 'variation'));
  return {
    faults: { met: faults.met, run: faults.run, noticed: faults.red },
    variations: { met: variations.met, run: variations.run, broke: variations.red },
    score: faults.run === 0 ? null : Math.floor((faults.red / faults.run) * 1000) / 10,
  };
}

function countsOf(changes: readonly HardenedChange[]): {
  readonly met: number;
  readonly run: number;
  readonly red: number;
} {
  const met = changes.filter(({ tests }) => tests !== 'not-met');
  const run = met.filter(({ tests }) => tests !== 'not-run');
  return { met: met.length, run: run.length, red: run.filter(isRed).length };
}

/** Checks whether the tests of the client failed, or did not end. */
export function isRed({ tests }: Pick<HardenedChange, 'tests'>): boolean {
  return tests === 'failed' || tests === 'timed-out';
}

/** Sums a report up in one sentence. */
export function headlineOf({ summary: { faults, variations } }: HardenReport): string {
  const tests = `Your tests noticed ${faults.noticed} of ${counted(faults.run, 'fault')} that they could meet`;
  return `${tests}; your code broke under ${variations.broke} of ${counted(variations.run, 'valid variation')}`;
}
