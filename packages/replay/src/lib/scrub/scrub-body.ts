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
  let { codings } = source;
  let shape: BodyShape = 'json';
  const held: Uint8Array[] = [];
  let bytes = 0;
  const hold = (part: Uint8Array): void => {
    bytes += part.length;
    if (bytes <= MAX_HELD) held.push(Uint8Array.from(part));
    else held.length = 0;
  };
  try {
    const splicer = new Splicer(new ScrubEditor(scrubbing));
    let read = 0;
    try {
      for await (const chunk of unpack(source.open(), codings, { maxBytes: Infinity })) {
        read += chunk.length;
        hold(splicer.write(chunk));
      }
      hold(splicer.end());
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      shape = error.problem === 'malformed' && error.offset >= read && read > 0 ? 'cut-off' : 'opaque';
    }
  } catch (error) {
    if (codings.length === 0) throw error;
    // It is not encoded as its headers say.
    codings = [];
    shape = 'opaque';
  }
  const again = { ...scrubbing, onReplaced: undefined, onGivenName: undefined };
  return {
    shape,
    codings,
    read: () => {
      const decoded = () => unpack(source.open(), codings, { maxBytes: Infinity });
      if (shape === 'opaque') return filled(decoded());
      return bytes <= MAX_HELD ? given(held) : spliced(decoded(), new Splicer(new ScrubEditor(again)), shape);
    },
  };
}

async function* given(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) if (part.length > 0) yield part;
}

async function* filled(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) yield Buffer.alloc(chunk.byteLength, FILLER);
}

async function* spliced(
  body: AsyncIterable<Uint8Array>,
  splicer: Splicer,
  shape: BodyShape,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    const edited = splicer.write(chunk);
    if (edited.length > 0) yield edited;
  }
  // What was held of a value that is cut off is left out with it.
  if (shape !== 'cut-off') yield splicer.end();
}
