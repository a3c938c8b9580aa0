import { isUtf8 } from './native-utf8.ts';

/**
 * Checks UTF-8 over chunks that may cut a character in two.
 *
 * The bulk of a chunk goes through the native check; only the few bytes at a cut are looked at one by one.
 */
export class Utf8Check {
  /** Bytes of a character that the last chunk began and did not end. */
  #pending: number[] = [];

  /** @returns Index in `chunk` of the first byte of a malformed character (negative: it began in an earlier chunk), or `undefined`. */
  write(chunk: Uint8Array): number | undefined {
    let from = 0;
    const before = this.#pending.length;
    if (before > 0) {
      const need = sequenceLength(this.#pending[0] ?? 0);
      while (this.#pending.length < need && from < chunk.length) this.#pending.push(chunk[from++] ?? 0);
      if (!isPossibleBeginning(this.#pending)) return -before;
      if (this.#pending.length < need) return undefined;
      if (!isUtf8(Uint8Array.from(this.#pending))) return -before;
      this.#pending = [];
    }
    const cut = beginningOfOpenSequence(chunk, from);
    const whole = chunk.subarray(from, cut);
    if (!isUtf8(whole)) return from + firstMalformed(whole);
    this.#pending = [...chunk.subarray(cut)];
    return isPossibleBeginning(this.#pending) ? undefined : cut;
  }

  /** @returns How many bytes of an unfinished character the input ends with. */
  end(): number {
    return this.#pending.length;
  }
}

function sequenceLength(first: number): number {
  return first >= 0xf0 && first <= 0xf4 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1;
}

/** Index where a character begins that `chunk` does not hold to its end; the length of `chunk` where there is none. */
function beginningOfOpenSequence(chunk: Uint8Array, from: number): number {
  const lowest = Math.max(from, chunk.length - 3);
  for (let index = chunk.length - 1; index >= lowest; index -= 1) {
    const byte = chunk[index] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    return byte >= 0xc2 && byte <= 0xf4 && index + sequenceLength(byte) > chunk.length ? index : chunk.length;
  }
  return chunk.length;
}

/** Returns true if a character can start with these bytes: tries continuation bytes of every kind. */
function isPossibleBeginning(bytes: readonly number[]): boolean {
  const [first] = bytes;
  if (first === undefined) return true;
  const missing = sequenceLength(first) - bytes.length;
  return [0x80, 0x90, 0xa0, 0xbf].some((fill) =>
    isUtf8(Uint8Array.from([...bytes, ...Array<number>(missing).fill(fill)])),
  );
}

/** Index of the first byte that no valid prefix covers. */
function firstMalformed(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  // Invariant: what is before `low` is valid up to an open sequence, what is before `high` is not.
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    const cut = beginningOfOpenSequence(bytes.subarray(0, middle), 0);
    if (isUtf8(bytes.subarray(0, cut)) && isPossibleBeginning([...bytes.subarray(cut, middle)])) low = middle;
    else high = middle;
  }
  const cut = beginningOfOpenSequence(bytes.subarray(0, low), 0);
  return cut;
}
