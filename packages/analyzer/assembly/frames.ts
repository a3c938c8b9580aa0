// Open containers, and the steps that lead to them.

import { FRAMES, FRAME_BYTES, STEP_BYTES } from './layout';
import { ELEMENT, elementOf } from './path';
import { put } from './registers';
import { offsetOf, Scan } from './scan';

export const NODE: usize = 0; // u32: its path, where hits are measured
export const KIND: usize = 4; // u32
export const LAST: usize = 8; // u32: path under the last key
const STEP: usize = 12; // u32: address of the last key as written
const STEP_LENGTH: usize = 16; // u32, with the two highest bits for: escapes in it, cut off
export const INDEX: usize = 24; // u64: index of the element at hand
export const START: usize = 32; // u64
export const SERIAL: usize = 40; // u64: number of the container among all

export const ARRAY: u32 = 1;
export const OBJECT: u32 = 0;

const ESCAPED: u32 = 0x80000000;
const CUT: u32 = 0x40000000;

/** Where keys are kept that do not stand in the input any more, one for each level. */
let steps: usize = 0;

/** Makes room for so many containers within containers. */
export function reserveFrames(depth: i32): void {
  steps = FRAMES + FRAME_BYTES * (depth + 1);
  const bytes = steps + <usize>STEP_BYTES * (depth + 1);
  const pages = <i32>((bytes + 0xffff) >> 16);
  if (pages > memory.size()) memory.grow(pages - memory.size());
}

// @ts-ignore: decorator
@inline
export function frameAt(depth: i32): usize {
  return FRAMES + FRAME_BYTES * depth;
}

/** Opens a container that begins at `at`, of the path that it has where hits are measured. */
// @ts-ignore: decorator
@inline
export function openFrame(frame: usize, kind: u32, path: usize, at: usize): void {
  store<u64>(frame + NODE, <u64>path | (<u64>kind << 32));
  store<u64>(frame + LAST, 0);
  v128.store(frame + STEP_LENGTH, i64x2.splat(0));
  store<u64>(frame + START, offsetOf(at));
  Scan.serial += 1;
  store<u64>(frame + SERIAL, Scan.serial);
}

/** The path of a value that begins or ended in the container at hand. */
// @ts-ignore: decorator
@inline
export function valuePath(frame: usize): usize {
  if (load<u32>(frame + KIND) != ARRAY) return load<u32>(frame + LAST);
  const node: usize = load<u32>(frame + NODE);
  const element: usize = load<u32>(node + ELEMENT);
  return element ? element : elementOf(node);
}

/** Takes note of the key at hand, which stands in the input. */
// @ts-ignore: decorator
@inline
export function noteStep(frame: usize, at: usize, length: usize, escaped: bool): void {
  store<u32>(frame + STEP, <u32>at);
  store<u32>(frame + STEP_LENGTH, <u32>length | (escaped ? ESCAPED : 0));
}

/** Takes note of a key that is longer than what is kept. */
export function noteLongStep(frame: usize, at: usize, escaped: bool): void {
  const kept = steps + <usize>STEP_BYTES * Scan.depth;
  memory.copy(kept, at, STEP_BYTES);
  store<u32>(frame + STEP, <u32>kept);
  store<u32>(frame + STEP_LENGTH, STEP_BYTES | CUT | (escaped ? ESCAPED : 0));
}

/** Copies keys of open containers that stand in the input to where they outlast it. */
export function keepSteps(): void {
  for (let level = 1; level <= Scan.depth; level += 1) {
    const frame = frameAt(level);
    const at: usize = load<u32>(frame + STEP);
    if (!at || at >= steps) continue;
    const packed = load<u32>(frame + STEP_LENGTH);
    let length = packed & ~(ESCAPED | CUT);
    let flags = packed & (ESCAPED | CUT);
    if (length > <u32>STEP_BYTES) {
      length = STEP_BYTES;
      flags |= CUT;
    }
    const kept = steps + <usize>STEP_BYTES * level;
    memory.copy(kept, at, length);
    store<u32>(frame + STEP, <u32>kept);
    store<u32>(frame + STEP_LENGTH, length | flags);
  }
}

/** Writes the step of a level of the path to the registers: kind, index, address, length, escapes and cut of the key. */
export function tellStep(level: i32): void {
  const frame = frameAt(level);
  put(0, <f64>load<u32>(frame + KIND));
  put(1, <f64>load<u64>(frame + INDEX));
  put(2, <f64>load<u32>(frame + STEP));
  const packed = load<u32>(frame + STEP_LENGTH);
  put(3, <f64>(packed & ~(ESCAPED | CUT)));
  put(4, <f64>i32((packed & ESCAPED) != 0));
  put(5, <f64>i32((packed & CUT) != 0));
}
