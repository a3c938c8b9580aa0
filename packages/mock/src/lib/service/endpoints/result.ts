import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';
import { buildResult } from '../payload/result.ts';
import { signImageUrl } from '../signed-image/signed-image-url.ts';
import type { EndpointRules } from './endpoint.ts';
import { JSON_HEADERS } from './refusal-draft.ts';

/** @see Specification, "2. Get application result" */
export const resultEndpoint: EndpointRules = {
  method: 'GET',
  names: 'application',
  decide: ({ call, form, behaviour, draw, application: found }) => ({
    refusals: [],
    condition: 'result',
    commands: [],
    draft: ({ workspace, application = found }) => {
      const { now, origin } = call;
      const sign = (image: ImageSubject): string =>
        signImageUrl({
          subject: { image, application, carrier: call, at: now },
          origin,
          salt: draw.salt(),
          signingKey: workspace.signingKey,
          behaviour,
        });
      const document = buildResult({ workspace, form, application, sign });
      const subject = { carrier: 'result', call, workspace, form, application, now } as const;
      return { status: 200, headers: JSON_HEADERS, body: behaviour.payload(document, subject) };
    },
  }),
};
