import { readFileSync } from 'node:fs';

import { isLifecycleEvent, isSubmission, type Delivery } from '@idvkit/schema/consumer';
import type * as z from 'zod';

import { CONTRACT, type Strength } from '../scripts/contract-schemas.ts';
import { onlyBeyondJsonSchema } from './beyond-json-schema.ts';
import { emptyAjv, validatorOf } from './published-schemas.ts';

type Judge = (value: unknown) => unknown;

/** The schemas of an API document, as a tool reads them from the committed file. */
function componentsOf(path: string): (name: string) => Judge | undefined {
  const document = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<string, unknown>; // Documents are objects.
  const ajv = emptyAjv('draft-07').addVocabulary(Object.keys(document)).addSchema(document, 'document');
  return (name) => ajv.getSchema(`document#/components/schemas/${name}`);
}
const documents: Readonly<Record<Strength, Readonly<Record<string, ReturnType<typeof componentsOf>>>>> = {
  strict: {
    asyncapi: componentsOf('../asyncapi/asyncapi.json'),
  },
  consumer: {},
};

/** Every form of a schema but zod's, by where a client finds it. */
export function formsOf(strength: Strength, name: string): readonly (readonly [string, Judge])[] {
  const forms = [
    ['json-schema', validatorOf(strength, name)],
    ...Object.entries(documents[strength]).map(([form, componentOf]) => [form, componentOf(name)] as const),
  ] as const;
  return forms.flatMap(([form, judge]) => (judge === undefined ? [] : [[form, judge] as const]));
}

/**
 * The verdicts of the forms that do not say of a value what zod says; zod alone checks the rules that JSON Schema has no words for. What
 * the strict zod schema accepts, every tolerant form must accept.
 */
export function disagreementOn(
  strength: Strength,
  name: string,
  schema: z.ZodType,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const { success, error } = schema.safeParse(value);
  const expected = success || (strength === 'strict' && onlyBeyondJsonSchema(error.issues));
  const isPermitted = strength === 'strict' && success && CONTRACT.consumer.has(name);
  const tolerant = isPermitted ? formsOf('consumer', name) : [];
  const verdicts = [
    ...formsOf(strength, name).map(([form, judge]) => [form, judge(value), expected] as const),
    ...tolerant.map(([form, judge]) => [`tolerant ${form}`, judge(value), true] as const),
  ];
  return Object.fromEntries(verdicts.filter(([, verdict, right]) => verdict !== right));
}

/** The tolerant forms that refuse a delivery that a reader returned. */
export function refusalsOf(delivery: Delivery): readonly string[] {
  const kinds = [
    'Delivery',
    ...(isSubmission(delivery) ? ['SubmitFormDelivery'] : []),
    ...(isLifecycleEvent(delivery) ? ['LifecycleDelivery'] : []),
  ];
  return kinds.flatMap((kind) =>
    formsOf('consumer', kind)
      .filter(([, judge]) => judge(delivery) !== true)
      .map(([form]) => `${form} ${kind}`),
  );
}
