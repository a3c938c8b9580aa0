import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { sValidator } from '@hono/standard-validator';
import type { SubmitFormDelivery } from '@idvkit/schema';
import type { Delivery } from '@idvkit/schema/consumer';
import { isDelivery as isReadableDelivery } from '@idvkit/schema/consumer-validators';
import { generateSubmission } from '@idvkit/schema/generators';
import { isCreateRequest, isSubmitFormDelivery } from '@idvkit/schema/validators';
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { Hono } from 'hono';
import { describe, expect, expectTypeOf, it } from 'vitest';

import { compiledFiles } from '../scripts/compiled-validators.ts';

const folder = new URL('../compiled/', import.meta.url);
const run = promisify(execFile);

describe('compiled/', () => {
  it('holds what the zod schemas say: run `pnpm --filter @idvkit/schema run compiled-validators` after a change', async () => {
    const committed = readdirSync(folder).map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]);
    const isCurrent = JSON.stringify(Object.fromEntries(committed)) === JSON.stringify(sorted(await compiledFiles()));

    // The files are too long to be shown.
    expect(isCurrent).toBe(true);
  });

  it.each(['strict.js', 'consumer.js'])('%s needs no other module', (name) => {
    const code = readFileSync(new URL(name, folder), 'utf8');

    expect(code.match(/\bimport\b\s*[({*"'\w]/g)).toBeNull();
  });

  it('runs where code must not be made from strings', async () => {
    const program =
      `const { isDelivery } = await import(${JSON.stringify(fileURLToPath(new URL('consumer.js', folder)))});` +
      `let evals = false; try { new Function('') } catch { evals = true }` +
      `console.log(evals, isDelivery({ event: { type: 'x' }, application: { slug: 's', status: 'complete' } }), isDelivery({}));`;
    const args = ['--disallow-code-generation-from-strings', '--input-type=module', '-e', program];

    expect((await run(process.execPath, args)).stdout).toBe('true true false\n');
  });
});

function sorted(files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).sort(([one], [other]) => (one < other ? -1 : 1)));
}

describe('guards', () => {
  const value: unknown = generateSubmission({ seed: 7 });

  it('narrow to the type of their schema', () => {
    expect(isSubmitFormDelivery(value)).toBe(true);
    if (isSubmitFormDelivery(value)) expectTypeOf(value).toEqualTypeOf<SubmitFormDelivery>();
    if (isReadableDelivery(value)) expectTypeOf(value).toEqualTypeOf<Delivery>();
  });

  it('can be handed to filter', () => {
    const found = [value, null, 3, { event: {} }].filter(isSubmitFormDelivery);

    expect(found).toEqual([value]);
    expectTypeOf(found).toEqualTypeOf<SubmitFormDelivery[]>();
  });
});

describe('guards as Standard Schemas', () => {
  it('are of the standard type, and infer the type of their schema', () => {
    const schema: StandardSchemaV1<Delivery> = isReadableDelivery;

    expect(schema['~standard']).toMatchObject({ version: 1, vendor: 'idvkit' });
    expectTypeOf<StandardSchemaV1.InferOutput<typeof isReadableDelivery>>().toEqualTypeOf<Delivery>();
    expectTypeOf<StandardSchemaV1.InferInput<typeof isSubmitFormDelivery>>().toEqualTypeOf<SubmitFormDelivery>();
  });

  it('return the value that they were given', () => {
    const value = generateSubmission({ seed: 7 });
    const result = isSubmitFormDelivery['~standard'].validate(value);

    expect('value' in result && result.value).toBe(value);
  });

  it.each([
    [{}, [{ message: 'is missing', path: ['event'] }]],
    [3, [{ message: 'does not match type object', path: [] }]],
    [{ event: { type: 'x', nounce: 3 } }, [{ message: 'does not match type string', path: ['event', 'nounce'] }]],
    [
      { event: { type: 'x' }, extra: { identity_aml: { 'a/b~c': [{}, { values_list: [0] }] } } },
      [
        {
          message: 'does not match type string',
          path: ['extra', 'identity_aml', 'a/b~c', 1, 'values_list', 0],
        },
      ],
    ],
  ])('say where %j is wrong', (value, issues) => {
    expect(isReadableDelivery['~standard'].validate(value)).toEqual({ issues });
  });

  it('name an unknown key, and cut off a long list of values', () => {
    const { validate } = isSubmitFormDelivery['~standard'];
    const delivery = generateSubmission({ seed: 7 });
    const { answers } = delivery;

    expect(validate({ ...delivery, more: 1 })).toEqual({ issues: [{ message: 'is unknown', path: ['more'] }] });
    expect(validate({ ...delivery, answers: { ...answers, home_address_country: { value: 'XXX' } } })).toEqual({
      issues: [
        {
          message: expect.stringMatching(/^does not match enum ABW,AFG,.{92}$/),
          path: ['answers', 'home_address_country', 'value'],
        },
      ],
    });
  });

  it('validate the body of a call in Hono', async () => {
    const app = new Hono().post('/', sValidator('json', isCreateRequest), (context) => {
      expectTypeOf(context.req.valid('json').answers).toEqualTypeOf<
        Record<string, string | number | boolean> | undefined
      >();
      return context.json(context.req.valid('json'));
    });
    const call = async (body: unknown): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const response = await app.request('/', { method: 'POST', headers, body: JSON.stringify(body) });
      return [response.status, await response.json()];
    };

    expect(await call({ answers: { customer_ref: 'A-17' } })).toEqual([200, { answers: { customer_ref: 'A-17' } }]);
    expect(await call({ answers: { nid: { value: 1 } } })).toMatchObject([
      400,
      { error: ['string', 'number', 'boolean', 'anyOf'].map(() => ({ path: ['answers', 'nid'] })), success: false },
    ]);
  });
});
