import { createRequire } from 'node:module';

import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import type router from '@stoplight/prism-http/dist/router/index.js';
import { validateInput, validateOutput } from '@stoplight/prism-http/dist/validator/index.js';

import { pathOf, peerDocument } from './documents.ts';
import { finding, type Peer } from './peer.ts';

// Node.js and Vitest differ in what the default export of CommonJS is.
const require = createRequire(import.meta.url);
const { default: route } = require('@stoplight/prism-http/dist/router/index.js') as {
  default: typeof router.default;
};

type Validated = ReturnType<typeof validateInput> | ReturnType<typeof validateOutput>;

/** Checks as Prism's proxy does: by its validation package. */
export async function prismPeer(): Promise<Peer> {
  // It resolves references in the object that it is given.
  const operations = await getHttpOperationsFromSpec(structuredClone(peerDocument));
  const byId = new Map(operations.map((operation) => [operation.iid, operation]));
  const operationOf = (id: string): (typeof operations)[number] => {
    const operation = byId.get(id);
    if (operation === undefined) throw new Error(`Prism does not know ${id}`);
    return operation;
  };
  const findingsOf = (subject: string, status: number | '', result: Validated): readonly string[] =>
    'right' in result
      ? []
      : result.left.map(({ code, path, message }) => finding(subject, status, code, path?.join('/') ?? message));
  return {
    name: 'Prism',
    packages: ['@stoplight/prism-http'],
    settings: 'its output validation for responses, its input validation for deliveries',
    check: async ({ calls, deliveries }) =>
      new Set([
        ...calls.flatMap(({ operation, status, headers, body }) => {
          const element = { statusCode: status, headers, body };
          return findingsOf(operation, status, validateOutput({ resource: operationOf(operation), element }));
        }),
        ...deliveries.flatMap(({ webhook, method, headers, body }) => {
          const request = { method: method.toLowerCase() as 'post', url: { path: pathOf(webhook) }, headers, body }; // Or another method.
          const routed = route({ resources: operations, input: request });
          return 'left' in routed
            ? [finding(webhook, '', routed.left.name)]
            : findingsOf(webhook, '', validateInput({ resource: routed.right, element: request }));
        }),
      ]),
  };
}
