import { randomBytes } from 'node:crypto';

import { isObject, type JsonPath } from '../observation/json.ts';
import type { MessageBody } from '../observation/message-body.ts';
import type { HeaderList } from '../observation/observation.ts';
import { keysOf, leavesOf, placeAt, type Leaf, type Place } from './body-places.ts';
import { Fingerprints } from './fingerprints.ts';
import { LearnedValues } from './learned-values.ts';
import { maskHeaders } from './mask-headers.ts';
import { maskUrl, type UrlMasking } from './mask-url.ts';
import { isPublicWording } from './public-words.ts';
import { MASKED, shapeOf, strictText } from './strict-text.ts';

/** What a masker is told from the start. */
export interface MaskerOptions {
  /** Tokens and webhook secrets. */
  readonly secrets?: readonly string[];
  /** Slugs of applications; bodies and addresses give more. */
  readonly slugs?: readonly string[];
  /** Slugs of forms, segments of the service's address, locales: parts of an address that are no secret. */
  readonly segments?: readonly string[];
  /** Key of the fingerprints. Default: a fresh one, so that nobody can try out slugs on a report. */
  readonly key?: string;
}

/** Numbers with fewer digits are told by their place alone: they turn up everywhere by chance. */
const SHORTEST_NUMBER = 6;
/** Numbers of applications turn up in texts about them, so they are looked for where they are shorter, too. */
const SHORTEST_ID = 4;
/** Parameters shorter than this sign nothing. */
const SHORTEST_SIGNATURE = 4;
/** Objects nested deeper than this are masked whole. */
const DEEPEST = 64;
/** Texts that say what kind a value is. */
const KINDS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array', 'null', 'nothing']);
const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|z|[+-]\d\d:?\d\d)?$/;

/**
 * Makes what is seen in a run fit to be shown. It fails closed: of a value only what is known to be impersonal stays
 * readable (enum values, statuses, moments of events, booleans, counts, texts of known wording), and what was ever seen
 * to be personal is taken out of every text, in whatever encoding it stands there.
 */
export class Masker {
  readonly #learned = new LearnedValues();
  readonly #fingerprints: Fingerprints;
  readonly #slugs = new Set<string>();
  readonly #segments = new Set<string>();
  /** Words that are public in this run: keys and the words of public segments. */
  readonly #words = new Set<string>();
  readonly #readableKeys = new Map<string, boolean>();
  readonly #urls: UrlMasking;

  constructor({ secrets = [], slugs = [], segments = [], key = randomBytes(16).toString('hex') }: MaskerOptions) {
    this.#fingerprints = new Fingerprints(key);
    this.#urls = {
      slug: (slug) => this.slug(slug),
      isSlug: (text) => this.#slugs.has(text),
      isPublic: (segment) => this.#segments.has(segment),
    };
    for (const secret of secrets) this.#learned.learn(secret, '[secret]');
    for (const slug of slugs) this.learnSlug(slug);
    for (const segment of segments) this.learnSegment(segment);
  }

  /** Remembers a slug: it becomes its fingerprint wherever it stands. */
  learnSlug(slug: string): void {
    if (this.#slugs.has(slug)) return;
    this.#slugs.add(slug);
    this.#learned.learn(slug, this.#fingerprints.of(slug));
  }

  /** Remembers a part of addresses that is readable, such as the slug of a form. */
  learnSegment(segment: string): void {
    if (this.#segments.has(segment)) return;
    this.#segments.add(segment);
    for (const word of segment.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []) this.#words.add(word);
  }

  /** Remembers everything personal in a body, and the keys that it uses. */
  learnBody(body: unknown): void {
    for (const leaf of leavesOf(body)) this.#learnLeaf(leaf);
    for (const key of keysOf(body)) if (/^[a-z][a-z\d_]{0,63}$/.test(key)) this.#words.add(key);
  }

  /** Remembers what an address carries: its slugs, and parameters such as the `q` of a signed image URL. */
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
  slug(slug: string): string {
    this.learnSlug(slug);
    return this.#fingerprints.of(slug);
  }

  /** Masks an address. */
  url(url: string): string {
    return this.#withoutLearned(maskUrl(url, this.#urls));
  }

  headers(headers: HeaderList): HeaderList {
    return maskHeaders(headers, { text: (text) => this.text(text), url: (url) => this.url(url) });
  }

  /** Masks a text of our own: what is learned, addresses, credentials, numbers of applications and long numbers. */
  text(text: string): string {
    const plain = text
      .replaceAll(/[a-z][a-z\d+.-]*:\/\/[^\s"'<>`]+/gi, (url) => this.url(url))
      .replaceAll(/\b(Bearer|Basic|Token) (?!\[)[\w.~+/=-]{6,}/g, `$1 ${MASKED}`)
      .replaceAll(/\bCOK\d{3,}/g, `COK${MASKED}`)
      .replaceAll(/(?<![\w.-])\d(?:[ -]?\d){8,}(?![\w-])/g, MASKED);
    return this.#withoutLearned(plain);
  }

  /** Like {@link text}, where what stands in double quotes is somebody else's: of that, known words alone stay. */
  quotingText(text: string): string {
    return this.text(text.replaceAll(/"([^"]+)"/g, (_, quoted: string) => `"${this.#strict(quoted)}"`));
  }

  /** Masks a text of somebody else's: its known words and a few digits stay. */
  foreignText(text: string): string {
    if (/^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text)) return this.url(text);
    return this.#replaceLearned(text, (between) => this.#strict(between));
  }

  /**
   * Masks a JSON value that was seen, or was expected, at `path` of a body; without a path, one that is about a message
   * as a whole (a status, a header, a count).
   */
  value(value: unknown, path?: JsonPath): unknown {
    return this.#mask(value, path, 0);
  }

  /**
   * Masks a value that a rule expects at `path`. A text that the rule words itself stays readable even where what stands
   * there is personal.
   */
  expected(value: unknown, path?: JsonPath): unknown {
    if (typeof value !== 'string' || path === undefined) return this.value(value, path);
    const place = placeAt(path);
    if (place === 'word') return this.value(value, path);
    if (place === 'url' && isAddress(value)) return this.url(value);
    return this.foreignText(value);
  }

  /** A JSON pointer, in which keys that may be personal are masked. */
  pointer(path: JsonPath): string {
    return path
      .map((step) => (typeof step === 'number' ? String(step) : this.#readable(step) ? step : MASKED))
      .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
  }

  /** A body with everything personal masked: JSON in its own shape, anything else as a note about its size. */
  body({ json, size, truncated, bytes }: MessageBody): string {
    if (size === 0) return '';
    if (json !== undefined) return JSON.stringify(this.value(json, []));
    const kind = truncated ? `the first ${bytes.byteLength} of ${size} bytes` : `${size} bytes`;
    return `[masked: ${kind} that were not read as JSON]`;
  }

  #learnLeaf({ value, place, path }: Leaf): void {
    if (place === 'slug' && typeof value === 'string') this.learnSlug(value);
    else if (place === 'url' && typeof value === 'string') this.learnUrl(value);
    else if (place === 'personal') {
      const text = String(value);
      const isId = path.at(-1) === 'id' || path.at(-1) === 'no';
      if (/^\d+$/.test(text) && text.length < (isId ? SHORTEST_ID : SHORTEST_NUMBER)) return;
      if (this.#segments.has(text) || (isPublicWording(text) && !/\d{4}/.test(text))) return;
      this.#learned.learn(text, MASKED);
      if (text.includes('://')) this.learnUrl(text);
    }
  }

  #mask(value: unknown, path: JsonPath | undefined, depth: number): unknown {
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    if (typeof value === 'string') return this.#maskString(value, path === undefined ? undefined : placeAt(path));
    if (typeof value === 'number') return this.#maskNumber(value, path === undefined ? undefined : placeAt(path));
    if (depth >= DEEPEST) return MASKED;
    const below = (step: string | number): JsonPath | undefined => (path === undefined ? undefined : [...path, step]);
    if (Array.isArray(value)) {
      // What is expected is at times a list of what may stand there.
      const isPlaceItself = path !== undefined && placeAt(path) !== 'personal';
      return value.map((item, index) => this.#mask(item, isPlaceItself ? path : below(index), depth + 1));
    }
    if (!isObject(value)) return MASKED;
    const masked: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      Object.defineProperty(masked, this.#key(key, masked), {
        value: this.#mask(item, below(key), depth + 1),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return masked;
  }

  #key(key: string, among: object): string {
    const readable = this.#readable(key) ? key : MASKED;
    let unique = readable;
    for (let number = 2; Object.hasOwn(among, unique); number += 1) unique = `${readable} ${number}`;
    return unique;
  }

  #readable(key: string): boolean {
    const known = this.#readableKeys.get(key);
    if (known !== undefined) return known;
    const readable = /^[a-z_][\w-]{0,63}$/i.test(key) && !this.#learned.isIn(key);
    this.#readableKeys.set(key, readable);
    return readable;
  }

  #strict(text: string): string {
    return strictText(text, (chunk) => this.#words.has(chunk));
  }

  #maskString(value: string, place: Place | undefined): string {
    switch (place) {
      case undefined:
      case 'wording':
        return this.foreignText(value);
      case 'word':
        return /^[\p{L}\p{M}\d _.-]{0,80}$/u.test(value) ? this.#withoutLearned(value) : this.foreignText(value);
      case 'slug':
        return KINDS.has(value) || value === '' ? value : this.slug(value);
      case 'url':
        return isAddress(value) ? this.url(value) : this.foreignText(value);
      case 'time':
      case 'number':
        return MOMENT.test(value) ? this.#withoutLearned(value) : this.#personal(value);
      case 'personal':
        return this.#personal(value);
    }
  }

  #maskNumber(value: number, place: Place | undefined): unknown {
    if (place === 'personal' || place === 'slug') return '[masked number]';
    return this.#learned.isIn(String(value)) ? '[masked number]' : value;
  }

  #personal(value: string): string {
    return KINDS.has(value) ? value : shapeOf(value);
  }

  #withoutLearned(text: string): string {
    return this.#replaceLearned(text, (between) => between);
  }

  #replaceLearned(text: string, mask: (between: string) => string): string {
    let masked = '';
    let rest = 0;
    for (const { start, end, label } of this.#learned.find(text)) {
      masked += mask(text.slice(rest, start)) + label;
      rest = end;
    }
    return masked + mask(text.slice(rest));
  }
}

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\/)\S*$/i.test(text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
