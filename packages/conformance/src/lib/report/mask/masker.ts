import { isObject, type JsonPath } from '@idvkit/json';
import {
  DOCUMENTED_VALUES,
  isKeyOfThing,
  PRIVACY_ROOT,
  privacyBelow,
  type FieldPrivacy,
  type PrivacyNode,
} from '@idvkit/schema/privacy';

import type { MessageBody } from '../../observe/message-body.ts';
import type { HeaderList } from '../../observe/observation.ts';
import { isReasonPhrase } from './is-readable.ts';
import type { Knowledge } from './knowledge.ts';
import { isKnownHeader, isKnownMediaType, maskHeaders } from './mask-headers.ts';
import { maskUrl } from './mask-url.ts';
import { isMoment, MASKED, MASKED_NUMBER, MOMENT, shapeOf } from './shape-of.ts';

/** Objects nested deeper than this are masked whole. */
const MAX_DEPTH = 64;
const MAX_URL = 2048;
const KINDS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'object', 'array', 'null', 'nothing', '']);
/** Our own words about a message as a whole. */
const OWN_WORDING = /^(?:no Content-Type|an empty object|[1-5]\d\d with an image|\d{1,9} (?:ms|s|bytes|retries))$/;
/** Years of which a number may be the seconds since 1970. Milliseconds have 13 digits, as a national id has. */
const [FIRST_SECOND, LAST_SECOND] = [Date.UTC(2001) / 1000, Date.UTC(2100) / 1000];
const MAX_COUNT = 1_000_000;
const PERSON: FieldPrivacy = { class: 'person' };
const SNAKE_OR_CAMEL = /^(?=.{1,40}$)[a-z][a-zA-Z\d]*(?:_[a-z\d]+)*$/;
const HEADER_NAME = /^[a-z][a-z\d-]{0,39}$/;

/**
 * Masks observations. It fails closed: of foreign values only those that their field may hold stay, and of foreign keys
 * only those of the specification or the form. Our own texts lose everything that was seen to be personal, in any encoding.
 */
export class Masker {
  readonly #knowledge: Knowledge;

  constructor(knowledge: Knowledge) {
    this.#knowledge = knowledge;
  }

  slug(slug: string): string {
    return this.#knowledge.fingerprint(slug);
  }

  url(url: string): string {
    return this.#knowledge.takenOutOf(maskUrl(url.slice(0, MAX_URL), this.#knowledge));
  }

  headers(headers: HeaderList): HeaderList {
    return maskHeaders(headers, { url: (url) => this.url(url), isHost: (host) => this.#knowledge.isHost(host) });
  }

  /** Masks our own text: learned values, addresses, credentials and long numbers. */
  text(text: string): string {
    const plain = text
      .replaceAll(/(?<![a-z\d+.-])[a-z][a-z\d+.-]{0,31}:\/\/[^\s"'<>`]+/gi, (address) => this.#address(address))
      .replaceAll(/\b(Bearer|Basic|Token) (?!\[)[\w.~+/=-]{6,}/g, `$1 ${MASKED}`)
      .replaceAll(/\bCOK\d{3,}/g, `COK${MASKED}`)
      .replaceAll(MOMENT_OR_DIGITS, (found, moment: string | undefined, offset: number, whole: string) =>
        moment !== undefined || isFewDigits(found) || /[\w.-]/.test(whole.charAt(offset - 1)) ? found : MASKED,
      );
    return this.#knowledge.takenOutOf(plain);
  }

  /** Like {@link text}, but text in double quotes is foreign: only documented names and sentences stay. */
  quotingText(text: string): string {
    return this.text(text.replaceAll(/"([^"]+)"/g, (_, quoted: string) => `"${this.#quoted(quoted)}"`));
  }

  /** Masks a value at `path` of a body; without a path, one about a whole message (a status, a header, a count). */
  value(value: unknown, path?: JsonPath): unknown {
    const node = path?.reduce(privacyBelow, PRIVACY_ROOT);
    return this.#mask(value, { node, depth: 0, isItem: typeof path?.at(-1) === 'number', hiddenKeys: new Map() });
  }

  /** Masks what a rule expects at `path`: its own text, unless it is a hidden value that was seen before. */
  expected(value: unknown, path?: JsonPath): unknown {
    if (Array.isArray(value)) return value.map((item: unknown) => this.expected(item, path));
    if (typeof value !== 'string' || this.#knowledge.isHidden(value)) return this.value(value, path);
    // A pattern such as `/{lang}/…` is not an address.
    return isAddress(value) && !/[{…]/.test(value) ? this.url(value) : this.text(value);
  }

  /** Returns a JSON pointer with unknown keys masked. */
  pointer(path: JsonPath): string {
    return path
      .map((step) => (typeof step === 'number' ? String(step) : this.#knowledge.isKey(step) ? step : MASKED))
      .map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('');
  }

  /**
   * Returns the name of a member of a body, or masks it. A name is sure if the specification or the form has it. Any other may only be
   * shown if several applications have it.
   *
   * @param isRecord True if the object is known to have members, not entries by name.
   */
  name(
    key: string,
    { node, isRecord }: { readonly node: PrivacyNode; readonly isRecord: boolean },
  ): { readonly name: string; readonly isSure: boolean } {
    if (this.#knowledge.isKey(key)) return { name: key, isSure: true };
    const isThing = isKeyOfThing(node, key.replaceAll(' ', '_'));
    const mayBeThing = (isRecord || !node.below.has('?')) && SNAKE_OR_CAMEL.test(key);
    return (isThing || mayBeThing) && this.#isNoValue(key)
      ? { name: key, isSure: false }
      : { name: MASKED, isSure: true };
  }

  /** Returns the name of a header, or masks it. */
  headerName(name: string): string {
    return HEADER_NAME.test(name) && this.#isNoValue(name) ? name : MASKED;
  }

  /** Masks a body: JSON keeps its shape, anything else becomes a note about its size. */
  body({ json, size, truncated, bytes }: MessageBody): string {
    if (size === 0) return '';
    if (json !== undefined) return JSON.stringify(this.value(json, []));
    const kind = truncated ? `the first ${bytes.byteLength} of ${size} bytes` : `${size} bytes`;
    return `[masked: ${kind} that were not read as JSON]`;
  }

  #isNoValue(name: string): boolean {
    return !/\d{4}/.test(name) && !this.#knowledge.isHidden(name) && !this.#knowledge.isIn(name);
  }

  #mask(value: unknown, { node, depth, isItem, hiddenKeys }: Position): unknown {
    if (typeof value === 'string') return this.#maskString(value, node, isItem);
    if (typeof value === 'number') return this.#maskNumber(value, node);
    if (typeof value !== 'object' || value === null) return value;
    if (depth >= MAX_DEPTH) return MASKED;
    const below = (step: string | number): Position => ({
      node: node && privacyBelow(node, step),
      depth: depth + 1,
      isItem: typeof step === 'number',
      hiddenKeys,
    });
    if (Array.isArray(value)) return value.map((item, index) => this.#mask(item, below(index)));
    if (!isObject(value)) return MASKED;
    const members = Object.entries(value).map(([key, item]) => [
      this.#key(key, hiddenKeys),
      this.#mask(item, below(key)),
    ]);
    return Object.fromEntries(members);
  }

  #key(key: string, hidden: Position['hiddenKeys']): string {
    if (this.#knowledge.isKey(key)) return key;
    const name = hidden.get(key) ?? (hidden.size === 0 ? MASKED : `${MASKED} ${hidden.size + 1}`);
    hidden.set(key, name);
    return name;
  }

  #maskString(value: string, node: PrivacyNode | undefined, isItem: boolean): string {
    if (KINDS.has(value)) return value;
    if (node === undefined) return this.#ofMessage(value);
    const { privacy = PERSON } = node;
    switch (privacy.class) {
      case 'slug':
        return this.slug(value);
      case 'link':
        return isAddress(value) ? this.url(value) : shapeOf(value);
      case 'person':
        // A list of keys.
        return isItem && this.#knowledge.isKey(value) ? value : shapeOf(value);
      default:
        return this.#knowledge.isReadable(value, privacy) ? value : shapeOf(value);
    }
  }

  #maskNumber(value: number, node: PrivacyNode | undefined): unknown {
    return this.#isShown(value, node) ? value : MASKED_NUMBER;
  }

  #isShown(value: number, node: PrivacyNode | undefined): boolean {
    if (node === undefined) return !this.#knowledge.isIn(String(value));
    switch (node.privacy?.class) {
      case 'count':
        return Math.abs(value) < MAX_COUNT;
      case 'time':
      case 'link':
        return isTime(value);
      default:
        return false;
    }
  }

  /** Masks a text about a whole message: a media type, an address, a count. */
  #ofMessage(value: string): string {
    if (isAddress(value)) return this.url(value);
    const isShown = OWN_WORDING.test(value) || isMoment(value) || isKnownMediaType(value) || this.#isDocumented(value);
    return isShown ? value : shapeOf(value);
  }

  #quoted(text: string): string {
    const isShown = KINDS.has(text) || this.#isDocumented(text) || isKnownHeader(text) || isKnownMediaType(text);
    return isShown ? text : isAddress(text) ? this.url(text) : MASKED;
  }

  #isDocumented(text: string): boolean {
    if (DOCUMENTED_VALUES.has(text) || isReasonPhrase(text)) return true;
    return this.#knowledge.isKey(text) || this.#knowledge.isSegment(text);
  }

  /** Masks an address in a text, without the punctuation after it. */
  #address(found: string): string {
    let end = found.length;
    while ('.,:;!?)]}…'.includes(found.charAt(end - 1)) && end > 1) end -= 1;
    return this.url(found.slice(0, end)) + found.slice(end);
  }
}

interface Position {
  readonly node: PrivacyNode | undefined;
  readonly depth: number;
  readonly isItem: boolean;
  /** Replacements of the keys of a body: rules compare keys, such as that of a provider. */
  readonly hiddenKeys: Map<string, string>;
}

const MOMENT_OR_DIGITS = new RegExp(String.raw`(${MOMENT.source})|\d(?:[ -]?\d)*`, 'g');
/** Digits that may stay together: a status, a size, a date. */
const FEW_DIGITS = 8;

function isFewDigits(text: string): boolean {
  return text.length <= 2 * FEW_DIGITS && text.replaceAll(/\D/g, '').length <= FEW_DIGITS;
}

function isTime(seconds: number): boolean {
  return seconds >= FIRST_SECOND && seconds <= LAST_SECOND;
}

function isAddress(text: string): boolean {
  return /^(?:[a-z][a-z\d+.-]{0,31}:\/\/|\/)\S*$/i.test(text);
}
