/** A way to write a value in which it could be found again. */
export type LeakForm = 'plain' | 'escaped' | 'percent-encoded' | 'base64' | 'hex';

export interface Reading {
  readonly text: string;
  readonly form: LeakForm;
}

/** JSON within JSON within JSON is read as far as this. */
const MAX_DEPTH = 4;
const ESCAPE = /\\(?:u([\da-f]{4})|(["\\/bfnrt]))/gi;
const ESCAPED: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
const PERCENT = /(?:%[\da-f]{2})+/gi;
/** Characters of runs that something long enough may be encoded in. */
const MIN_BASE64 = 8;
const MIN_HEX = 12;

/** Reads a text in every way: as it is, with escapes of JSON read, escapes within those, and each of these percent-decoded. */
export function* readings(text: string): Generator<Reading> {
  let read = text;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    yield { text: read, form: depth === 0 ? 'plain' : 'escaped' };
    if (read.includes('%')) {
      const decoded = read.replaceAll(PERCENT, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
      if (decoded !== read) yield { text: decoded, form: 'percent-encoded' };
    }
    if (!read.includes('\\')) return;
    const unescaped = read.replaceAll(ESCAPE, (_, unit?: string, letter = '') =>
      unit === undefined ? (ESCAPED[letter] ?? letter) : String.fromCharCode(Number.parseInt(unit, 16)),
    );
    if (unescaped === read) return;
    read = unescaped;
  }
}

/** The number that a character of base64 stands for, in either alphabet; -1 for another. */
const SIX_BITS = new Int8Array(128).fill(-1);
for (const alphabet of ['+/', '-_'])
  for (const [at, char] of Array.from(
    `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`,
  ).entries())
    SIX_BITS[char.charCodeAt(0)] = at;
const IS_HEX = Uint8Array.from({ length: 128 }, (_, unit) => (/[\da-f]/i.test(String.fromCharCode(unit)) ? 1 : 0));

const MIN_ENCODED = 6;
/** For each of four alignments in a run of base64: how many of the last bytes may be text, and whether enough were. */
const streaks = new Int32Array(4);
const isText = new Uint8Array(4);

/**
 * Reads runs of base64 and of hexadecimal digits. Nobody knows where in a run the encoding begins: it is read from each of its first
 * four characters, or two digits, if enough of its bytes may be text.
 */
export function encodedReadings(text: string): Reading[] {
  const found: Reading[] = [];
  let [run, hexRun, bits] = [0, 0, 0];
  for (let at = 0; at <= text.length; at += 1) {
    const unit = text.charCodeAt(at);
    const six = unit < 128 ? (SIX_BITS[unit] ?? -1) : -1;
    if (hexRun >= MIN_HEX && (six < 0 || IS_HEX[unit] === 0)) {
      for (const start of [at - hexRun, at - hexRun + 1])
        found.push({ text: Buffer.from(text.slice(start, at), 'hex').toString(), form: 'hex' });
    }
    hexRun = six >= 0 && IS_HEX[unit] === 1 ? hexRun + 1 : 0;
    if (six >= 0) {
      run += 1;
      bits = ((bits << 6) | six) & 0xffffff;
      if (run >= 4) countText(run & 3, bits);
      continue;
    }
    for (const offset of run >= MIN_BASE64 ? streaks.keys() : []) {
      // Up to two bytes follow that fewer than four characters stand for.
      if (isText[offset] === 1 || (streaks[offset] ?? 0) >= MIN_ENCODED - 2)
        found.push({ text: Buffer.from(text.slice(at - run + offset, at), 'base64').toString(), form: 'base64' });
    }
    if (run >= 4) {
      streaks.fill(0);
      isText.fill(0);
    }
    run = 0;
  }
  return found;
}

/** Counts bytes that may follow one another in UTF-8 without control characters. */
function countText(alignment: number, bits: number): void {
  const [first, second, third] = [bits >> 16, (bits >> 8) & 0xff, bits & 0xff];
  const before = streaks[alignment] ?? 0;
  const isSecond = mayFollow(first, second);
  const isThird = mayFollow(second, third);
  const isFirst = isOfText(first);
  const leading = isFirst ? (isSecond ? (isThird ? 3 : 2) : 1) : 0;
  if (before + leading >= MIN_ENCODED) isText[alignment] = 1;
  streaks[alignment] = leading === 3 ? before + 3 : isThird ? 2 : isOfText(third) ? 1 : 0;
}

function isOfText(byte: number): boolean {
  return byte >= 0x20 ? byte !== 0x7f && byte <= 0xf4 : byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

function mayFollow(before: number, byte: number): boolean {
  if (!isOfText(before) || !isOfText(byte)) return false;
  const isContinued = byte >= 0x80 && byte < 0xc0;
  return before >= 0xc0 ? isContinued : before >= 0x80 || !isContinued;
}
