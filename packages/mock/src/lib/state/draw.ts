import { createHmac } from 'node:crypto';

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Draws what must be new: ids, secrets, salts. All of it follows from a seed and from how often something was drawn. */
export class Draw {
  readonly #seed: number;
  readonly #drawn: Map<string, number>;

  /** @param counters How often each kind was drawn before. */
  constructor(seed: number, counters: Readonly<Record<string, number>> = {}) {
    this.#seed = seed;
    this.#drawn = new Map(Object.entries(counters));
  }

  /** Draws the slug of an application: not to be guessed without the seed, never drawn twice. */
  slug(): string {
    return this.#text('slug', 26);
  }

  /** Draws a nounce, in the form of a UUID. */
  nounce(): string {
    const hex = this.#bytes('nounce').toString('hex');
    // Version 4 and variant, so that what insists on a UUID takes it for one.
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** Draws a secret text behind `prefix`. */
  secret(prefix: string): string {
    return `${prefix}${this.#text('secret', 28)}`;
  }

  /** Draws a short text that makes a signature differ from the one before. */
  salt(): string {
    return this.#text('salt', 10);
  }

  /** Returns the next whole number of a kind, from 1. */
  number(kind: string): number {
    const next = (this.#drawn.get(kind) ?? 0) + 1;
    this.#drawn.set(kind, next);
    return next;
  }

  /** How often each kind was drawn. */
  get counters(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#drawn);
  }

  #bytes(kind: string): Buffer {
    return createHmac('sha256', `idvkit ${this.#seed}`)
      .update(`${kind} ${this.number(kind)}`)
      .digest();
  }

  #text(kind: string, length: number): string {
    return Array.from(this.#bytes(kind).subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  }
}
