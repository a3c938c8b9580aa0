import { formatPointer, type JsonPath } from '@idvkit/json';
import type { Choice, Editor, Place, Replacement } from '@idvkit/json/splice';
import { PRIVACY_ROOT, type PrivacyNode } from '@idvkit/schema/privacy';

import { replaceInteger } from './opaque.ts';
import { isPlainName } from './plain-names.ts';
import {
  isImageUrl,
  KEPT,
  keepsKey,
  kindAt,
  matchesPath,
  nextNode,
  staysAt,
  type KeptPaths,
  type Kind,
} from './policy.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** A value or key that was replaced. */
export interface Replaced {
  readonly kind: Kind;
  /** Steps to it. The array is used again: copy what you keep. */
  readonly path: JsonPath;
  /** As it was, decoded. */
  readonly original: string;
  /** How many values begin in the body up to there. */
  readonly ordinal: number;
  /** Where it stood, and where its replacement stands, in bytes, quotes included; of keys, nowhere. */
  readonly from: Span;
  readonly to: Span;
}

interface Span {
  readonly offset: number;
  readonly length: number;
}

const MAX_KEYS = 1000;
const NUMBERED = /^(COK00)(0*)([1-9]\d*|0)$/;
const BACKSLASH = 0x5c;

/** Replaces the personal values and keys of a body. */
export class ScrubEditor implements Editor {
  readonly #subject: Subject;
  readonly #scrubber: TextScrubber;
  readonly #options: { readonly keep: KeptPaths; readonly onReplaced?: ((replaced: Replaced) => void) | undefined };
  readonly #keptKeys = new Map<PrivacyNode, Map<string, boolean>>();
  /** Nodes from the root to the value under way. */
  readonly #nodes: PrivacyNode[] = [PRIVACY_ROOT];
  #ordinal = 0;
  /** Bytes that were added so far, less those that were taken away. */
  #grown = 0;

  constructor(options: {
    readonly subject: Subject;
    readonly keep: KeptPaths;
    readonly onReplaced?: ((replaced: Replaced) => void) | undefined;
  }) {
    this.#subject = options.subject;
    this.#scrubber = new TextScrubber(options.subject);
    this.#options = options;
  }

  choose({ path, kind }: Place): Choice {
    this.#ordinal += 1;
    this.#nodes[path.length] =
      path.length === 0 ? PRIVACY_ROOT : nextNode(this.#nodeAt(path.length - 1), path, this.#options.keep);
    return kind === 'object' || kind === 'array' ? 'enter' : kind === 'null' ? 'keep' : 'read';
  }

  replace({ path, kind: type, offset }: Place, raw: Buffer): Replacement | undefined {
    const node = this.#nodeAt(path.length);
    const original = textOf(type, raw);
    const isText = type === 'string';
    if (staysAt(node, isText || type === 'number' ? type : 'boolean', original)) return undefined;
    const kind = kindAt(node);
    const replacement = isText
      ? encodeText(this.#text(kind, original), raw)
      : type === 'number'
        ? this.#number(kind, original)
        : this.#flag(path);
    const length = Buffer.byteLength(replacement);
    this.#options.onReplaced?.({
      kind,
      path,
      original,
      ordinal: this.#ordinal,
      from: { offset, length: raw.length },
      to: { offset: offset + this.#grown, length },
    });
    this.#grown += length - raw.length;
    return replacement;
  }

  keepsKey(path: JsonPath): boolean {
    return this.#keepsKey(path, String(path.at(-1)));
  }

  replaceKey(path: JsonPath, raw: Buffer): Replacement | undefined {
    const original = textOf('string', raw);
    if (this.#keepsKey(path, original)) return undefined;
    const replacement = encodeText(this.#scrubber.text(original), raw);
    this.#options.onReplaced?.({ kind: 'key', path, original, ordinal: this.#ordinal, from: NOWHERE, to: NOWHERE });
    this.#grown += Buffer.byteLength(replacement) - raw.length;
    return replacement;
  }

  #text(kind: Kind, text: string): string {
    switch (kind) {
      case 'national-id':
        return this.#scrubber.nationalId(text);
      case 'document-number':
      case 'slug':
        return this.#scrubber.token(text);
      case 'identifier': {
        const [, prefix = '', zeros = '', id = ''] = NUMBERED.exec(text) ?? [];
        return id === '' ? this.#scrubber.text(text) : `${prefix}${zeros}${replaceInteger(this.#subject.key, id)}`;
      }
      case 'date':
        return this.#scrubber.date(text);
      case 'image-url':
        return isImageUrl(text) ? this.#imageUrl(text) : this.#scrubber.text(text);
      default:
        return this.#scrubber.text(text);
    }
  }

  #number(kind: Kind, text: string): string {
    return kind === 'identifier' && /^\d+$/.test(text)
      ? replaceInteger(this.#subject.key, text)
      : this.#scrubber.number(text);
  }

  /** Draws a flag anew: its value says something about somebody. */
  #flag(path: JsonPath): string {
    return String(this.#subject.key.draws(`flag ${this.#subject.slug}`, formatPointer(path))(2) === 0);
  }

  /** Replaces slug and token of an image; host, path and expiry stay. @see Specification, "Signed image URL" */
  #imageUrl(url: string): string {
    const [, before = '', slug = '', between = '', query = '', after = ''] =
      /^([^?#]*?\/api\/ekyc\/)([^/]*)(\/result\/image\/)\?([^#]*)(.*)$/s.exec(url) ?? [];
    const parameters = query.split('&').map((parameter) => {
      const [name = '', ...value] = parameter.split('=');
      const text = value.join('=');
      if (name === 'exp' && /^\d{1,12}$/.test(text)) return parameter;
      const replaced = this.#scrubber.token(text);
      return value.length === 0
        ? this.#scrubber.text(name)
        : `${isPlainName(name) ? name : this.#scrubber.text(name)}=${replaced}`;
    });
    return `${before}${this.#segment(slug)}${between}?${parameters.join('&')}${after === '' ? '' : `#${this.#scrubber.text(after.slice(1))}`}`;
  }

  #segment(segment: string): string {
    let text = segment;
    try {
      text = decodeURIComponent(segment);
    } catch {
      // Then it is replaced as it stands.
    }
    const replaced = this.#scrubber.token(text);
    return text === segment ? replaced : encodeURIComponent(replaced);
  }

  /** Returns whether a key names something, and not somebody. The same few keys come again and again. */
  #keepsKey(path: JsonPath, key: string): boolean {
    const node = this.#nodeAt(path.length - 1);
    let known = this.#keptKeys.get(node);
    if (known === undefined) this.#keptKeys.set(node, (known = new Map()));
    let keeps = known.get(key);
    if (keeps === undefined) {
      const isDocumented = node === KEPT || node.below.has(key);
      keeps = isDocumented || (keepsKey(node, key) && !this.#subject.isIn(key));
      if (known.size < MAX_KEYS) known.set(key, keeps);
    }
    // Who names a key in a path of values to keep says that it is about nobody, too.
    return keeps || this.#options.keep.some((pattern) => names(pattern, path, key));
  }

  #nodeAt(depth: number): PrivacyNode {
    return this.#nodes[depth] ?? PRIVACY_ROOT;
  }
}

const NOWHERE: Span = { offset: -1, length: 0 };

/** Reads a string as it stands in a body, or the JSON text of another value. */
export function textOf(kind: Place['kind'], raw: Buffer): string {
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

/** Returns whether a pattern has a key by its name on its way. */
function names(pattern: readonly string[], path: JsonPath, key: string): boolean {
  return pattern[path.length - 1] === key && matchesPath(pattern.slice(0, path.length), path);
}
