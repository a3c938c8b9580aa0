import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { CONTESTANTS, type Contestant, type ContestantId } from './contestants.ts';
import type { Counts } from './contestants/counts.ts';
import type { Profile } from './profiles.ts';
import { runProcess, type ProcessRun } from './run-process.ts';
import { writePayload } from './write-payload.ts';

/** One file, and who reads it how often. */
export interface Heat {
  readonly profile: Profile;
  readonly megabytes: number;
  /** How often each hit is in the file, where it takes too long to make up as many. */
  readonly copies?: number;
  readonly rounds: Readonly<Partial<Record<ContestantId, number>>>;
}

/** What came of a heat. */
export interface HeatResult {
  readonly heat: Heat;
  readonly bytes: number;
  readonly runs: ReadonlyMap<ContestantId, readonly ProcessRun[]>;
}

const COMMAND = { simdjson: 8, summary: 8 } as const;

/** The command against simdjson, on all kinds of payloads: some ten minutes, half of them to write the payloads. */
export const HEATS: readonly Heat[] = [
  { profile: 'hits', megabytes: 1_000, rounds: COMMAND },
  { profile: 'snippets', megabytes: 1_000, rounds: COMMAND },
  { profile: 'wide', megabytes: 1_000, rounds: COMMAND },
  { profile: 'python', megabytes: 1_000, rounds: COMMAND },
  { profile: 'hits', megabytes: 100, rounds: { summary: 3 } },
];

/** The scan by itself, everybody else, and 10 GB. Those who keep the document in memory, or are slow, get less of it. */
export const MORE_HEATS: readonly Heat[] = [
  { profile: 'hits', megabytes: 1_000, rounds: { read: 3, scan: 3, summary: 3 } },
  {
    profile: 'hits',
    megabytes: 400,
    rounds: { scan: 3, jsonParse: 2, streamParser: 1, streamJson: 1, tokens: 1 },
  },
  {
    profile: 'snippets',
    megabytes: 400,
    rounds: { scan: 3, jsonParse: 2, streamParser: 1, streamJson: 1, tokens: 1 },
  },
  { profile: 'hits', megabytes: 100, rounds: { scan: 3, jq: 1 } },
  { profile: 'hits', megabytes: 10_000, copies: 20, rounds: { summary: 1 } },
];

/**
 * Writes the file and has everybody read it, in turns, so that what else the machine does hits all alike.
 *
 * @throws if they do not find the same.
 */
export async function runHeat(
  heat: Heat,
  { folder, contestants }: { folder: string; contestants: ReadonlyMap<ContestantId, Contestant> },
): Promise<HeatResult> {
  const { profile, megabytes, copies } = heat;
  const file = join(folder, `${profile}-${megabytes}.json`);
  writePayload(file, profile, { bytes: megabytes * 1e6, seed: 1, ...(copies !== undefined && { copies }) });
  const runs = new Map<ContestantId, ProcessRun[]>();
  const told = new Map<ContestantId, Partial<Counts>>();
  try {
    const most = Math.max(...Object.values(heat.rounds));
    for (let round = 0; round < most; round += 1) {
      for (const id of Object.keys(CONTESTANTS) as ContestantId[]) {
        const contestant = contestants.get(id);
        if (!contestant || round >= (heat.rounds[id] ?? 0)) continue;
        const run = await runProcess(contestant.command, contestant.args(file));
        runs.set(id, [...(runs.get(id) ?? []), { ...run, stdout: '' }]);
        const counts = contestant.counts(run.stdout);
        assertSame(told, counts, id);
        told.set(id, counts);
      }
    }
    return { heat, bytes: statSync(file).size, runs };
  } finally {
    rmSync(file, { force: true });
  }
}

/** Holds what one has found against what the others have, as far as both tell. */
function assertSame(told: ReadonlyMap<ContestantId, Partial<Counts>>, counts: Partial<Counts>, id: ContestantId): void {
  for (const [other, known] of told) {
    for (const name of ['hits', 'aliases', 'sources', 'snippets', 'bytes', 'largest'] as const) {
      const [a, b] = [known[name], counts[name]];
      if (a !== undefined && b !== undefined && a !== b) {
        throw new Error(`They differ in ${name}: ${CONTESTANTS[other]} has ${a}, ${CONTESTANTS[id]} has ${b}`);
      }
    }
  }
}

/** The least of what was measured, which what else the machine does has changed the least; nothing where nothing was. */
export function least(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}
