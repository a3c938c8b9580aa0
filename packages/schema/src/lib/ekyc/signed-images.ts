import { JsonNode } from '../check/json-node.ts';
import { imagesOf } from './image-url.ts';

/** `extra.ekyc` as far as it holds images. Strict and tolerant payloads both fit. */
export interface EkycWithImages {
  readonly liveness?:
    | {
        readonly url?: string | undefined;
        readonly attempts?:
          | readonly { readonly images?: readonly { readonly url?: string | undefined }[] | undefined }[]
          | undefined;
      }
    | undefined;
  readonly identity_document?:
    | {
        readonly url?: string | undefined;
        readonly face_image_url?: string | undefined;
        readonly attempts?: readonly { readonly url?: string | undefined }[] | undefined;
      }
    | undefined;
}

/** A signed image URL and where it stands in `extra.ekyc`. */
export interface SignedImage {
  readonly path: readonly (string | number)[];
  readonly url: string;
}

/**
 * Lists every signed image URL of a delivery or result, so that a client can copy the images before the URLs expire. A
 * call for an image needs the API token too.
 *
 * @param ekyc `extra.ekyc`; without it there are none.
 * @see Specification, "Signed image URL"
 *
 * @example
 * for (const { path, url } of signedImagesOf(delivery.extra?.ekyc)) await store(path.join('.'), await client.image({ url }))
 */
export function signedImagesOf(ekyc: EkycWithImages | undefined): readonly SignedImage[] {
  if (ekyc === undefined) return [];
  return imagesOf(new JsonNode(ekyc)).flatMap(({ path, text }) => (text === undefined ? [] : [{ path, url: text }]));
}
