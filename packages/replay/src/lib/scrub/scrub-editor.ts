import { formatPointer, type JsonPath } from '@idvkit/json';
import type { Choice, Editor, Place, Replacement, Sink, WithinChunk } from '@idvkit/json/splice';

import { ByteScrubber } from './bytes/byte-scrubber.ts';
import { decodeText, encodeText } from './json-text.ts';
import { replaceInteger } from './opaque.ts';
import { isPlainName } from './plain-names.ts';
import {
  isImageUrl,
  keepsKey,
  kept,
  matchesPath,
  nextNode,
  type KeptPaths,
  type Kind,
  type PolicyNode,
} from './policy.ts';
import { ReplacedValue, type Replaced } from './replaced.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';

/** What an editor scrubs by. */
export interface ScrubEditorOptions {
  readonly subject: Subject;
  readonly policy: PolicyNode;
  /** Paths whose values stay as they are. */
  readonly keep: KeptPaths;
  /** Hears of everything that is replaced. */
  readonly onReplaced?: ((replaced: Replaced) => void) | undefined;
}

/** Numbers that count or measure; those with more digits may be somebody's. */
const SMALL = /^-?\d{1,9}(?!\d)/;
const MAX_KEYS = 1000;
const QUOTE = 0x22;
const CREDENTIALS = /(?<=^[^/]*\/\/)[^/?#]+(?=@)/;
const NUMBERED = /^(COK00)(0*)([1-9]\d*|0)$/;

/** Replaces what a policy says is personal, and hears nothing else. */
export class ScrubEditor implements Editor {
  readonly #subject: Subject;
  readonly #scrubber: TextScrubber;
  readonly #options: ScrubEditorOptions;
  readonly #bytes: ByteScrubber;
  readonly #literals: readonly Buffer[];
  /** Whether a known value stands somewhere in the chunk. */
  #isKnownNear = false;
  readonly #replaced = new ReplacedValue();
  readonly #keptKeys = new Map<PolicyNode, Map<string, boolean>>();
  /** Nodes from the root to the value under way. */
  readonly #nodes: PolicyNode[];
  /** Bytes that were added so far, less those that were taken away. */
  #grown = 0;

  constructor(options: ScrubEditorOptions) {
    this.#subject = options.subject;
    this.#scrubber = new TextScrubber(options.subject);
    this.#options = options;
    this.#nodes = [options.policy];
    this.#bytes = new ByteScrubber(this.#scrubber);
    this.#literals = options.subject.literals.map(([literal]) => Buffer.from(literal));
  }

  choose({ path, kind }: Place): Choice {
    const node = this.#enter(path);
    if (kind === 'object' || kind === 'array') return node === kept ? 'keep' : 'enter';
    const { treatment } = node;
    if (kind === 'null') return 'keep';
    if (kind === 'boolean') return treatment.keepsFlags === true ? 'keep' : 'read';
    return 'read';
  }

  beginChunk(chunk: Buffer): void {
    this.#isKnownNear = this.#literals.some((literal) => chunk.includes(literal));
  }

  write({ path, kind, offset }: Place, { chunk, start, end }: WithinChunk, sink: Sink): boolean {
    const { treatment } = this.#nodes[path.length] ?? kept;
    const isText = kind === 'string' && AS_TEXT.has(treatment.kind) && treatment.keepsText === undefined;
    if (!isText || this.#isKnownNear) return false;
    const before = sink.reserve(1);
    sink.putByte(QUOTE);
    if (!this.#bytes.replace(chunk, start + 1, end - 1, sink)) {
      sink.wrote(before);
      return false;
    }
    sink.putByte(QUOTE);
    this.#note(treatment.kind, path, { offset, raw: chunk, start, end, length: sink.reserve(0) - before, isText });
    return true;
  }

  replace({ path, kind, offset }: Place, raw: Buffer): Replacement | undefined {
    const { treatment } = this.#nodes[path.length] ?? kept;
    const original = kind === 'string' ? decodeText(raw) : raw.toString('latin1');
    if (kind === 'string' && treatment.keepsText?.(original) === true) return undefined;
    if (kind === 'number' && treatment.keepsNumbers === true && SMALL.test(original)) return undefined;
    const replacement =
      kind === 'string'
        ? encodeText(this.#text(treatment.kind, original), raw)
        : kind === 'number'
          ? this.#number(treatment.kind, original)
          : this.#flag(path);
    const length = Buffer.byteLength(replacement);
    this.#note(treatment.kind, path, { offset, raw, start: 0, end: raw.length, length, isText: kind === 'string' });
    return replacement;
  }

  keepsKey(path: JsonPath): boolean {
    return this.#keepsKey(path, String(path.at(-1)));
  }

  replaceKey(path: JsonPath, raw: Buffer): Replacement | undefined {
    const key = decodeText(raw);
    if (this.#keepsKey(path, key)) return undefined;
    const replacement = encodeText(this.#scrubber.text(key), raw);
    const length = Buffer.byteLength(replacement);
    this.#note('key', path, { offset: -1, raw, start: 0, end: raw.length, length, isText: true });
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

  /** Whether a flag that nobody knows is set says something about somebody, so it is drawn anew. */
  #flag(path: JsonPath): string {
    return String((this.#subject.key.bytesOf(`flag ${this.#subject.slug}`, formatPointer(path))[0] ?? 0) % 2 === 0);
  }

  /** Replaces slug and token of an image, and credentials if there are any; host, path and expiry stay. @see Specification, "Signed image URL" */
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
    const origin = before.replace(CREDENTIALS, (credentials) => this.#scrubber.text(credentials));
    return `${origin}${this.#segment(slug)}${between}?${parameters.join('&')}${after === '' ? '' : `#${this.#scrubber.text(after.slice(1))}`}`;
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

  /** Whether a key names something, and not somebody. The same few keys come again and again. */
  #keepsKey(path: JsonPath, key: string): boolean {
    const node = this.#nodes[path.length - 1] ?? this.#options.policy;
    let known = this.#keptKeys.get(node);
    if (known === undefined) this.#keptKeys.set(node, (known = new Map()));
    let keeps = known.get(key);
    if (keeps === undefined) {
      const isShown = node.members !== undefined && Object.hasOwn(node.members, key);
      keeps = isShown || (keepsKey(node, key) && !this.#subject.isIn(key));
      if (known.size < MAX_KEYS) known.set(key, keeps);
    }
    // Who names a key in a path of values to keep says that it is about nobody, too.
    return keeps || this.#options.keep.some((pattern) => names(pattern, path, key));
  }

  #enter(path: JsonPath): PolicyNode {
    const depth = path.length;
    const above = this.#nodes[depth - 1];
    const step = path[depth - 1];
    const { policy, keep } = this.#options;
    const node = above === undefined || step === undefined ? policy : nextNode(above, step, path, keep);
    this.#nodes[depth] = node;
    return node;
  }

  #note(
    kind: Kind,
    path: JsonPath,
    {
      offset,
      raw,
      start,
      end,
      length,
      isText,
    }: Pick<ReplacedValue, 'start' | 'end' | 'isText'> & {
      readonly offset: number;
      readonly raw: Buffer;
      readonly length: number;
    },
  ): void {
    if (this.#options.onReplaced !== undefined) {
      const replaced = this.#replaced;
      replaced.kind = kind;
      replaced.path = path;
      replaced.source = raw;
      replaced.start = start;
      replaced.end = end;
      replaced.isText = isText;
      replaced.from.offset = offset;
      replaced.from.length = end - start;
      replaced.to.offset = offset === -1 ? -1 : offset + this.#grown;
      replaced.to.length = length;
      this.#options.onReplaced(replaced);
    }
    this.#grown += length - (end - start);
  }
}

/** Kinds that are replaced as text. */
const AS_TEXT: ReadonlySet<Kind> = new Set(['text', 'name', 'address'] as const);

/** Whether a pattern has a key by its name on its way. */
function names(pattern: readonly string[], path: JsonPath, key: string): boolean {
  return pattern[path.length - 1] === key && matchesPath(pattern.slice(0, path.length), path);
}
