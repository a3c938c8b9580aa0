import { JsonScanner, type JsonPath, type ScanHandler, type ScanLimits, type ValueKind } from '../scan/json-scanner.ts';
import { JsonTextError } from '../scan/json-text-error.ts';
import type { Editor, Place, Replacement } from './editor.ts';
import { Sink } from './sink.ts';

/** Limits that keep memory constant. */
export interface SpliceLimits extends ScanLimits {
  /** Bytes of one value that is `read`. Default 64 MiB. */
  readonly maxValueBytes?: number;
}

/** Treatment of the bytes of the current value. */
type Mode = 'copy' | 'keep' | 'hold' | 'hold-key' | 'drop';

/** Replaces values of one JSON text, chunk by chunk. {@link splice} is the same for streams. */
export class Splicer {
  readonly #editor: Editor;
  readonly #scanner: JsonScanner;
  readonly #maxValueBytes: number;
  readonly #place: { path: JsonPath; kind: ValueKind; offset: number };

  readonly #out = new Sink();
  #chunk: Buffer = Buffer.alloc(0);
  /** Offset of the chunk. */
  #base = 0;
  /** Index in the chunk of the first byte that is to be copied and was not. */
  #from = 0;
  #mode: Mode = 'copy';
  /** Depth of the value that the mode is about. */
  #depth = 0;
  /** Offset at which what is held began, and its bytes of earlier chunks. */
  #heldAt = 0;
  #held: Buffer[] = [];

  constructor(editor: Editor, limits: SpliceLimits = {}) {
    this.#editor = editor;
    this.#maxValueBytes = limits.maxValueBytes ?? 64 * 2 ** 20;
    const handler: ScanHandler = {
      begin: (kind, offset) => this.#begin(kind, offset),
      end: (kind, end, isEmpty) => this.#end(kind, end, isEmpty),
      ...(editor.replaceKey && {
        beginKey: (offset: number) => this.#beginKey(offset),
        endKey: (end: number) => this.#endKey(end),
      }),
    };
    this.#scanner = new JsonScanner(handler, limits);
    this.#place = { path: this.#scanner.path, kind: 'null', offset: 0 };
  }

  /**
   * Takes the next chunk. @returns What can be passed on by now: often a view of the chunk, sometimes nothing.
   * @throws {JsonTextError} where the text is not JSON, or goes beyond a limit.
   */
  write(chunk: Uint8Array): Uint8Array {
    this.#chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    this.#from = 0;
    this.#scanner.write(chunk);
    if (this.#mode === 'hold' || this.#mode === 'hold-key') this.#keepHeld();
    else if (this.#mode !== 'drop') this.#copyTo(this.#base + chunk.length);
    this.#base += chunk.length;
    return this.#out.take();
  }

  /** Ends the text. @returns what was still to come. @throws {JsonTextError} where the text is cut off. */
  end(): Uint8Array {
    this.#scanner.end();
    return this.#out.take();
  }

  #begin(kind: ValueKind, offset: number): void {
    if (this.#mode !== 'copy') return;
    const choice = this.#editor.choose(this.#at(kind, offset));
    if (choice === 'enter') return;
    this.#depth = this.#scanner.path.length;
    if (choice === 'keep') this.#mode = 'keep';
    else if (choice === 'read') {
      this.#mode = 'hold';
      this.#heldAt = offset;
    } else {
      this.#copyTo(offset);
      this.#put(choice.replaceWith);
      this.#mode = 'drop';
    }
  }

  #end(kind: ValueKind, end: number, isEmpty: boolean): void {
    if (this.#mode === 'copy') {
      if (kind === 'object' || kind === 'array') this.#append(kind, end, isEmpty);
    } else if (this.#scanner.path.length === this.#depth) this.#leave(kind, end);
  }

  #leave(kind: ValueKind, end: number): void {
    const mode = this.#mode;
    this.#mode = 'copy';
    if (mode === 'drop') this.#from = end - this.#base;
    else if (mode === 'hold') {
      const raw = this.#release(end);
      this.#settle(raw, end, this.#editor.replace?.(this.#at(kind, this.#heldAt), raw));
    }
  }

  #beginKey(offset: number): void {
    if (this.#mode !== 'copy') return;
    this.#mode = 'hold-key';
    this.#heldAt = offset;
  }

  #endKey(end: number): void {
    if (this.#mode !== 'hold-key') return;
    this.#mode = 'copy';
    if (this.#held.length === 0 && this.#editor.keepsKey?.(this.#scanner.path) === true) return;
    const raw = this.#release(end);
    this.#settle(raw, end, this.#editor.replaceKey?.(this.#scanner.path, raw));
  }

  #append(kind: ValueKind, end: number, isEmpty: boolean): void {
    const members = this.#editor.append?.(this.#at(kind, end));
    if (members === undefined) return;
    this.#copyTo(end - 1);
    if (!isEmpty) this.#put(',');
    this.#put(members);
  }

  /** The bytes that were held, the chunk's own included. */
  #release(end: number): Buffer {
    const last = this.#chunk.subarray(Math.max(0, this.#heldAt - this.#base), end - this.#base);
    return this.#held.length === 0 ? last : Buffer.concat([...this.#held, last]);
  }

  /** Passes on what was held, or what takes its place. */
  #settle(raw: Buffer, end: number, replacement: Replacement | undefined): void {
    const began = this.#held.length > 0;
    this.#held = [];
    if (replacement === undefined) {
      // What the chunk itself has of it is copied with what surrounds it.
      if (began) this.#put(raw.subarray(0, this.#base - this.#heldAt));
      return;
    }
    this.#copyTo(this.#heldAt);
    this.#put(replacement);
    this.#from = end - this.#base;
  }

  #keepHeld(): void {
    const at = Math.max(0, this.#heldAt - this.#base);
    this.#copyTo(this.#base + at);
    const bytes = this.#base + this.#chunk.length - this.#heldAt;
    if (this.#mode === 'hold' && bytes > this.#maxValueBytes) {
      throw new JsonTextError('too-long', `A value has more than ${this.#maxValueBytes} bytes`, this.#heldAt);
    }
    this.#held.push(Buffer.from(this.#chunk.subarray(at)));
  }

  #copyTo(offset: number): void {
    const to = offset - this.#base;
    this.#out.copy(this.#chunk, this.#from, to);
    this.#from = Math.max(to, this.#from);
  }

  #put(bytes: Replacement): void {
    this.#out.put(bytes);
  }

  #at(kind: ValueKind, offset: number): Place {
    this.#place.kind = kind;
    this.#place.offset = offset;
    return this.#place;
  }
}
