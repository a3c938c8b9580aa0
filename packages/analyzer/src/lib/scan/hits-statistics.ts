/** Most paths that are told apart within the hits of an array; all others count for the path {@link OVERFLOW_PATH}. */
export const MAX_PATHS: number = 4_096;
/** Most distinct values of one path that are counted one by one. A path with more is not enum-like. */
export const MAX_VALUES: number = 256;
/** Most years or domains of one path that are told apart. */
export const MAX_TALLIES: number = 4_096;
/** Most texts, and bytes of texts, that the values and tallies of one array keep together. */
export const MAX_KEPT_TEXTS: number = 65_536;
export const MAX_KEPT_BYTES: number = 4 * 1_024 * 1_024;
/** Bytes of a text (as written) that are looked at for labels, identities, repetitions and domains. */
export const MAX_MEASURED_BYTES: number = 4_096;
/**
 * An object with more keys than this over all hits is a map, unless something is measured in it: its keys are data, and all its members
 * count for one path.
 */
export const MAX_MEMBERS: number = 128;
/** Path of the values for which there were too many paths. */
export const OVERFLOW_PATH: string = '…';

/**
 * Something that is measured at one path, beyond what is measured at all. Of its scalars:
 *
 * - `label`: the first text of each hit is handed over with the hit.
 * - `identity`: the first text of each hit that is not empty becomes a number by which hits can be compared.
 * - `score`: the first number of each hit, or string that is a number, is handed over with the hit.
 * - `repeats`: texts that occur again within the same hit are counted.
 * - `year`: texts are counted by the year that they begin with.
 * - `domain`: URLs are counted by their host.
 * - `values`: distinct strings and numbers are counted one by one, up to {@link MAX_VALUES}.
 * - `scripts`: strings are counted by their script.
 * - `stories`: each text that is not empty becomes a number, as an identity does. Of a longer one, its beginning counts.
 *
 * Of a key that is twice in one object, the last value counts for `label`, `identity`, `score` and `values`; all other numbers
 * are those of the text.
 *
 * Of the objects at a path:
 *
 * - `map`: keys are data. All members count for one path, which ends with `{*}`.
 *
 * Of the arrays at a path:
 *
 * - `aliases`, `media`: their elements are added up for each hit and handed over with the hit.
 */
export type Measure =
  | 'label'
  | 'identity'
  | 'score'
  | 'repeats'
  | 'year'
  | 'domain'
  | 'values'
  | 'scripts'
  | 'map'
  | 'aliases'
  | 'media'
  | 'stories';

/**
 * Measures of hits, by path within a hit: keys joined by dots, `[]` for the elements of an array, `{*}` for the members
 * of a map, such as `doc.aka[].name`; a key that is empty or holds one of `.`, `[`, `]`, `"`, `*` or `…` is quoted as JSON does it.
 * The path `*` stands for every path. Of `year` and `domain`, a path that names both has `year`.
 */
export type HitMeasures = Readonly<Record<string, readonly Measure[]>>;

/**
 * Marks (sums of powers of two) that a string at a path gives its hit. At these paths, `values` must be measured, and the path must stay
 * enum-like.
 */
export type HitMarks = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Scripts that texts are told apart by. */
export const SCRIPTS = [
  'ascii',
  'latin',
  'greek',
  'cyrillic',
  'hebrew',
  'arabic',
  'devanagari',
  'thai',
  'lao',
  'myanmar',
  'khmer',
  'hangul',
  'kana',
  'han',
  'other',
] as const;

/** `ascii`: no letter of another script among the first 64 bytes. */
export type Script = (typeof SCRIPTS)[number];

export interface ValueCount {
  readonly kind: 'string' | 'number';
  /** Decoded string, or number as written. */
  readonly text: string;
  readonly count: number;
}

/** Texts counted by year or domain. */
export interface Tally {
  readonly counts: ReadonlyMap<string, number>;
  /** Texts that begin with no year or are not URL, or for which there was no room. */
  readonly others: number;
}

/** Counts of a path, in the order in which the scanner keeps them: assembly/path.ts. */
export const PATH_COUNTS = [
  'nulls',
  'trues',
  'falses',
  'numbers',
  'integers',
  'strings',
  'emptyStrings',
  'objects',
  'arrays',
  'bytes',
  'maxBytes',
  'elements',
  'maxElements',
  'emptyArrays',
  'duplicateKeys',
  'repeats',
] as const;

/** Statistics of one path over all hits of an array. */
export interface PathStatistics {
  /** Keys joined by dots, `[]` for the elements of an array. The empty string is the hit itself. */
  readonly path: string;
  /** Index, among all paths, of the path of the container; -1 for the hit itself and for {@link OVERFLOW_PATH}. */
  readonly parent: number;
  /** Key in its object; `null` for the members of a map, `undefined` for elements of an array and the hit itself. */
  readonly key: string | null | undefined;
  readonly nulls: number;
  readonly trues: number;
  readonly falses: number;
  readonly numbers: number;
  /** Those of the numbers that are written without fraction and exponent. */
  readonly integers: number;
  readonly strings: number;
  readonly emptyStrings: number;
  readonly objects: number;
  readonly arrays: number;
  /** Bytes of the JSON text of all values here, and of the longest. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** Elements of all arrays here, and of the longest. */
  readonly elements: number;
  readonly maxElements: number;
  readonly emptyArrays: number;
  /** Times that the key occurred again within one object. */
  readonly duplicateKeys: number;
  /** Strings by the first letter outside ASCII, if `scripts` is measured; scripts that were not seen are left out. */
  readonly scripts: Readonly<Partial<Record<Script, number>>>;
  /** Distinct strings and numbers, in order of their text, if `values` is measured; `undefined` where there are too many or too long ones. */
  readonly values: readonly ValueCount[] | undefined;
  /** Texts seen before in the same hit, if `repeats` is measured. */
  readonly repeats: number;
  /** Set if `year` or `domain` is measured. */
  readonly tally: Tally | undefined;
}

/** Statistics of the hits of one array. */
export interface HitsStatistics {
  /** Elements of the array. */
  readonly count: number;
  /** Bytes of the JSON text of all elements, what is between them apart. */
  readonly bytes: number;
  /** In order of their names, so that containers come before what is in them. */
  readonly paths: readonly PathStatistics[];
  /** True if a limit was met: paths merged, texts not kept. Counts and bytes are exact nevertheless. */
  readonly limited: boolean;
}

/** Hits that ended, in order. Arrays are views into the scanner's memory: valid during the call only. */
export interface HitBatch {
  /** Index, within its array, of the first hit of the batch. */
  readonly first: number;
  readonly count: number;
  /** Bytes from the start of the input to each hit. */
  readonly offsets: Float64Array;
  /** Bytes of each hit's JSON text. */
  readonly bytes: Float64Array;
  /**
   * Number that stands for each hit's `identity`, NaN where it has none: equal identities have equal numbers; different ones
   * have, but for a chance of 1 in 2^52, different numbers.
   */
  readonly identities: Float64Array;
  /** Elements, in each hit, of the arrays at the paths measured as `aliases`. */
  readonly aliases: Float64Array;
  /** The same of those measured as `media`. */
  readonly media: Float64Array;
  /** Number at the path measured as `score`, NaN if a hit has none. */
  readonly scores: Float64Array;
  /** Marks of all strings of each hit. */
  readonly marks: Float64Array;
  /** The text at the path measured as `label`, if hit number `index` of the batch has one. */
  label(index: number): string | undefined;
}

/** Returns what is measured at a path. */
export function measuresAt(measures: HitMeasures, path: string): readonly Measure[] {
  const own = Object.hasOwn(measures, path) && path !== '*' ? (measures[path] ?? []) : [];
  return [...(measures['*'] ?? []), ...own];
}

/** Returns the paths at which members keep their own paths, because something is measured there or further in. */
export function pinnedPaths(measures: HitMeasures): ReadonlySet<string> {
  return new Set(
    Object.entries(measures)
      .filter(([, names]) => names.some((name) => name !== 'map'))
      .flatMap(([path]) => [path, ...[...path.matchAll(/\.|\[/g)].map(({ index }) => path.slice(0, index)), '']),
  );
}
