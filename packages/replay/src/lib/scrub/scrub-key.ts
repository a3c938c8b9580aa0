import { hkdfSync, randomBytes } from 'node:crypto';

import { sipHash, type Hash } from './sip-hash.ts';

const SECRET = /^[\da-f]{64}$/i;

/** First bytes of what is hashed, so that no two uses hash the same. Purposes of rounds are below them. */
const STREAM = 0x7e;
const TEXT = '\u007F';

/**
 * A secret of 32 random bytes that pseudonyms are drawn from. Without it nobody can test a guess.
 * With it the same original has the same pseudonym in every archive, and ids can be decrypted.
 */
export class ScrubKey {
  /** Names the key without giving it away: 16 hexadecimal digits. */
  readonly id: string;
  readonly #key: Int32Array;
  readonly #block = new Int32Array(6);
  readonly #hash: Hash = { high: 0, low: 0 };

  private constructor(secret: Uint8Array) {
    this.id = derive(secret, 'id', 8).toString('hex');
    this.#key = wordsOf(derive(secret, 'pseudonyms', 16));
  }

  /**
   * Makes the key of a secret of {@link ScrubKey.newSecret}. The id of a key, which each copy names, would prove a passphrase.
   * @throws {RangeError} if it is not 64 hexadecimal digits.
   */
  static of(secret: string): ScrubKey {
    if (!SECRET.test(secret)) throw new RangeError('A scrub key is 64 hexadecimal digits');
    return new ScrubKey(Buffer.from(secret, 'hex'));
  }

  /** Draws 32 random bytes, as 64 hexadecimal digits. */
  static newSecret(): string {
    return randomBytes(32).toString('hex');
  }

  /** Returns a function that draws the next number below a bound of at most 2^16: always the same for a purpose and text. */
  draws(purpose: string, text: string): (below: number) => number {
    const bytes = Buffer.from(`${TEXT}${purpose}\0${text}`);
    const padded = Buffer.alloc((bytes.length >> 3) * 8 + 8);
    padded.set(bytes);
    sipHash(this.#key, wordsOf(padded), bytes.length, this.#hash);
    const seed = { ...this.#hash };
    let [block, left, high, low] = [0, 0, 0, 0];
    return (below) => {
      if (left === 0) {
        this.#hashBlock(STREAM, block, seed.high, seed.low);
        ({ high, low } = this.#hash);
        [block, left] = [block + 1, 4];
      }
      left -= 1;
      const half = left < 2 ? low : high;
      return ((left % 2 === 0 ? half : half >>> 16) & 0xffff) % below;
    };
  }

  /** Returns a function for a purpose below 126 and a tweak below 2^48. In each round below 256, it maps numbers below 2^48 to others. */
  rounds(purpose: number, tweak: number): (round: number, value: number) => number {
    return (round, value) => {
      const head = purpose | (round << 8) | ((tweak / 2 ** 32) << 16);
      this.#hashBlock(head, tweak % 2 ** 32, value / 2 ** 32, value % 2 ** 32);
      return (this.#hash.high & 0xffff) * 2 ** 32 + (this.#hash.low >>> 0);
    };
  }

  #hashBlock(first: number, second: number, third: number, fourth: number): void {
    const block = this.#block;
    block[0] = first;
    block[1] = second;
    block[2] = third;
    block[3] = fourth;
    sipHash(this.#key, block, 16, this.#hash);
  }
}

function derive(secret: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'idvkit archive scrub 3', purpose, bytes));
}

function wordsOf(bytes: Buffer): Int32Array {
  return Int32Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readInt32LE(at * 4));
}
