import { type ContestantId } from './contestants.ts';
import { median, type HeatResult } from './heats.ts';
import type { Profile } from './payload.ts';

/** What is wanted, and what came of it. */
export interface Target {
  readonly wanted: string;
  readonly reached: string;
  readonly isMet: boolean;
}

/** Megabytes that stream-json is given. */
const STREAM_JSON = { hits: 400, snippets: 1_000 } as const;
const KINDS = { hits: 'many small hits', snippets: 'long text', wide: 'deep, with white space' } as const;
/** A program that grows with its input by this much more than the input grows is not linear. */
const LINEAR = 1.1;

/**
 * Compares what was measured with what is wanted.
 *
 * @param scale What the sizes of the heats were multiplied with.
 */
export function targetsOf(results: readonly HeatResult[], scale: number): Target[] {
  const heat = (profile: Profile, megabytes: number): HeatResult | undefined =>
    results.find((each) => each.heat.profile === profile && each.heat.megabytes === megabytes * scale);
  const against = (
    [profile, megabytes]: readonly [Profile, number],
    [ours, theirs]: readonly [ContestantId, ContestantId],
    [least, wanted]: readonly [number, string],
  ): Target[] => {
    const found = ratios(heat(profile, megabytes), ours, theirs);
    if (!found) return [];
    const { elapsed, cpu } = found;
    const time = cpu === undefined ? '' : `; by processor time ${cpu.toFixed(2)} ×`;
    return [
      {
        wanted: `${wanted}: ${KINDS[profile]}, ${megabytes * scale} MB`,
        reached: `${elapsed.toFixed(2)} ×${time}`,
        isMet: elapsed >= least,
      },
    ];
  };
  const profiles = ['hits', 'snippets'] as const;
  return [
    ...profiles.flatMap((each) => against([each, 1_000], ['one', 'simdjson'], [1.2, 'one thread ≥ 1.2 × simdjson'])),
    ...profiles.flatMap((each) => against([each, 1_000], ['two', 'simdjson'], [2, 'two threads ≥ 2 × simdjson'])),
    ...profiles.flatMap((each) =>
      against([each, STREAM_JSON[each]], ['one', 'streamJson'], [25, '≥ 25 × stream-json, equal job']),
    ),
    ...profiles.flatMap((each) =>
      against([each, STREAM_JSON[each]], ['one', 'tokens'], [5, '≥ 5 × stream-json, tokens only']),
    ),
    ...profiles.flatMap((each) => against([each, 400], ['one', 'jsonParse'], [10, '≥ 10 × JSON.parse and a walk'])),
    ...(['one', 'summary'] as const).flatMap((who) => [
      ...memory(who, [heat('hits', 100), heat('hits', 1_000), heat('hits', 10_000)]),
      ...linearity(who, heat('hits', 1_000), heat('hits', 10_000)),
    ]),
    { wanted: 'identical counts everywhere', reached: `in ${runsIn(results)} runs`, isMet: true },
  ];
}

const OURS: Partial<Record<ContestantId, string>> = { one: 'the scan', summary: 'idv-analyze' };

function ratios(
  result: HeatResult | undefined,
  ours: ContestantId,
  theirs: ContestantId,
): { readonly elapsed: number; readonly cpu: number | undefined } | undefined {
  const of = (who: ContestantId, what: 'seconds' | 'cpuSeconds'): number | undefined =>
    median(result?.runs.get(who)?.map((run) => run[what]) ?? []);
  const [a, b] = [of(theirs, 'seconds'), of(ours, 'seconds')];
  const [c, d] = [of(theirs, 'cpuSeconds'), of(ours, 'cpuSeconds')];
  if (a === undefined || b === undefined) return undefined;
  return { elapsed: a / b, cpu: c === undefined || d === undefined ? undefined : c / d };
}

function memory(who: ContestantId, results: readonly (HeatResult | undefined)[]): Target[] {
  const peaks = results.flatMap((result) => {
    const runs = result?.runs.get(who)?.flatMap(({ peakMegabytes }) => peakMegabytes ?? []) ?? [];
    return result && runs.length > 0 ? [{ megabytes: result.heat.megabytes, peak: Math.max(...runs) }] : [];
  });
  if (peaks.length === 0) return [];
  return [
    {
      wanted: `${OURS[who]}, one thread, below 100 MB of memory whatever the size`,
      reached: peaks.map(({ megabytes, peak }) => `${peak.toFixed(0)} MB on ${megabytes} MB`).join(', '),
      isMet: peaks.every(({ peak }) => peak < 100),
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
      wanted: `${OURS[who]}, time linear in size`,
      reached: `${times.toFixed(1)} times the time for ${larger.toFixed(1)} times the bytes`,
      isMet: times <= larger * LINEAR,
    },
  ];
}

function runsIn(results: readonly HeatResult[]): number {
  return results.flatMap(({ runs }) => [...runs.values()]).reduce((sum, runs) => sum + runs.length, 0);
}
