import { MAX_MEASURED_BYTES } from '../hits-statistics.ts';
import { JsonError, type JsonErrorCode } from '../json-error.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan-handler.ts';
import { checkLimits, SHOWN_STEP_BYTES, STEP_BYTES } from '../scan-limits.ts';
import type { Scanner, ScanOptions } from '../scanner.ts';
import { beginsAnother, expectedText, PROBLEMS, tooDeepText, unexpectedText } from './problem-text.ts';
import { cutToBytes, readShortText, readStringText, SHORT_TEXT_BYTES } from './text-bytes.ts';
import { Utf8Check } from './utf8-check.ts';
import { WasmHits } from './wasm-hits.ts';
import { borrowMachine, returnMachine, type Machine } from './wasm-machine.ts';

// What the machine comes back with.
const MORE = 0;
const OPEN = 2;
const CLOSE = 3;
const KEY = 4;
const SCALAR = 5;
const BATCH = 6;
const HITS_END = 7;

// States in which it reads a key.
const KEY_OR_END = 2;
const KEY_ONLY = 3;
const IN_KEY = 8;

/** Number of the problem of too many levels. */
const TOO_DEEP = 5;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

const visitModes: Readonly<Record<VisitMode, number>> = { tokens: 0, skip: 1, hits: 2 };
const HITS_MODE = 2;

/** Kinds of scalars as the machine calls them: literals by the byte that they begin with. */
const kinds: Readonly<Record<number, ScalarKind>> = {
  0: 'string',
  1: 'number',
  0x74: 'boolean',
  0x66: 'boolean',
  0x6e: 'null',
};

const literals: Readonly<Record<number, string>> = { 0x74: '"true"', 0x66: '"false"', 0x6e: '"null"' };

/**
 * Starts a scan.
 *
 * @throws {RangeError} if a limit is out of range.
 * @throws {Error} if WebAssembly with SIMD is not available.
 *
 * @example
 * const scanner = createScanner(handler)
 * for await (const chunk of createReadStream('delivery.json')) scanner.write(chunk)
 * scanner.end()
 */
export function createScanner(handler: ScanHandler, options: ScanOptions = {}): Scanner {
  return new WasmScanner(handler, options);
}

/** The scanner that runs in WebAssembly. */
export class WasmScanner implements Scanner {
  readonly #handler: ScanHandler;
  readonly #maxDepth: number;
  readonly #maxTextBytes: number;
  #machine: Machine | undefined;
  readonly #hits: WasmHits;
  readonly #utf8 = new Utf8Check();
  #bytes = 0;
  /** Bytes of a byte order mark that were read. */
  #markBytes = 0;
  /** True while someone else may write to the memory of the next chunk. */
  #isReadAhead = false;
  #hasFailed = false;
  #isTelling = false;
  /** True once the handler threw: what was fed is not read to its end, and there is no room for more. */
  #hasThrown = false;

  constructor(handler: ScanHandler, options: ScanOptions = {}) {
    const { maxDepth, maxTextBytes, ...hits } = checkLimits(options);
    this.#handler = handler;
    this.#maxDepth = maxDepth;
    this.#maxTextBytes = maxTextBytes;
    const machine = borrowMachine(maxDepth, Math.max(maxTextBytes, MAX_MEASURED_BYTES));
    this.#machine = machine;
    this.#hits = new WasmHits(machine, handler, hits);
    machine.listener = this.#hits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  write(chunk: Uint8Array): void {
    const length = this.#running().chunkCapacity();
    for (let at = 0; at < chunk.length; at += length) {
      const part = chunk.subarray(at, at + length);
      this.chunk().set(part);
      this.wrote(part.length);
    }
  }

  /**
   * Where the next bytes of the input can be written to, which saves the copy that `write` makes. To be asked for each time,
   * and followed by {@link wrote}.
   */
  chunk(): Uint8Array {
    const machine = this.#running();
    this.#isReadAhead = false;
    machine.carry();
    return machine.room();
  }

  /**
   * Reads the first `count` bytes of {@link chunk}.
   *
   * @param ahead Is called before that with the memory of the chunk after it, which may be written while this one is read. If the scan
   *   fails, no other scan gets this memory before {@link stop}, to be called once the writing has ended.
   */
  wrote(count: number, ahead?: (room: Uint8Array) => void): void {
    const machine = this.#running();
    if (count === 0) return;
    const chunk = machine.room().subarray(0, count);
    if (this.#bytes < BYTE_ORDER_MARK.length) this.#skipByteOrderMark(chunk);
    const malformed = this.#utf8.write(chunk);
    // The first malformed byte is still read: outside of a string it is the grammar that it breaks, wherever the cuts are.
    machine.feed(malformed === undefined ? count : Math.max(malformed + 1, 0));
    this.#bytes += count;
    this.#isReadAhead = ahead !== undefined;
    ahead?.(machine.room());
    this.#run(machine);
    if (malformed !== undefined) this.#fail('malformed', PROBLEMS.utf8, this.#bytes - count + malformed);
  }

  end(): void {
    const machine = this.#running();
    this.#isReadAhead = false;
    const ending = machine.ending();
    if (ending === 2) {
      // A number at the top ends where the input does.
      machine.carry();
      machine.room()[0] = 0x20;
      machine.feed(1);
      this.#run(machine);
    }
    if (this.#utf8.end() > 0) this.#fail('cut-off', PROBLEMS.cutInCharacter, this.#bytes);
    if (ending === 1 && this.#bytes === 0) this.#fail('empty', PROBLEMS.empty, 0);
    if (ending === 1) this.#fail('cut-off', PROBLEMS.cutOff, this.#bytes);
    this.#release();
  }

  stop(): void {
    if (this.#isTelling) throw new Error('A handler cannot stop its scan: throw an error instead');
    if (!this.#machine) return;
    if (!this.#hasFailed) this.#endHits(this.#machine);
    this.#release();
  }

  path(): (string | number)[] {
    const machine = this.#running();
    machine.tell();
    const [state = 0, depth = 0] = machine.told;
    const isAtKey = state === KEY_OR_END || state === KEY_ONLY || state === IN_KEY;
    return Array.from({ length: isAtKey ? depth - 1 : depth }, (_, level) => stepOf(machine, level + 1));
  }

  /** Makes spaces of the mark that some programs put before UTF-8. @param chunk The next bytes, as the machine will read them. */
  #skipByteOrderMark(chunk: Uint8Array): void {
    if (this.#bytes === 0 && (chunk[0] ?? 0) >= 0xfe) this.#fail('malformed', PROBLEMS.utf16, 0);
    for (let at = 0; at < chunk.length && this.#markBytes === this.#bytes + at; at += 1) {
      if (chunk[at] !== BYTE_ORDER_MARK[this.#markBytes]) return;
      this.#markBytes += 1;
      chunk[at] = 0x20;
    }
  }

  #running(): Machine {
    if (!this.#machine || this.#hasFailed || this.#hasThrown) throw new Error('The scan has ended');
    return this.#machine;
  }

  #release(): void {
    if (this.#machine) returnMachine(this.#machine);
    this.#machine = undefined;
  }

  /** Reads what was fed. What the handler throws ends the scan. */
  #run(machine: Machine): void {
    this.#isTelling = true;
    try {
      this.#tell(machine);
    } catch (error) {
      this.#hasThrown = true;
      throw error;
    } finally {
      this.#isTelling = false;
    }
  }

  #tell(machine: Machine): void {
    const { told } = machine;
    while (true) {
      switch (machine.run()) {
        case MORE:
          this.#hits.flush();
          return;
        case OPEN: {
          const mode = this.#handler.open(told[0] === 1 ? 'array' : 'object', told[1] ?? 0);
          if (mode !== 'tokens') machine.hear(visitModes[mode]);
          break;
        }
        case CLOSE:
          this.#handler.close(told[0] ?? 0);
          break;
        case KEY: {
          const offset = told[3] ?? 0;
          this.#handler.key(this.#text(machine, 0), offset);
          break;
        }
        case SCALAR: {
          const kind = told[0] ?? 0;
          const [offset, end] = [told[3] ?? 0, told[4] ?? 0];
          const text = this.#handler.wantsText() ? this.#text(machine, kind) : '';
          this.#handler.scalar(kinds[kind] ?? 'null', text, offset, end);
          break;
        }
        case BATCH:
          this.#hits.flush();
          break;
        case HITS_END:
          this.#tellHits();
          break;
        default:
          this.#explain(machine);
      }
    }
  }

  #text(machine: Machine, kind: number): string {
    const { told, bytes } = machine;
    const at = told[1] ?? 0;
    const length = told[2] ?? 0;
    const escaped = told[5] === 1 && kind === 0;
    if (!escaped && length <= SHORT_TEXT_BYTES) return readShortText(bytes, at, at + length);
    const cut = length > this.#maxTextBytes;
    return readStringText(bytes.subarray(at, at + (cut ? this.#maxTextBytes : length)), { escaped, cut });
  }

  #tellHits(): void {
    this.#hits.flush();
    this.#handler.hitsEnd?.(this.#hits.statistics());
  }

  /** Hands over an array of hits that did not end. */
  #endHits(machine: Machine): void {
    machine.tell();
    if (machine.told[5] === HITS_MODE) this.#tellHits();
  }

  #explain(machine: Machine): never {
    const [problem = 0, offset = 0, byte = 0, literal = 0] = machine.told;
    machine.tell();
    const [state = 0, depth = 0] = machine.told;
    const isInArray = depth > 0 && typeof stepOf(machine, depth) === 'number';
    const texts = [
      () => unexpectedText(expectedText(state, isInArray), byte),
      () => PROBLEMS.leadingZero,
      () => PROBLEMS.control,
      () => PROBLEMS.escape,
      () => PROBLEMS.hex,
      () => tooDeepText(this.#maxDepth),
      () => unexpectedText(literals[literal] ?? '', byte),
      () => unexpectedText('a digit', byte),
    ];
    const code = problem === TOO_DEEP ? 'too-deep' : beginsAnother(state, byte) ? 'several-documents' : 'malformed';
    this.#fail(code, texts[problem]?.() ?? 'It is not JSON', offset);
  }

  #fail(code: JsonErrorCode, problem: string, offset: number): never {
    const machine = this.#running();
    const path = this.path();
    machine.tell();
    const [, , line = 1, lineStart = 0] = machine.told;
    this.#endHits(machine);
    if (this.#isReadAhead) this.#hasFailed = true;
    else this.#release();
    throw new JsonError(code, problem, { offset, line, column: offset - lineStart + 1, path });
  }
}

/** The step of the path at an open container: index of the element, or key. */
function stepOf(machine: Machine, level: number): string | number {
  machine.tellStep(level);
  const [isArray = 0, index = 0, at = 0, length = 0, escaped = 0, cut = 0] = machine.told;
  if (isArray === 1) return index;
  const raw = machine.bytes.slice(at, at + Math.min(length, STEP_BYTES));
  return cutToBytes(
    readStringText(raw, { escaped: escaped === 1, cut: cut === 1 || length > STEP_BYTES }),
    SHOWN_STEP_BYTES,
  );
}
