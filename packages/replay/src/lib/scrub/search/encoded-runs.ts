import { FOLDED } from './fold.ts';
import { LONGEST } from './leak-book.ts';
import type { OnFound } from './leak-form.ts';
import { foldInto, type ValueTable } from './value-table.ts';
import { hexValue } from './views.ts';

/** What a character of base64, in either alphabet, stands for. */
const SIX_BITS = new Int8Array(256).fill(-1);
for (const [at, char] of Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/').entries())
  SIX_BITS[char.charCodeAt(0)] = at;
SIX_BITS['-'.charCodeAt(0)] = 62;
SIX_BITS['_'.charCodeAt(0)] = 63;

const HEX = Int8Array.from({ length: 256 }, (_, byte) => hexValue(byte));
/** Fewest characters before which nothing long enough can have been encoded. */
const SHORTEST_BASE64 = 6;
const MIN_HEX_LENGTH = 12;

/** Scratch for what is decoded around a place. */
const decoded = new Uint8Array(LONGEST + 8);
const folded = new Uint8Array(LONGEST + 8);
const foldedView = new DataView(folded.buffer);

/**
 * Searches what runs of base64 and of hexadecimal digits say. Where in a run the encoding begins is not known, so each place is read
 * at every alignment: four characters of base64 that end there as three bytes, two digits as one.
 */
export function searchEncoded(bytes: Uint8Array, length: number, table: ValueTable, onFound: OnFound): void {
  let triple = 0;
  let run = 0;
  let hexRun = 0;
  for (let at = 0; at < length; at += 1) {
    const byte = bytes[at] ?? 0;
    const six = SIX_BITS[byte] ?? -1;
    if (six < 0) {
      if (hexRun >= MIN_HEX_LENGTH) searchHex(bytes, { from: at - hexRun, to: at }, table, onFound);
      run = 0;
      hexRun = 0;
      continue;
    }
    triple = ((triple << 6) | six) & 0xffffff;
    run += 1;
    if (run >= SHORTEST_BASE64) {
      const first = FOLDED[triple >> 16] ?? 0;
      const second = FOLDED[(triple >> 8) & 0xff] ?? 0;
      const third = FOLDED[triple & 0xff] ?? 0;
      if (table.mayEndNear((first << 16) | (second << 8) | third))
        searchBase64(bytes, { from: at + 1 - run, at: at + 1, length }, table, onFound);
    }
    if ((HEX[byte] ?? -1) >= 0) hexRun += 1;
    else {
      if (hexRun >= MIN_HEX_LENGTH) searchHex(bytes, { from: at - hexRun, to: at }, table, onFound);
      hexRun = 0;
    }
  }
  if (hexRun >= MIN_HEX_LENGTH) searchHex(bytes, { from: length - hexRun, to: length }, table, onFound);
}

/** Decodes what ends at a place, and the two bytes after it, and looks for values that end there. */
function searchBase64(
  bytes: Uint8Array,
  { from, at, length }: { readonly from: number; readonly at: number; readonly length: number },
  table: ValueTable,
  onFound: OnFound,
): void {
  const quads = Math.min(Math.ceil((at - from) / 4), Math.floor(LONGEST / 3) + 1);
  const start = at - quads * 4;
  // What the first four characters lack makes bytes that no value has.
  const six = (place: number): number => (place < from ? 0 : Math.max(0, SIX_BITS[bytes[place] ?? 0] ?? 0));
  let count = 0;
  for (let place = start; place < at; place += 4) {
    const bits = (six(place) << 18) | (six(place + 1) << 12) | (six(place + 2) << 6) | six(place + 3);
    decoded[count] = bits >> 16;
    decoded[count + 1] = bits >> 8;
    decoded[count + 2] = bits;
    count += 3;
  }
  const whole = count;
  let more = 0;
  while (more < 3 && at + more < length && (SIX_BITS[bytes[at + more] ?? 0] ?? -1) >= 0) more += 1;
  if (more >= 2) decoded[count++] = (six(at) << 2) | (six(at + 1) >> 4);
  if (more >= 3) decoded[count++] = (six(at + 1) << 4) | (six(at + 2) >> 2);
  foldInto(folded, decoded, count);
  for (let end = whole; end <= count; end += 1) {
    table.endingAt(folded, foldedView, end, true, (value) => {
      const first = start + Math.floor(((end - table.lengthOf(value)) * 4) / 3);
      onFound(value, Math.max(from, first), start + Math.ceil((end * 4) / 3), 'base64');
    });
  }
}

/** Decodes a run of hexadecimal digits, from its first and from its second. */
function searchHex(
  bytes: Uint8Array,
  { from, to }: { readonly from: number; readonly to: number },
  table: ValueTable,
  onFound: OnFound,
): void {
  for (const begin of [from, from + 1]) {
    const read = new Uint8Array((to - begin) >> 1);
    for (let index = 0; index < read.length; index += 1) {
      const [high, low] = [HEX[bytes[begin + index * 2] ?? 0] ?? 0, HEX[bytes[begin + index * 2 + 1] ?? 0] ?? 0];
      read[index] = FOLDED[high * 16 + low] ?? 0;
    }
    const view = new DataView(read.buffer);
    for (let end = 1; end <= read.length; end += 1) {
      table.endingAt(read, view, end, true, (value) => {
        onFound(value, begin + (end - table.lengthOf(value)) * 2, begin + end * 2, 'hex');
      });
    }
  }
}
