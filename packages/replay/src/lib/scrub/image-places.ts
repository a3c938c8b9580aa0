import { Readable } from 'node:stream';

import type { Archive } from '@idvkit/archive';
import type { ImageEntry } from '@idvkit/schema/formats';

import { STAND_IN_IMAGE } from '../send/stand-in-image.ts';
import type { Replaced } from './scrub-editor.ts';

/** Where links of images that were kept stand in the originals of captures, and where in the copies. */
export class ImagePlaces {
  readonly #places = new Map<number, Map<number, Pick<ImageEntry, 'offset' | 'length'> | undefined>>();
  /** Images that were copied. */
  copied = 0;

  expect({ capture, offset }: ImageEntry): void {
    const places = this.#places.get(capture) ?? new Map<number, undefined>();
    this.#places.set(capture, places.set(offset, undefined));
  }

  note(capture: number, { from, to }: Replaced): void {
    const places = this.#places.get(capture);
    // Images are found by the byte after their opening quote.
    const at = from.offset + 1;
    if (places?.has(at) === true) places.set(at, { offset: to.offset + 1, length: to.length - 2 });
  }

  /** Puts a placeholder in the place of an image. One whose link is no longer in the body is left out. */
  async copy(fact: ImageEntry, copy: Archive): Promise<void> {
    const place = this.#places.get(fact.capture)?.get(fact.offset);
    if (place === undefined) return;
    if ('failure' in fact.outcome) return copy.addImages([{ entry: { ...fact, ...place } }]);
    const { contentType, bytes } = STAND_IN_IMAGE;
    const file = await copy.takeImage(Readable.from([bytes]));
    this.copied += 1;
    const outcome = { sha256: file.sha256, bytes: file.bytes, contentType };
    await copy.addImages([{ entry: { ...fact, ...place, outcome }, file }]);
  }
}
