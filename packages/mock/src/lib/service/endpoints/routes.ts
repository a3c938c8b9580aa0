import type { Env, Hono } from 'hono';

import type { Endpoint } from '../../behaviour/hooks/call.ts';
import type { Service } from '../service.ts';
import { answerCall } from './answer-call.ts';
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
export function routeEndpoints<AppEnv extends Env>(app: Hono<AppEnv>, service: Service): void {
  for (const [endpoint, path] of PATHS) {
    app.all(path, (context) => {
      const { lang = '', formSlug = '', slug = '' }: Partial<Record<string, string>> = context.req.param();
      return answerCall(service, context.req.raw, { endpoint, lang, formSlug, slug });
    });
  }
  app.notFound(() => toResponse(envelopeDraft(404, undefined), new Date(service.main.clock.now())));
}
