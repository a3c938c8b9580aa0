import { isAt, JsonScanner, type ValueKind } from '@idvkit/json';

import { ByteWriter } from './byte-writer.ts';
import { maskedText } from './mask-value.ts';
import { SafeTextWriter } from './safe-text.ts';
import { isShownValue, MAX_SHOWN_BYTES, mayBeShown } from './shown-values.ts';

export interface PrettyOptions {
  /** Steps of a JSON pointer: only the value there is shown, and each such value where a key is repeated. Default: all. */
  readonly pointer?: readonly string[];
  /** True if values are shown that may be personal. Default false: their kind and size stand for them. */
  readonly isRevealed?: boolean;
  /** Separator if the pointer names several values. Default: none; each ends its line. */
  readonly between?: string;
}

/** Levels beyond this are indented no further: a line for each of many small values in many levels would be long. */
const MAX_INDENTS = 100;
/** Bytes that are laid out at a time. */
const SLICE_BYTES = 16_384;

const NEW_LINE = 0x0a;
const COMMA = 0x2c;
const COLON = Buffer.from(': ');
const INDENTS = Array.from({ length: MAX_INDENTS + 1 }, (_, depth) => Buffer.from(`\n${'  '.repeat(depth)}`));

/**
 * Lays out a JSON body, one member per line, while it streams. Numbers and escapes stay. Empty if nothing is at the pointer.
 * @throws {JsonTextError} if the body is not JSON, after what came before.
 */
export async function* prettyBody(
  body: AsyncIterable<Uint8Array>,
  options: PrettyOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  const layout = new BodyLayout(options);
  for await (const chunk of body) {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      try {
        layout.write(chunk.subarray(from, from + SLICE_BYTES));
      } catch (error) {
        yield* layout.take();
        throw error;
      }
      yield* layout.take();
    }
  }
  layout.end();
  yield* layout.take();
}

class BodyLayout {
  readonly #pointer: readonly string[];
  readonly #isRevealed: boolean;
  readonly #between: Buffer;
  readonly #out = new ByteWriter();
  readonly #text = new SafeTextWriter(this.#out);
  readonly #masks = new Map<string, Buffer>();
  readonly #scanner = new JsonScanner({
    begin: (kind, offset) => this.#begin(kind, offset),
    end: (kind, end, isEmpty) => this.#end(kind, end, isEmpty),
    beginKey: (offset) => this.#beginKey(offset),
    endKey: (end) => this.#endKey(end),
  });
  #slice: Uint8Array = new Uint8Array();
  /** Offset of the slice. */
  #base = 0;
  /** Depth of the value that is shown; -1 outside of any. */
  #depth = -1;
  #values = 0;
  /** For each open container that is shown: whether it has a member yet. */
  readonly #hasMember: boolean[] = [];
  /** Where the key or value began that is under way and shown. */
  #shownFrom: number | undefined;
  /** The value under way that is not, or not yet: where it began, its first character, and its bytes if it may be shown once they are known. */
  #masked: { readonly start: number; readonly head: string; held: Buffer | undefined } | undefined;

  constructor({ pointer = [], isRevealed = false, between = '' }: PrettyOptions) {
    this.#pointer = pointer;
    this.#isRevealed = isRevealed;
    this.#between = Buffer.from(between);
  }

  write(slice: Uint8Array): void {
    this.#slice = slice;
    this.#scanner.write(slice);
    if (this.#shownFrom !== undefined) {
      this.#text.writePart(slice, Math.max(0, this.#shownFrom - this.#base), slice.length);
    }
    this.#hold(slice.length);
    this.#base += slice.length;
  }

  end(): void {
    this.#slice = new Uint8Array();
    this.#scanner.end();
  }

  take(): Buffer[] {
    return this.#out.take();
  }

  #begin(kind: ValueKind, offset: number): void {
    const { path } = this.#scanner;
    if (this.#depth < 0) {
      if (!isAt(this.#pointer, path)) return;
      this.#depth = path.length;
      if (this.#values > 0) this.#out.add(this.#between);
      this.#values += 1;
    } else if (typeof path[path.length - 1] === 'number') this.#beginMember();
    if (kind === 'object' || kind === 'array') {
      this.#out.addByte(kind === 'object' ? 0x7b : 0x5b);
      this.#hasMember.push(false);
    } else if (this.#isRevealed) this.#shownFrom = offset;
    else {
      const head = String.fromCharCode(this.#slice[offset - this.#base] ?? 0);
      this.#masked = { start: offset, head, held: mayBeShown(path, kind) ? Buffer.alloc(0) : undefined };
    }
  }

  #end(kind: ValueKind, end: number, isEmpty: boolean): void {
    if (this.#depth < 0) return;
    if (this.#shownFrom !== undefined) this.#showTo(end);
    else if (this.#masked !== undefined) {
      this.#hold(end - this.#base);
      const { head, start, held } = this.#masked;
      if (held !== undefined && isShownValue(this.#scanner.path, kind, held.toString()))
        this.#text.writeEnd(held, 0, held.length);
      else this.#out.add(this.#maskOf(head, end - start));
      this.#masked = undefined;
    } else {
      this.#hasMember.pop();
      if (!isEmpty) this.#newLine();
      this.#out.addByte(kind === 'object' ? 0x7d : 0x5d);
    }
    if (this.#scanner.path.length !== this.#depth) return;
    this.#depth = -1;
    this.#out.addByte(NEW_LINE);
  }

  /** Holds the bytes of the slice up to an index that the value under way has, as far as they may be shown. */
  #hold(to: number): void {
    if (this.#masked?.held === undefined) return;
    const { start, held } = this.#masked;
    const part = this.#slice.subarray(Math.max(0, start - this.#base), to);
    this.#masked.held = Buffer.concat([held, part.subarray(0, MAX_SHOWN_BYTES + 1 - held.length)]);
  }

  #beginKey(offset: number): void {
    if (this.#depth < 0) return;
    this.#beginMember();
    this.#shownFrom = offset;
  }

  #endKey(end: number): void {
    if (this.#depth < 0) return;
    this.#showTo(end);
    this.#out.add(COLON);
  }

  #showTo(end: number): void {
    const start = this.#shownFrom ?? end;
    this.#shownFrom = undefined;
    this.#text.writeEnd(this.#slice, Math.max(0, start - this.#base), end - this.#base);
  }

  #beginMember(): void {
    const last = this.#hasMember.length - 1;
    if (this.#hasMember[last] === true) this.#out.addByte(COMMA);
    if (last >= 0) this.#hasMember[last] = true;
    this.#newLine();
  }

  #newLine(): void {
    const indent = INDENTS[Math.min(this.#hasMember.length, MAX_INDENTS)];
    if (indent) this.#out.add(indent);
  }

  /** The same mask again and again costs nothing. */
  #maskOf(head: string, bytes: number): Buffer {
    const text = maskedText(head, bytes);
    const known = this.#masks.get(text);
    if (known !== undefined) return known;
    const mask = Buffer.from(text);
    if (this.#masks.size < MAX_MASKS) this.#masks.set(text, mask);
    return mask;
  }
}

const MAX_MASKS = 1_000;
