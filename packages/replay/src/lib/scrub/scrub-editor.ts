import type { Choice, Editor, Place, Replacement } from '../splice/editor.ts';
import { formatPointer } from '../splice/json-pointer.ts';
import type { JsonPath } from '../splice/json-scanner.ts';
import { decodeText, encodeText } from './json-text.ts';
import { replaceInteger } from './opaque.ts';
import { isPlainName } from './plain-names.ts';
import { below, isImageUrl, keepsKey, kept, type Kind, type PolicyNode } from './policy.ts';
import type { Subject } from './subject.ts';
import { TextScrubber } from './text.ts';
import { canonicalWord } from './words.ts';

/** A value or key that was replaced. */
export interface Replaced {
  readonly kind: Kind;
  readonly path: JsonPath;
  /** As it was, decoded. */
  readonly original: string;
  /** Where it stood, and where its replacement stands, in bytes, quotes included. */
  readonly from: { readonly offset: number; readonly length: number };
  readonly to: { readonly offset: number; readonly length: number };
}

/** What an editor scrubs by. */
export interface ScrubEditorOptions {
  readonly subject: Subject;
  readonly policy: PolicyNode;
  /** Paths whose values stay as they are; `*` is any step. */
  readonly keep: readonly (readonly string[])[];
  /** Hears of everything that is replaced. */
  readonly onReplaced?: ((replaced: Replaced) => void) | undefined;
}

/** Numbers that count or measure; those with more digits may be somebody's. */
const SMALL = /^-?\d{1,9}(?!\d)/;
const MOST_KEYS = 1000;
const NUMBERED = /^(COK00)(0*)(\d+)$/;

/** Replaces what a policy says is personal, and hears nothing else. */
export class ScrubEditor implements Editor {
  readonly #subject: Subject;
  readonly #scrubber: TextScrubber;
  readonly #options: ScrubEditorOptions;
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
  }

  choose({ path, kind }: Place): Choice {
    const node = this.#enter(path);
    if (kind === 'object' || kind === 'array') return node === kept ? 'keep' : 'enter';
    const { treatment } = node;
    if (kind === 'null') return 'keep';
    if (kind === 'boolean') return treatment.keepsFlags === true ? 'keep' : 'read';
    return 'read';
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
    this.#note({ kind: treatment.kind, path, original, offset }, raw, replacement);
    return replacement;
  }

  replaceKey(path: JsonPath, raw: Buffer): Replacement | undefined {
    const key = decodeText(raw);
    if (this.#keepsKey(path, key)) return undefined;
    const replacement = encodeText(this.#scrubber.text(key), raw);
    this.#note({ kind: 'key', path, original: key, offset: -1 }, raw, replacement);
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

  /** Whether a key names something, and not somebody. The same few keys come again and again. */
  #keepsKey(path: JsonPath, key: string): boolean {
    const node = this.#nodes[path.length - 1] ?? this.#options.policy;
    let known = this.#keptKeys.get(node);
    if (known === undefined) this.#keptKeys.set(node, (known = new Map()));
    let keeps = known.get(key);
    if (keeps === undefined) {
      const isShown = node.members !== undefined && Object.hasOwn(node.members, key);
      keeps = isShown || (keepsKey(node, key) && !this.#isAboutSubject(key));
      if (known.size < MOST_KEYS) known.set(key, keeps);
    }
    // Who names a key in a path of values to keep says that it is about nobody, too.
    return keeps || this.#options.keep.some((pattern) => names(pattern, path, key));
  }

  #isAboutSubject(key: string): boolean {
    if (this.#subject.literals.some(([literal]) => key.includes(literal))) return true;
    return key.split(/[^A-Za-z]+/).some((word) => word.length > 3 && this.#subject.isNamed(canonicalWord(word)));
  }

  #enter(path: JsonPath): PolicyNode {
    const depth = path.length;
    const parent = this.#nodes[depth - 1];
    const step = path[depth - 1];
    let node = parent === undefined || step === undefined ? this.#options.policy : below(parent, step);
    if (this.#options.keep.some((pattern) => matches(pattern, path))) node = kept;
    this.#nodes[depth] = node;
    return node;
  }

  #note(
    { kind, path, original, offset }: Pick<Replaced, 'kind' | 'path' | 'original'> & { readonly offset: number },
    raw: Buffer,
    replacement: string,
  ): void {
    const length = Buffer.byteLength(replacement);
    this.#options.onReplaced?.({
      kind,
      path,
      original,
      from: { offset, length: raw.length },
      to: { offset: offset === -1 ? -1 : offset + this.#grown, length },
    });
    this.#grown += length - raw.length;
  }
}

function matches(pattern: readonly string[], path: JsonPath): boolean {
  return pattern.length === path.length && pattern.every((step, at) => step === '*' || step === String(path[at]));
}

/** Whether a pattern has a key by its name on its way. */
function names(pattern: readonly string[], path: JsonPath, key: string): boolean {
  return pattern[path.length - 1] === key && matches(pattern.slice(0, path.length), path);
}
