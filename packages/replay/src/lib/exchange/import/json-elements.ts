import { JsonTextError, type JsonPath } from '@idvkit/json';
import { Splicer } from '@idvkit/json/splice';

import { ImportProblem } from './imported.ts';

/** A value of a document. */
export interface JsonElement {
  readonly value: unknown;
  readonly path: JsonPath;
}

const MAX_ELEMENT_BYTES = 512 * 2 ** 20;
const NEWLINE = 0x0a;

/**
 * Reads chosen values of a JSON document of any size, one after the other.
 *
 * @param isWanted Decides by its path whether a value is read. Values within it are not passed to this function.
 * @throws {ImportProblem} with line and byte if the document is not JSON, after the values before that byte.
 */
export async function* jsonElements(
  input: AsyncIterable<Uint8Array>,
  isWanted: (path: JsonPath) => boolean,
): AsyncGenerator<JsonElement> {
  let ready: JsonElement[] = [];
  const splicer = new Splicer(
    {
      choose: ({ path, kind }) => (isWanted(path) ? 'read' : kind === 'object' || kind === 'array' ? 'enter' : 'keep'),
      replace: ({ path }, raw) => {
        ready.push({ value: JSON.parse(raw.toString('utf8')), path: [...path] });
        return undefined;
      },
    },
    { maxValueBytes: MAX_ELEMENT_BYTES },
  );
  let chunk: Uint8Array = new Uint8Array();
  let base = 0;
  let line = 1;
  try {
    for await (const part of input) {
      base += chunk.byteLength;
      line += countLines(chunk);
      chunk = base === 0 ? withoutMark(part) : part;
      splicer.write(chunk);
      const elements = ready;
      ready = [];
      yield* elements;
    }
    splicer.end();
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    yield* ready;
    const at = `byte ${error.offset + 1} on`;
    if (error.problem !== 'malformed') {
      throw new ImportProblem(`a part of it is too long or too deep from ${at}`, { cause: error });
    }
    const errorLine = line + countLines(chunk.subarray(0, error.offset - base));
    throw new ImportProblem(`it is not valid JSON from line ${errorLine}, ${at}`, { cause: error });
  }
}

function withoutMark(chunk: Uint8Array): Uint8Array {
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

function countLines(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === NEWLINE) count += 1;
  return count;
}
