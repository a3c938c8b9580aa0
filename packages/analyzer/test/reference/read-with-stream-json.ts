import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import type { ReadingProblem } from '@idvkit/schema/formats';
import { parser, type Token } from 'stream-json/parser.js';

import type { HitMeasures } from '../../src/lib/scan/hits-statistics.ts';
import type { ScanHandler } from '../../src/lib/scan/scan-handler.ts';
import { ReferenceScan } from './reference-scan.ts';
import { TokenPlaces } from './token-places.ts';

/** Limits of a reading. */
export interface ReferenceOptions {
  readonly measures: HitMeasures;
  /** Containers within containers that are followed. */
  readonly maxDepth: number;
}

/**
 * Reads one JSON document with stream-json and tells a handler what is in it, as our own scan does. It is here to be right
 * beyond doubt: the grammar is stream-json's, hits are whole values in memory, and what is in them is counted one by one. It
 * is slow, and needs memory for the largest hit and the longest text.
 *
 * @returns What is wrong with the input, if it is not one JSON document. stream-json tells no place; the one given is that
 *   after the last token.
 */
export async function readWithStreamJson(
  input: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  handler: ScanHandler,
  { measures, maxDepth }: ReferenceOptions,
): Promise<ReadingProblem | undefined> {
  const places = new TokenPlaces();
  const scan = new ReferenceScan(handler, { measures, maxDepth });
  let isEnded = false;
  const problem = (code: ReadingProblem['code'], message: string): ReadingProblem => {
    scan.stop();
    const { offset } = places;
    return { code, message: `${message} after byte ${offset}`, offset };
  };

  async function* texts(): AsyncGenerator<string> {
    // A byte order mark is kept, so that it is refused.
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    for await (const chunk of input) {
      places.append(chunk);
      yield decodeWith(decoder, chunk);
    }
    yield decodeWith(decoder);
    isEnded = true;
  }

  try {
    await pipeline(
      Readable.from(texts()),
      parser.asStream({ packValues: true, streamValues: false }),
      async (tokens: AsyncIterable<Token>) => {
        for await (const token of tokens) {
          if (!scan.token(token, places.next(token))) throw new Refused('too-deep', `More than ${maxDepth} levels`);
        }
      },
    );
    return undefined;
  } catch (error) {
    if (error instanceof Refused) return problem(error.code, error.message);
    if (!isParserError(error)) throw error;
    return isEnded ? problem('cut-off', 'The input is cut off') : problem('malformed', error.message);
  }
}

/** What is read is no JSON, for a reason that stream-json does not know. */
class Refused extends Error {
  readonly code: ReadingProblem['code'];

  constructor(code: ReadingProblem['code'], message: string) {
    super(message);
    this.code = code;
  }
}

function decodeWith(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw chunk ? new Refused('malformed', 'Malformed UTF-8') : new Refused('cut-off', 'The input is cut off');
  }
}

/** stream-json throws plain errors with one of these beginnings. */
function isParserError(error: unknown): error is Error {
  return error instanceof Error && /^Parser (?:cannot parse input|has expected)/.test(error.message);
}
