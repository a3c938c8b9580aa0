import { createCipheriv, createHmac, hkdfSync, randomBytes, type Cipheriv } from 'node:crypto';

/** Shortest secret that a key is made of, in characters. */
export const SHORTEST_SCRUB_SECRET = 16;

/**
 * What pseudonyms are drawn from. Without it nobody can tell which original a pseudonym stands for, nor try out guesses;
 * with it the same original has the same pseudonym, in every archive.
 */
export class ScrubKey {
  /** Names the key without giving it away: 16 hexadecimal digits. */
  readonly id: string;
  readonly #texts: Buffer;
  readonly #cipher: Cipheriv;

  private constructor(secret: string | Uint8Array) {
    this.id = derive(secret, 'id', 8).toString('hex');
    this.#texts = derive(secret, 'texts', 32);
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

  /** 32 bytes that belong to a text, other ones for each purpose. */
  bytesOf(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#texts).update(purpose).update('\0').update(text).digest();
  }

  /** A number below 2^48 that belongs to three: a purpose below 256, a round below 256, and any below 2^48. */
  numberOf(purpose: number, round: number, tweak: number, value: number): number {
    const block = Buffer.alloc(16);
    block[0] = purpose;
    block[1] = round;
    block.writeUIntBE(tweak, 2, 6);
    block.writeUIntBE(value, 8, 6);
    return this.#cipher.update(block).readUIntBE(0, 6);
  }
}

function derive(secret: string | Uint8Array, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'idvkit scrub 1', purpose, bytes));
}
