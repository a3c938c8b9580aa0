import { createHmac } from 'node:crypto';

/** Hexadecimal digits of a fingerprint, unless two slugs of a run share them. */
const DIGITS = 4;

/** Distinguishes the slugs of one run without revealing any: `slug#3f9a`. Another run gives the same slug another one. */
export class Fingerprints {
  readonly #key: string;
  readonly #bySlug = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(key: string) {
    this.#key = key;
  }

  of(slug: string): string {
    const known = this.#bySlug.get(slug);
    if (known !== undefined) return known;
    const digest = createHmac('sha256', this.#key).update(slug).digest('hex');
    let digits = DIGITS;
    while (this.#taken.has(digest.slice(0, digits))) digits += 1;
    this.#taken.add(digest.slice(0, digits));
    const fingerprint = `slug#${digest.slice(0, digits)}`;
    this.#bySlug.set(slug, fingerprint);
    return fingerprint;
  }
}
