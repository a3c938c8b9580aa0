import { createMock, type Mock } from '@idvkit/mock';
import {
  badRequestError,
  createResponse,
  createValidationError,
  noCreditError,
  notFoundError,
  resultResponse,
} from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;

beforeEach(() => {
  mock = createMock();
  client = new ServiceClient(mock.fetch);
});

describe('create', () => {
  it('answers 201 with what leads to the application', async () => {
    const { status, headers, json } = await client.create();

    expect(status).toBe(201);
    expect(headers.get('content-type')).toBe('application/json');
    const { slug } = createResponse.parse(json).detail;
    expect(json).toEqual({
      form_url: `http://mock.test/en/form/kyc-camera/${slug}/`,
      info: `http://mock.test/en/api/forms/kyc-camera/applied-forms/${slug}/info/`,
      detail: { form: 'kyc-camera', slug, step: 'consent', section: 'consent', submitted_at: null },
    });
  });

  it('starts an application that is incomplete', async () => {
    const slug = await client.createSlug();

    const { application, answers, extra } = resultResponse.parse((await client.result(slug)).json);
    expect(application).toMatchObject({ slug, form: 'kyc-camera', status: 'incomplete', submitted_at: null });
    expect([answers, extra]).toEqual([{}, {}]);
  });

  it.each([
    ['no body', {}],
    ['an empty body', { rawBody: '' }],
    ['white space', { rawBody: ' \n' }],
    ['an empty object', { body: {} }],
    ['no answers', { body: { answers: {} } }],
    ['another key', { body: { source: 'app' } }],
  ])('takes %s', async (_, options) => {
    expect((await client.create(options)).status).toBe(201);
  });

  it.each([
    ['malformed JSON', { rawBody: '{"answers":' }],
    ['what is not UTF-8', { rawBody: new Uint8Array([0x7b, 0xff, 0x7d]) }],
    ['an array', { body: [] }],
    ['null', { body: null }],
    ['answers that are a list', { body: { answers: [] } }],
    ['a body above the limit', { rawBody: `"${'x'.repeat(1_048_576)}"` }],
  ])('answers 400 to %s', async (_, options) => {
    const { status, json } = await client.create(options);

    expect(status).toBe(400);
    expect(badRequestError.safeParse(json).error).toBeUndefined();
  });

  it('names every value that breaks its format, and no other', async () => {
    const answers = {
      nid: '1101700230709',
      gender: 'X',
      date_of_birth: '1990-02-30',
      home_address_country: 'QAA',
      home_address_zipcode: '1033',
      consent_checkbox_1: 'yes',
      full_name_first_name: { nested: true },
      full_name_last_name: null,
      customer_ref: 7,
      name_prefix: 'Ms',
      unknown: { nested: true },
    };

    const { status, json } = await client.create({ body: { answers } });

    expect(status).toBe(422);
    const { detail } = createValidationError.parse(json).error;
    expect(Object.keys(detail)).toEqual([
      'nid',
      'gender',
      'date_of_birth',
      'home_address_country',
      'home_address_zipcode',
      'consent_checkbox_1',
      'full_name_first_name',
      'full_name_last_name',
      'customer_ref',
    ]);
  });

  it('creates nothing where it refuses', async () => {
    await client.create({ body: { answers: { nid: '1' } } });

    expect(mock.portal.applications()).toEqual([]);
  });

  it.each(['front_card', 'passport'])('takes %s as the document asked for', async (ekyc_document_type) => {
    const slug = await client.createSlug({ body: { answers: { ekyc_document_type } } });

    mock.portal.submit(slug);

    const { extra } = resultResponse.parse((await client.result(slug)).json);
    expect(extra.ekyc?.identity_document?.type).toBe(ekyc_document_type);
  });

  it('gives declared input parameters back and drops what nobody declared', async () => {
    const slug = await client.createSlug({
      body: { answers: { customer_ref: 'c-17', colour: 'red', __proto__: 'x', constructor: 'y' } },
    });

    mock.portal.submit(slug);

    const { answers } = resultResponse.parse((await client.result(slug)).json);
    expect(answers['customer_ref']?.value).toBe('c-17');
    expect(Object.keys(answers)).not.toEqual(expect.arrayContaining([expect.stringMatching(/colour|constructor/)]));
  });

  it.each(['nope', 'constructor', '__proto__'])('answers 404 for the form %s', async (form) => {
    const { status, json } = await client.create({ form });

    expect(status).toBe(404);
    expect(notFoundError.safeParse(json).error).toBeUndefined();
  });

  it('answers 461 until the credit lasts for the whole flow, and takes none', async () => {
    mock.portal.setCredit({ balance: 2 });

    const short = await client.create();
    mock.portal.setCredit({ balance: 3 });
    const enough = await client.create();

    expect(short.status).toBe(461);
    expect(noCreditError.safeParse(short.json).error).toBeUndefined();
    expect(enough.status).toBe(201);
    expect(mock.portal.credit()).toEqual({ balance: 3 });
  });

  it('never gives two applications the same slug or link, in any workspace', async () => {
    const { token } = mock.portal.addWorkspace();
    const authorization = `Bearer ${token}`;
    const answers = await Promise.all([
      ...Array.from({ length: 50 }, () => client.create()),
      ...Array.from({ length: 50 }, () => client.create({ authorization })),
    ]);

    const created = answers.map(({ json }) => createResponse.parse(json));
    expect(new Set(created.map(({ detail }) => detail.slug)).size).toBe(100);
    expect(new Set(created.map(({ form_url }) => form_url)).size).toBe(100);
  });
});
