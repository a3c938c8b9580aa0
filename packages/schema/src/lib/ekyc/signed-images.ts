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
 * Lists every signed image URL of a delivery or result, so that a client can copy the images before the URLs expire.
 *
 * @param ekyc `extra.ekyc`.
 * @see Specification, "Signed image URL"
 *
 * @example
 * for (const { path, url } of signedImagesOf(delivery.extra.ekyc)) await store(path.join('.'), await download(url))
 */
export function signedImagesOf({ liveness, identity_document: document }: EkycWithImages): readonly SignedImage[] {
  const places: readonly (readonly [path: readonly (string | number)[], url: string | undefined])[] = [
    [['liveness', 'url'], liveness?.url],
    ...(liveness?.attempts ?? []).flatMap(({ images = [] }, attempt) =>
      images.map(({ url }, image) => [['liveness', 'attempts', attempt, 'images', image, 'url'], url] as const),
    ),
    [['identity_document', 'url'], document?.url],
    [['identity_document', 'face_image_url'], document?.face_image_url],
    ...(document?.attempts ?? []).map(
      ({ url }, attempt) => [['identity_document', 'attempts', attempt, 'url'], url] as const,
    ),
  ];
  return places.flatMap(([path, url]) => (url === undefined ? [] : [{ path, url }]));
}
