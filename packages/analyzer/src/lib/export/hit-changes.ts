import type { ExportedHit, HitLocation, HitSink } from './exported-hit.ts';
import type { HitIndex } from './hit-index.ts';
import { contentOf } from './index-hits.ts';

/** Hits that are named of each kind; the others are counted. */
const MAX_NAMED = 100;
const NONE = -1;
/** Earlier hits that memory holds: some 5 GB. */
export const MAX_EARLIER = 100_000_000;

/** A hit of the later payload. */
export interface ChangedHit extends Pick<HitLocation, 'provider' | 'run' | 'entry' | 'index' | 'offset' | 'bytes'> {
  /** Number over all hits of the input. */
  readonly number: number;
}

/** A hit that only the earlier payload has. `number` is that of the earlier input. */
export interface GoneHit extends Pick<HitLocation, 'provider' | 'run' | 'entry'> {
  readonly number: number;
}

/** Ids of hits that are new, gone or changed since an index was written, with the first hit of each. */
export interface HitChanges {
  readonly new: { readonly count: number; readonly hits: readonly ChangedHit[] };
  readonly gone: { readonly count: number; readonly hits: readonly GoneHit[] };
  readonly changed: { readonly count: number; readonly hits: readonly ChangedHit[] };
  readonly unchanged: number;
  /** Hits of both payloads that have no id: they are not compared. */
  readonly withoutId: number;
}

/** Compares hits with those of an index: by provider and id, and then by the bytes of their JSON text. */
export class HitComparison implements HitSink {
  /** Number of the first earlier hit of each id, by provider. */
  readonly #first = new Map<string, Map<number, number>>();
  readonly #seen = new Map<string, Set<number>>();
  /** Of each earlier hit: its content, and the next one with the same id. */
  readonly #contents: BigUint64Array;
  readonly #next: Int32Array;
  readonly #places: GoneHit[] = [];
  readonly #new: ChangedHit[] = [];
  readonly #changed: ChangedHit[] = [];
  readonly #changedIds = new Map<string, Set<number>>();
  #newIds = 0;
  #hits = 0;
  #withoutId = 0;

  private constructor(hits: number) {
    this.#contents = new BigUint64Array(hits);
    this.#next = new Int32Array(hits).fill(NONE);
  }

  /** Reads the earlier hits. Memory is some 50 bytes for each. @throws {CliError} `index-unusable`. */
  static async with(index: HitIndex): Promise<HitComparison> {
    const comparison = new HitComparison(index.header.hits);
    const entries = await index.entries();
    let at = 0;
    for await (const { number, identity, content } of index.fingerprints()) {
      while ((entries[at]?.first ?? 0) + (entries[at]?.hits ?? Number.POSITIVE_INFINITY) <= number) at += 1;
      comparison.#contents[number] = content;
      if (Number.isNaN(identity)) comparison.#withoutId += 1;
      else comparison.#addEarlier(entries[at]?.provider ?? '', identity, number);
    }
    comparison.#places.push(
      ...entries.map(({ first, provider, run, entry }) => ({ number: first, provider, run, entry })),
    );
    return comparison;
  }

  add({ provider, run, entry, index, offset, bytes, identity, parts }: ExportedHit): void {
    const hit = { number: this.#hits, provider, run, entry, index, offset, bytes };
    this.#hits += 1;
    if (Number.isNaN(identity)) {
      this.#withoutId += 1;
      return;
    }
    const isFirst = addTo(this.#seen, provider, identity);
    const earlier = this.#first.get(provider)?.get(identity);
    if (earlier === undefined) {
      if (!isFirst) return;
      this.#newIds += 1;
      if (this.#new.length < MAX_NAMED) this.#new.push(hit);
    } else if (!this.#hasContent(earlier, contentOf(parts())) && addTo(this.#changedIds, provider, identity)) {
      if (this.#changed.length < MAX_NAMED) this.#changed.push(hit);
    }
  }

  commit(): void {}

  discard(): void {}

  result(): HitChanges {
    const gone: GoneHit[] = [];
    let [goneIds, ids] = [0, 0];
    for (const [provider, earlier] of this.#first) {
      ids += earlier.size;
      for (const [identity, number] of earlier) {
        if (this.#seen.get(provider)?.has(identity) === true) continue;
        goneIds += 1;
        const place = this.#places.findLast((each) => each.number <= number);
        if (place && gone.length < MAX_NAMED) gone.push({ ...place, number });
      }
    }
    const changed = [...this.#changedIds.values()].reduce((sum, { size }) => sum + size, 0);
    return {
      new: { count: this.#newIds, hits: this.#new },
      gone: { count: goneIds, hits: gone.sort((a, b) => a.number - b.number) },
      changed: { count: changed, hits: this.#changed },
      unchanged: ids - goneIds - changed,
      withoutId: this.#withoutId,
    };
  }

  #addEarlier(provider: string, identity: number, number: number): void {
    const ids = this.#first.get(provider) ?? new Map<number, number>();
    this.#first.set(provider, ids);
    const first = ids.get(identity);
    if (first === undefined) ids.set(identity, number);
    else {
      this.#next[number] = this.#next[first] ?? NONE;
      this.#next[first] = number;
    }
  }

  #hasContent(first: number, content: bigint): boolean {
    for (let at = first; at !== NONE; at = this.#next[at] ?? NONE) if (this.#contents[at] === content) return true;
    return false;
  }
}

/** @returns False if it is there already. */
function addTo(sets: Map<string, Set<number>>, key: string, value: number): boolean {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set);
  if (set.has(value)) return false;
  set.add(value);
  return true;
}
