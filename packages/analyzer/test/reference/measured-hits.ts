import { createHash } from 'node:crypto';

import { compareTexts } from '../../src/lib/scan/compare-texts.ts';
import {
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  MAX_MEASURED_BYTES,
  MAX_PATHS,
  MAX_TALLIES,
  MAX_VALUES,
  type HitBatch,
  type HitMeasures,
  type HitsStatistics,
  type PathStatistics,
} from '../../src/lib/scan/hits-statistics.ts';
import { orderValues } from '../../src/lib/scan/order-statistics.ts';
import { cutToBytes } from '../../src/lib/scan/wasm/text-bytes.ts';
import { MAX_KEY_BYTES, MAX_VALUE_BYTES, MAX_REPEAT_TEXTS, MAX_LABEL_BYTES, utf8Length } from './limits.ts';
import type { LocatedValue } from './located-value.ts';
import { newOverflow, newPath, statisticsOf, type ReferencePath } from './reference-path.ts';
import { scriptOf } from './script-of.ts';
import { domainOf, yearOf } from './tally-key.ts';

/** Characters of a longer text that are looked at for what it begins with. */
const BEGINNING = 600;

type Scalar = Extract<LocatedValue, { readonly text: string }>;

/** What is noted of one hit while it is looked through. */
interface HitNotes {
  label?: Noted<string> | undefined;
  identity?: Noted<string> | undefined;
  score?: Noted<number> | undefined;
  /** Values that were counted. */
  counted: Noted<string>[];
  readonly texts: Map<ReferencePath, Set<string>>;
  aliases: number;
  media: number;
}

/** A value of a hit and its path. */
interface Noted<Value> {
  readonly value: Value;
  readonly path: ReferencePath;
}

/** Measures the hits of one array, each of them whole in memory: values are looked through one by one, in their order. */
export class MeasuredHits {
  readonly #measures: HitMeasures;
  readonly #paths: ReferencePath[] = [];
  readonly #overflow = newOverflow();
  #count = 0;
  #bytes = 0;
  #keptTexts = 0;
  #keptBytes = 0;
  #limited = false;

  constructor(measures: HitMeasures) {
    this.#measures = measures;
  }

  /** Adds a hit. @returns A batch of it alone. */
  add(hit: LocatedValue): HitBatch {
    this.#paths[0] ??= newPath(undefined, undefined, this.#measures);
    const notes: HitNotes = { counted: [], texts: new Map(), aliases: 0, media: 0 };
    this.#value(hit, this.#paths[0], notes);
    const bytes = hit.end - hit.offset;
    this.#count += 1;
    this.#bytes += bytes;
    return {
      first: this.#count - 1,
      count: 1,
      offsets: Float64Array.of(hit.offset),
      bytes: Float64Array.of(bytes),
      identities: Float64Array.of(identityOf(notes.identity?.value)),
      aliases: Float64Array.of(notes.aliases),
      media: Float64Array.of(notes.media),
      scores: Float64Array.of(notes.score?.value ?? Number.NaN),
      marks: Float64Array.of(0),
      label: () => notes.label?.value,
    };
  }

  statistics(): HitsStatistics {
    const isOverflown = this.#overflow.bytes > 0;
    const paths = isOverflown ? [...this.#paths, this.#overflow] : this.#paths;
    return {
      count: this.#count,
      bytes: this.#bytes,
      paths: orderStatistics(paths.map((path) => statisticsOf(path, paths))),
      limited: this.#limited || isOverflown,
    };
  }

  #value(value: LocatedValue, path: ReferencePath, notes: HitNotes): void {
    path.bytes += value.end - value.offset;
    path.maxBytes = Math.max(path.maxBytes, value.end - value.offset);
    if (value.kind === 'object') {
      path.objects += 1;
      const keys = new Set<string>();
      for (const [key, member] of value.members) {
        const child = this.#child(path, key);
        if (keys.has(key) && child !== this.#overflow) {
          child.duplicateKeys += 1;
          takeBack(child, notes);
        }
        keys.add(key);
        this.#value(member, child, notes);
      }
    } else if (value.kind === 'array') {
      path.arrays += 1;
      path.elements += value.elements.length;
      path.maxElements = Math.max(path.maxElements, value.elements.length);
      if (value.elements.length === 0) path.emptyArrays += 1;
      for (const name of ['aliases', 'media'] as const) {
        if (path.measures.includes(name)) notes[name] += value.elements.length;
      }
      for (const element of value.elements) this.#value(element, this.#child(path, null), notes);
    } else this.#scalar(value, path, notes);
  }

  #child(path: ReferencePath, key: string | null): ReferencePath {
    const known = path.children.get(key);
    if (known) return known;
    const isLong = key !== null && utf8Length(key) > MAX_KEY_BYTES;
    if (path === this.#overflow || isLong || this.#paths.length === MAX_PATHS) return this.#overflow;
    const child = newPath(path, key, this.#measures);
    path.children.set(key, child);
    this.#paths.push(child);
    return child;
  }

  #scalar(value: Scalar, path: ReferencePath, notes: HitNotes): void {
    const { kind, text } = value;
    if (kind === 'null') path.nulls += 1;
    else if (kind === 'boolean') path[text === 'true' ? 'trues' : 'falses'] += 1;
    else {
      if (kind === 'string') {
        path.strings += 1;
        if (text === '') path.emptyStrings += 1;
        path.scripts.set(scriptOf(text), (path.scripts.get(scriptOf(text)) ?? 0) + 1);
      } else {
        path.numbers += 1;
        if (/^-?\d+$/.test(text)) path.integers += 1;
      }
      if (path.measures.includes('score') && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) {
        notes.score ??= { value: Number(text), path };
      }
      const isWhole = value.end - value.offset - (kind === 'string' ? 2 : 0) <= MAX_MEASURED_BYTES;
      this.#countValue(path, kind === 'string' ? `"${text}` : text, { isWhole, notes });
      this.#measure(path, text, isWhole, notes);
    }
  }

  #countValue(
    path: ReferencePath,
    text: string,
    { isWhole, notes }: { readonly isWhole: boolean; readonly notes: HitNotes },
  ): void {
    const { values } = path;
    if (values === undefined || !path.measures.includes('values')) return;
    const count = values.get(text);
    const fits = isWhole && utf8Length(text) <= MAX_VALUE_BYTES && values.size < MAX_VALUES;
    if (count !== undefined) values.set(text, count + 1);
    else if (fits && this.#keep(text)) values.set(text, 1);
    else path.values = undefined;
    notes.counted.push({ value: text, path });
  }

  #measure(path: ReferencePath, text: string, isWhole: boolean, notes: HitNotes): void {
    for (const measure of path.measures) {
      if (measure === 'label') notes.label ??= { value: cutToBytes(text, MAX_LABEL_BYTES), path };
      else if (measure === 'identity' && isWhole && text !== '') notes.identity ??= { value: text, path };
      else if (measure === 'repeats' && isWhole) this.#countRepeat(path, text, notes);
    }
    const beginning = isWhole ? text : text.slice(0, BEGINNING);
    if (path.measures.includes('year')) this.#tally(path, yearOf(beginning));
    else if (path.measures.includes('domain')) this.#tally(path, domainOf(beginning));
  }

  #countRepeat(path: ReferencePath, text: string, { texts }: HitNotes): void {
    const seen = texts.get(path) ?? new Set();
    texts.set(path, seen);
    const all = [...texts.values()].reduce((total, { size }) => total + size, 0);
    if (seen.has(text)) path.repeats += 1;
    else if (all === MAX_REPEAT_TEXTS) this.#limited = true;
    else seen.add(text);
  }

  #tally(path: ReferencePath, key: string | undefined): void {
    const count = key === undefined ? undefined : path.tally.get(key);
    if (key === undefined) path.others += 1;
    else if (count !== undefined) path.tally.set(key, count + 1);
    else if (path.tally.size < MAX_TALLIES && this.#keep(key)) path.tally.set(key, 1);
    else {
      path.others += 1;
      this.#limited = true;
    }
  }

  #keep(text: string): boolean {
    if (this.#keptTexts === MAX_KEPT_TEXTS || this.#keptBytes + utf8Length(text) > MAX_KEPT_BYTES) {
      this.#limited = true;
      return false;
    }
    this.#keptTexts += 1;
    this.#keptBytes += utf8Length(text);
    return true;
  }
}

/** Takes back what a hit has at a path or in it. */
function takeBack(above: ReferencePath, notes: HitNotes): void {
  const isIn = ({ path }: Noted<unknown>): boolean => {
    for (let at: ReferencePath | undefined = path; at; at = at.parent) if (at === above) return true;
    return false;
  };
  if (notes.label && isIn(notes.label)) notes.label = undefined;
  if (notes.identity && isIn(notes.identity)) notes.identity = undefined;
  if (notes.score && isIn(notes.score)) notes.score = undefined;
  for (const { value, path } of notes.counted.filter(isIn)) path.values?.set(value, (path.values.get(value) ?? 1) - 1);
  notes.counted = notes.counted.filter((each) => !isIn(each));
}

/** Returns a number below 2^52 that equal texts share. */
function identityOf(text: string | undefined): number {
  if (text === undefined) return Number.NaN;
  return Number(createHash('sha256').update(text).digest().readBigUInt64LE(0) >> 12n);
}

/** Puts paths, values and tallies into the order of the scanner. */
function orderStatistics(paths: readonly PathStatistics[]): PathStatistics[] {
  const places = paths
    .map((_, index) => index)
    .sort((a, b) => compareTexts(paths[a]?.path ?? '', paths[b]?.path ?? ''));
  const indexOf = new Map(places.map((place, index) => [place, index]));
  return places.flatMap((place) => {
    const path = paths[place];
    if (!path) return [];
    const { parent, values } = path;
    return [{ ...path, parent: indexOf.get(parent) ?? -1, values: values && orderValues(values) }];
  });
}
