import consumer from '@idvkit/schema/json-schema/consumer/bundle.json' with { type: 'json' };
import strict from '@idvkit/schema/json-schema/strict/bundle.json' with { type: 'json' };
import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

import { deliverySchema, responseSchema } from './documents.ts';
import { finding, type Peer } from './peer.ts';

/** Checks bodies by our JSON Schemas, which say nothing about the status of a response. */
export function ajvPeer(strength: 'strict' | 'consumer'): Peer {
  const bundle = { strict, consumer }[strength];
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(bundle);
  const validatorOf = (name: string): ValidateFunction | undefined => ajv.getSchema(`${bundle.$id}#/$defs/${name}`);
  const errorsOf = (name: string | undefined, body: unknown): NonNullable<ValidateFunction['errors']> => {
    const validate = name === undefined ? undefined : validatorOf(name);
    return validate === undefined || validate(body) ? [] : (validate.errors ?? []);
  };
  return {
    name: `ajv, ${strength}`,
    packages: ['ajv', 'ajv-formats'],
    settings: `our ${strength} JSON Schemas; the schema of a body by operation and status`,
    check: async ({ calls, deliveries }) =>
      new Set([
        ...calls.flatMap(({ operation, status, body }) =>
          errorsOf(responseSchema(operation, status), body).map((error) =>
            finding(operation, status, error.instancePath, error.keyword),
          ),
        ),
        ...deliveries.flatMap(({ webhook, body }) =>
          errorsOf(deliverySchema(webhook), body).map((error) =>
            finding(webhook, '', error.instancePath, error.keyword),
          ),
        ),
      ]),
  };
}
