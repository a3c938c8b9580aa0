import { CONTESTANTS, type ContestantId } from './contestants.ts';
import { least, type HeatResult } from './heats.ts';

/** What is wanted, and what came of it. */
export interface Target {
  readonly wanted: string;
  readonly reached: string;
  readonly isMet: boolean;
}

/** A program that grows with its input by this much more than the input grows is not linear. */
const LINEAR = 1.1;
/** Most memory of the command in megabytes. */
const MAX_MEMORY = 100;

/**
 * Compares what was measured with what is wanted.
 *
 * @param scale What the sizes of the heats were multiplied with.
 */
export function targetsOf(results: readonly HeatResult[], scale: number): Target[] {
  const ratioTargets = results.flatMap((result): Target[] => {
    const { profile, megabytes } = result.heat;
    const compare = ([ours, theirs]: readonly [ContestantId, ContestantId], factor: number): Target[] => {
      const found = ratios(result, ours, theirs);
      if (!found) return [];
      const { elapsed, cpu } = found;
      const time = cpu === undefined ? '' : `; by processor time ${cpu.toFixed(2)} ×`;
      return [
        {
          wanted: `${CONTESTANTS[ours]} ≥ ${factor} × ${CONTESTANTS[theirs]}: ${profile}, ${megabytes} MB`,
          reached: `${elapsed.toFixed(2)} ×${time}`,
          isMet: elapsed >= factor,
        },
      ];
    };
    return [
      ...compare(['summary', 'simdjson'], 1),
      ...compare(['summary', 'scan'], 1 / 1.15),
      ...compare(['scan', 'streamJson'], 25),
      ...compare(['scan', 'tokens'], 5),
      ...compare(['scan', 'jsonParse'], 10),
    ];
  });
  const sized = (megabytes: number): HeatResult | undefined =>
    results.find(({ heat }) => heat.profile === 'hits' && heat.megabytes === megabytes * scale);
  return [
    ...ratioTargets,
    ...memory(results),
    ...linearity(sized(1_000), sized(10_000)),
    { wanted: 'identical counts everywhere', reached: `in ${runsIn(results)} runs`, isMet: true },
  ];
}

function ratios(
  result: HeatResult,
  ours: ContestantId,
  theirs: ContestantId,
): { readonly elapsed: number; readonly cpu: number | undefined } | undefined {
  const of = (who: ContestantId, what: 'seconds' | 'cpuSeconds'): number | undefined =>
    least(result.runs.get(who)?.map((run) => run[what]) ?? []);
  const [a, b] = [of(theirs, 'seconds'), of(ours, 'seconds')];
  const [c, d] = [of(theirs, 'cpuSeconds'), of(ours, 'cpuSeconds')];
  if (a === undefined || b === undefined) return undefined;
  return { elapsed: a / b, cpu: c === undefined || d === undefined ? undefined : c / d };
}

function memory(results: readonly HeatResult[]): Target[] {
  const peaks = results.flatMap(({ heat, runs }) => {
    const known = runs.get('summary')?.flatMap(({ peakMegabytes }) => peakMegabytes ?? []) ?? [];
    return known.length > 0 ? [{ heat, peak: Math.max(...known) }] : [];
  });
  if (peaks.length === 0) return [];
  return [
    {
      wanted: `${CONTESTANTS.summary}, at most ${MAX_MEMORY} MB of memory whatever the size`,
      reached: peaks
        .map(({ heat, peak }) => `${peak.toFixed(0)} on ${heat.megabytes} MB of ${heat.profile}`)
        .join(', '),
      isMet: peaks.every(({ peak }) => peak <= MAX_MEMORY),
    },
  ];
}

function linearity(some: HeatResult | undefined, many: HeatResult | undefined): Target[] {
  const secondsOf = (result: HeatResult | undefined): number | undefined =>
    least(result?.runs.get('summary')?.map(({ seconds }) => seconds) ?? []);
  const [few, most] = [secondsOf(some), secondsOf(many)];
  if (few === undefined || most === undefined || !some || !many) return [];
  const [times, larger] = [most / few, many.bytes / some.bytes];
  return [
    {
      wanted: `${CONTESTANTS.summary}, time linear in size`,
      reached: `${times.toFixed(1)} times the time for ${larger.toFixed(1)} times the bytes`,
      isMet: times <= larger * LINEAR,
    },
  ];
}

function runsIn(results: readonly HeatResult[]): number {
  return results.flatMap(({ runs }) => [...runs.values()]).reduce((sum, runs) => sum + runs.length, 0);
}
