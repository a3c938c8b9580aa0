import { unpack, type ContentCoding } from '@idvkit/archive';
import { JsonTextError, Splicer } from '@idvkit/json';

import { ScrubEditor, type Scrubbing } from './scrub-editor.ts';

/** How far a body can be read as JSON. */
export type BodyShape = 'json' | 'cut-off' | 'opaque';

/** Opens the bytes of a body as they travelled, and says how they were encoded. */
export interface BodySource {
  readonly open: () => AsyncIterable<Uint8Array>;
  readonly codings: readonly ContentCoding[];
}

/** A body without personal data, decoded. It can be read again and again. */
export interface ScrubbedBody {
  readonly shape: BodyShape;
  /** Codings of the original, if it was encoded as its head says. */
  readonly codings: readonly ContentCoding[];
  read(): AsyncIterable<Uint8Array>;
}

const FILLER = 'x'.codePointAt(0);
/** Bytes of a scrubbed body that are held; a larger one is scrubbed again each time it is read. */
const MAX_HELD = 4 * 2 ** 20;

/**
 * Scrubs a body: personal values are replaced, every other byte stays. Of a body that breaks off, as much stays as can be read. One that
 * is not JSON is replaced by as many bytes that say nothing.
 */
export async function scrubBody(source: BodySource, scrubbing: Scrubbing): Promise<ScrubbedBody> {
  const { codings } = source;
  const held: Uint8Array[] = [];
  let bytes = 0;
  let shape: BodyShape = 'json';
  try {
    for await (const part of spliced(source, scrubbing, () => (shape = 'cut-off'))) {
      bytes += part.length;
      if (bytes <= MAX_HELD) held.push(Uint8Array.from(part));
    }
  } catch (error) {
    // It is not encoded as its head says.
    if (!(error instanceof JsonTextError) && codings.length > 0)
      return { shape: 'opaque', codings: [], read: () => filled(source.open()) };
    if (!(error instanceof JsonTextError)) throw error;
    return { shape: 'opaque', codings, read: () => filled(unpack(source.open(), codings, { maxBytes: Infinity })) };
  }
  const again = { ...scrubbing, onReplaced: undefined, onGivenName: undefined };
  return { shape, codings, read: () => (bytes <= MAX_HELD ? given(held) : spliced(source, again, () => {})) };
}

async function* spliced(
  { open, codings }: BodySource,
  scrubbing: Scrubbing,
  onCutOff: () => void,
): AsyncGenerator<Uint8Array> {
  const splicer = new Splicer(new ScrubEditor(scrubbing));
  let read = 0;
  for await (const chunk of unpack(open(), codings, { maxBytes: Infinity })) {
    read += chunk.length;
    const part = splicer.write(chunk);
    if (part.length > 0) yield part;
  }
  try {
    const rest = splicer.end();
    if (rest.length > 0) yield rest;
  } catch (error) {
    if (read === 0) throw error;
    // What was held of a value that is cut off is left out with it.
    onCutOff();
  }
}

/** Yields the parts of a body that are in memory. */
export async function* given(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* parts;
}

async function* filled(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield Buffer.alloc(chunk.byteLength, FILLER);
}
