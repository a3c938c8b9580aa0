/**
 * The five endpoints of the service: how they are called, what answers a call in order, and the errors that their sections
 * list. Beside them any path with an unrecognised `lang` is answered with 302, and info with 401 or 403 where it needs a
 * token and has no good one.
 *
 * @see Specification, "Endpoints"
 */
export const ENDPOINTS = {
  create: {
    method: 'POST',
    path: '/{lang}/api/forms/{form_slug}/create/',
    success: 201,
    errors: [400, 401, 403, 404, 422, 429, 461, 500],
  },
  result: {
    method: 'GET',
    path: '/{lang}/api/forms/{form_slug}/applied-forms/{slug}/result/',
    success: 200,
    errors: [401, 403, 404, 429, 500],
  },
  info: {
    method: 'GET',
    path: '/{lang}/api/forms/{form_slug}/applied-forms/{slug}/info/',
    success: 200,
    errors: [400, 404, 429, 500],
  },
  submit: {
    method: 'POST',
    path: '/{lang}/api/forms/{form_slug}/applied-forms/{slug}/submit/',
    success: 200,
    errors: [401, 403, 404, 422, 429, 500],
  },
  resend: {
    method: 'POST',
    path: '/{lang}/api/forms/{form_slug}/applied-forms/{slug}/hook-submit/',
    success: 204,
    errors: [401, 403, 404, 429, 500],
  },
} as const satisfies Record<string, EndpointEntry>;

interface EndpointEntry {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly success: number;
  readonly errors: readonly number[];
}

/** An endpoint of the service, by what it is for; `resend` is the resend of the webhook. */
export type EndpointName = keyof typeof ENDPOINTS;
