import { createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

const SECRET = /^[\da-f]{64}$/i;
/** Rounds for numbers of few digits, of which there could be a table, and of more. */
const ROUNDS = { few: 8, many: 4 };
const MANY_DIGITS = 8;
/** Digits that are permuted. In longer numbers each digit is drawn: no one counts that far. */
const MAX_PERMUTED = 24;

/**
 * A secret of 32 random bytes that pseudonyms follow from, by HMAC-SHA-256. Without it, guesses cannot be tested. With it, the same
 * original has the same pseudonym in every archive.
 */
export class ScrubKey {
  readonly #secret: Uint8Array;
  readonly #key: KeyObject;

  private constructor(secret: Uint8Array) {
    this.#secret = secret;
    this.#key = createSecretKey(derived(secret, 'pseudonyms'));
  }

  /** Makes the key of a secret of {@link ScrubKey.newSecret}. @throws {RangeError} if it is not 64 hexadecimal digits. */
  static of(secret: string): ScrubKey {
    if (!SECRET.test(secret)) throw new RangeError('A scrub key is 64 hexadecimal digits');
    return new ScrubKey(Buffer.from(secret, 'hex'));
  }

  /** Draws 32 random bytes, as 64 hexadecimal digits. */
  static newSecret(): string {
    return randomBytes(32).toString('hex');
  }

  /** Returns another key that follows from this one. What is generated alike under both is not generated. */
  another(number: number): ScrubKey {
    return new ScrubKey(derived(this.#secret, `another ${number}`));
  }

  /** Returns a function that draws the next number below a bound of at most 2^16: always the same for a purpose and a text. */
  draws(purpose: string, text: string): (below: number) => number {
    const seed = this.#hmac(`${purpose}\0${text}`);
    let bytes = seed;
    let [at, block] = [0, 0];
    return (below) => {
      const width = below <= 2 ** 7 ? 1 : 2;
      if (at + width > bytes.length) {
        block += 1;
        bytes = this.#hmac(`${block}\0${seed}`);
        at = 0;
      }
      at += width;
      return numberAt(bytes, at - width, width) % below;
    };
  }

  /**
   * Permutes the numbers of as many digits among themselves (a Feistel network over two halves), so that no two ids become one. A first
   * digit that is not zero does not become zero if `isNumber`. No number stands for itself.
   */
  permuted(digits: string, { isNumber }: { readonly isNumber: boolean }): string {
    const { length } = digits;
    if (length > MAX_PERMUTED) {
      const draw = this.draws('digits', digits);
      return Array.from(digits, (digit, at) => (at === 0 && isNumber ? digit : String(draw(10)))).join('');
    }
    const middle = (length + 1) >> 1;
    const lowest = isNumber ? 10 ** (middle - 1) : 0;
    const sizes = [10 ** middle - lowest, 10 ** (length - middle)] as const;
    const rounds = length < MANY_DIGITS ? ROUNDS.few : ROUNDS.many;
    for (let tweak = 0; ; tweak += 1) {
      let [left, right] = [Number(digits.slice(0, middle)) - lowest, Number(digits.slice(middle))];
      for (let round = 0; round < rounds; round += 1) {
        const half = round % 2 === 0 ? left : right;
        const mapped = numberAt(this.#hmac(`round ${round} ${tweak} ${length} ${lowest}\0${half}`), 0, 6);
        if (round % 2 === 0) right = (right + mapped) % sizes[1];
        else left = (left + mapped) % sizes[0];
      }
      const tail = length > middle ? String(right).padStart(length - middle, '0') : '';
      const made = `${String(left + lowest).padStart(middle, '0')}${tail}`;
      if (made !== digits) return made;
    }
  }

  /** Returns 32 bytes, as characters: that takes half the time of a buffer. */
  #hmac(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('binary');
  }
}

function numberAt(bytes: string, at: number, count: number): number {
  let number = 0;
  for (let index = at; index < at + count; index += 1) number = number * 256 + bytes.charCodeAt(index);
  return number;
}

function derived(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, 'idvkit archive scrub', purpose, 32));
}
