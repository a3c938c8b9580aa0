import { ENDPOINTS, PLATFORM_LOCALES, type EndpointName } from '../src/index.ts';
import { EXAMPLES } from './api-examples.ts';
import { definitionsOf, INTERFACE_VERSION, type Document } from './contract-schemas.ts';
import { openSchemas } from './open-schemas.ts';

const ref = (name: string): Document => ({ $ref: `#/components/schemas/${name}` });

const json = (name: string, examples: Readonly<Record<string, unknown>>): Document => ({
  'application/json': {
    schema: ref(name),
    examples: Object.fromEntries(Object.entries(examples).map(([key, value]) => [key, { value }])),
  },
});

/** Answers that are alike on every endpoint, by status. Those without content have a body that the service does not document. */
const errors: Readonly<Record<number, Document>> = {
  400: failure('Bad request. What gives it is not documented.', 'BadRequestError'),
  401: failure('The token is invalid or revoked.', 'UnauthorizedError'),
  403: failure('No `Authorization` header, or GET on an endpoint that takes POST only.', 'ForbiddenError'),
  404: failure('Unknown or deleted.', 'NotFoundError'),
  429: { description: 'Too many requests: call again later. The body is not documented.' },
  461: failure('Too little credit for the whole flow. Every create fails until topped up.', 'NoCreditError'),
  500: { description: 'Error of the service: call again, three times at most. The body is not documented.' },
};

function failure(description: string, name: keyof typeof EXAMPLES): Document {
  return { description, content: json(name, { [name]: EXAMPLES[name] }) };
}

interface Operation {
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  readonly request?: Document;
  readonly success: Document;
  /** Answers that only this endpoint gives, or gives in another form. */
  readonly own?: Readonly<Record<number, Document>>;
  /** Which credentials are enough; default: the API token. */
  readonly security?: readonly Document[];
}

const operations: Readonly<Record<EndpointName, Operation>> = {
  create: {
    summary: 'Create an application',
    description: 'Creates one application for one applicant. Keys that the form does not have are dropped in silence.',
    tag: 'applications',
    request: { required: false, content: json('CreateRequest', { prefilled: EXAMPLES.CreateRequest, empty: {} }) },
    success: { description: 'Created.', content: json('CreateResponse', { created: EXAMPLES.CreateResponse }) },
    own: { 422: failure('Answers of a wrong format, by question key.', 'CreateValidationError') },
  },
  result: {
    summary: 'Get the result of an application',
    description: 'What the webhook says, without its `event`. For progress and recovery: the webhook is authoritative.',
    tag: 'applications',
    success: { description: 'The result.', content: json('ResultResponse', { submitted: EXAMPLES.ResultResponse }) },
  },
  info: {
    summary: 'Get an application with its form',
    description:
      'For the hosted form. Needs no token while the application is open, and the token once it is submitted.',
    tag: 'applications',
    success: {
      description: 'The form and the state of the application; most of its 57 kB are not documented.',
      content: json('InfoResponse', { open: EXAMPLES.InfoResponse }),
    },
    own: {
      401: failure('Submitted, and the token is invalid or revoked.', 'UnauthorizedError'),
      403: failure('Submitted, and there is no `Authorization` header.', 'ForbiddenError'),
    },
    security: [{}, { apiToken: [] }],
  },
  submit: {
    summary: 'Submit an application',
    description: 'Submits for the applicant. Flows with a document scan or a liveness check always answer 422.',
    tag: 'applications',
    request: { required: true, content: json('SubmitRequest', { answers: EXAMPLES.SubmitRequest }) },
    success: { description: 'Submitted. The body is empty.' },
    own: {
      403: failure('Submitted already, no `Authorization` header, or GET.', 'ForbiddenError'),
      422: failure(
        'Answers that are missing or wrong, by question key and without an envelope.',
        'SubmitValidationError',
      ),
    },
  },
  resend: {
    summary: 'Send the webhook again',
    description: 'Queues another `submit_form` delivery. Nothing is sent for an application that was never submitted.',
    tag: 'webhooks',
    success: { description: 'Queued, not delivered. The body is empty.' },
    own: { 404: failure('Unknown or deleted; a bare `detail`, without an envelope.', 'ResendNotFoundError') },
  },
};

/** Path items of the service, in the specification's order. */
function paths(): Document {
  return Object.fromEntries(
    (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => {
      // `Object.keys` forgets the keys.
      const { method, path, success, errors: listed } = ENDPOINTS[name];
      const { tag, request, own = {}, security = [{ apiToken: [] }], ...operation } = operations[name];
      const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => ({
        $ref: `#/components/parameters/${key}`,
      }));
      const statuses = new Set([...listed, ...Object.keys(own).map(Number)]);
      const responses = [
        [success, operation.success],
        [302, { $ref: '#/components/responses/UnrecognisedLang' }],
        ...[...statuses].sort((one, other) => one - other).map((status) => [status, own[status] ?? errors[status]]),
      ] as const;
      return [
        path,
        {
          parameters,
          [method.toLowerCase()]: {
            operationId: name,
            summary: operation.summary,
            description: operation.description,
            tags: [tag],
            security,
            ...(request && { requestBody: request }),
            responses: Object.fromEntries(responses),
          },
        },
      ];
    }),
  );
}

function webhook(name: string, schema: Document, value: unknown): Document {
  return {
    post: {
      operationId: name,
      summary: `Delivery of ${name}`,
      description: 'Acknowledge first and process afterwards. Answer 401 where the secret is another than yours.',
      tags: ['webhooks'],
      security: [{ webhookSecret: [] }],
      requestBody: {
        required: true,
        content: { 'application/json': { schema, examples: { delivery: { value } } } },
      },
      responses: {
        '2XX': { description: 'Delivered, where it comes within 30 seconds. Later answers are no answers.' },
        '4XX': { description: 'Refused. Not delivered again.' },
        '5XX': { description: 'Delivered again, three times at most, each with a new `nounce`.' },
      },
    },
  };
}

/** Schemas that a document refers to, those included that they refer to in turn, by name. */
export function reachableFrom(
  document: unknown,
  schemas: Readonly<Record<string, Document>>,
): Record<string, Document> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      visit(schemas[name]);
    }
  };
  visit(document);
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
}

/** What both documents say of themselves. */
export const INFO = {
  version: INTERFACE_VERSION,
  contact: { name: 'idvkit', url: 'https://github.com/idvkit/idvkit/issues' },
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
} as const;

const POINTER = '#/components/schemas/';

/** Schemas of what a client must accept, and of what it sends. */
function clientSchemas(): Record<string, Document> {
  return { ...definitionsOf('strict', POINTER), ...openSchemas(POINTER) };
}

/**
 * The OpenAPI document of the service, with the fixtures as examples. Objects of the service are open and most of their members
 * optional, so that a new key breaks no generated client.
 *
 * @param schemas Schemas by name; those of the strict JSON Schemas give the document that a validator needs.
 */
export function openApi(schemas: Readonly<Record<string, Document>> = clientSchemas()): Document {
  const calls = {
    paths: paths(),
    webhooks: {
      submit_form: webhook('submit_form', ref('SubmitFormDelivery'), EXAMPLES.SubmitFormDelivery),
      update_status: webhook('update_status', ref('LifecycleDelivery'), EXAMPLES.UpdateStatusDelivery),
      drop_off: webhook('drop_off', ref('LifecycleDelivery'), EXAMPLES.DropOffDelivery),
    },
  };
  const parameters = {
    lang: {
      ...pathParameter(
        'lang',
        'Locale of the platform. Any other is answered with 302, to a path that does not exist.',
      ),
      schema: ref('PlatformLocale'),
      example: PLATFORM_LOCALES[0],
    },
    form_slug: { ...pathParameter('form_slug', 'The flow.'), schema: { type: 'string', minLength: 1 }, example: 'kyc' },
    slug: {
      ...pathParameter('slug', 'The application. Keep it as secret as a password.'),
      schema: { type: 'string', minLength: 1 },
      example: EXAMPLES.CreateResponse.detail.slug,
    },
  };
  return {
    openapi: '3.1.1',
    info: {
      title: 'Identity verification service',
      description:
        'Objects are open: accept keys that are not listed. `GET` on a path that takes `POST` only is answered with 403; ' +
        'no path answers 405. A field that does not apply is left out, never null. More event types may be added.',
      ...INFO,
    },
    servers: [
      {
        url: '{base_url}',
        description: 'Origin of the service, or of a mock of it.',
        // swagger-parser takes no description of a variable.
        variables: { base_url: { default: 'http://127.0.0.1:4010' } },
      },
    ],
    tags: [
      { name: 'applications', description: 'One verification of one applicant.' },
      { name: 'webhooks', description: 'Deliveries to the receiver of the client.' },
    ],
    ...calls,
    components: {
      parameters,
      responses: {
        UnrecognisedLang: {
          description: 'The `lang` is none of the platform. Do not follow.',
          headers: {
            Location: { description: 'The path with the default locale.', schema: { type: 'string' } },
          },
        },
      },
      securitySchemes: {
        apiToken: { type: 'http', scheme: 'bearer', description: 'API token of the workspace, from the portal.' },
        webhookSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret that the client chose for the webhook. There is no signature.',
        },
      },
      schemas: reachableFrom({ ...calls, parameters }, schemas),
    },
  };
}

function pathParameter(name: string, description: string): Document {
  return { name, in: 'path', required: true, description };
}
