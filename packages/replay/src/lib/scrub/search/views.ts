/** Bytes that say the same in another way, and where in the original each came from. */
export interface View {
  readonly bytes: Uint8Array;
  readonly length: number;
  /** Where in the original the byte at an index came from. */
  originOf(at: number): number;
}

const BACKSLASH = 0x5c;
const PERCENT = 0x25;
/** What one-letter escapes of JSON stand for. */
const ESCAPED: Readonly<Record<number, number>> = { 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9 };

/** Reads escapes of JSON: `\u0e01`, `\/`, `\n`. Those that are none stay. */
export function unescaped(bytes: Uint8Array, length: number): View | undefined {
  let from = indexOf(bytes, BACKSLASH, 0, length);
  if (from === -1) return undefined;
  const view = new ViewWriter(length);
  view.copy(bytes, 0, from);
  while (from < length) {
    const next = bytes[from + 1] ?? 0;
    const unit = next === 0x75 ? hexUnit(bytes, from + 2, length) : -1;
    if (unit === -1) {
      const escaped = ESCAPED[next] ?? (next === BACKSLASH || next === 0x2f || next === 0x22 ? next : -1);
      view.put(escaped === -1 ? BACKSLASH : escaped, from);
      from += escaped === -1 ? 1 : 2;
    } else {
      const isHigh = unit >= 0xd800 && unit < 0xdc00 && bytes[from + 6] === BACKSLASH && bytes[from + 7] === 0x75;
      const low = isHigh ? hexUnit(bytes, from + 8, length) : -1;
      const isPair = low >= 0xdc00 && low < 0xe000;
      view.putCharacter(isPair ? 0x1_00_00 + ((unit - 0xd800) << 10) + (low - 0xdc00) : unit, from);
      from += isPair ? 12 : 6;
    }
    const until = indexOf(bytes, BACKSLASH, from, length);
    const to = until === -1 ? length : until;
    view.copy(bytes, from, to);
    from = to;
  }
  return view;
}

/** Reads percent-encoding: `%e0%b8%81`. */
export function percentDecoded(bytes: Uint8Array, length: number): View | undefined {
  let from = indexOf(bytes, PERCENT, 0, length);
  if (from === -1) return undefined;
  const view = new ViewWriter(length);
  view.copy(bytes, 0, from);
  while (from < length) {
    const [high, low] = [hexValue(bytes[from + 1] ?? 0), hexValue(bytes[from + 2] ?? 0)];
    const isEncoded = high !== -1 && low !== -1 && from + 2 < length;
    view.put(isEncoded ? high * 16 + low : PERCENT, from);
    from += isEncoded ? 3 : 1;
    const until = indexOf(bytes, PERCENT, from, length);
    const to = until === -1 ? length : until;
    view.copy(bytes, from, to);
    from = to;
  }
  return view;
}

/** A view that is being written. It is never longer than the original. */
class ViewWriter implements View {
  readonly bytes: Uint8Array;
  length = 0;
  /** Where in the view, and where in the original, each run of bytes begins that came as they are. */
  readonly #runs: number[] = [];

  constructor(length: number) {
    this.bytes = new Uint8Array(length + 4);
  }

  copy(from: Uint8Array, start: number, end: number): void {
    if (end <= start) return;
    this.#runs.push(this.length, start);
    if (end - start < 64) for (let at = start; at < end; at += 1) this.bytes[this.length + at - start] = from[at] ?? 0;
    else this.bytes.set(from.subarray(start, end), this.length);
    this.length += end - start;
  }

  put(byte: number, origin: number): void {
    this.#runs.push(this.length, origin);
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** Writes a character as UTF-8; half of a pair becomes what stands for it in UTF-8. */
  putCharacter(codePoint: number, origin: number): void {
    if (codePoint < 0x80) return this.put(codePoint, origin);
    const point = codePoint >= 0xd800 && codePoint < 0xe000 ? 0xfffd : codePoint;
    const count = point < 0x800 ? 2 : point < 0x1_00_00 ? 3 : 4;
    this.#runs.push(this.length, origin);
    const lead = count === 2 ? 0xc0 : count === 3 ? 0xe0 : 0xf0;
    for (let left = count - 1; left >= 0; left -= 1) {
      const six = point >> (6 * left);
      this.bytes[this.length] = left === count - 1 ? lead | six : 0x80 | (six & 0x3f);
      this.length += 1;
    }
  }

  originOf(at: number): number {
    const runs = this.#runs;
    let [low, high] = [0, runs.length / 2 - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((runs[middle * 2] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return (runs[low * 2 + 1] ?? 0) + at - (runs[low * 2] ?? 0);
  }
}

function indexOf(bytes: Uint8Array, byte: number, from: number, to: number): number {
  const at = bytes.indexOf(byte, from);
  return at === -1 || at >= to ? -1 : at;
}

function hexUnit(bytes: Uint8Array, from: number, length: number): number {
  if (from + 4 > length) return -1;
  let unit = 0;
  for (let at = from; at < from + 4; at += 1) {
    const value = hexValue(bytes[at] ?? 0);
    if (value === -1) return -1;
    unit = unit * 16 + value;
  }
  return unit;
}

/** What a hexadecimal digit stands for; -1 where it is none. */
export function hexValue(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
