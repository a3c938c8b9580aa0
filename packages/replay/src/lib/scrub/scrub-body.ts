import { pack, unpack, type ContentCoding } from '@idvkit/archive/coding';
import { JsonTextError } from '@idvkit/json';
import { Splicer } from '@idvkit/json/splice';

import type { KeptPaths } from './policy.ts';
import { readSubject, type BodyShape } from './read-subject.ts';
import { ScrubEditor, type Replaced } from './scrub-editor.ts';
import type { ScrubKey } from './scrub-key.ts';
import { Subject } from './subject.ts';

/** A body that was read once and can be scrubbed. */
export interface ScrubbableBody {
  readonly shape: BodyShape;
  readonly subject: Subject;
  readonly keep: KeptPaths;
  /** Takes the body for one that is not JSON from here on. */
  giveUp(): void;
  /**
   * Yields the body without personal data, decoded: the same bytes each time.
   * @throws {JsonTextError} `too-long` at a text that is too long to be held: call {@link ScrubbableBody.giveUp}.
   */
  scrubbed(onReplaced?: (replaced: Replaced) => void): AsyncGenerator<Uint8Array>;
  /** The same, encoded as the original was. */
  encoded(onReplaced?: (replaced: Replaced) => void): AsyncIterable<Uint8Array>;
}

const FILLER = 'x'.codePointAt(0);

/**
 * Reads a body so that it can be scrubbed: personal values are replaced, every other byte stays. Of a body that breaks off,
 * as much is kept as can be read. One that is not JSON is replaced by as many bytes that say nothing.
 * @param source Opens the bytes as they travelled, and how they were encoded.
 */
export async function openScrubbable(
  source: { readonly open: () => Promise<AsyncIterable<Uint8Array>>; readonly codings?: readonly ContentCoding[] },
  { key, keep = [] }: { readonly key: ScrubKey; readonly keep?: KeptPaths },
): Promise<ScrubbableBody> {
  let { codings = [] } = source;
  const open = async (): Promise<AsyncIterable<Uint8Array>> =>
    unpack(await source.open(), codings, { maxBytes: Infinity });
  let reading;
  try {
    reading = await readSubject(await open(), key);
  } catch (error) {
    if (codings.length === 0) throw error;
    // It is not encoded as its headers say.
    codings = [];
    reading = { shape: 'opaque' as const, subject: new Subject(key, {}) };
  }
  let { shape } = reading;
  const { subject } = reading;

  async function* scrubbed(onReplaced?: (replaced: Replaced) => void): AsyncGenerator<Uint8Array> {
    if (shape === 'opaque') {
      for await (const chunk of await open()) yield Buffer.alloc(chunk.byteLength, FILLER);
      return;
    }
    const splicer = new Splicer(new ScrubEditor({ subject, keep, onReplaced }));
    for await (const chunk of await open()) {
      const edited = splicer.write(chunk);
      if (edited.length > 0) yield edited;
    }
    try {
      const rest = splicer.end();
      if (rest.length > 0) yield rest;
    } catch (error) {
      // What was held of a value that is cut off is left out with it.
      if (shape !== 'cut-off' || !(error instanceof JsonTextError)) throw error;
    }
  }

  return {
    get shape() {
      return shape;
    },
    subject,
    keep,
    giveUp: () => {
      shape = 'opaque';
    },
    scrubbed,
    encoded: (onReplaced) => pack(scrubbed(onReplaced), codings),
  };
}
