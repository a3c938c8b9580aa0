import { EXAMPLES } from './api-examples.ts';
import { definitionsOf, type Document } from './contract-schemas.ts';
import { INFO, reachableFrom } from './openapi.ts';

const events = {
  submit_form: {
    summary: 'The applicant submitted, or the webhook was sent again.',
    schema: 'SubmitFormDelivery',
    example: EXAMPLES.SubmitFormDelivery,
  },
  update_status: {
    summary: 'A status of the application changed.',
    schema: 'LifecycleDelivery',
    example: EXAMPLES.UpdateStatusDelivery,
  },
  drop_off: {
    summary: 'The applicant did not finish before the form expired.',
    schema: 'LifecycleDelivery',
    example: EXAMPLES.DropOffDelivery,
  },
} as const;

/** The AsyncAPI document of the deliveries, seen by the client who receives them. */
export function asyncApi(): Document {
  const names = Object.keys(events) as (keyof typeof events)[]; // `Object.keys` forgets the keys.
  const messages = Object.fromEntries(
    names.map((name) => {
      const { summary, schema, example } = events[name];
      const payload = { $ref: `#/components/schemas/${schema}` };
      return [
        name,
        { name, title: name, summary, contentType: 'application/json', payload, examples: [{ payload: example }] },
      ];
    }),
  );
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Webhooks of the identity verification service',
      description:
        'Each delivery is a POST with the secret of the webhook as its bearer token. A 5xx is retried three times at most, ' +
        'each time with a new `nounce`; a 4xx, and no answer within 30 seconds, are not. More event types may be added.',
      ...INFO,
      tags: [{ name: 'webhooks', description: 'Deliveries to the receiver of the client.' }],
    },
    defaultContentType: 'application/json',
    servers: {
      receiver: {
        host: '{host}',
        protocol: 'https',
        description: 'The receiver of the client, as entered in the portal.',
        variables: { host: { description: 'Host and port.', default: 'localhost:4030' } },
        security: [{ $ref: '#/components/securitySchemes/webhookSecret' }],
      },
    },
    channels: {
      deliveries: {
        address: '{path}',
        title: 'Deliveries',
        description:
          'One address takes deliveries of every type: branch on `event.type` and ignore what you do not know.',
        servers: [{ $ref: '#/servers/receiver' }],
        parameters: { path: { description: 'Path of the receiver, as entered in the portal.' } },
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
      },
    },
    operations: {
      receiveDelivery: {
        action: 'receive',
        title: 'Receive a delivery',
        summary: 'The service delivers.',
        description: 'Acknowledge with 2xx first and process afterwards; fetch images within 15 minutes.',
        channel: { $ref: '#/channels/deliveries' },
        security: [{ $ref: '#/components/securitySchemes/webhookSecret' }],
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
        messages: names.map((name) => ({ $ref: `#/channels/deliveries/messages/${name}` })),
      },
    },
    components: {
      messages,
      securitySchemes: {
        webhookSecret: {
          type: 'http',
          scheme: 'bearer',
          description: 'The secret that the client chose for the webhook. There is no signature.',
        },
      },
      // AsyncAPI's own schemas are draft-07.
      schemas: reachableFrom(messages, definitionsOf('strict', '#/components/schemas/', 'draft-07')),
    },
  };
}
