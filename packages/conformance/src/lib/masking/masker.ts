import { isObject, type JsonPath } from '../observation/json.ts';
import type { MessageBody } from '../observation/message-body.ts';
import type { HeaderList } from '../observation/observation.ts';
import { placeAt, type Place } from './body-places.ts';
import { isPlainKey, type Knowledge } from './knowledge.ts';
import { maskHeaders } from './mask-headers.ts';
import { maskUrl, type UrlMasking } from './mask-url.ts';
import { isMoment, MASKED, shapeOf, strictText } from './strict-text.ts';

/** Objects nested deeper than this are masked whole. */
const DEEPEST = 64;
/** Texts that say what kind a value is. */
const KINDS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array', 'null', 'nothing']);

/**
 * Makes what is seen in a run fit to be shown. It fails closed: of a value only what is known to be impersonal stays
 * readable (enum values, statuses, moments of events, booleans, counts, texts of known wording), and what was ever seen
 * to be personal is taken out of every text, in whatever encoding it stands there.
 */
export class Masker {
  readonly #knowledge: Knowledge;
  readonly #urls: UrlMasking;
  readonly #readableKeys = new Map<string, boolean>();

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
    this.#urls = {
      slug: (slug) => knowledge.fingerprint(slug),
      isSlug: (text) => knowledge.isSlug(text),
      isPublic: (segment) => knowledge.isSegment(segment),
    };
  }

  /** The fingerprint of a slug: `slug#3f9a`. */
  slug(slug: string): string {
    return this.#knowledge.fingerprint(slug);
  }

  /** Masks an address. */
  url(url: string): string {
    return this.#knowledge.takenOutOf(maskUrl(url, this.#urls));
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
    return this.#knowledge.takenOutOf(plain);
  }

  /** Like {@link text}, where what stands in double quotes is somebody else's: of that, known words alone stay. */
  quotingText(text: string): string {
    return this.text(text.replaceAll(/"([^"]+)"/g, (_, quoted: string) => `"${this.#strict(quoted)}"`));
  }

  /** Masks a text of somebody else's: its known words and a few digits stay. */
  foreignText(text: string): string {
    if (isAddress(text)) return this.url(text);
    return this.#knowledge.takenOutOf(text, (between) => this.#strict(between));
  }

  /**
   * Masks a JSON value that was seen at `path` of a body; without a path, one that is about a message as a whole (a status,
   * a header, a count).
   */
  value(value: unknown, path?: JsonPath): unknown {
    return this.#mask(value, path, 0);
  }

  /**
   * Masks a value that a rule expects at `path`, or a list of what may stand there. What the rule words itself stays
   * readable: strictly read is only what is expected in the place of something personal.
   */
  expected(value: unknown, path?: JsonPath): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.expected(item, path));
    if (typeof value !== 'string') return this.value(value, path);
    const place = path === undefined ? undefined : placeAt(path);
    if (place === 'personal') return this.foreignText(value);
    // A pattern such as `/{lang}/…` is none of anybody's addresses.
    if (isAddress(value) && !/[{…]/.test(value)) return this.url(value);
    return path === undefined ? this.text(value) : this.#knowledge.takenOutOf(value);
  }

  /** A JSON pointer, in which keys that may be personal are masked. */
  pointer(path: JsonPath): string {
    return path
      .map((step) => (typeof step === 'number' ? String(step) : this.#isReadable(step) ? step : MASKED))
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

  #mask(value: unknown, path: JsonPath | undefined, depth: number): unknown {
    const place = path === undefined ? undefined : placeAt(path);
    if (typeof value === 'string') return this.#maskString(value, place);
    if (typeof value === 'number') return this.#maskNumber(value, place);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= DEEPEST) return MASKED;
    const below = (step: string | number): JsonPath | undefined => (path === undefined ? undefined : [...path, step]);
    if (Array.isArray(value)) return value.map((item, index) => this.#mask(item, below(index), depth + 1));
    if (!isObject(value)) return MASKED;
    const masked: Record<string, unknown> = {};
    for (const [key, item] of Object.entries(value)) {
      // Plain assignment would take `__proto__` for something else.
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
    const readable = this.#isReadable(key) ? key : MASKED;
    let unique = readable;
    for (let number = 2; Object.hasOwn(among, unique); number += 1) unique = `${readable} ${number}`;
    return unique;
  }

  #isReadable(key: string): boolean {
    const known = this.#readableKeys.get(key);
    if (known !== undefined) return known;
    const isReadable = (isPlainKey(key) || this.#strict(key) === key) && !this.#knowledge.isIn(key);
    this.#readableKeys.set(key, isReadable);
    return isReadable;
  }

  #maskString(value: string, place: Place | undefined): string {
    switch (place) {
      case undefined:
      case 'wording':
        return this.foreignText(value);
      case 'word':
        return /^[\p{L}\p{M}\d _.-]{0,80}$/u.test(value) ? this.#knowledge.takenOutOf(value) : this.foreignText(value);
      case 'slug':
        return KINDS.has(value) || value === '' ? value : this.slug(value);
      case 'url':
        return isAddress(value) ? this.url(value) : this.foreignText(value);
      case 'time':
      case 'number':
        return isMoment(value) ? this.#knowledge.takenOutOf(value) : this.#shown(value);
      case 'personal':
        return this.#shown(value);
    }
  }

  #maskNumber(value: number, place: Place | undefined): unknown {
    const isHidden = place === 'personal' || place === 'slug' || this.#knowledge.isIn(String(value));
    return isHidden ? '[masked number]' : value;
  }

  /** Of a text in a personal place its shape alone; but a kind of value, or a key, is nobody's. */
  #shown(value: string): string {
    const isKey = this.#knowledge.isWord(value) && this.#isReadable(value);
    return KINDS.has(value) || isKey ? value : shapeOf(value);
  }

  #strict(text: string): string {
    return strictText(text, (chunk) => this.#knowledge.isWord(chunk));
  }
}

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]*:\/\/|\/)\S*$/i.test(text);
}
