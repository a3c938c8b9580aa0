import type { ContentCoding } from '@idvkit/archive/coding';
import { JsonTextError } from '@idvkit/json';
import { Splicer } from '@idvkit/json/splice';

import { coded } from './content-coding.ts';
import type { KeptPaths } from './policy.ts';
import { readSubject, type BodyShape } from './read-subject.ts';
import { ScrubEditor, type Replaced } from './scrub-editor.ts';
import type { ScrubKey } from './scrub-key.ts';
import { Subject } from './subject.ts';

/** A body that can be read as often as needed. */
export interface BodySource {
  /** The bytes as they travelled. */
  readonly open: () => Promise<AsyncIterable<Uint8Array>>;
  /** How they were encoded for their way. */
  readonly coding?: ContentCoding | undefined;
}

/** What a body is scrubbed by. */
export interface BodyScrubOptions {
  readonly key: ScrubKey;
  /** Paths whose values stay as they are. */
  readonly keep?: KeptPaths;
}

/** A body that was read once and can be scrubbed. */
export interface ScrubbableBody {
  readonly shape: BodyShape;
  readonly subject: Subject;
  /** Paths whose values stay as they are. */
  readonly keep: KeptPaths;
  /** Takes the body for one that is no JSON from here on. */
  giveUp(): void;
  /**
   * The body without personal data, decoded; the same bytes each time.
   *
   * @throws {JsonTextError} `too-long` at a text that is too long to be held; {@link ScrubbableBody.giveUp} is left then.
   */
  scrubbed(onReplaced?: (replaced: Replaced) => void): AsyncGenerator<Uint8Array>;
  /** The same as it travels: encoded as the original was. */
  encoded(onReplaced?: (replaced: Replaced) => void): AsyncIterable<Uint8Array>;
}

const FILLER = 'x'.codePointAt(0);

/**
 * Reads a body for what it says about its applicant, so that it can be scrubbed: personal values are replaced, every other byte
 * stays. Of a body that breaks off, as much is kept as can be read. One that is no JSON is replaced as a whole, by as many
 * bytes that say nothing.
 */
export async function openScrubbable(
  source: BodySource,
  { key, keep = [] }: BodyScrubOptions,
): Promise<ScrubbableBody> {
  const { coding } = source;
  let isReadable = true;
  const open = async (): Promise<AsyncIterable<Uint8Array>> => {
    const body = await source.open();
    return coding === undefined || !isReadable ? body : coded(body, coding.createDecoder());
  };
  let reading;
  try {
    reading = await readSubject(await open(), key);
  } catch (error) {
    if (coding === undefined) throw error;
    // It is not encoded as its headers say.
    isReadable = false;
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
    encoded: (onReplaced) => {
      const body = scrubbed(onReplaced);
      return coding === undefined || !isReadable ? body : coded(body, coding.createEncoder());
    },
  };
}
