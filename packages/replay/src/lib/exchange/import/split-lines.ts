import { ImportProblem } from './imported.ts';

export interface Line {
  readonly bytes: Buffer;
  /** Counted from 1. */
  readonly number: number;
}

const NEWLINE = 0x0a;
/** Longest line that is held. */
const LONGEST = 512 * 2 ** 20;

/** Takes a file apart at its line breaks. @throws {ImportProblem} at a line that is too long to be held. */
export async function* splitLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      parts.push(Buffer.from(chunk.subarray(from, end)));
      yield { bytes: joined(parts), number };
      parts = [];
      size = 0;
      number += 1;
      from = end + 1;
    }
    const rest = Buffer.from(chunk.subarray(from));
    parts.push(rest);
    size += rest.length;
    if (size > LONGEST) throw new ImportProblem(`line ${number} is longer than ${LONGEST} bytes`);
  }
  if (size > 0) yield { bytes: joined(parts), number };
}

function joined(parts: readonly Buffer[]): Buffer {
  const line = Buffer.concat(parts);
  return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
}
