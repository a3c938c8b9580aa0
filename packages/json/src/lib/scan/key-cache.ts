const SLOTS = 1_024;
const MAX_BYTES = 64;

/** Turns short ASCII keys into texts, each key that comes again into the very text that it was before: that saves most of the decoding. */
export class KeyCache {
  readonly #slots: (string | undefined)[] = Array.from({ length: SLOTS });

  /** The text of `bytes` from one index to another; undefined where it is long or not ASCII. */
  textOf(bytes: Uint8Array, from: number, to: number): string | undefined {
    if (to - from > MAX_BYTES) return undefined;
    let hash = to - from;
    let all = 0;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      hash = (Math.imul(hash, 31) + byte) | 0;
      all |= byte;
    }
    if (all > 0x7f) return undefined;
    const slot = hash & (SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && isTextOf(known, bytes, from, to)) return known;
    const text = String.fromCharCode(...bytes.subarray(from, to));
    this.#slots[slot] = text;
    return text;
  }
}

function isTextOf(text: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (text.length !== to - from) return false;
  for (let at = from; at < to; at += 1) if (text.charCodeAt(at - from) !== bytes[at]) return false;
  return true;
}
