import { pipeline, type Readable } from 'node:stream';

import type { Captured } from '@idvkit/schema/formats';

import { contentCodings, findCoding, MOST_CODINGS } from '../content-coding.ts';

/** Undoes the `Content-Encoding` that a body travelled with. What is of an encoding that nobody knows stays as it is. */
export function decodeContent(body: Readable, captured: Captured): Readable {
  const codings = contentCodings(captured).slice(0, MOST_CODINGS);
  return codings.reduceRight((stream: Readable, name) => {
    const decoder = findCoding(name)?.createDecoder();
    // Whoever reads the last stream hears of its errors; one that is left half-way is none.
    return decoder === undefined ? stream : pipeline(stream, decoder, () => {});
  }, body);
}
