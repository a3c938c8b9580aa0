import { createCipheriv, hash, hkdfSync, randomBytes, type Cipheriv } from 'node:crypto';

/** Shortest secret that a key is made of, in characters. */
export const SHORTEST_SCRUB_SECRET = 16;

/**
 * What pseudonyms are drawn from. Without it nobody can tell which original a pseudonym stands for, nor try out guesses;
 * with it the same original has the same pseudonym, in every archive.
 */
export class ScrubKey {
  /** Names the key without giving it away: 16 hexadecimal digits. */
  readonly id: string;
  /** The two pads of HMAC, each a block of SHA-256: making an HMAC object for every word costs five times as much. */
  readonly #pads: readonly [inner: Buffer, outer: Buffer];
  readonly #cipher: Cipheriv;

  private constructor(secret: string | Uint8Array) {
    this.id = derive(secret, 'id', 8).toString('hex');
    const texts = derive(secret, 'texts', BLOCK_BYTES);
    this.#pads = [texts.map((byte) => byte ^ 0x36), texts.map((byte) => byte ^ 0x5c)].map((pad) =>
      Buffer.from(pad),
    ) as [Buffer, Buffer];
    // One block at a time, as a function that only the key holder can compute; nothing is decrypted.
    this.#cipher = createCipheriv('aes-256-ecb', derive(secret, 'blocks', 32), null).setAutoPadding(false);
  }

  /** Makes the key of a secret. @throws {RangeError} if it is shorter than {@link SHORTEST_SCRUB_SECRET}. */
  static of(secret: string): ScrubKey {
    if (secret.length < SHORTEST_SCRUB_SECRET) {
      throw new RangeError(`A scrub key has at least ${SHORTEST_SCRUB_SECRET} characters`);
    }
    return new ScrubKey(secret);
  }

  /** Makes a key that nobody knows: its pseudonyms cannot be repeated. */
  static random(): ScrubKey {
    return new ScrubKey(randomBytes(32));
  }

  /** 32 bytes, the HMAC-SHA-256, that belong to a text, other ones for each purpose. */
  bytesOf(purpose: string, text: string): Buffer {
    const [inner, outer] = this.#pads;
    const digest = hash('sha256', Buffer.concat([inner, Buffer.from(`${purpose}\0${text}`)]), 'buffer');
    return hash('sha256', Buffer.concat([outer, digest]), 'buffer');
  }

  /**
   * At least 16 bytes, of an even number, that belong to a word and to the attempt at making one up: one block of AES where
   * the word fits into it, as most do, which takes a third of the time.
   */
  wordBytesOf(attempt: number, word: string): Buffer {
    if (word.length > LONGEST_IN_BLOCK || attempt > 63) return this.bytesOf(`word ${attempt}`, word);
    const bytes = Buffer.from(word);
    if (bytes.length > LONGEST_IN_BLOCK) return this.bytesOf(`word ${attempt}`, word);
    const block = Buffer.alloc(16);
    block[0] = WORDS + attempt;
    block[1] = bytes.length;
    bytes.copy(block, 2);
    return this.#cipher.update(block);
  }

  /** A number below 2^48 that belongs to three: a purpose below 128, a round below 256, and any below 2^48. */
  numberOf(purpose: number, round: number, tweak: number, value: number): number {
    const block = Buffer.alloc(16);
    block[0] = purpose;
    block[1] = round;
    block.writeUIntBE(tweak, 2, 6);
    block.writeUIntBE(value, 8, 6);
    return this.#cipher.update(block).readUIntBE(0, 6);
  }
}

const BLOCK_BYTES = 64;
const LONGEST_IN_BLOCK = 14;
/** First byte of the blocks of words; purposes of numbers are below it. */
const WORDS = 128;

function derive(secret: string | Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'idvkit scrub 1', purpose, bytes));
}
