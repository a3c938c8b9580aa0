// The input: chunks that the host writes, and before each what was left of the last one.

import { keepSteps } from './frames';
import { CHUNK, CHUNK_CAPACITY, OTHER_CHUNK } from './layout';
import { offsetOf, Scan } from './scan';
import { all } from './vectors';

/** Zeros behind the input: vectors read beyond its end, and no string goes on there. */
const PADDING: usize = 80;

/** Address for the next chunk. The host may write there while the last one is read. */
export function nextChunk(): usize {
  return CHUNK + OTHER_CHUNK - Scan.chunk;
}

export function chunkCapacity(): i32 {
  return CHUNK_CAPACITY;
}

/** To be called when a chunk was read, before the next one is fed. */
export function carry(): void {
  keepSteps();
  const left = Scan.end - Scan.position;
  if (left) memory.copy(nextChunk() - left, Scan.position, left);
}

/** Takes the next bytes of the input, which the host has written to the address for the next chunk. */
export function feed(bytes: i32): void {
  // What is left of the last chunk goes before the new one.
  const left = Scan.end - Scan.position;
  const chunk = nextChunk();
  Scan.origin += <i64>Scan.end - <i64>chunk;
  Scan.chunk = chunk;
  Scan.position = chunk - left;
  Scan.end = chunk + bytes;
  memory.fill(Scan.end, 0, PADDING);
}

/** Address of the first byte that is not a white space; counts lines. */
export function skipSpace(start: usize): usize {
  let at = start;
  while (true) {
    const byte: u32 = load<u8>(at);
    if (byte == 0x0a) {
      Scan.line += 1;
      Scan.lineStart = offsetOf(at + 1);
      at = skipBlanks(at + 1);
    } else if (byte == 0x20) {
      at = load<u8>(at, 1) == 0x20 ? skipBlanks(at + 2) : at + 1;
    } else if (byte == 0x0d || byte == 0x09) at += 1;
    else return at;
  }
}

/** Pretty-printed text has many blanks in a row. */
// @ts-ignore: decorator
@inline
function skipBlanks(start: usize): usize {
  let at = start;
  while (true) {
    const others = i8x16.bitmask(i8x16.ne(v128.load(at), all(0x20)));
    if (others) return at + ctz(others);
    at += 16;
  }
}
