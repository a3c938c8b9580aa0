import type { JsonObject } from '@idvkit/json';

import type { Draft, Overrides } from '../hooks/behaviour.ts';
import { JsonStream } from '../hooks/json-stream.ts';

/** Rewrites every part of a JSON document, innermost first; what is streamed stays as it is. */
export function rewritten(value: unknown, rewrite: (part: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || value instanceof JsonStream || value instanceof Uint8Array) {
    return rewrite(value);
  }
  if (Array.isArray(value)) return rewrite(value.map((element: unknown) => rewritten(element, rewrite)));
  return rewrite(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, rewritten(member, rewrite)])));
}

/** Overrides that rewrite every part of every JSON body, of answers and of deliveries. */
export function rewritingBodies(rewrite: (part: unknown) => unknown): Overrides {
  return {
    // A document that was an object is one after its parts were rewritten.
    payload: (document) => rewritten(document, rewrite) as JsonObject,
    respond: (draft, { condition }) =>
      // The body of a result was a payload, and is rewritten.
      condition === 'result' || draft.body === undefined ? draft : { ...draft, body: rewritten(draft.body, rewrite) },
  };
}

/** Adds headers to an answer. */
export function withHeaders(draft: Draft, headers: Readonly<Record<string, string>>): Draft {
  return { ...draft, headers: { ...draft.headers, ...headers } };
}
