import type { Refusal } from '../../behaviour/hooks/call.ts';
import { renderImage } from '../image/render-image.ts';
import { readImageUrl, type ReadImageUrl } from '../signed-image/signed-image-url.ts';
import type { EndpointRules } from './endpoint.ts';

/** Serves a signed image to the holder of the token while the URL is valid. @see Specification, "Signed image URL" */
export const imageEndpoint: EndpointRules = {
  method: 'GET',
  names: 'application',
  decide: ({ call, behaviour }) => {
    const { url, slug, workspace, now } = call;
    const read = readImageUrl({ url, slug, signingKey: workspace.signingKey, behaviour });
    // A fault that forgoes the signature shows the document.
    const image = read.kind === 'signed' ? read.image : ({ kind: 'document', attempt: 0, frame: 1 } as const);
    return {
      refusals: refusalsOf(read, now),
      condition: 'image',
      commands: [],
      draft: () => {
        const { contentType, bytes } = renderImage(image);
        return { status: 200, headers: { 'content-type': contentType, 'cache-control': 'no-store' }, body: bytes };
      },
    };
  },
};

// The statuses are not shown, only that there is no image.
function refusalsOf(read: ReadImageUrl, now: number): readonly Refusal[] {
  if (read.kind === 'unsigned') return [{ condition: 'bad-signature', status: 403 }];
  return now >= read.expSeconds * 1000 ? [{ condition: 'image-expired', status: 403 }] : [];
}
