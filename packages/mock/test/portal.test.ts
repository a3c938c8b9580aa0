import { readFile } from 'node:fs/promises';

import { cameraForm, createMock, PortalError, type Mock } from '@idvkit/mock';
import { resultResponse } from '@idvkit/schema';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it } from 'vitest';

import { OPERATIONS } from '../src/lib/portal/operations/all-operations.ts';
import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;

beforeEach(() => {
  mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') } });
  client = new ServiceClient(mock.fetch);
});

const portal = (path: string, options: Parameters<ServiceClient['at']>[1] = {}): ReturnType<ServiceClient['at']> =>
  client.at(`/_portal/${path}`, { authorization: null, ...options });

describe('the portal over HTTP', () => {
  it('says what it is and what to call the service with', async () => {
    const { json } = await portal('');

    expect(json).toMatchObject({
      format: 'idvkit.portal',
      version: 1,
      workspaces: [{ id: 'default' }],
      defaults: {
        id: 'default',
        token: 'idv_test_token',
        forms: [
          {
            slug: 'kyc-camera',
            camera: true,
            inputParameters: [
              { key: 'customer_ref', type: 'string' },
              { key: 'customer_tier', type: 'number' },
            ],
          },
          { slug: 'kyc-plain', camera: false },
        ],
      },
    });
  });

  it.each([
    ['POST', 'applications/SLUG/submit', { score: 101 }, 'score'],
    ['POST', 'applications/SLUG/submit', { colour: 'red' }, ''],
    ['POST', 'applications/SLUG/submit', { answers: { nid: '1' } }, 'answers.nid'],
    ['POST', 'applications/SLUG/status', { column: 'aml' }, 'value'],
    ['POST', 'webhooks', { url: 'ftp://a.example/', secret: 's' }, 'url'],
    ['POST', 'webhooks', { url: 'https://a.example/' }, 'secret'],
    ['PUT', 'credit', { balance: 1.5 }, 'balance'],
    ['PUT', 'settings', { padWidth: 0 }, 'padWidth'],
    ['PUT', 'settings', { pad: 1 }, ''],
    ['PUT', 'faults', { ids: ['no.such.rule'] }, 'ids'],
    ['PUT', 'variations', { ids: ['no-such'] }, 'ids'],
    ['POST', 'applications/SLUG/submit', { outcome: 'bad' }, 'outcome'],
    ['POST', 'clock/advance', { ms: -1 }, 'ms'],
    ['POST', 'clock/advance', { ms: 1e15 }, 'ms'],
    ['PUT', 'clock', { now: 1e15 }, 'now'],
    ['PUT', 'clock', { now: -1 }, 'now'],
    ['PUT', 'status-columns', [{ key: 'ekyc', initial: '-' }], '0.key'],
    [
      'PUT',
      'forms/f',
      { ...cameraForm, slug: 'f', fields: [{ ...cameraForm.fields[0], pattern: '(' }] },
      'fields.0.pattern',
    ],
    ['PUT', 'state', { format: 'other' }, 'format'],
  ])('answers 400 to %s %s with %j', async (method, path, body, where) => {
    const slug = await client.createSlug();

    const { status, json } = await portal(path.replace('SLUG', slug), { method, body });

    expect(status).toBe(400);
    expect(json).toMatchObject({
      error: { code: 'invalid', issues: expect.arrayContaining([expect.objectContaining({ path: where })]) },
    });
  });

  it.each([
    ['GET', 'applications/none', 404],
    ['POST', 'applications/none/submit', 404],
    ['DELETE', 'webhooks/none', 404],
    ['GET', 'forms/none', 404],
    ['GET', 'workspaces/none/credit', 404],
    ['DELETE', 'workspaces/default', 409],
    ['GET', 'nothing', 404],
    ['PATCH', 'credit', 404],
  ])('answers %s %s with %d', async (method, path, expected) => {
    const { status, json } = await portal(path, { method });

    expect(status).toBe(expected);
    expect(json).toMatchObject({ error: { message: expect.stringMatching(/^Cannot /) } });
  });

  it('answers 409 to what the state of an application does not allow', async () => {
    const slug = await client.createSlug();
    await portal(`applications/${slug}/submit`, { method: 'POST' });

    const again = await portal(`applications/${slug}/submit`, { method: 'POST' });
    const expire = await portal(`applications/${slug}/expire`, { method: 'POST' });
    await portal(`applications/${slug}`, { method: 'DELETE' });
    const remove = await portal(`applications/${slug}`, { method: 'DELETE' });

    expect([again.status, expire.status, remove.status]).toEqual([409, 409, 409]);
    expect(again.json).toEqual({
      error: { code: 'conflict', message: 'Cannot submit: the application is submitted.' },
    });
  });

  it('takes no body that is not JSON or not said to be', async () => {
    const malformed = await portal('credit', { method: 'PUT', rawBody: '{' });
    const unnamed = await mock.fetch(
      new Request('http://mock.test/_portal/credit', {
        method: 'PUT',
        body: '{"balance":1}',
        headers: { 'content-type': 'text/plain' },
      }),
    );

    expect([malformed.status, unnamed.status]).toEqual([400, 400]);
  });

  it('answers as its OpenAPI document says', async () => {
    const document = (await portal('openapi.json')).json as OpenApi;
    const ajv = new Ajv2020({ strict: false, validateFormats: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'openapi', ...document });
    const slug = await client.createSlug();
    const other = await client.createSlug();
    const checked: string[] = [];

    for (const [method, path, template, body] of operations(slug, other)) {
      const { status, json } = await portal(path, { method, ...(body !== undefined && { body }) });
      const pointer = [
        'paths',
        `/${template}`,
        method.toLowerCase(),
        'responses',
        status,
        'content',
        'application/json',
        'schema',
      ];
      const response = document.paths[`/${template}`]?.[method.toLowerCase()]?.responses[status];
      expect([template, method, status, response !== undefined]).toEqual([template, method, status, true]);
      if (response?.content === undefined) continue;
      const validate = ajv.getSchema(
        `openapi#/${pointer.map((part) => String(part).replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D')).join('/')}`,
      );
      const valid: unknown = validate?.(json);
      expect([template, method, status, valid, validate?.errors]).toEqual([template, method, status, true, null]);
      checked.push(`${method} ${template}`);
    }

    const described = Object.entries(document.paths)
      .filter(([path]) => !path.startsWith('/workspaces/{workspace}/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice(1)}`));
    const bodiless = [
      'DELETE applications/{slug}',
      'DELETE audit',
      'POST tokens/revoke',
      'DELETE webhooks/{id}',
      'DELETE workspaces/{workspace}',
      'PUT state',
    ];
    expect(described.filter((operation) => !checked.includes(operation)).toSorted()).toEqual(bodiless.toSorted());
  });

  it('describes bodies as they are validated', async () => {
    const document = (await portal('openapi.json')).json as OpenApi;

    const { post } = document.paths['/applications/{slug}/submit'] ?? {};
    expect(post?.requestBody?.required).toBe(false);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Form', 'PortalError', 'Settings']),
    );
    expect(JSON.stringify(document)).not.toContain('#/$defs/');
  });
});

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly responses: Readonly<Record<string, { readonly content?: unknown }>>;
            readonly requestBody?: { readonly required: boolean };
          }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

/** Every operation at least once: method, path, path template, body. */
function operations(slug: string, other: string): readonly (readonly [string, string, string, unknown?])[] {
  return [
    ['GET', '', ''],
    ['GET', 'applications', 'applications'],
    ['GET', `applications/${slug}`, 'applications/{slug}'],
    ['POST', `applications/${slug}/submit`, 'applications/{slug}/submit', { retries: 1, aml: 'sanctions', score: 65 }],
    ['POST', `applications/${slug}/submit`, 'applications/{slug}/submit', {}],
    ['POST', `applications/${other}/expire`, 'applications/{slug}/expire'],
    ['POST', `applications/${slug}/status`, 'applications/{slug}/status', { column: 'decision', value: 'Approved' }],
    ['GET', 'deliveries?bodies=1', 'deliveries'],
    ['GET', 'audit', 'audit'],
    ['DELETE', 'audit', 'audit'],
    ['POST', 'tokens', 'tokens'],
    ['POST', 'tokens/revoke', 'tokens/revoke', { token: 'idv_test_token' }],
    ['POST', 'webhooks', 'webhooks', { url: 'http://127.0.0.1:9/hook', secret: 's' }],
    ['GET', 'webhooks', 'webhooks'],
    ['DELETE', 'webhooks/wh-1', 'webhooks/{id}'],
    ['GET', 'credit', 'credit'],
    ['PUT', 'credit', 'credit', { balance: 5 }],
    ['GET', 'forms', 'forms'],
    ['GET', 'forms/kyc-plain', 'forms/{slug}'],
    ['PUT', 'forms/mine', 'forms/{slug}', { ...cameraForm, slug: 'mine' }],
    ['PUT', 'forms/mine/input-parameters', 'forms/{slug}/input-parameters', [{ key: 'ref', type: 'number' }]],
    ['GET', 'status-columns', 'status-columns'],
    ['PUT', 'status-columns', 'status-columns', [{ key: 'risk', initial: '-', clear: 'Low' }]],
    ['GET', 'settings', 'settings'],
    ['PUT', 'settings', 'settings', { padWidth: 9 }],
    ['GET', 'clock', 'clock'],
    ['PUT', 'clock', 'clock', { mode: 'frozen' }],
    ['POST', 'clock/advance', 'clock/advance', { ms: 10 }],
    ['GET', 'faults', 'faults'],
    ['PUT', 'faults', 'faults', { ids: ['create.status.201'] }],
    ['GET', 'variations', 'variations'],
    ['PUT', 'variations', 'variations', { ids: ['sparse-columns'] }],
    ['POST', 'workspaces', 'workspaces', { id: 'mine' }],
    ['DELETE', 'workspaces/mine', 'workspaces/{workspace}'],
    ['GET', 'state', 'state'],
    ['DELETE', `applications/${slug}`, 'applications/{slug}'],
  ];
}

describe('the portal in process', () => {
  it('sets what the checks come to', async () => {
    const slug = await client.createSlug({ body: { answers: { customer_ref: 'c-1' } } });

    mock.portal.submit(slug, { document: 'passport', score: 64.5, answers: { full_name_first_name: 'Ada' } });

    const { application, answers, extra } = resultResponse.parse((await client.result(slug)).json);
    expect(application.other_status.ekyc).toBe('need_review');
    expect(extra.ekyc?.face_compare).toEqual({ score: 64.5, status: 'need_review' });
    expect([answers.nid, answers.full_name_first_name?.value]).toEqual([undefined, 'Ada']);
  });

  it('refuses with an error that says why', () => {
    expect(() => mock.portal.submit('none')).toThrow(PortalError);
    expect(() => mock.portal.setFaults({ ids: ['none'] })).toThrow('there is none of this id');
    // @ts-expect-error the key is `balance`
    expect(() => mock.portal.setCredit({ credit: 0 })).toThrow(/balance: .*; Unrecognized key: "credit"/);
  });

  it('submits an outcome, which single choices override', async () => {
    const submitted = async (options: Parameters<Mock['portal']['submit']>[1]): Promise<unknown> =>
      mock.portal.submit(await client.createSlug(), options).otherStatus;

    expect(await submitted({ outcome: 'pass' })).toMatchObject({ ekyc: 'pass', aml: 'Clear' });
    expect(await submitted({ outcome: 'need_review' })).toMatchObject({ ekyc: 'need_review' });
    expect(await submitted({ outcome: 'fail' })).toMatchObject({ ekyc: 'fail' });
    expect(await submitted({ outcome: 'sanctions' })).toMatchObject({ ekyc: 'pass', aml: 'Need Review' });
    expect(await submitted({ outcome: 'fail', score: 90, aml: 'pep' })).toMatchObject({
      ekyc: 'pass',
      aml: 'Need Review',
    });
  });

  it('switches faults on and off', async () => {
    mock.portal.setFaults({ ids: ['create.status.201'] });
    const faulty = await client.create();
    mock.portal.setFaults({ ids: [] });
    const correct = await client.create();

    expect([faulty.status, correct.status]).toEqual([200, 201]);
  });

  it('keeps workspaces apart', async () => {
    const { id, token } = mock.portal.addWorkspace({ credit: 0 });
    const workspace = mock.portal.workspace(id);
    workspace.setFaults({ ids: ['error.401.detail'] });

    const created = await client.create();
    const refused = await client.create({ authorization: `Bearer ${token}` });
    await mock.portal.removeWorkspace(id);
    const gone = await client.create({ authorization: `Bearer ${token}` });

    expect([created.status, refused.status, gone.status]).toEqual([201, 461, 401]);
    expect(mock.portal.applications()).toHaveLength(1);
    expect(() => workspace.credit()).toThrow('Cannot find the workspace');
  });
});

it('describes each method of the portal where an editor looks for it', async () => {
  const folder = new URL('../src/lib/portal/operations/', import.meta.url);
  const files = ['application-operations.ts', 'service-operations.ts', 'workspace-operations.ts'];
  const source = (await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')))).join('');
  const summaries = Object.values({ ...OPERATIONS.service, ...OPERATIONS.workspace }).map(({ summary }) => summary);
  expect(summaries.filter((summary) => !source.includes(`/** ${summary}. */`))).toEqual([]);
});
