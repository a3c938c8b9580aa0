import {
  MAX_KEPT_BYTES,
  MAX_KEPT_TEXTS,
  MAX_KEY_BYTES,
  MAX_LABEL_BYTES,
  MAX_REPEAT_TEXTS,
  MAX_TALLIES,
  MAX_VALUE_BYTES,
  MAX_VALUES,
  type HitBatch,
  type HitMeasures,
  type HitsStatistics,
} from './hits-statistics.ts';
import { PathTree, type PathRecord } from './path-record.ts';
import type { ScalarKind, ScanHandler } from './scan-handler.ts';
import { scriptOf } from './script-of.ts';
import { domainOf, yearOf } from './tally-key.ts';
import { cutToBytes, utf8Length } from './text-bytes.ts';

const BATCH_HITS = 512;

interface OpenContainer {
  readonly record: PathRecord;
  readonly isArray: boolean;
  readonly offset: number;
  /** Number of the container among all of the array, to tell a key that occurs twice in one. */
  readonly serial: number;
  elements: number;
  /** Path of the value under the key that was read last. */
  child: PathRecord;
}

/** Measures the hits of one array from their tokens. */
export class HitsRecorder {
  readonly #handler: ScanHandler;
  readonly #tree: PathTree;
  readonly #open: OpenContainer[] = [];
  readonly #offsets = new Float64Array(BATCH_HITS);
  readonly #bytes = new Float64Array(BATCH_HITS);
  readonly #identities = new Float64Array(BATCH_HITS);
  readonly #aliases = new Float64Array(BATCH_HITS);
  readonly #media = new Float64Array(BATCH_HITS);
  readonly #labels: (string | undefined)[] = [];
  readonly #repeatTexts = new Map<PathRecord, Set<string>>();
  #repeatTextCount = 0;
  #identity = Number.NaN;
  #label: string | undefined;
  #aliasCount = 0;
  #mediaCount = 0;
  #batched = 0;
  #count = 0;
  #hitBytes = 0;
  #serial = 0;
  #keptTexts = 0;
  #keptBytes = 0;
  #limited = false;
  #sawValue = false;

  constructor(handler: ScanHandler, measures: HitMeasures) {
    this.#handler = handler;
    this.#tree = new PathTree(measures);
  }

  openContainer(isArray: boolean, offset: number): void {
    const record = this.#record();
    this.#serial += 1;
    this.#open.push({ record, isArray, offset, serial: this.#serial, elements: 0, child: record });
  }

  closeContainer(end: number): void {
    const container = this.#open.pop();
    if (!container) return;
    const { record, isArray, offset, elements } = container;
    if (isArray) {
      record.arrays += 1;
      record.elements += elements;
      record.maxElements = Math.max(record.maxElements, elements);
      if (elements === 0) record.emptyArrays += 1;
      if (record.measures.includes('aliases')) this.#aliasCount += elements;
      if (record.measures.includes('media')) this.#mediaCount += elements;
    } else record.objects += 1;
    this.#endValue(record, offset, end);
  }

  key(text: string): void {
    const container = this.#open.at(-1);
    if (!container) return;
    const isLong = utf8Length(text) > MAX_KEY_BYTES;
    const record = isLong ? this.#tree.overflowed() : this.#tree.under(container.record, text);
    container.child = record;
    if (record === this.#tree.overflow) return;
    if (record.lastObject === container.serial) record.duplicateKeys += 1;
    record.lastObject = container.serial;
  }

  /** @param cut Whether the text goes on beyond what is measured. */
  scalar(kind: ScalarKind | 'integer', text: string, cut: boolean, offset: number, end: number): void {
    const record = this.#record();
    if (kind === 'null') record.nulls += 1;
    else if (kind === 'boolean') {
      if (text === 'true') record.trues += 1;
      else record.falses += 1;
    } else {
      if (kind === 'string') {
        record.strings += 1;
        if (text === '') record.emptyStrings += 1;
        const script = scriptOf(text);
        record.scripts.set(script, (record.scripts.get(script) ?? 0) + 1);
      } else {
        record.numbers += 1;
        if (kind === 'integer') record.integers += 1;
      }
      this.#countValue(record, kind === 'string' ? `"${text}` : text, cut);
      this.#measure(record, text, cut);
    }
    this.#endValue(record, offset, end);
  }

  end(): void {
    this.#flush();
    this.#handler.hitsEnd?.(this.#statistics());
  }

  #statistics(): HitsStatistics {
    return {
      count: this.#count,
      bytes: this.#hitBytes,
      paths: this.#sawValue ? this.#tree.statistics() : [],
      limited: this.#limited || this.#tree.limited,
    };
  }

  /** The path of a container that begins or a scalar that ended; counts elements. */
  #record(): PathRecord {
    const container = this.#open.at(-1);
    if (!container) {
      this.#sawValue = true;
      return this.#tree.root;
    }
    if (!container.isArray) return container.child;
    container.elements += 1;
    return this.#tree.element(container.record);
  }

  #endValue(record: PathRecord, offset: number, end: number): void {
    const bytes = end - offset;
    record.bytes += bytes;
    record.maxBytes = Math.max(record.maxBytes, bytes);
    if (this.#open.length === 0) this.#endHit(offset, bytes);
  }

  #endHit(offset: number, bytes: number): void {
    this.#offsets[this.#batched] = offset;
    this.#bytes[this.#batched] = bytes;
    this.#identities[this.#batched] = this.#identity;
    this.#labels[this.#batched] = this.#label;
    this.#aliases[this.#batched] = this.#aliasCount;
    this.#media[this.#batched] = this.#mediaCount;
    this.#batched += 1;
    this.#count += 1;
    this.#hitBytes += bytes;
    this.#identity = Number.NaN;
    this.#label = undefined;
    this.#aliasCount = 0;
    this.#mediaCount = 0;
    this.#repeatTexts.clear();
    this.#repeatTextCount = 0;
    if (this.#batched === BATCH_HITS) this.#flush();
  }

  #flush(): void {
    const count = this.#batched;
    if (count === 0) return;
    const batch: HitBatch = {
      first: this.#count - count,
      count,
      offsets: this.#offsets.subarray(0, count),
      bytes: this.#bytes.subarray(0, count),
      identities: this.#identities.subarray(0, count),
      aliases: this.#aliases.subarray(0, count),
      media: this.#media.subarray(0, count),
      label: (index) => this.#labels[index],
    };
    this.#batched = 0;
    this.#handler.hits?.(batch);
  }

  /** @param key The text, with a quote before it if it is that of a string. */
  #countValue(record: PathRecord, key: string, cut: boolean): void {
    const { values } = record;
    if (!values) return;
    const seen = values.get(key);
    if (seen !== undefined) values.set(key, seen + 1);
    else if (cut || utf8Length(key) > MAX_VALUE_BYTES || values.size === MAX_VALUES || !this.#keep(key)) {
      record.values = undefined;
    } else values.set(key, 1);
  }

  #measure(record: PathRecord, text: string, cut: boolean): void {
    const { measures } = record;
    if (measures.length === 0) return;
    if (measures.includes('label')) this.#label ??= cutToBytes(text, MAX_LABEL_BYTES);
    if (measures.includes('identity') && Number.isNaN(this.#identity) && !cut) this.#identity = hashText(text);
    if (measures.includes('repeats') && !cut) this.#countRepeat(record, text);
    if (measures.includes('year')) this.#countTally(record, yearOf(text));
    else if (measures.includes('domain')) this.#countTally(record, domainOf(text));
  }

  #countRepeat(record: PathRecord, text: string): void {
    const texts = this.#repeatTexts.get(record) ?? new Set();
    this.#repeatTexts.set(record, texts);
    if (texts.has(text)) record.repeats += 1;
    else if (this.#repeatTextCount === MAX_REPEAT_TEXTS) this.#limited = true;
    else {
      texts.add(text);
      this.#repeatTextCount += 1;
    }
  }

  #countTally(record: PathRecord, key: string | undefined): void {
    const seen = key === undefined ? undefined : record.tally.get(key);
    if (key !== undefined && seen !== undefined) record.tally.set(key, seen + 1);
    else if (key === undefined) record.otherTallies += 1;
    else if (record.tally.size < MAX_TALLIES && this.#keep(key)) record.tally.set(key, 1);
    else {
      record.otherTallies += 1;
      this.#limited = true;
    }
  }

  /** Whether there is room to keep one more text. */
  #keep(text: string): boolean {
    const bytes = utf8Length(text);
    if (this.#keptTexts === MAX_KEPT_TEXTS || this.#keptBytes + bytes > MAX_KEPT_BYTES) {
      this.#limited = true;
      return false;
    }
    this.#keptTexts += 1;
    this.#keptBytes += bytes;
    return true;
  }
}

/** 52 bits that stand for a text. */
function hashText(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (high >>> 12) * 2 ** 32 + (low >>> 0);
}
