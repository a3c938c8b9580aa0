import type { Hono } from 'hono';

import type { Endpoint } from '../../behaviour/hooks/call.ts';
import type { SocketEnv } from '../../socket-env.ts';
import { answerCall, type EndpointParts } from './answer-call.ts';
import { answerHostedForm } from './answer-hosted-form.ts';
import { toResponse } from './draft-response.ts';
import { envelopeDraft } from './refusal-draft.ts';

/** Paths of the endpoints, relative to the base URL. @see Specification, "Endpoints" */
const PATHS: readonly (readonly [Endpoint, string])[] = [
  ['create', '/:lang/api/forms/:formSlug/create/'],
  ['result', '/:lang/api/forms/:formSlug/applied-forms/:slug/result/'],
  ['info', '/:lang/api/forms/:formSlug/applied-forms/:slug/info/'],
  ['submit', '/:lang/api/forms/:formSlug/applied-forms/:slug/submit/'],
  ['resend', '/:lang/api/forms/:formSlug/applied-forms/:slug/hook-submit/'],
  ['image', '/api/ekyc/:slug/result/image/'],
];

/** Adds the service's own paths to an app. Every method is routed: none of them is ever answered with 405. */
export function routeEndpoints(app: Hono<SocketEnv>, parts: EndpointParts): void {
  for (const [endpoint, path] of PATHS) {
    app.all(path, (context) => {
      const { lang = '', formSlug = '', slug = '' }: Partial<Record<string, string>> = context.req.param();
      return answerCall(parts, context.req.raw, endpoint, { lang, formSlug, slug });
    });
  }
  app.all('/:lang/form/:formSlug/:slug/:rest{.*}', (context) => {
    const { lang, formSlug, slug, rest } = context.req.param();
    return answerHostedForm(parts, context.req.raw, { lang, formSlug, slug, rest });
  });
  // Links lose their last slash on the way to an applicant.
  app.get('/:lang/form/:formSlug/:slug', (context) => {
    const location = `${new URL(context.req.url).pathname}/`;
    return toResponse({ status: 308, headers: { location } }, new Date(parts.service.main.clock.now()));
  });
  app.notFound(() => toResponse(envelopeDraft(404, undefined), new Date(parts.service.main.clock.now())));
}
