import { createRequire } from 'node:module';

import { fullFormats } from 'ajv-formats/dist/formats.js';

import { operations, peerDocument, type WebhookName, webhooks } from './documents.ts';
import { finding, type Peer } from './peer.ts';

interface Validated {
  readonly errors?: readonly { readonly path?: string; readonly errorCode?: string; readonly message?: string }[];
}

// Their types are those of OpenAPI 3.0, and of a default export that Node.js does not see in CommonJS.
const require = createRequire(import.meta.url);
const { default: ResponseValidator } = require('openapi-response-validator') as {
  default: new (args: object) => {
    validateResponse: (status: string, body: unknown) => Validated | undefined;
  };
};
const { default: RequestValidator } = require('openapi-request-validator') as {
  default: new (args: object) => { validateRequest: (request: object) => Validated | undefined };
};

/** Checks responses and, by its sibling for requests, deliveries. */
export function responseValidatorPeer(): Peer {
  const { components } = peerDocument;
  // It knows no format unless it is given functions.
  const customFormats = Object.fromEntries(
    Object.entries(fullFormats).flatMap(([name, format]) => (typeof format === 'function' ? [[name, format]] : [])),
  );
  const responses = new Map(
    [...operations].map(([id, { responses }]) => [id, new ResponseValidator({ responses, components, customFormats })]),
  );
  const requests = new Map(
    [...webhooks].map(([name, { requestBody }]) => [
      name,
      new RequestValidator({ requestBody, schemas: components.schemas, customFormats }),
    ]),
  );
  const findingsOf = (subject: string, status: number | '', result: Validated | undefined): readonly string[] =>
    (result?.errors ?? []).map(({ path, errorCode, message }) => finding(subject, status, errorCode ?? message, path));
  const request = (webhook: WebhookName, headers: object, body: unknown): Validated | undefined =>
    requests.get(webhook)?.validateRequest({ headers, body });
  return {
    name: 'openapi-response-validator',
    packages: ['openapi-response-validator', 'openapi-request-validator'],
    settings: 'formats of ajv-formats; openapi-request-validator for deliveries',
    check: async ({ calls, deliveries }) =>
      new Set([
        ...calls.flatMap(({ operation, status, body }) =>
          findingsOf(operation, status, responses.get(operation)?.validateResponse(String(status), body)),
        ),
        ...deliveries.flatMap(({ webhook, headers, body }) => findingsOf(webhook, '', request(webhook, headers, body))),
      ]),
  };
}
