import { SCRIPT_BYTES, type Script } from './hits-statistics.ts';
import { utf8Length } from './text-bytes.ts';

/** First and last code point of each block of letters of a script, in order. */
export const SCRIPT_RANGES: readonly (readonly [first: number, last: number, script: Script])[] = [
  [0xaa, 0xaa, 'latin'],
  [0xba, 0xba, 'latin'],
  [0xc0, 0xd6, 'latin'],
  [0xd8, 0xf6, 'latin'],
  [0xf8, 0x24f, 'latin'],
  [0x370, 0x3ff, 'greek'],
  [0x400, 0x52f, 'cyrillic'],
  [0x591, 0x5f4, 'hebrew'],
  [0x600, 0x6ff, 'arabic'],
  [0x750, 0x77f, 'arabic'],
  [0x8a0, 0x8ff, 'arabic'],
  [0x900, 0x97f, 'devanagari'],
  [0xe01, 0xe5b, 'thai'],
  [0xe81, 0xedf, 'lao'],
  [0x1000, 0x109f, 'myanmar'],
  [0x1100, 0x11ff, 'hangul'],
  [0x1780, 0x17ff, 'khmer'],
  [0x1e00, 0x1eff, 'latin'],
  [0x1f00, 0x1fff, 'greek'],
  [0x3041, 0x30ff, 'kana'],
  [0x3130, 0x318f, 'hangul'],
  [0x31f0, 0x31ff, 'kana'],
  [0x3400, 0x4dbf, 'han'],
  [0x4e00, 0x9fff, 'han'],
  [0xac00, 0xd7af, 'hangul'],
  [0xf900, 0xfaff, 'han'],
  [0xfb50, 0xfdff, 'arabic'],
  [0xfe70, 0xfeff, 'arabic'],
  [0xff66, 0xff9d, 'kana'],
  [0x2_0000, 0x3_ffff, 'han'],
];

/** Code points that tell no script: punctuation, symbols, marks, private use, surrogates. */
export const NEUTRAL_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x80, 0xa9],
  [0xab, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x250, 0x36f],
  [0x2000, 0x2bff],
  [0x3000, 0x3040],
  [0xd800, 0xf8ff],
  [0xfe00, 0xfe6f],
  [0xff00, 0xff65],
  [0x1_f000, 0x1_faff],
];

const within = (point: number, [first, last]: readonly [number, number, ...unknown[]]): boolean =>
  point >= first && point <= last;

/** Tells the script of a text by its first letter outside ASCII among its first {@link SCRIPT_BYTES} bytes. */
export function scriptOf(text: string): Script {
  let bytes = 0;
  for (const character of text) {
    bytes += utf8Length(character);
    if (bytes > SCRIPT_BYTES) break;
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80 || NEUTRAL_RANGES.some((range) => within(point, range))) continue;
    return SCRIPT_RANGES.find((range) => within(point, range))?.[2] ?? 'other';
  }
  return 'ascii';
}
