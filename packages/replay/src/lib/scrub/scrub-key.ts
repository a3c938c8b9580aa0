import { hash, hkdfSync, randomBytes } from 'node:crypto';

import { sipHash16, type Halves } from './sip-hash.ts';

/** 32 bytes as hexadecimal digits. */
const SECRET = /^[\da-f]{64}$/i;

/**
 * A secret of 32 random bytes that pseudonyms are drawn from. Without it nobody can tell which original a pseudonym stands for, or try
 * guesses. With it the same original has the same pseudonym in every archive, and ids can be decrypted.
 */
export class ScrubKey {
  /** Names the key without giving it away: 16 hexadecimal digits. */
  readonly id: string;
  /** The two pads of HMAC, each a block of SHA-256: making an HMAC object for every word costs five times as much. */
  readonly #pads: readonly [inner: Buffer, outer: Buffer];
  readonly #blocks: Int32Array;
  readonly #message = new Int32Array(4);
  readonly #hash: Halves = { high: 0, low: 0 };

  private constructor(secret: Uint8Array) {
    this.id = derive(secret, 'id', 8).toString('hex');
    const texts = derive(secret, 'texts', BLOCK_BYTES);
    this.#pads = [texts.map((byte) => byte ^ 0x36), texts.map((byte) => byte ^ 0x5c)].map((pad) =>
      Buffer.from(pad),
    ) as [Buffer, Buffer];
    const blocks = derive(secret, 'blocks', 16);
    this.#blocks = Int32Array.from([0, 4, 8, 12], (at) => blocks.readInt32LE(at));
  }

  /**
   * Makes the key of a secret as {@link ScrubKey.newSecret} gives it. Nothing that can be guessed is taken: the id of a key, which each
   * copy names, would prove a guess.
   *
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

  /** 32 bytes, the HMAC-SHA-256, that belong to a text, other ones for each purpose. */
  bytesOf(purpose: string, text: string): Buffer {
    const [inner, outer] = this.#pads;
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(`${purpose}\0${text}`)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'buffer');
  }

  /** At least 8 numbers below 2^16 that belong to a word and to the attempt at making one up. */
  drawsOf(attempt: number, word: string): Uint16Array {
    const { length } = word;
    if (length > MAX_LENGTH_IN_BLOCK || attempt > 63 || !ASCII.test(word)) {
      const bytes = this.bytesOf(`word ${attempt}`, word);
      return Uint16Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readUInt16LE(at * 2));
    }
    const draws = new Uint16Array(8);
    const message = this.#message;
    for (let half = 0; half < 2; half += 1) {
      message.fill(0);
      message[0] = (WORDS + attempt) | ((length | (half << 7)) << 8);
      for (let at = 0; at < length; at += 1) {
        const place = at + 2;
        message[place >> 2] = (message[place >> 2] ?? 0) | (word.charCodeAt(at) << ((place & 3) * 8));
      }
      sipHash16(this.#blocks, message, this.#hash);
      const { high, low } = this.#hash;
      draws.set([low, low >>> 16, high, high >>> 16], half * 4);
    }
    return draws;
  }

  /** A number below 2^48 that belongs to four: a purpose below 128, a round below 256, and two below 2^48. */
  numberOf(purpose: number, round: number, tweak: number, value: number): number {
    const message = this.#message;
    message[0] = purpose | (round << 8) | ((tweak / 2 ** 32) << 16);
    message[1] = tweak % 2 ** 32;
    message[2] = value / 2 ** 32;
    message[3] = value % 2 ** 32;
    sipHash16(this.#blocks, message, this.#hash);
    return (this.#hash.high & 0xffff) * 2 ** 32 + (this.#hash.low >>> 0);
  }
}

const BLOCK_BYTES = 64;
const MAX_LENGTH_IN_BLOCK = 14;
const ASCII = /^[\0-\u007F]*$/;
/** First byte of the blocks of words; purposes of numbers are below it. */
const WORDS = 128;

function derive(secret: Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'idvkit scrub 2', purpose, bytes));
}
