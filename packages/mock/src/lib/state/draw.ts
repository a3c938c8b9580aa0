import { createHmac } from 'node:crypto';

/** Draws what must be new: ids, secrets, salts. All of it follows from a seed and from how often something was drawn. */
export interface Draw {
  /** The slug of an application: not to be guessed without the seed, never drawn twice. */
  slug(): string;
  /** A nounce, in the form of a UUID. */
  nounce(): string;
  /** A secret text behind `prefix`. */
  secret(prefix: string): string;
  /** A short text that makes a signature differ from the one before. */
  salt(): string;
  /** The next whole number of a kind, from 1. */
  number(kind: string): number;
  /** How often each kind was drawn, to go on from. */
  readonly counters: Readonly<Record<string, number>>;
}

const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Starts drawing from a seed; `counters` says how often each kind was drawn before. */
export function createDraw(seed: number, counters: Readonly<Record<string, number>> = {}): Draw {
  const drawn = new Map(Object.entries(counters));
  const number = (kind: string): number => {
    const next = (drawn.get(kind) ?? 0) + 1;
    drawn.set(kind, next);
    return next;
  };
  const bytes = (kind: string): Buffer =>
    createHmac('sha256', `idvkit ${seed}`)
      .update(`${kind} ${number(kind)}`)
      .digest();
  const text = (kind: string, length: number): string =>
    Array.from(bytes(kind).subarray(0, length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return {
    slug: () => text('slug', 26),
    nounce: () => {
      const hex = bytes('nounce').toString('hex');
      // Version 4 and variant, so that what insists on a UUID takes it for one.
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
    },
    secret: (prefix) => `${prefix}${text('secret', 28)}`,
    salt: () => text('salt', 10),
    number,
    get counters() {
      return Object.fromEntries(drawn);
    },
  };
}
