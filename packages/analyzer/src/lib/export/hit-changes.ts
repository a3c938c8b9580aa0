import { createHash } from 'node:crypto';

import { CliError } from '@idvkit/cli-kit';

import type { ExportedHit, HitLocation, HitSink } from './exported-hit.ts';

/** Hits that are named of each kind; the others are counted. */
const MAX_NAMED = 100;
/** Ids of earlier hits of a provider that memory holds: some 2 GB. */
const MAX_EARLIER = 10_000_000;

/** A hit of the later payload. */
export interface ChangedHit extends Pick<HitLocation, 'provider' | 'run' | 'entry' | 'index' | 'offset' | 'bytes'> {
  /** Number over all hits of the input. */
  readonly number: number;
}

/** A hit that only the earlier payload has. `number` is that of the earlier input. */
export interface GoneHit extends Pick<HitLocation, 'provider' | 'run' | 'entry'> {
  readonly number: number;
}

/** Ids of hits that are new, gone or changed since an earlier payload, with the first hit of each. */
export interface HitChanges {
  readonly new: { readonly count: number; readonly hits: readonly ChangedHit[] };
  readonly gone: { readonly count: number; readonly hits: readonly GoneHit[] };
  readonly changed: { readonly count: number; readonly hits: readonly ChangedHit[] };
  readonly unchanged: number;
  /** Hits of both payloads that have no id: they are not compared. */
  readonly withoutId: number;
}

/** The hits of the earlier payload that have one id. */
interface EarlierHits {
  readonly first: GoneHit;
  readonly contents: bigint[];
  isSeen: boolean;
  isChanged: boolean;
}

/** Compares the hits of two payloads: by provider and id, and then by the bytes of their JSON text. */
export class HitComparison {
  readonly #earlier = new Map<string, Map<number, EarlierHits>>();
  readonly #newIds = new Map<string, Set<number>>();
  readonly #new: ChangedHit[] = [];
  readonly #changed: ChangedHit[] = [];
  #withoutId = 0;

  /**
   * Takes the hits of the earlier payload.
   *
   * @throws {CliError} `too-many-hits` if memory does not hold them.
   */
  readonly earlier: HitSink = sinkOf((hit, number) => this.#addEarlier(hit, number));
  /** Takes the hits of the later payload, once all earlier ones are there. */
  readonly later: HitSink = sinkOf((hit, number) => this.#addLater(hit, number));

  result(): HitChanges {
    const all = [...this.#earlier.values()].flatMap((ids) => [...ids.values()]);
    const gone = all.filter(({ isSeen }) => !isSeen).map(({ first }) => first);
    const changed = all.filter(({ isChanged }) => isChanged).length;
    return {
      new: { count: [...this.#newIds.values()].reduce((sum, { size }) => sum + size, 0), hits: this.#new },
      gone: { count: gone.length, hits: gone.sort((a, b) => a.number - b.number).slice(0, MAX_NAMED) },
      changed: { count: changed, hits: this.#changed },
      unchanged: all.length - gone.length - changed,
      withoutId: this.#withoutId,
    };
  }

  #addEarlier({ provider, run, entry, identity, parts }: ExportedHit, number: number): void {
    if (Number.isNaN(identity)) {
      this.#withoutId += 1;
      return;
    }
    const ids = memberOf(this.#earlier, provider, () => new Map<number, EarlierHits>());
    if (ids.size >= MAX_EARLIER && !ids.has(identity)) throw tooMany();
    const first = { number, provider, run, entry };
    memberOf(ids, identity, () => ({ first, contents: [], isSeen: false, isChanged: false })).contents.push(
      contentOf(parts()),
    );
  }

  #addLater({ provider, run, entry, index, offset, bytes, identity, parts }: ExportedHit, number: number): void {
    if (Number.isNaN(identity)) {
      this.#withoutId += 1;
      return;
    }
    const hit = { number, provider, run, entry, index, offset, bytes };
    const earlier = this.#earlier.get(provider)?.get(identity);
    if (earlier === undefined) {
      const ids = memberOf(this.#newIds, provider, () => new Set<number>());
      if (!ids.has(identity) && this.#new.length < MAX_NAMED) this.#new.push(hit);
      ids.add(identity);
      return;
    }
    earlier.isSeen = true;
    if (earlier.isChanged || earlier.contents.includes(contentOf(parts()))) return;
    earlier.isChanged = true;
    if (this.#changed.length < MAX_NAMED) this.#changed.push(hit);
  }
}

/** Creates a sink that numbers hits. */
function sinkOf(add: (hit: ExportedHit, number: number) => void): HitSink {
  let hits = 0;
  return {
    add: (hit) => {
      add(hit, hits);
      hits += 1;
    },
    commit: () => {},
    discard: () => {},
  };
}

function memberOf<Key, Value>(all: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = all.get(key);
  if (known !== undefined) return known;
  const created = create();
  all.set(key, created);
  return created;
}

/** Returns the fingerprint of a hit's JSON text: the first 8 bytes of its SHA-256. */
function contentOf(parts: Iterable<Uint8Array>): bigint {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest().readBigUInt64LE(0);
}

function tooMany(): CliError {
  return new CliError({
    code: 'too-many-hits',
    message: `Cannot compare hits: the earlier payload has more than ${MAX_EARLIER} ids of a provider.`,
    fix: 'Compare Parquet files of both with DuckDB: idvkit analyze FILE --hits parquet=FILE.',
  });
}
