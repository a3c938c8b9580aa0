import { HitsRecorder } from './hits-recorder.ts';
import { MAX_MEASURED_BYTES, type HitMeasures } from './hits-statistics.ts';
import { JsonError } from './json-error.ts';
import { INTEGER, LEADING_ZERO, MINUS, nextNumberState, NO_PART, ZERO } from './number-state.ts';
import {
  COLON,
  COMMA_OR_END,
  DONE,
  encodingProblem,
  expectedText,
  KEY,
  KEY_OR_END,
  PROBLEMS,
  tooDeepText,
  unexpectedText,
  VALUE,
  VALUE_OR_END,
} from './problem-text.ts';
import type { ScalarKind, ScanHandler } from './scan-handler.ts';
import { checkLimits, SHOWN_STEP_BYTES } from './scan-limits.ts';
import type { Scanner, ScanOptions } from './scanner.ts';
import { cutToBytes, readStringText } from './text-bytes.ts';
import { TextParts } from './text-parts.ts';
import { Utf8Check } from './utf8-check.ts';

// States within a token; those between tokens come before them.
const STRING = 7;
const ESCAPE = 8;
const HEX = 9;
const NUMBER = 10;
const LITERAL = 11;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** The scanner in plain JavaScript, for where there is no WebAssembly with SIMD, and a second opinion everywhere. */
export class PlainScanner implements Scanner {
  readonly #handler: ScanHandler;
  readonly #maxDepth: number;
  readonly #maxTextBytes: number;
  readonly #measures: HitMeasures;
  readonly #utf8 = new Utf8Check();

  #state = VALUE;
  /** Offset of the chunk being read. */
  #base = 0;
  #line = 1;
  #lineStart = 0;

  /** For each open container: -1 for an object, or the index of the current element. */
  #indices: number[] = [];
  /** For each open container: the key being read, where it is an object. */
  #keys: string[] = [];

  /** Open containers up to and with the one whose inside the handler does not hear; 0 where it hears. */
  #unheardDepth = 0;
  /** Measures the hits of that container, if it holds hits. */
  #recorder: HitsRecorder | undefined;

  #isKey = false;
  #wanted = false;
  #tokenStart = 0;
  #numberState = MINUS;
  #literal = '';
  #literalAt = 0;
  #hexLeft = 0;
  /** Text of the token so far, where it is wanted: what earlier chunks had of it. */
  readonly #parts = new TextParts();
  #escaped = false;
  /** Whether the text of the last token goes on beyond what was kept. */
  #cut = false;

  constructor(handler: ScanHandler, options: ScanOptions = {}) {
    const { maxDepth, maxTextBytes, measures } = checkLimits(options);
    this.#measures = measures;
    this.#handler = handler;
    this.#maxDepth = maxDepth;
    this.#maxTextBytes = maxTextBytes;
  }

  get bytes(): number {
    return this.#base;
  }

  write(chunk: Uint8Array): void {
    if (this.#base === 0 && chunk.length > 0) this.#refuseOtherEncodings(chunk[0] ?? 0);
    const malformed = this.#utf8.write(chunk);
    // The first malformed byte is still read: outside of a string it is the grammar that it breaks, wherever the cuts are.
    const limit = malformed === undefined ? chunk.length : Math.max(malformed + 1, 0);
    this.#read(chunk, limit);
    if (malformed !== undefined) this.#fail(PROBLEMS.utf8, this.#base + malformed);
    this.#keepText(chunk, chunk.length);
    this.#base += chunk.length;
  }

  end(): void {
    if (this.#state === NUMBER && this.#indices.length === 0 && this.#numberState >= ZERO) {
      this.#endScalar('number', new Uint8Array(), 0);
    }
    if (this.#utf8.end() > 0) this.#fail(PROBLEMS.cutInCharacter, this.#base);
    if (this.#state === DONE) return;
    this.#fail(this.#base === 0 ? PROBLEMS.empty : PROBLEMS.cutOff, this.#base);
  }

  stop(): void {
    this.#endUnheard();
  }

  path(): (string | number)[] {
    const isInKey = this.#isKey && this.#state >= STRING && this.#state <= HEX;
    const atKey = this.#state === KEY || this.#state === KEY_OR_END || isInKey;
    const steps = this.#indices.map((index, depth) => (index >= 0 ? index : (this.#keys[depth] ?? '')));
    return atKey && steps.length > 0 ? steps.slice(0, -1) : steps;
  }

  #refuseOtherEncodings(first: number): void {
    const problem = encodingProblem(first);
    if (problem !== undefined) this.#fail(problem, 0);
  }

  #read(chunk: Uint8Array, limit: number): void {
    let at = 0;
    while (at < limit) {
      const byte = chunk[at] ?? 0;
      switch (this.#state) {
        case STRING: {
          let end = at;
          let inside = byte;
          while (inside !== QUOTE && inside !== BACKSLASH && inside >= 0x20) {
            end += 1;
            if (end === limit) return;
            inside = chunk[end] ?? 0;
          }
          if (inside === QUOTE) {
            at = end + 1;
            this.#endString(chunk, end);
          } else if (inside === BACKSLASH) {
            at = end + 1;
            this.#escaped = true;
            this.#state = ESCAPE;
          } else this.#fail(PROBLEMS.control, this.#base + end);
          break;
        }
        case ESCAPE:
          if (byte === 0x75) {
            this.#hexLeft = 4;
            this.#state = HEX;
          } else if ('"\\/bfnrt'.includes(String.fromCharCode(byte))) this.#state = STRING;
          else this.#fail(PROBLEMS.escape, this.#base + at);
          at += 1;
          break;
        case HEX:
          if (!/[\da-f]/i.test(String.fromCharCode(byte))) this.#fail(PROBLEMS.hex, this.#base + at);
          this.#hexLeft -= 1;
          if (this.#hexLeft === 0) this.#state = STRING;
          at += 1;
          break;
        case NUMBER:
          if (this.#number(byte, at)) at += 1;
          else this.#endScalar('number', chunk, at);
          break;
        case LITERAL:
          if (byte !== this.#literal.charCodeAt(this.#literalAt)) this.#unexpected(byte, `"${this.#literal}"`, at);
          this.#literalAt += 1;
          at += 1;
          if (this.#literalAt === this.#literal.length) {
            this.#endScalar(this.#literal === 'null' ? 'null' : 'boolean', chunk, at);
          }
          break;
        default:
          if (byte === NEWLINE) {
            this.#line += 1;
            this.#lineStart = this.#base + at + 1;
          } else if (byte !== 0x20 && byte !== 0x0d && byte !== 0x09) this.#structure(byte, at);
          at += 1;
      }
    }
  }

  /** Takes a byte that stands between tokens or begins one. */
  #structure(byte: number, at: number): void {
    switch (this.#state) {
      case VALUE_OR_END:
        if (byte === 0x5d) return this.#close(at);
        this.#indices[this.#indices.length - 1] = 0;
        return this.#value(byte, at);
      case VALUE:
        return this.#value(byte, at);
      case KEY_OR_END:
        if (byte === 0x7d) return this.#close(at);
        return this.#key(byte, at);
      case KEY:
        return this.#key(byte, at);
      case COLON:
        if (byte !== 0x3a) this.#misplaced(byte, at);
        this.#state = VALUE;
        return;
      case COMMA_OR_END: {
        const inner = this.#indices.length - 1;
        const index = this.#indices[inner] ?? -1;
        if (byte === (index < 0 ? 0x7d : 0x5d)) return this.#close(at);
        if (byte !== 0x2c) this.#misplaced(byte, at);
        if (index >= 0) this.#indices[inner] = index + 1;
        this.#state = index < 0 ? KEY : VALUE;
        return;
      }
      default:
        this.#misplaced(byte, at);
    }
  }

  #key(byte: number, at: number): void {
    if (byte !== QUOTE) this.#misplaced(byte, at);
    this.#isKey = true;
    this.#beginToken(STRING, at, true);
  }

  #value(byte: number, at: number): void {
    const offset = this.#base + at;
    if (byte === QUOTE) {
      this.#isKey = false;
      this.#beginToken(STRING, at, this.#wantsText());
    } else if (byte === 0x7b || byte === 0x5b) {
      if (this.#indices.length === this.#maxDepth) this.#fail(tooDeepText(this.#maxDepth), offset);
      const isObject = byte === 0x7b;
      this.#indices.push(isObject ? -1 : 0);
      this.#keys.push('');
      this.#open(isObject, offset);
      this.#state = isObject ? KEY_OR_END : VALUE_OR_END;
    } else if (byte === 0x2d || (byte >= 0x30 && byte <= 0x39)) {
      this.#numberState = byte === 0x2d ? MINUS : byte === 0x30 ? ZERO : INTEGER;
      this.#beginToken(NUMBER, at, this.#wantsText());
    } else {
      const literal = byte === 0x74 ? 'true' : byte === 0x66 ? 'false' : byte === 0x6e ? 'null' : undefined;
      if (literal === undefined) return this.#misplaced(byte, at);
      this.#literal = literal;
      this.#literalAt = 1;
      this.#beginToken(LITERAL, at, this.#wantsText());
    }
  }

  #beginToken(state: number, at: number, wanted: boolean): void {
    this.#state = state;
    this.#tokenStart = this.#base + at;
    this.#wanted = wanted;
    this.#escaped = false;
    this.#parts.clear();
  }

  /** @returns Whether `byte` belongs to the number. */
  #number(byte: number, at: number): boolean {
    const next = nextNumberState(this.#numberState, byte);
    if (next === LEADING_ZERO) this.#fail(PROBLEMS.leadingZero, this.#base + at);
    if (next !== NO_PART) this.#numberState = next;
    else if (this.#numberState < ZERO) this.#unexpected(byte, 'a digit', at);
    return next !== NO_PART;
  }

  #endString(chunk: Uint8Array, end: number): void {
    if (!this.#isKey) return this.#endScalar('string', chunk, end);
    const text = this.#text(chunk, end);
    this.#keys[this.#keys.length - 1] = cutToBytes(text, SHOWN_STEP_BYTES);
    this.#recorder?.key(text);
    if (this.#unheardDepth === 0) this.#handler.key(text, this.#tokenStart);
    this.#state = COLON;
  }

  #endScalar(kind: ScalarKind, chunk: Uint8Array, end: number): void {
    const text = this.#wanted ? this.#text(chunk, end) : '';
    this.#state = this.#indices.length === 0 ? DONE : COMMA_OR_END;
    const last = this.#base + end + (kind === 'string' ? 1 : 0);
    if (this.#unheardDepth === 0) this.#handler.scalar(kind, text, this.#tokenStart, last);
    else if (this.#recorder) {
      const isInteger = kind === 'number' && this.#numberState <= INTEGER;
      this.#recorder.scalar(isInteger ? 'integer' : kind, text, this.#cut, this.#tokenStart, last);
    }
  }

  #wantsText(): boolean {
    return this.#unheardDepth === 0 ? this.#handler.wantsText() : this.#recorder !== undefined;
  }

  /** Bytes of a text that are of use where the scan stands. */
  #textLimit(): number {
    return this.#unheardDepth === 0 ? this.#maxTextBytes : MAX_MEASURED_BYTES;
  }

  #open(isObject: boolean, offset: number): void {
    if (this.#unheardDepth > 0) return this.#recorder?.openContainer(!isObject, offset);
    const wish = this.#handler.open(isObject ? 'object' : 'array', offset);
    if (wish === 'tokens') return;
    this.#unheardDepth = this.#indices.length;
    if (wish === 'hits' && !isObject) this.#recorder = new HitsRecorder(this.#handler, this.#measures);
  }

  #close(at: number): void {
    const end = this.#base + at + 1;
    const depth = this.#indices.length;
    this.#indices.pop();
    this.#keys.pop();
    this.#state = depth === 1 ? DONE : COMMA_OR_END;
    if (depth > this.#unheardDepth && this.#unheardDepth > 0) return this.#recorder?.closeContainer(end);
    this.#endUnheard();
    this.#handler.close(end);
  }

  #endUnheard(): void {
    const recorder = this.#recorder;
    this.#recorder = undefined;
    this.#unheardDepth = 0;
    recorder?.end();
  }

  /** Keeps what a wanted token has in this chunk, up to the limit, before the chunk is gone. */
  #keepText(chunk: Uint8Array, end: number): void {
    if (!this.#wanted || this.#state < STRING || this.#state > LITERAL) return;
    this.#parts.keep(chunk, { from: this.#contentStart(), end, limit: this.#textLimit() });
  }

  /** Index in the current chunk where the token's text starts or goes on. */
  #contentStart(): number {
    const quote = this.#state >= STRING && this.#state <= HEX ? 1 : 0;
    return Math.max(this.#tokenStart + quote - this.#base, 0);
  }

  #text(chunk: Uint8Array, end: number): string {
    const isString = this.#state === STRING;
    const raw = this.#parts.joined(chunk, { from: this.#contentStart(), end, limit: this.#textLimit() });
    // What was kept is less than what there is between the quotes.
    this.#cut = raw.length < this.#base + end - this.#tokenStart - (isString ? 1 : 0);
    return readStringText(raw, { escaped: this.#escaped, cut: this.#cut });
  }

  #misplaced(byte: number, at: number): never {
    this.#unexpected(byte, expectedText(this.#state, (this.#indices.at(-1) ?? -1) >= 0), at);
  }

  #unexpected(byte: number, expected: string, at: number): never {
    this.#fail(unexpectedText(expected, byte), this.#base + at);
  }

  #fail(problem: string, offset: number): never {
    const path = this.path();
    this.#endUnheard();
    throw new JsonError(problem, { offset, line: this.#line, column: offset - this.#lineStart + 1, path });
  }
}
