import type { HitProfile, HitsSummary, ValueCounts } from '@idvkit/schema/formats';

import type { HitBatch, HitsStatistics, PathStatistics, Tally } from '../scan/hits-statistics.ts';
import { numberAt } from '../scan/number-at.ts';
import type { PayloadBounds } from './bounds.ts';
import { countsOf, sumOfCounts } from './counts-of.ts';
import type { KINDS } from './entry-fields.ts';
import { IdentityTally } from './identity-tally.ts';
import { occurrencesOf } from './size-tree.ts';
import { Sketch } from './sketch.ts';
import { TopHits } from './top-hits.ts';

/** Most arrays that a summary lists. */
const MAX_ARRAYS = 16;

/** Limits and choices of a collection. */
export interface HitsOptions {
  readonly profile: HitProfile;
  readonly top: number;
  readonly reveal: boolean;
  /** Default {@link PAYLOAD_BOUNDS}. */
  readonly bounds?: PayloadBounds;
  /** Bytes from the start of the input to the document. Default 0. */
  readonly offset?: number;
  /** Hits of the document before those of the entry. Default 0. */
  readonly first?: number;
}

/** The part of a summary of hits that a corpus adds up. */
export type HitFacts = Pick<
  HitsSummary,
  'count' | 'bytes' | 'matchStatuses' | 'riskLevels' | 'types' | 'sources' | 'matchTypes' | 'highest' | 'ids'
>;

/** Collects facts of the hits of one entry; what it keeps does not grow with their number. */
export class HitFactsCollector {
  readonly options: HitsOptions;
  readonly #highest: TopHits;
  readonly #identities: IdentityTally;
  #count = 0;
  #bytes = 0;

  /** @param identities Room to find repeated ids in, which one entry after the other can use. */
  constructor(options: HitsOptions, identities: IdentityTally = new IdentityTally()) {
    identities.clear();
    this.#identities = identities;
    this.options = options;
    this.#highest = new TopHits(options);
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds hits that ended. */
  addBatch(batch: HitBatch): void {
    const { offset = 0 } = this.options;
    this.#count += batch.count;
    for (let at = 0; at < batch.count; at += 1) {
      this.#bytes += numberAt(batch.bytes, at);
      this.#identities.add(numberAt(batch.identities, at), batch.first + at, offset + numberAt(batch.offsets, at));
      const score = numberAt(batch.scores, at);
      if (this.#highest.wants(score) && Number.isFinite(score)) {
        this.#highest.add(score, this.placeOf(batch, at), batch.label(at));
      }
    }
  }

  /** Returns the facts of all hits. */
  facts({ paths, limited }: HitsStatistics): HitFacts {
    return {
      count: this.#count,
      bytes: this.#bytes,
      ...kindsOf(this.options.profile, paths, limited),
      highest: this.#highest.scored(),
      ids: this.#identities.result(),
    };
  }

  protected placeOf(batch: HitBatch, at: number): Omit<HitsSummary['largest'][number], 'label'> {
    const { offset = 0, first = 0 } = this.options;
    const index = batch.first + at;
    return {
      number: first + index,
      index,
      offset: offset + numberAt(batch.offsets, at),
      bytes: numberAt(batch.bytes, at),
    };
  }
}

/** Sums up the hits of one entry; what it keeps does not grow with their number. */
export class HitsCollector extends HitFactsCollector {
  readonly sizes: Sketch = new Sketch();
  readonly #aliases = new Sketch();
  readonly #media = new Sketch();
  readonly #largest: TopHits;

  constructor(options: HitsOptions, identities?: IdentityTally) {
    super(options, identities);
    this.#largest = new TopHits(options);
  }

  override addBatch(batch: HitBatch): void {
    super.addBatch(batch);
    for (let at = 0; at < batch.count; at += 1) {
      const bytes = numberAt(batch.bytes, at);
      this.sizes.add(bytes);
      this.#aliases.add(numberAt(batch.aliases, at));
      this.#media.add(numberAt(batch.media, at));
      if (this.#largest.wants(bytes)) this.#largest.add(bytes, this.placeOf(batch, at), batch.label(at));
    }
  }

  /** The largest hits so far. */
  largest(): HitsSummary['largest'] {
    return this.#largest.result();
  }

  /** Returns the summary of all hits. */
  result(statistics: HitsStatistics): HitsSummary {
    const { paths, limited } = statistics;
    const { profile } = this.options;
    const some = (names: readonly string[]): PathStatistics[] => pathsNamed(paths, names);
    const aliases = some(profile.aliases);
    const years = some(profile.mediaDates).flatMap(({ tally }) => tally ?? []);
    const domains = some(profile.mediaUrls).flatMap(({ tally }) => tally ?? []);
    const size = this.sizes.spread();
    return {
      ...this.facts(statistics),
      ...(size && { size }),
      sizes: this.sizes.result(),
      arrays: arraysOf(paths),
      values: some(profile.values).map((path) => ({ path: path.path, ...valuesOf(path, paths) })),
      largest: this.#largest.result(),
      aliases: {
        total: sum(aliases, ({ strings }) => strings),
        empty: sum(aliases, ({ emptyStrings }) => emptyStrings),
        repeated: sum(aliases, ({ repeats }) => repeats),
        max: Math.max(0, ...aliases.map((path) => mostElementsAbove(path, paths))),
        perHit: this.#aliases.distribution(),
      },
      scripts: scriptsOf(some([...new Set([profile.label, ...profile.aliases])])),
      languages: countsOf(
        some(profile.languages).flatMap(({ values = [] }) => values.map(({ text, count }) => [text, count])),
        { others: sum(some(profile.languages), ({ values, strings }) => (values ? 0 : strings)), exact: !limited },
      ),
      media: {
        years: countsOf(countsIn(years)),
        undated: sum(years, ({ others }) => others),
        domains: countsOf(countsIn(domains)),
        withoutDomain: sum(domains, ({ others }) => others),
        perHit: this.#media.distribution(),
      },
    };
  }
}

/** Returns the summary of no hits. Most entries of most payloads have none. */
export function noHits(): HitsSummary {
  return (nothing ??= new HitsCollector({ profile: NO_PROFILE, top: 0, reveal: false }).result(NO_STATISTICS));
}

let nothing: HitsSummary | undefined;
/** Statistics of no hits. */
export const NO_STATISTICS: HitsStatistics = { count: 0, bytes: 0, paths: [], limited: false };
const NO_PROFILE: HitProfile = {
  label: '',
  types: [],
  sources: [],
  matchTypes: [],
  values: [],
  aliases: [],
  mediaDates: [],
  mediaUrls: [],
  languages: [],
  maps: [],
  birthDates: [],
  countries: [],
  stories: [],
  sanctions: [],
  exactMatches: [],
  inputCountries: [],
};

/** Finds the paths with some names, in the order of these. */
function pathsNamed(paths: readonly PathStatistics[], names: readonly (string | undefined)[]): PathStatistics[] {
  return names.flatMap((name) => paths.filter(({ path }) => path === name));
}

/** Counts hits by what compliance asks first. */
function kindsOf(
  { matchStatus, riskLevel, types, sources, matchTypes }: HitProfile,
  paths: readonly PathStatistics[],
  limited: boolean,
): Pick<HitsSummary, (typeof KINDS)[number]> {
  const counted = (names: readonly (string | undefined)[]): ValueCounts => {
    const counts = sumOfCounts(pathsNamed(paths, names).map((path) => valuesOf(path, paths)));
    // There may be more where paths or texts were too many.
    return { ...counts, exact: counts.exact && !limited };
  };
  return {
    matchStatuses: counted([matchStatus]),
    riskLevels: counted([riskLevel]),
    types: counted(types),
    sources: counted(sources),
    matchTypes: counted(matchTypes),
  };
}

function arraysOf(paths: readonly PathStatistics[]): HitsSummary['arrays'] {
  return paths
    .filter(({ arrays }) => arrays > 0)
    .sort((a, b) => b.elements - a.elements)
    .slice(0, MAX_ARRAYS)
    .map(({ path, arrays, emptyArrays, elements, maxElements }) => ({
      path,
      arrays,
      empty: emptyArrays,
      elements,
      max: maxElements,
    }));
}

/** Values of a field that the profile names. One with too many or too long ones is not enum-like: they are not listed. */
function valuesOf(path: PathStatistics, paths: readonly PathStatistics[]): ValueCounts {
  const { values, strings, numbers, trues, falses } = path;
  const booleans = [
    ['true', trues],
    ['false', falses],
  ] as const;
  return countsOf(
    [
      ...booleans.filter(([, count]) => count > 0),
      ...(values ?? []).map(({ text, count }): [string, number] => [text, count]),
    ],
    // Flags are counted as the text has them: also those under a key that is twice.
    { others: values ? 0 : strings + numbers, exact: trues + falses === 0 || !isTwice(path, paths) },
  );
}

/** Returns whether a hit has a path, or one that it is in, twice. */
function isTwice(path: PathStatistics, paths: readonly PathStatistics[]): boolean {
  for (let at: PathStatistics | undefined = path; at; at = paths[at.parent]) if (at.duplicateKeys > 0) return true;
  return false;
}

function scriptsOf(paths: readonly PathStatistics[]): ValueCounts {
  return countsOf(paths.flatMap(({ scripts }) => Object.entries(scripts)));
}

/** One count after the other: an entry has thousands of hosts. */
function* countsIn(tallies: readonly Tally[]): Generator<[string, number]> {
  for (const { counts } of tallies) yield* counts;
}

/** Elements of the longest of the arrays that hold a path's values. */
function mostElementsAbove(path: PathStatistics, paths: readonly PathStatistics[]): number {
  for (let above = paths[path.parent]; above; above = paths[above.parent]) {
    if (above.arrays > 0) return above.maxElements;
  }
  return Math.min(occurrencesOf(path), 1);
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
