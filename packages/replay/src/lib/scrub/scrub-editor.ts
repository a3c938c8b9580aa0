import { Splicer, type JsonPath, type Choice, type Editor, type Place, type Replacement } from '@idvkit/json';
import { signedImageUrl } from '@idvkit/schema';
import { PRIVACY_ROOT, type PrivacyNode } from '@idvkit/schema/privacy';

import { isPlainName } from './plain-names.ts';
import { isGivenName, KEPT, keyAt, kindAt, Positions, staysAt, type KeptPaths, type Kind } from './policy.ts';
import type { TextScrubber } from './text-scrubber.ts';

/** A value or key that was replaced. */
export interface Replaced {
  readonly kind: Kind;
  /** Steps to it. The array is used again: copy what you keep. */
  readonly path: JsonPath;
  /** As it was, decoded. */
  readonly original: string;
}

/** How bodies are scrubbed. */
export interface Scrubbing {
  readonly scrubber: TextScrubber;
  /** Paths whose values stay. */
  readonly keep: KeptPaths;
  /** Given names that hold an original: they are replaced. */
  readonly denied: ReadonlySet<string>;
  readonly onReplaced?: ((replaced: Replaced) => void) | undefined;
  /** Is called with each name of a thing that stays. */
  readonly onGivenName?: ((name: string) => void) | undefined;
}

const NUMBERED = /^(COK00)(0*)([1-9]\d*)$/;
const BACKSLASH = 0x5c;
/** JSON within JSON within JSON is read as far as this, and up to this length. */
const MAX_NESTING = 4;
const MAX_NESTED_LENGTH = 2 ** 20;
/** Nothing is known of what is within a text. */
const UNKNOWN: PrivacyNode = { below: new Map() };

/** Replaces the personal values and keys of a body. */
export class ScrubEditor implements Editor {
  readonly #scrubbing: Scrubbing;
  readonly #nesting: number;
  readonly #positions: Positions;

  constructor(scrubbing: Scrubbing, nesting = 0) {
    this.#scrubbing = scrubbing;
    this.#nesting = nesting;
    this.#positions = nesting === 0 ? new Positions(PRIVACY_ROOT, scrubbing.keep) : new Positions(UNKNOWN, []);
  }

  choose({ path, kind }: Place): Choice {
    this.#positions.enter(path);
    return kind === 'object' || kind === 'array' ? 'enter' : kind === 'null' ? 'keep' : 'read';
  }

  replace({ path, kind: type }: Place, raw: Buffer): Replacement | undefined {
    const node = this.#positions.at(path.length);
    const original = textOf(type, raw);
    const isText = type === 'string';
    if (staysAt(node, isText || type === 'number' ? type : 'boolean', original)) {
      if (!isGivenName(node, original)) return undefined;
      if (!this.#scrubbing.denied.has(original)) {
        this.#scrubbing.onGivenName?.(original);
        return undefined;
      }
    }
    const kind = kindAt(node);
    this.#scrubbing.onReplaced?.({ kind, path, original });
    if (isText) return encodeText(this.#text(kind, original), raw);
    // A flag that is not described may be about a person.
    return type === 'number' ? this.#scrubbing.scrubber.number(original) : 'false';
  }

  keepsKey(path: JsonPath): boolean {
    return this.#keepsKey(path, String(path.at(-1)));
  }

  replaceKey(path: JsonPath, raw: Buffer): Replacement | undefined {
    const original = textOf('string', raw);
    if (this.#keepsKey(path, original)) return undefined;
    this.#scrubbing.onReplaced?.({ kind: 'key', path, original });
    return encodeText(this.#scrubbing.scrubber.text(original), raw);
  }

  #keepsKey(path: JsonPath, key: string): boolean {
    const at = keyAt(this.#positions.at(path.length - 1), key);
    if (at === 'closed' || this.#positions.isKeyKept(path)) return true;
    if (at === undefined || this.#scrubbing.denied.has(key)) return false;
    this.#scrubbing.onGivenName?.(key);
    return true;
  }

  #text(kind: Kind, text: string): string {
    const { scrubber } = this.#scrubbing;
    switch (kind) {
      case 'name':
        return /\p{L}/u.test(text) ? scrubber.pseudonyms.name(text) : scrubber.text(text);
      case 'document-number':
      case 'slug':
        return scrubber.pseudonyms.token(text);
      case 'identifier': {
        const [, prefix = '', zeros = '', id = ''] = NUMBERED.exec(text) ?? [];
        return id === '' ? scrubber.text(text) : `${prefix}${zeros}${scrubber.pseudonyms.integer(id)}`;
      }
      case 'image-url':
        return signedImageUrl.safeParse(text).success ? this.#imageUrl(text) : scrubber.text(text);
      default:
        return this.#nested(text) ?? scrubber.text(text);
    }
  }

  /** Scrubs JSON within a text. @returns `undefined` if the text is not JSON. */
  #nested(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text) || text.length > MAX_NESTED_LENGTH || this.#nesting === MAX_NESTING) return undefined;
    const splicer = new Splicer(new ScrubEditor(this.#scrubbing, this.#nesting + 1));
    try {
      const first = splicer.write(Buffer.from(text));
      return Buffer.concat([first, splicer.end()]).toString();
    } catch {
      return undefined;
    }
  }

  /** Replaces slug and token of an image; host, path and expiry stay. @see Specification, "Signed image URL" */
  #imageUrl(url: string): string {
    const { scrubber } = this.#scrubbing;
    const [, before = '', slug = '', between = '', query = '', after = ''] =
      /^([^?#]*?\/api\/ekyc\/)([^/]*)(\/result\/image\/)\?([^#]*)(.*)$/s.exec(url) ?? [];
    const parameters = query.split('&').map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      const text = value.join('=');
      if (name === 'exp' && /^\d{1,12}$/.test(text)) return parameter;
      const shown = isPlainName(name) ? name : scrubber.text(name);
      return value.length === 0 ? shown : `${shown}=${scrubber.pseudonyms.token(text)}`;
    });
    const rest = after === '' ? '' : `#${scrubber.text(after.slice(1))}`;
    return `${before}${scrubber.pseudonyms.token(slug)}${between}?${parameters.join('&')}${rest}`;
  }
}

/** Looks at the strings, numbers and keys of a scrubbed body that are of no closed list. */
export class SearchEditor implements Editor {
  readonly #positions: Positions;
  readonly #look: (text: string, path: JsonPath) => void;

  constructor(keep: KeptPaths, look: (text: string, path: JsonPath) => void) {
    this.#positions = new Positions(PRIVACY_ROOT, keep);
    this.#look = look;
  }

  choose({ path, kind }: Place): Choice {
    this.#positions.enter(path);
    return kind === 'string' || kind === 'number' ? 'read' : 'enter';
  }

  replace({ path, kind }: Place, raw: Buffer): undefined {
    const node = this.#positions.at(path.length);
    const text = textOf(kind, raw);
    const isClosed =
      node === KEPT || (staysAt(node, kind === 'string' ? kind : 'number', text) && !isGivenName(node, text));
    if (!isClosed) this.#look(text, path);
  }

  keepsKey(path: JsonPath): boolean {
    const key = String(path.at(-1));
    const isClosed = keyAt(this.#positions.at(path.length - 1), key) === 'closed' || this.#positions.isKeyKept(path);
    if (!isClosed) this.#look(key, path);
    return true;
  }

  replaceKey(path: JsonPath): undefined {
    this.keepsKey(path);
  }
}

/** Reads a string as it stands in a body, or the JSON text of another value. */
function textOf(kind: Place['kind'], raw: Buffer): string {
  if (kind !== 'string') return raw.toString('latin1');
  if (!raw.includes(BACKSLASH)) return raw.toString('utf8', 1, raw.length - 1);
  return JSON.parse(raw.toString('utf8')) as string; // The scanner vouches for a string.
}

/** Writes a text as a JSON string, with the same characters escaped as in another. */
function encodeText(text: string, like: Buffer): string {
  let encoded = JSON.stringify(text);
  if (!like.includes(BACKSLASH)) return encoded;
  if (like.includes(String.raw`\/`)) encoded = encoded.replaceAll('/', String.raw`\/`);
  if (!like.includes(String.raw`\u`) || like.some((byte) => byte >= 0x80)) return encoded;
  return encoded.replaceAll(
    /[^\0-\u007F]/g,
    (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
