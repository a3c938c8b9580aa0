import { STATUS_CODES } from 'node:http';

import { DETAIL_401, DETAIL_403 } from '@idvkit/schema';

import type { Draft } from '../../behaviour/hooks/behaviour.ts';
import type { Endpoint, Refusal } from '../../behaviour/hooks/call.ts';

/** Headers of every answer with a JSON body. Nothing of an application belongs into a cache. */
export const JSON_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
};

/** Writes a refusal as its endpoint does: submit's 422 is a bare map, resend's 404 a bare `detail`. @see Specification, "Errors" */
export function refusalDraft({ status, detail }: Refusal, endpoint: Endpoint): Draft {
  if (endpoint === 'submit' && status === 422 && typeof detail === 'object') {
    return { status, headers: JSON_HEADERS, body: detail };
  }
  if (endpoint === 'resend' && status === 404) {
    return { status, headers: JSON_HEADERS, body: { detail: detail ?? defaultDetail(status) } };
  }
  return envelopeDraft(status, detail);
}

export function envelopeDraft(status: number, detail: Refusal['detail']): Draft {
  const fixed = status === 401 || status === 403;
  return {
    status,
    headers: JSON_HEADERS,
    body: {
      error: {
        status_code: status,
        message: reasonPhrase(status),
        detail: fixed ? defaultDetail(status) : (detail ?? defaultDetail(status)),
      },
    },
  };
}

function defaultDetail(status: number): string {
  switch (status) {
    case 401:
      return DETAIL_401;
    case 403:
      return DETAIL_403;
    case 404:
      return 'Not found.';
    case 429:
      return 'Request was throttled.';
    case 461:
      return 'The workspace has not enough credit to complete the flow.';
    case 500:
      return 'A server error occurred.';
    default:
      return `${reasonPhrase(status)}.`;
  }
}

/** The reason phrase of a status, as `error.message` has it. */
function reasonPhrase(status: number): string {
  // The service's own status, which HTTP does not know.
  if (status === 461) return 'Insufficient Credit';
  return STATUS_CODES[status] ?? 'Error';
}
