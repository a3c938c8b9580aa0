import { randomBytes } from 'node:crypto';

import { keysOf, leavesOf, type Leaf } from './body-places.ts';
import { Fingerprints } from './fingerprints.ts';
import { LearnedValues } from './learned-values.ts';
import { isPublicWording } from './public-words.ts';
import { isMoment, MASKED } from './strict-text.ts';

/** Numbers with fewer digits are told by their place alone: they turn up everywhere by chance. */
const SHORTEST_NUMBER = 6;
/** Numbers of applications turn up in texts about them, so they are looked for where they are shorter, too. */
const SHORTEST_ID = 4;
/** Parameters shorter than this sign nothing. */
const SHORTEST_SIGNATURE = 4;

/** What is known of one run: which values are somebody's, and which words are nobody's. */
export class Knowledge {
  readonly #learned = new LearnedValues();
  readonly #fingerprints: Fingerprints;
  readonly #slugs = new Set<string>();
  readonly #segments = new Set<string>();
  readonly #words = new Set<string>();

  /** @param key Key of the fingerprints. Default: a fresh one, so that nobody can try out slugs on a report. */
  constructor(key: string = randomBytes(16).toString('hex')) {
    this.#fingerprints = new Fingerprints(key);
  }

  /** Remembers a token or a webhook secret. */
  learnSecret(secret: string): void {
    this.#learned.learn(secret, '[secret]');
  }

  /** Remembers a slug: it becomes its fingerprint wherever it stands. */
  learnSlug(slug: string): void {
    if (this.#slugs.has(slug)) return;
    this.#slugs.add(slug);
    this.#learned.learn(slug, this.#fingerprints.of(slug));
  }

  /** Remembers a part of addresses that is readable: the slug of a form, a locale, the host and path of the service. */
  learnSegment(segment: string): void {
    if (this.#segments.has(segment)) return;
    this.#segments.add(segment);
    this.#words.add(segment);
    for (const word of segment.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) this.#words.add(word);
  }

  /** Remembers everything personal in a body, and the keys that it uses. */
  learnBody(body: unknown): void {
    for (const leaf of leavesOf(body)) this.#learnLeaf(leaf);
    for (const key of keysOf(body)) if (isPlainKey(key)) this.#words.add(key);
  }

  /** Remembers what an address carries: its slug, and parameters such as the `q` of a signed image URL. */
  learnUrl(url: string): void {
    const slug = /\/(?:applied-forms|api\/ekyc)\/([^/?#]+)/.exec(url)?.[1];
    if (slug !== undefined) this.learnSlug(decoded(slug));
    const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
    for (const pair of query.split('&')) {
      const [name, value = ''] = pair.split(/=(.*)/s, 2);
      if (name !== 'exp' && value.length >= SHORTEST_SIGNATURE) this.#learned.learn(decoded(value), '[signature]');
    }
  }

  /** The fingerprint of a slug: `slug#3f9a`. */
  fingerprint(slug: string): string {
    this.learnSlug(slug);
    return this.#fingerprints.of(slug);
  }

  isSlug(text: string): boolean {
    return this.#slugs.has(text);
  }

  isSegment(text: string): boolean {
    return this.#segments.has(text);
  }

  /** Tells whether a word is nobody's in this run: a key, or a word of a public segment. */
  isWord(word: string): boolean {
    return this.#words.has(word);
  }

  /** Tells whether something that was learned is in a text, in whatever encoding. */
  isIn(text: string): boolean {
    return this.#learned.isIn(text);
  }

  /**
   * Takes out of a text whatever was learned.
   *
   * @param mask What becomes of the text in between. Default: it stays.
   */
  takenOutOf(text: string, mask: (between: string) => string = (between) => between): string {
    let masked = '';
    let rest = 0;
    for (const { start, end, label } of this.#learned.find(text)) {
      masked += mask(text.slice(rest, start)) + label;
      rest = end;
    }
    return masked + mask(text.slice(rest));
  }

  #learnLeaf({ value, place, path }: Leaf): void {
    if (place === 'slug' && typeof value === 'string') this.learnSlug(value);
    else if (place === 'url' && typeof value === 'string') this.learnUrl(value);
    else if (place === 'personal') {
      const text = String(value);
      const isId = path.at(-1) === 'id' || path.at(-1) === 'no';
      if (/^\d+$/.test(text) && text.length < (isId ? SHORTEST_ID : SHORTEST_NUMBER)) return;
      // When something happened is the same for many things, and says nothing about anybody.
      if (isMoment(text)) return;
      if (this.#segments.has(text) || (isPublicWording(text) && !/\d{4}/.test(text))) return;
      this.#learned.learn(text, MASKED);
      if (text.includes('://')) this.learnUrl(text);
    }
  }
}

/** Tells whether a key looks like that of a schema, and not like a name or number of somebody that serves as one. */
export function isPlainKey(key: string): boolean {
  return key.length <= 64 && !/\d{4}/.test(key) && /^(?:[a-z_][a-z\d_]*|[a-z]+(?:[A-Z][a-z\d]+)+)$/.test(key);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
