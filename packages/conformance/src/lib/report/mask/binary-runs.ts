/** A part of a text that may be encoded bytes, and their readings. */
export interface BinaryRun {
  readonly start: number;
  readonly end: number;
  readonly readings: readonly string[];
}

const BASE64 = /[A-Za-z0-9+/_-]{8,}={0,2}/g;
const HEX = /(?:[\da-f]{2}){4,}/gi;

/** Finds base64 (of either alphabet, in each of its four alignments) and hexadecimal digits. */
export function* binaryRuns(text: string): Generator<BinaryRun> {
  for (const { 0: run, index } of text.matchAll(BASE64)) {
    const readings = [0, 1, 2, 3].map((offset) => read(run.slice(offset), 'base64'));
    yield { start: index, end: index + run.length, readings };
  }
  for (const { 0: run, index } of text.matchAll(HEX)) {
    yield { start: index, end: index + run.length, readings: [read(run, 'hex'), read(run.slice(1), 'hex')] };
  }
}

function read(run: string, encoding: 'base64' | 'hex'): string {
  return Buffer.from(run, encoding).toString('utf8');
}
