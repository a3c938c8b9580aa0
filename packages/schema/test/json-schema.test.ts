import { idvkitConfig } from '@idvkit/schema/formats';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';

import { jsonSchemas } from '../scripts/json-schemas.ts';
import { PUBLISHED, publishedSchema } from './published-schemas.ts';

describe('json-schema/', () => {
  it('holds what the zod schemas say: run `pnpm --filter @idvkit/schema run json-schemas` after a change', () => {
    expect(Object.fromEntries(PUBLISHED.map((path) => [path, publishedSchema(path)]))).toEqual(jsonSchemas());
  });
});

describe('config.schema.json', () => {
  const validate = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true }).compile(
    jsonSchemas()['config.schema.json'] ?? {},
  );

  it.each([
    {},
    { $schema: './config.schema.json', baseUrl: 'https://idv.example.com', formSlug: 'kyc' },
    { fixtures: { badAnswers: { nid: '123' } }, operator: { submit: './ops/submit.sh {slug}' } },
    { receiver: { listen: '0.0.0.0:4030', clockSkewSeconds: 30 }, ledger: false },
  ])('agrees with zod that %j is in order', (config) => {
    expect([validate(config), idvkitConfig.safeParse(config).success]).toEqual([true, true]);
  });

  it.each([
    { baseURL: 'https://idv.example.com' },
    { baseUrl: 'idv.example.com' },
    { fixtures: { badAnswers: { nid: { value: '123' } } } },
    { receiver: { listen: 'localhost' } },
    { lang: 'xx' },
    { ledger: true },
    { budget: { applications: 1.5 } },
  ])('agrees with zod that %j is not', (config) => {
    expect([validate(config), idvkitConfig.safeParse(config).success]).toEqual([false, false]);
  });

  it('lets an environment variable stand for a text, which is filled in before zod sees it', () => {
    const config = { baseUrl: '${IDV_BASE_URL}', token: '${IDV_API_TOKEN}', receiver: { listen: '${HOST}:4030' } };

    expect(validate(config)).toBe(true);
  });
});
