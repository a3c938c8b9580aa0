import type { AmlEntry, AmlRun } from '../consumer/types.ts';
import { readAs } from './read-as.ts';
import { amlEntry } from './shapes.ts';

/**
 * Reads the entries of a run, which its output holds under the name of the provider. Other items are skipped.
 *
 * @see Specification, "`extra.identity_aml`"
 *
 * @example
 * for (const [provider, runs] of Object.entries(delivery.extra?.identity_aml ?? {}))
 *   for (const run of runs) for (const entry of amlEntriesOf(run, provider)) review(entry.result?.total_hits)
 */
export function amlEntriesOf(run: AmlRun, provider: string): readonly AmlEntry[] {
  const entries = run.output?.[provider];
  if (!Array.isArray(entries)) return [];
  return entries.flatMap((entry) => readAs(amlEntry, entry).value ?? []);
}
