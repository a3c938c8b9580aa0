import {
  MAX_PATHS,
  OVERFLOW_PATH,
  SCRIPTS,
  type HitMeasures,
  type Measure,
  type PathStatistics,
  type Script,
} from './hits-statistics.ts';
import { orderStatistics } from './order-statistics.ts';

/** What is being counted at one path of the hits of an array. */
export class PathRecord {
  readonly path: string;
  readonly parent: PathRecord | undefined;
  readonly key: string | undefined;
  readonly measures: readonly Measure[];
  readonly children: Map<string, PathRecord> = new Map();
  element: PathRecord | undefined;
  lastObject = 0;

  nulls = 0;
  trues = 0;
  falses = 0;
  numbers = 0;
  integers = 0;
  strings = 0;
  emptyStrings = 0;
  objects = 0;
  arrays = 0;
  bytes = 0;
  maxBytes = 0;
  elements = 0;
  maxElements = 0;
  emptyArrays = 0;
  duplicateKeys = 0;
  repeats = 0;
  otherTallies = 0;
  readonly scripts: Map<Script, number> = new Map();
  /** By text, strings with a quote before them; `undefined` once there are too many. */
  values: Map<string, number> | undefined = new Map();
  readonly tally: Map<string, number> = new Map();

  constructor(path: string, place: { parent?: PathRecord; key?: string; measures: HitMeasures }) {
    this.path = path;
    this.parent = place.parent;
    this.key = place.key;
    this.measures = Object.hasOwn(place.measures, path) ? (place.measures[path] ?? []) : [];
  }

  statistics(indexOf: ReadonlyMap<PathRecord, number>): PathStatistics {
    const tallied = this.measures.includes('year') || this.measures.includes('domain');
    return {
      path: this.path,
      parent: this.parent === undefined ? -1 : (indexOf.get(this.parent) ?? -1),
      key: this.key,
      nulls: this.nulls,
      trues: this.trues,
      falses: this.falses,
      numbers: this.numbers,
      integers: this.integers,
      strings: this.strings,
      emptyStrings: this.emptyStrings,
      objects: this.objects,
      arrays: this.arrays,
      bytes: this.bytes,
      maxBytes: this.maxBytes,
      elements: this.elements,
      maxElements: this.maxElements,
      emptyArrays: this.emptyArrays,
      duplicateKeys: this.duplicateKeys,
      scripts: Object.fromEntries(
        SCRIPTS.filter((name) => this.scripts.has(name)).map((name) => [name, this.scripts.get(name) ?? 0]),
      ),
      values:
        this.values &&
        [...this.values].map(([key, count]) => ({
          kind: key.startsWith('"') ? 'string' : 'number',
          text: key.startsWith('"') ? key.slice(1) : key,
          count,
        })),
      repeats: this.repeats,
      tally: tallied ? { counts: this.tally, others: this.otherTallies } : undefined,
    };
  }
}

/** The paths of the hits of an array, interned as they are met. */
export class PathTree {
  readonly root: PathRecord;
  readonly overflow: PathRecord;
  readonly #measures: HitMeasures;
  readonly #records: PathRecord[] = [];
  /** Whether some value went to the overflow. */
  limited = false;

  constructor(measures: HitMeasures) {
    this.#measures = measures;
    this.overflow = new PathRecord(OVERFLOW_PATH, { measures: {} });
    this.overflow.values = undefined;
    this.root = this.#add(new PathRecord('', { measures }));
  }

  overflowed(): PathRecord {
    this.limited = true;
    return this.overflow;
  }

  under(parent: PathRecord, key: string): PathRecord {
    const known = parent.children.get(key);
    if (known) return known;
    if (parent === this.overflow || this.#records.length === MAX_PATHS) return this.overflowed();
    const child = this.#add(new PathRecord(pathUnder(parent.path, key), { parent, key, measures: this.#measures }));
    parent.children.set(key, child);
    return child;
  }

  element(parent: PathRecord): PathRecord {
    if (parent.element) return parent.element;
    if (parent === this.overflow || this.#records.length === MAX_PATHS) return this.overflowed();
    parent.element = this.#add(new PathRecord(`${parent.path}[]`, { parent, measures: this.#measures }));
    return parent.element;
  }

  statistics(): PathStatistics[] {
    const records = this.limited ? [...this.#records, this.overflow] : this.#records;
    const indexOf = new Map(records.map((record, index) => [record, index]));
    return orderStatistics(records.map((record) => record.statistics(indexOf)));
  }

  #add(record: PathRecord): PathRecord {
    this.#records.push(record);
    return record;
  }
}

/** Keys that would make a path ambiguous are quoted: `doc."a.b"`. */
export function pathUnder(path: string, key: string): string {
  const step = key === '' || /[."[\]…]/.test(key) ? JSON.stringify(key) : key;
  return path === '' ? step : `${path}.${step}`;
}
