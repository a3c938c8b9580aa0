import { readFileSync } from 'node:fs';

/** A grey picture, for images that were not kept with their capture. */
export const STAND_IN_IMAGE: { readonly contentType: string; readonly bytes: Buffer } = {
  contentType: 'image/png',
  bytes: readFileSync(new URL('../../../images/stand-in.png', import.meta.url)),
};
