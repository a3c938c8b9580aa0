import type { MessagesByKey } from '../consumer/types.ts';
import { ENDPOINTS, type EndpointName } from '../endpoints/endpoint.ts';
import { readWhole } from '../reading/read-as.ts';
import { createValidationError, notFoundError, resendNotFoundError, submitValidationError } from '../reading/shapes.ts';

/**
 * An error response. Its kind follows from its status; `message` is the reason phrase of the envelope and `detail` its text, both empty
 * if the body cannot be read, such as the page of a gateway. Bodies of 429 and 5xx are not shown by the specification, so they come as they are.
 *
 * - `invalid-answers`: what is wrong with which answer, by question key. On submit of a flow with a camera step it is what
 *   always comes, and names the captures.
 * - `unrecognised`: a status that the endpoint does not have.
 */
export type ServiceError =
  | { readonly kind: 'unknown-locale'; readonly status: 302 }
  | (Enveloped & { readonly kind: 'bad-request'; readonly status: 400 })
  | (Enveloped & { readonly kind: 'unauthorized'; readonly status: 401 })
  | (Enveloped & { readonly kind: 'forbidden'; readonly status: 403 })
  | { readonly kind: 'not-found'; readonly status: 404; readonly detail: string }
  | { readonly kind: 'invalid-answers'; readonly status: 422; readonly messages: MessagesByKey }
  | { readonly kind: 'too-many-requests'; readonly status: 429; readonly body: unknown }
  | (Enveloped & { readonly kind: 'no-credit'; readonly status: 461 })
  | { readonly kind: 'server-error'; readonly status: number; readonly body: unknown }
  | { readonly kind: 'unrecognised'; readonly status: number; readonly body: unknown };

interface Enveloped {
  readonly message: string;
  readonly detail: string;
}

/**
 * Reads the body of an error answer, the three that do not have the common envelope included: 422 on create holds a map in
 * it, 422 on submit is a bare map, 404 on resend is a bare `detail`. Keys that were added later are not a hindrance.
 *
 * @param answer `body` is the parsed JSON; `undefined` if there is no JSON.
 * @returns Never throws.
 * @see Specification, "Errors"
 *
 * @example
 * parseServiceError({ endpoint: 'submit', status: 422, body: { ekyc_document: ['required'] } })
 * // { kind: 'invalid-answers', status: 422, messages: { ekyc_document: ['required'] } }
 */
export function parseServiceError({
  endpoint,
  status,
  body,
}: {
  readonly endpoint: EndpointName;
  readonly status: number;
  readonly body: unknown;
}): ServiceError {
  return isDocumented(endpoint, status) ? read(endpoint, status, body) : { kind: 'unrecognised', status, body };
}

function read(endpoint: EndpointName, status: number, body: unknown): ServiceError {
  switch (status) {
    case 302:
      return { kind: 'unknown-locale', status };
    case 400:
      return readEnvelope(body, (read) => ({ kind: 'bad-request', status, ...read }));
    case 401:
      return readEnvelope(body, (read) => ({ kind: 'unauthorized', status, ...read }));
    case 403:
      return readEnvelope(body, (read) => ({ kind: 'forbidden', status, ...read }));
    case 461:
      return readEnvelope(body, (read) => ({ kind: 'no-credit', status, ...read }));
    case 404: {
      if (endpoint !== 'resend') return readEnvelope(body, ({ detail }) => ({ kind: 'not-found', status, detail }));
      return { kind: 'not-found', status, detail: readWhole(resendNotFoundError, body)?.detail ?? '' };
    }
    case 422: {
      const messages =
        endpoint === 'submit'
          ? readWhole(submitValidationError, body)
          : readWhole(createValidationError, body)?.error.detail;
      return { kind: 'invalid-answers', status, messages: messages ?? {} };
    }
    case 429:
      return { kind: 'too-many-requests', status, body };
    default:
      return { kind: 'server-error', status, body };
  }
}

function readEnvelope(body: unknown, toError: (read: Enveloped) => ServiceError): ServiceError {
  const { message = '', detail = '' } = readWhole(notFoundError, body)?.error ?? {};
  return toError({ message, detail });
}

function isDocumented(endpoint: EndpointName, status: number): boolean {
  // Gateways in front of the service answer other 5xx; 302 is the locale's, and info refuses like the other endpoints.
  if (status === 302 || (status >= 500 && status <= 599)) return true;
  if (endpoint === 'info' && (status === 401 || status === 403)) return true;
  return ENDPOINTS[endpoint].errors.some((error) => error === status);
}
