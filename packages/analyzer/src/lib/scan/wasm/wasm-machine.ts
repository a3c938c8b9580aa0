import { SCRIPTS } from '../hits-statistics.ts';
import { SCANNER_BINARY } from './scanner-binary.ts';
import { NEUTRAL_RANGES, SCRIPT_RANGES } from './script-ranges.ts';

/** The used part of WebAssembly; neither Node's types nor the language's have it. */
export interface WasmModule {
  readonly exports?: never;
}
const wasm = (
  globalThis as unknown as {
    WebAssembly?: {
      Module: new (bytes: Uint8Array) => WasmModule;
      Instance: new (module: WasmModule, imports: object) => { readonly exports: unknown };
    };
  }
).WebAssembly;

/** Functions of the compiled scanner; `assembly/scanner.ts` documents them. */
interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  init(depthLimit: number, textBytes: number): void;
  nextChunk(): number;
  chunkCapacity(): number;
  scriptTable(): number;
  registers(): number;
  carry(): void;
  feed(bytes: number): void;
  run(): number;
  hear(mode: number): void;
  ending(): number;
  tell(): void;
  tellStep(level: number): void;
  tellHits(): void;
  emptyBatch(): void;
  takeStories(): number;
}

/** Answers what is measured at a path that was met for the first time, and which number a text is. */
interface Listener {
  measuresOf(parent: number, path: number, key: number, length: number): number;
  /** Reads a number, or a string that is one. */
  numberAt(at: number, length: number): number;
  /** Answers the marks of a text that was met for the first time at a path. */
  marksOf(path: number, at: number, length: number): number;
  /** The room for stories is full. */
  storiesFull(): void;
}

/** A compiled scanner with its memory, which serves one scan at a time. */
export interface Machine extends Exports {
  /** All of its memory. */
  readonly bytes: Uint8Array;
  /** The same. */
  readonly view: DataView;
  /** Returns the memory for the next chunk of the input. */
  readonly room: () => Uint8Array;
  /** Through which events tell their particulars. */
  readonly told: Float64Array;
  /** The scan. Not a function of it: V8 remembers the last closures that were called, and with them all that a scan found. */
  listener: Listener;
}

const idle: Machine[] = [];
/** Machines that are kept for later scans. */
const MAX_IDLE = 2;
let compiled: WasmModule | undefined;

/** Returns the compiled scanner. */
function scannerModule(): WasmModule {
  return (compiled ??= compile());
}

function compile(): WasmModule {
  if (wasm === undefined) throw new TypeError('There is no WebAssembly');
  return new wasm.Module(Uint8Array.from(atob(SCANNER_BINARY), (unit) => unit.charCodeAt(0)));
}

/** @throws {Error} if SIMD is not available, or a page does not allow WebAssembly. */
function instantiate(host: object): Exports {
  try {
    if (wasm === undefined) throw new TypeError('There is no WebAssembly');
    // The module is ours: what it exports is known.
    return new wasm.Instance(scannerModule(), { host }).exports as Exports;
  } catch (cause) {
    throw new Error(
      'Cannot scan: WebAssembly with SIMD is not available. Use Node 22 or a browser of 2023 or later; a page must allow it in its content security policy.',
      { cause },
    );
  }
}

/** Takes a machine that is ready for a document of this depth and length of texts. */
export function borrowMachine(depthLimit: number, textBytes: number): Machine {
  const exports = idle.pop() ?? createMachine();
  exports.init(depthLimit, textBytes);
  // Growing the memory for a greater depth takes the views away.
  return exports.bytes.byteLength === 0 ? withViews(exports) : exports;
}

/** Gives a machine back. */
export function returnMachine(machine: Machine): void {
  if (idle.length < MAX_IDLE && machine.bytes.byteLength < 2 ** 25) idle.push(machine);
}

function createMachine(): Machine {
  const listener: Listener = {
    measuresOf: (...place) => machine.listener.measuresOf(...place),
    numberAt: (...place) => machine.listener.numberAt(...place),
    marksOf: (...place) => machine.listener.marksOf(...place),
    storiesFull: () => machine.listener.storiesFull(),
  };
  const machine = withViews({ ...instantiate(listener), listener });
  machine.bytes.set(scriptTable(), machine.scriptTable());
  return machine;
}

function withViews(exports: Exports & Pick<Machine, 'listener'>): Machine {
  const { buffer } = exports.memory;
  const capacity = exports.chunkCapacity();
  return Object.assign(exports, {
    bytes: new Uint8Array(buffer),
    view: new DataView(buffer),
    room: () => new Uint8Array(buffer, exports.nextChunk(), capacity),
    told: new Float64Array(buffer, exports.registers(), 16),
  });
}

/** For each code point up to U+FFFF one more than the index of its script, or 0 if it tells none. */
function scriptTable(): Uint8Array {
  const table = new Uint8Array(0x1_0000).fill(SCRIPTS.indexOf('other') + 1);
  table.fill(0, 0, 0x80);
  for (const [first, last, script] of SCRIPT_RANGES) table.fill(SCRIPTS.indexOf(script) + 1, first, last + 1);
  for (const [first, last] of NEUTRAL_RANGES) table.fill(0, first, last + 1);
  return table;
}
