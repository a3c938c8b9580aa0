import { JsonTextError, type JsonPath } from '@idvkit/archive/json';

import { Splicer } from '../splice/splicer.ts';
import { ImportProblem } from './imported.ts';

/** A value of a document, and where it begins. */
export interface JsonElement {
  readonly value: unknown;
  readonly path: JsonPath;
  /** Counted from 1. */
  readonly line: number;
}

/** Longest element that is held. */
const LONGEST = 512 * 2 ** 20;
const NEWLINE = 0x0a;

/**
 * Reads chosen values of a JSON document of any size, one after the other.
 *
 * @param isWanted Tells by its path whether a value is to be read. What is within it is not asked about.
 * @throws {ImportProblem} with line and byte where the document is no JSON; what came before was given.
 */
export async function* jsonElements(
  input: AsyncIterable<Uint8Array>,
  isWanted: (path: JsonPath) => boolean,
): AsyncGenerator<JsonElement> {
  let ready: { readonly raw: Buffer; readonly path: JsonPath; readonly offset: number }[] = [];
  const splicer = new Splicer(
    {
      choose: ({ path, kind }) => (isWanted(path) ? 'read' : kind === 'object' || kind === 'array' ? 'enter' : 'keep'),
      replace: ({ path, offset }, raw) => {
        ready.push({ raw: Buffer.from(raw), path: [...path], offset });
        return undefined;
      },
    },
    { maxValueBytes: LONGEST },
  );
  const lines = new LineCounter();
  let isFirst = true;
  try {
    for await (const chunk of input) {
      const bytes = isFirst ? withoutMark(chunk) : chunk;
      isFirst = false;
      lines.add(bytes);
      splicer.write(bytes);
      const elements = ready;
      ready = [];
      for (const { raw, path, offset } of elements)
        yield { value: JSON.parse(raw.toString('utf8')), path, line: lines.lineOf(offset) };
    }
    splicer.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    for (const { raw, path, offset } of ready)
      yield { value: JSON.parse(raw.toString('utf8')), path, line: lines.lineOf(offset) };
    const what = error.problem === 'malformed' ? 'it is not valid JSON' : 'a part of it is too long or too deep';
    throw new ImportProblem(`${what} from line ${lines.lineOf(error.offset)}, byte ${error.offset + 1} on`, {
      cause: error,
    });
  }
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

/** Tells lines of offsets that lie in the last chunks. */
class LineCounter {
  readonly #starts: { readonly offset: number; readonly line: number; readonly bytes: Uint8Array }[] = [];
  #offset = 0;
  #line = 1;

  add(bytes: Uint8Array): void {
    this.#starts.push({ offset: this.#offset, line: this.#line, bytes });
    // Elements begin before they end, by any number of chunks; of those only their lines are kept.
    const old = this.#starts.at(-3);
    if (old !== undefined) this.#starts[this.#starts.length - 3] = { ...old, bytes: new Uint8Array() };
    if (this.#starts.length > MAX_CHUNKS) this.#starts.shift();
    for (const byte of bytes) if (byte === NEWLINE) this.#line += 1;
    this.#offset += bytes.byteLength;
  }

  lineOf(offset: number): number {
    const chunk = this.#starts.findLast((each) => each.offset <= offset) ?? this.#starts[0];
    if (chunk === undefined) return 1;
    let { line } = chunk;
    for (const byte of chunk.bytes.subarray(0, offset - chunk.offset)) if (byte === NEWLINE) line += 1;
    return line;
  }
}

const MAX_CHUNKS = 4096;
