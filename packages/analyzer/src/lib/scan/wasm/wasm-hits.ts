import { compareTexts } from '../compare-texts.ts';
import {
  MAX_MEASURED_BYTES,
  measuresAt,
  OVERFLOW_PATH,
  PATH_COUNTS,
  pinnedPaths,
  SCRIPTS,
  type HitMarks,
  type HitMeasures,
  type HitsStatistics,
  type Measure,
  type PathStatistics,
  type Script,
  type ValueCount,
} from '../hits-statistics.ts';
import { numberOf } from '../number-of.ts';
import { orderValues } from '../order-statistics.ts';
import { pathUnder } from '../path-under.ts';
import type { ScanHandler } from '../scan-handler.ts';
import { readBytesText } from './text-bytes.ts';
import type { Machine } from './wasm-machine.ts';

// Where things stand in the machine's memory: assembly/layout.ts, path.ts, kept-text.ts.
const BATCH_HITS = 512;
const BATCH = 0x1000;
const BATCH_LABELS = BATCH + 3 * 8 * BATCH_HITS;
const BATCH_ALIASES = 0x5000;
const BATCH_MEDIA = 0x6000;
const BATCH_SCORES = 0x7000;
const BATCH_MARKS = 0x35800;
const STORIES = 0x36800;
const PATHS = 0x80000;
const PATH_BYTES = 384;
const ROOT = PATHS + PATH_BYTES;
const OVERFLOW = PATHS + 2 * PATH_BYTES;
const KEPT = 0x350000;
const KEPT_BYTES = 32;
const FLAGS = 12;
const COUNTS = 72;
const SCRIPT_COUNTS = 208;
const TALLY_KIND = 2;

const measureFlags: Readonly<Record<Measure, number>> = {
  label: 1,
  identity: 2,
  repeats: 4,
  year: 8,
  domain: 16,
  values: 32,
  scripts: 512,
  map: 2_048,
  aliases: 128,
  media: 256,
  score: 1024,
  stories: 8_192,
};
const PINNED = 4_096;
const MEMBER_KEY = -2;
const TALLIED = measureFlags.year | measureFlags.domain;

/** Counts of a path, 64 bits each, before those of its scripts. */
const OTHER_TALLIES = COUNTS + PATH_COUNTS.length * 8;
const STRINGS = COUNTS + PATH_COUNTS.indexOf('strings') * 8;

interface KnownPath {
  readonly path: string;
  readonly parent: number;
  readonly key: string | null | undefined;
  readonly flags: number;
}

/** Most paths whose flags are remembered. */
const MAX_REMEMBERED = 4_096;
const remembered = new WeakMap<HitMeasures, (path: string) => number>();

/** Returns what the machine has to know of a path. Thousands of arrays of hits have the same few paths. */
function flagsOf(measures: HitMeasures): (path: string) => number {
  const found = remembered.get(measures);
  if (found) return found;
  const pinned = pinnedPaths(measures);
  const known = new Map<string, number>();
  const flagsAt = (path: string): number => {
    let flags = known.get(path);
    if (flags !== undefined) return flags;
    flags = measuresAt(measures, path).reduce<number>((sum, measure) => sum | measureFlags[measure], 0);
    if (pinned.has(path) || pinned.has('*')) flags |= PINNED;
    if (known.size < MAX_REMEMBERED) known.set(path, flags);
    return flags;
  };
  remembered.set(measures, flagsAt);
  return flagsAt;
}

/** Reads what a machine measured of hits. */
export class WasmHits {
  readonly #machine: Machine;
  readonly #view: DataView;
  readonly #handler: ScanHandler;
  readonly #flagsOf: (path: string) => number;
  readonly #marks: HitMarks;
  readonly #known = new Map<number, KnownPath>();

  constructor(
    machine: Machine,
    handler: ScanHandler,
    { measures, marks }: { readonly measures: HitMeasures; readonly marks: HitMarks },
  ) {
    this.#machine = machine;
    this.#view = machine.view;
    this.#handler = handler;
    this.#flagsOf = flagsOf(measures);
    this.#marks = marks;
  }

  /** Takes note of a path, by its address, that the machine met for the first time. @returns Flags of what is measured. */
  measuresOf(parent: number, address: number, key: number, length: number): number {
    if (address === ROOT) this.#known.clear();
    const container = this.#known.get(parent)?.path ?? '';
    const name = length === MEMBER_KEY ? null : length < 0 ? undefined : this.#text(key, length);
    const path = address === ROOT ? '' : name === undefined ? `${container}[]` : pathUnder(container, name);
    const flags = this.#flagsOf(path);
    this.#known.set(address, { path, parent, key: name, flags });
    return flags;
  }

  numberAt(at: number, length: number): number {
    return length > MAX_MEASURED_BYTES ? Number.NaN : numberOf(this.#text(at, length));
  }

  marksOf(path: number, at: number, length: number): number {
    return this.#marks.get(this.#known.get(path)?.path ?? '')?.get(this.#text(at, length)) ?? 0;
  }

  storiesFull(): void {
    const count = this.#machine.takeStories();
    if (count > 0) this.#handler.stories?.(new Float64Array(this.#machine.memory.buffer, STORIES, count));
  }

  /** Hands over the stories and the hits that ended since the last time. */
  flush(): void {
    const machine = this.#machine;
    this.storiesFull();
    machine.tellHits();
    const [count = 0, all = 0] = machine.told;
    if (count === 0) return;
    const column = (address: number): Float64Array => new Float64Array(machine.memory.buffer, address, count);
    try {
      this.#handler.hits?.({
        first: all - count,
        count,
        offsets: column(BATCH),
        bytes: column(BATCH + 8 * BATCH_HITS),
        identities: column(BATCH + 2 * 8 * BATCH_HITS),
        aliases: column(BATCH_ALIASES),
        media: column(BATCH_MEDIA),
        scores: column(BATCH_SCORES),
        marks: column(BATCH_MARKS),
        label: (index) => {
          const length = this.#view.getInt32(BATCH_LABELS + 4 * (BATCH_HITS + index), true);
          return length < 0 ? undefined : this.#text(this.#view.getUint32(BATCH_LABELS + 4 * index, true), length);
        },
      });
    } finally {
      machine.emptyBatch();
    }
  }

  statistics(): HitsStatistics {
    this.#machine.tellHits();
    const [, count = 0, bytes = 0, wasBegun = 0, end = 0, kept = 0, limits = 0] = this.#machine.told;
    const limited = limits > 0;
    if (wasBegun === 0) return { count, bytes, paths: [], limited };
    const addresses = [ROOT];
    for (let address = OVERFLOW + PATH_BYTES; address < end; address += PATH_BYTES) {
      // Paths that were given up have no container.
      if (this.#view.getUint32(address, true) > 0) addresses.push(address);
    }
    if (limits > 1) addresses.push(OVERFLOW);
    const pathOf = (address: number): string => this.#known.get(address)?.path ?? OVERFLOW_PATH;
    addresses.sort((a, b) => compareTexts(pathOf(a), pathOf(b)));
    const indexOf = new Map(addresses.map((address, index) => [address, index]));
    const texts = this.#keptTexts(kept);
    return {
      count,
      bytes,
      paths: addresses.map((address) => this.#path(address, indexOf, texts)),
      limited,
    };
  }

  #path(address: number, indexOf: ReadonlyMap<number, number>, texts: KeptTexts): PathStatistics {
    const known = this.#known.get(address);
    const flags = known?.flags ?? 0;
    const strings = this.#count(address + STRINGS);
    const values = this.#isEnum(address) ? (texts.values.get(address) ?? []) : undefined;
    const counts = texts.tallies.get(address) ?? new Map<string, number>();
    const count = (index: number): number => this.#count(address + COUNTS + 8 * index);
    // In the order of PATH_COUNTS, and written out: computed keys take twice the time of all other members.
    return {
      path: known?.path ?? OVERFLOW_PATH,
      parent: indexOf.get(known?.parent ?? -1) ?? -1,
      key: known?.key,
      nulls: count(0),
      trues: count(1),
      falses: count(2),
      numbers: count(3),
      integers: count(4),
      strings: strings,
      emptyStrings: count(6),
      objects: count(7),
      arrays: count(8),
      bytes: count(9),
      maxBytes: count(10),
      elements: count(11),
      maxElements: count(12),
      emptyArrays: count(13),
      duplicateKeys: count(14),
      repeats: count(15),
      scripts: strings === 0 || (flags & measureFlags.scripts) === 0 ? {} : this.#scripts(address, strings),
      values: values && orderValues(values),
      tally: flags & TALLIED ? { counts, others: this.#count(address + OTHER_TALLIES) } : undefined,
    };
  }

  /** Strings by script: those of ASCII alone, which are not counted, are what remains. */
  #scripts(address: number, strings: number): PathStatistics['scripts'] {
    const scripts: Partial<Record<Script, number>> = {};
    let ascii = strings;
    for (let index = 1; index < SCRIPTS.length; index += 1) {
      const name = SCRIPTS[index];
      const count = this.#count(address + SCRIPT_COUNTS + 8 * (index - 1));
      if (count === 0 || name === undefined) continue;
      scripts[name] = count;
      ascii -= count;
    }
    return ascii > 0 ? { ascii, ...scripts } : scripts;
  }

  #isEnum(address: number): boolean {
    return (this.#view.getUint32(address + FLAGS, true) & measureFlags.values) > 0;
  }

  #keptTexts(kept: number): KeptTexts {
    const values = new Map<number, ValueCount[]>();
    const tallies = new Map<number, Map<string, number>>();
    for (let entry = KEPT; entry < KEPT + kept * KEPT_BYTES; entry += KEPT_BYTES) {
      const word = (at: number): number => this.#view.getUint32(entry + at, true);
      const path = word(8);
      const kind = word(12);
      // Those of a path that proved not to be enum-like tell nothing.
      if (kind !== TALLY_KIND && !this.#isEnum(path)) continue;
      const text = this.#text(word(0), word(4));
      const count = this.#count(entry + 16);
      if (kind === TALLY_KIND) {
        const tally = tallies.get(path) ?? new Map<string, number>();
        tallies.set(path, tally.set(text, count));
      } else {
        // All hits that had it have the key again.
        if (count === 0) continue;
        const list = values.get(path) ?? [];
        list.push({ kind: kind === 0 ? 'string' : 'number', text, count });
        values.set(path, list);
      }
    }
    return { values, tallies };
  }

  #count(at: number): number {
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32;
  }

  #text(at: number, length: number): string {
    return readBytesText(this.#machine.bytes.subarray(at, at + length));
  }
}

interface KeptTexts {
  readonly values: ReadonlyMap<number, readonly ValueCount[]>;
  readonly tallies: ReadonlyMap<number, ReadonlyMap<string, number>>;
}
