import bundle from '@idvkit/schema/json-schema/strict/bundle.json' with { type: 'json' };
import published from '@idvkit/schema/openapi.json' with { type: 'json' };

/** The published document with the strict schemas: those for clients accept nearly anything. */
const document = {
  ...published,
  components: { ...published.components, schemas: strictSchemas() },
};

function strictSchemas(): Readonly<Record<string, object>> {
  const text = JSON.stringify(bundle.$defs).replaceAll('"#/$defs/', '"#/components/schemas/');
  return JSON.parse(text) as Readonly<Record<string, object>>; // As the definitions are.
}

export type OperationId = 'create' | 'result' | 'info' | 'submit' | 'resend';
export type WebhookName = keyof typeof document.webhooks;

interface Content {
  readonly content?: { readonly 'application/json'?: { readonly schema?: { readonly $ref?: string } } };
}

/** Operation with its responses by status. */
interface Operation {
  readonly path: string;
  readonly method: string;
  readonly responses: Readonly<Record<string, Content>>;
}

/** Operations of the document by their id. */
export const operations: ReadonlyMap<OperationId, Operation> = new Map(
  Object.entries(document.paths).map(([path, item]) => {
    const [method, { operationId, responses }] = 'post' in item ? ['POST', item.post] : ['GET', item.get];
    return [operationId as OperationId, { path, method, responses: withoutReferences(responses) }]; // There are these five.
  }),
);

/** Webhooks of the document by the type of their event. */
export const webhooks: ReadonlyMap<WebhookName, { readonly requestBody: Content }> = new Map(
  // `Object.entries` forgets the names.
  Object.entries(document.webhooks).map(([name, { post }]) => [name as WebhookName, post]),
);

function withoutReferences(responses: Readonly<Record<string, object>>): Operation['responses'] {
  const shared: Readonly<Record<string, object>> = document.components.responses;
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) => {
      const name = '$ref' in response ? String(response.$ref).split('/').at(-1) : undefined;
      return [status, name === undefined ? response : (shared[name] ?? response)];
    }),
  );
}

const patterns = [...operations].map(([id, { path, method }]) => ({
  id,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Returns the operation that a request is for; `undefined` if the document has none. */
export function operationOf(method: string, url: string): OperationId | undefined {
  const { pathname } = new URL(url, 'http://service.example');
  return patterns.find((each) => each.method === method && each.pattern.test(pathname))?.id;
}

/** Returns the webhook that a delivery is of. One of a type that the document does not have is of none. */
export function webhookOf(body: unknown): WebhookName | undefined {
  const { type } = Object(Object(body).event) as { type?: unknown };
  if (typeof type !== 'string') return 'submit_form';
  return [...webhooks.keys()].find((name) => name === type);
}

/** Returns the name of the schema of a response; `undefined` if the document has none. */
export function responseSchema(operation: OperationId, status: number): string | undefined {
  return schemaOf(operations.get(operation)?.responses[status]);
}

/** Returns the name of the schema of a delivery. */
export function deliverySchema(webhook: WebhookName): string | undefined {
  return schemaOf(webhooks.get(webhook)?.requestBody);
}

function schemaOf(message: Content | undefined): string | undefined {
  return message?.content?.['application/json']?.schema?.$ref?.split('/').at(-1);
}

/** Returns the path of {@link peerDocument} at which a webhook is delivered. */
export function pathOf(webhook: string): string {
  return `/webhooks/${webhook}`;
}

/**
 * Our document for peers, which do not read webhooks: each webhook is a path of its own, so that a delivery is a request whose body
 * they check.
 */
export const peerDocument = {
  ...document,
  servers: [{ url: '/' }],
  paths: {
    ...document.paths,
    ...Object.fromEntries(Object.entries(document.webhooks).map(([name, { post }]) => [pathOf(name), { post }])),
  },
  webhooks: undefined,
};
