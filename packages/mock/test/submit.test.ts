import { createMock, type Mock } from '@idvkit/mock';
import { forbiddenError, resultResponse, submitValidationError } from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

const complete = {
  consent_checkbox_1: true,
  full_name_first_name: 'Ada',
  full_name_last_name: 'Keller',
  date_of_birth: '1990-04-17',
  home_address_country: 'DEU',
};
const plain = { form: 'kyc-plain' };

let mock: Mock;
let client: ServiceClient;

beforeEach(() => {
  mock = createMock();
  client = new ServiceClient(mock.fetch);
});

describe('submit on a flow with camera steps', () => {
  it.each([
    ['complete answers', { body: { answers: complete } }],
    ['no answers', { body: { answers: {} } }],
    ['no body', {}],
    ['malformed JSON', { rawBody: '{' }],
  ])('answers 422 to %s and names the captures', async (_, options) => {
    const slug = await client.createSlug({ body: { answers: complete } });

    const { status, json } = await client.submit(slug, options);

    expect(status).toBe(422);
    expect(submitValidationError.parse(json)).toEqual({
      ekyc_document: ['This field is required.'],
      ekyc_liveness: ['This field is required.'],
    });
    expect(mock.portal.application(slug).state).toBe('open');
    expect(mock.deliveries).toEqual([]);
  });

  it('names missing required fields as well', async () => {
    const slug = await client.createSlug();

    const { json } = await client.submit(slug, { body: { answers: { full_name_first_name: 'Ada' } } });

    expect(Object.keys(submitValidationError.parse(json))).toEqual([
      'consent_checkbox_1',
      'full_name_last_name',
      'date_of_birth',
      'home_address_country',
      'ekyc_document',
      'ekyc_liveness',
    ]);
  });
});

describe('submit on a flow without camera steps', () => {
  it('answers 200 without a body and completes the application', async () => {
    const slug = await client.createSlug({ ...plain, body: { answers: { customer_ref: 'c-1' } } });

    const { status, text } = await client.submit(slug, { ...plain, body: { answers: complete } });

    expect([status, text]).toEqual([200, '']);
    const { application, answers, extra } = resultResponse.parse((await client.result(slug, plain)).json);
    expect(application.status).toBe('complete');
    expect(Object.fromEntries(Object.entries(answers).map(([key, answer]) => [key, answer?.value]))).toMatchObject({
      ...complete,
      customer_ref: 'c-1',
    });
    expect(extra).toEqual({});
  });

  it('takes answers given at create for answers', async () => {
    const slug = await client.createSlug({ ...plain, body: { answers: complete } });

    expect((await client.submit(slug, { ...plain, body: { answers: {} } })).status).toBe(200);
  });

  it.each([
    [
      'nothing is given',
      {},
      ['consent_checkbox_1', 'full_name_first_name', 'full_name_last_name', 'date_of_birth', 'home_address_country'],
    ],
    ['a text is empty', { ...complete, full_name_first_name: '' }, ['full_name_first_name']],
    ['a value breaks its format', { ...complete, nid: '1' }, ['nid']],
    ['a value is nested', { ...complete, name_prefix: { text: 'Ms' } }, ['name_prefix']],
  ])('answers 422 where %s', async (_, answers, keys) => {
    const slug = await client.createSlug(plain);

    const { status, json } = await client.submit(slug, { ...plain, body: { answers } });

    expect(status).toBe(422);
    expect(Object.keys(submitValidationError.parse(json))).toEqual(keys);
    expect(mock.portal.application(slug).state).toBe('open');
  });

  it.each([
    ['malformed JSON', { rawBody: '{"answers"' }],
    ['no body', {}],
    ['a list of answers', { body: { answers: [] } }],
  ])('does not take %s for a submission, even where every answer is there', async (_, options) => {
    const slug = await client.createSlug({ ...plain, body: { answers: complete } });

    const { status, json } = await client.submit(slug, { ...plain, ...options });

    expect(status).toBe(422);
    expect(submitValidationError.parse(json)).toEqual({ answers: ['This field is required.'] });
  });

  it('answers 403 once submitted, and changes nothing', async () => {
    const slug = await client.createSlug(plain);
    await client.submit(slug, { ...plain, body: { answers: complete } });
    const before = (await client.result(slug, plain)).text;

    const { status, json } = await client.submit(slug, {
      ...plain,
      body: { answers: { ...complete, full_name_first_name: 'Eve' } },
    });

    expect(status).toBe(403);
    expect(forbiddenError.safeParse(json).error).toBeUndefined();
    expect((await client.result(slug, plain)).text).toBe(before);
  });

  it('answers 403 once the form has expired', async () => {
    const slug = await client.createSlug(plain);
    mock.portal.expire(slug);

    expect((await client.submit(slug, { ...plain, body: { answers: complete } })).status).toBe(403);
  });

  it('submits once where two submissions meet', async () => {
    const slug = await client.createSlug(plain);

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.submit(slug, { ...plain, body: { answers: complete } })),
    );

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 403, 403, 403, 403, 403, 403, 403,
    ]);
  });
});
