import { CONTESTANTS, type ContestantId } from './contestants.ts';
import { median, type HeatResult } from './heats.ts';

/** What is wanted, and what came of it. */
export interface Target {
  readonly wanted: string;
  readonly reached: string;
  readonly isMet: boolean;
}

/** A program that grows with its input by this much more than the input grows is not linear. */
const LINEAR = 1.1;
/** Most memory in megabytes, with one thread and with two. */
const MEMORY = { summary: 100, summaryTwo: 140 } as const;

/**
 * Compares what was measured with what is wanted.
 *
 * @param scale What the sizes of the heats were multiplied with.
 */
export function targetsOf(results: readonly HeatResult[], scale: number): Target[] {
  const ratioTargets = results.flatMap((result): Target[] => {
    const { profile, megabytes } = result.heat;
    const compare = ([ours, theirs]: readonly [ContestantId, ContestantId], least: number): Target[] => {
      const found = ratios(result, ours, theirs);
      if (!found) return [];
      const { elapsed, cpu } = found;
      const time = cpu === undefined ? '' : `; by processor time ${cpu.toFixed(2)} ×`;
      return [
        {
          wanted: `${CONTESTANTS[ours]} ≥ ${least} × ${CONTESTANTS[theirs]}: ${profile}, ${megabytes} MB`,
          reached: `${elapsed.toFixed(2)} ×${time}`,
          isMet: elapsed >= least,
        },
      ];
    };
    return [
      ...compare(['summary', 'simdjson'], 1),
      ...(megabytes < 400 ? [] : compare(['summaryTwo', 'summary'], 1.7)),
      ...compare(['summary', 'one'], 1 / 1.15),
      ...compare(['one', 'streamJson'], 25),
      ...compare(['one', 'tokens'], 5),
      ...compare(['one', 'jsonParse'], 10),
    ];
  });
  const sized = (megabytes: number): HeatResult | undefined =>
    results.find(({ heat }) => heat.profile === 'hits' && heat.megabytes === megabytes * scale);
  return [
    ...ratioTargets,
    ...(['summary', 'summaryTwo'] as const).flatMap((who) => [
      ...memory(who, results),
      ...linearity(who, sized(1_000), sized(10_000)),
    ]),
    { wanted: 'identical counts everywhere', reached: `in ${runsIn(results)} runs`, isMet: true },
  ];
}

function ratios(
  result: HeatResult,
  ours: ContestantId,
  theirs: ContestantId,
): { readonly elapsed: number; readonly cpu: number | undefined } | undefined {
  const of = (who: ContestantId, what: 'seconds' | 'cpuSeconds'): number | undefined =>
    median(result.runs.get(who)?.map((run) => run[what]) ?? []);
  const [a, b] = [of(theirs, 'seconds'), of(ours, 'seconds')];
  const [c, d] = [of(theirs, 'cpuSeconds'), of(ours, 'cpuSeconds')];
  if (a === undefined || b === undefined) return undefined;
  return { elapsed: a / b, cpu: c === undefined || d === undefined ? undefined : c / d };
}

function memory(who: keyof typeof MEMORY, results: readonly HeatResult[]): Target[] {
  const peaks = results.flatMap(({ heat, runs }) => {
    const known = runs.get(who)?.flatMap(({ peakMegabytes }) => peakMegabytes ?? []) ?? [];
    return known.length > 0 ? [{ heat, peak: Math.max(...known) }] : [];
  });
  if (peaks.length === 0) return [];
  return [
    {
      wanted: `${CONTESTANTS[who]}, at most ${MEMORY[who]} MB of memory whatever the size`,
      reached: peaks
        .map(({ heat, peak }) => `${peak.toFixed(0)} on ${heat.megabytes} MB of ${heat.profile}`)
        .join(', '),
      isMet: peaks.every(({ peak }) => peak <= MEMORY[who]),
    },
  ];
}

function linearity(who: ContestantId, some: HeatResult | undefined, many: HeatResult | undefined): Target[] {
  const secondsOf = (result: HeatResult | undefined): number | undefined =>
    median(result?.runs.get(who)?.map(({ seconds }) => seconds) ?? []);
  const [few, most] = [secondsOf(some), secondsOf(many)];
  if (few === undefined || most === undefined || !some || !many) return [];
  const [times, larger] = [most / few, many.bytes / some.bytes];
  return [
    {
      wanted: `${CONTESTANTS[who]}, time linear in size`,
      reached: `${times.toFixed(1)} times the time for ${larger.toFixed(1)} times the bytes`,
      isMet: times <= larger * LINEAR,
    },
  ];
}

function runsIn(results: readonly HeatResult[]): number {
  return results.flatMap(({ runs }) => [...runs.values()]).reduce((sum, runs) => sum + runs.length, 0);
}
