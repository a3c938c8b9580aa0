import { hash } from 'node:crypto';

import { CliError } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import { readHit, type ExportedHit, type HitLocation, type HitSink } from './exported-hit.ts';
import { canonicalText, fieldsReader, parseExact, type HitFields } from './hit-fields.ts';

/** Hits that are named of each kind; the others are counted. */
const MAX_NAMED = 100;
/** Ids of earlier hits of a provider that memory holds: some 2 GB. */
const MAX_EARLIER = 4_000_000;
/** A larger hit is compared by its bytes, and its fields are left out. */
const MAX_PARSED_BYTES = 64 * 1024 * 1024;

/** A hit that one of two payloads has, or both. `number` is that of the later input, of a hit that is gone that of the earlier one. */
export interface NamedHit extends Pick<HitLocation, 'provider' | 'run' | 'entry' | 'number'> {
  /** Text at the profile's path: personal. */
  readonly label?: string;
  /** Values that the profile names, by path. */
  readonly fields: HitFields;
}

/** A hit that changed. */
export interface ChangedHit extends Omit<NamedHit, 'fields'> {
  /** Fields of the profile that changed, by path; both are empty if only other members did. */
  readonly before: HitFields;
  readonly after: HitFields;
}

/** Ids of hits that are new, gone or changed since an earlier payload, with the first hit of each. */
export interface HitChanges {
  readonly new: { readonly count: number; readonly hits: readonly NamedHit[] };
  readonly gone: { readonly count: number; readonly hits: readonly NamedHit[] };
  readonly changed: { readonly count: number; readonly hits: readonly ChangedHit[] };
  readonly unchanged: number;
  /** Hits of both payloads that have no id: they are not compared. */
  readonly withoutId: number;
}

/** The hits of the earlier payload that have one id. */
interface EarlierHits {
  readonly first: NamedHit;
  readonly contents: string[];
  isSeen: boolean;
  isChanged: boolean;
}

/** Compares the hits of two payloads: by provider and id, and then by their values. */
export class HitComparison {
  readonly #earlier = new Map<string, Map<number, EarlierHits>>();
  readonly #newIds = new Map<string, Set<number>>();
  readonly #new: NamedHit[] = [];
  readonly #changed: ChangedHit[] = [];
  readonly #fieldsOf: (hit: unknown) => HitFields;
  #withoutId = 0;

  constructor(profile: HitProfile) {
    this.#fieldsOf = fieldsReader(profile);
  }

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

  #addEarlier(hit: ExportedHit, number: number): void {
    const { provider, identity } = hit;
    if (Number.isNaN(identity)) {
      this.#withoutId += 1;
      return;
    }
    const ids = memberOf(this.#earlier, provider, () => new Map<number, EarlierHits>());
    if (ids.size >= MAX_EARLIER && !ids.has(identity)) throw tooMany();
    const { content, named } = this.#read(hit, number);
    memberOf(ids, identity, () => ({ first: named, contents: [], isSeen: false, isChanged: false })).contents.push(
      content,
    );
  }

  #addLater(hit: ExportedHit, number: number): void {
    const { provider, identity } = hit;
    if (Number.isNaN(identity)) {
      this.#withoutId += 1;
      return;
    }
    const earlier = this.#earlier.get(provider)?.get(identity);
    if (earlier === undefined) {
      const ids = memberOf(this.#newIds, provider, () => new Set<number>());
      if (!ids.has(identity) && this.#new.length < MAX_NAMED) this.#new.push(this.#read(hit, number).named);
      ids.add(identity);
      return;
    }
    earlier.isSeen = true;
    if (earlier.isChanged) return;
    const { content, named } = this.#read(hit, number);
    if (earlier.contents.includes(content)) return;
    earlier.isChanged = true;
    if (this.#changed.length < MAX_NAMED) this.#changed.push(changeOf(earlier.first, named));
  }

  /** Reads what is compared of a hit, and what is told of it. */
  #read(hit: ExportedHit, number: number): { readonly content: string; readonly named: NamedHit } {
    const { provider, run, entry, label, bytes } = hit;
    const text = readHit(hit).toString();
    const value = bytes > MAX_PARSED_BYTES ? undefined : parseExact(text);
    const place = { number, provider, run, entry, ...(label !== undefined && { label }) };
    return {
      content: hash('sha256', value === undefined ? text : canonicalText(value), 'base64').slice(0, 16),
      named: { ...place, fields: this.#fieldsOf(value) },
    };
  }
}

function changeOf({ fields: earlier }: NamedHit, { fields: later, ...place }: NamedHit): ChangedHit {
  const paths = new Set([...Object.keys(earlier), ...Object.keys(later)]);
  const changed = [...paths].filter((path) => earlier[path]?.join('\n') !== later[path]?.join('\n'));
  const some = (fields: HitFields): HitFields =>
    Object.fromEntries(changed.flatMap((path) => (fields[path] ? [[path, fields[path]]] : [])));
  return { ...place, before: some(earlier), after: some(later) };
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

function tooMany(): CliError {
  return new CliError({
    code: 'too-many-hits',
    message: `Cannot compare hits: the earlier payload has more than ${MAX_EARLIER} ids of a provider.`,
    fix: 'Compare Parquet files of both with DuckDB: idvkit analyze FILE --report hits=FILE.parquet.',
  });
}
