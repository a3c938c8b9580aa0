import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

import { afterEach, describe, expect, it } from 'vitest';

import { TOKENS } from './service.ts';
import { type IndependentService, type IndependentServiceOptions, startIndependentService } from './start.ts';
import { configFor } from './write-config.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function starting(options: IndependentServiceOptions = {}): Promise<IndependentService> {
  const service = await startIndependentService(options);
  closing.push(() => service.close());
  return service;
}

interface Delivered {
  readonly event: { readonly nounce: string; readonly type: string; readonly created_at: string };
  readonly application: Record<string, unknown>;
  readonly answers?: Record<string, { readonly value: unknown }>;
  readonly extra?: { readonly ekyc?: { readonly identity_document: { readonly url: string } } };
}

async function hooking(...statuses: number[]): Promise<{ hook: { url: string; secret: string }; got: Delivered[] }> {
  const got: Delivered[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      // What arrives is our own service's: see Delivered.
      got.push(JSON.parse(text) as Delivered);
      const status = statuses[got.length - 1] ?? 204;
      if (status > 0) response.writeHead(request.headers.authorization === 'Bearer hush' ? status : 401).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  // A listening server on TCP has an address with a port.
  return { hook: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, secret: 'hush' }, got };
}

const bearer = (token: string = TOKENS.good): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const FORM = 'onboarding-face';

function calling({ baseUrl }: IndependentService) {
  const at = (path: string): string => `${baseUrl}/en/api/forms/${path}`;
  const call = (path: string, init: RequestInit = bearer()): Promise<Response> =>
    fetch(at(path), { redirect: 'manual', ...init });
  return {
    call,
    status: async (path: string, init?: RequestInit): Promise<number> => (await call(path, init)).status,
    create: async (form = FORM, answers: object = {}): Promise<string> => {
      const response = await call(`${form}/create/`, {
        method: 'POST',
        body: JSON.stringify({ answers }),
        ...bearer(),
      });
      const { detail } = (await response.json()) as { detail: { slug: string } };
      return detail.slug;
    },
  };
}

const operate = ({ adminUrl }: IndependentService, path: string): Promise<Response> =>
  fetch(`${adminUrl}/${path}`, { method: 'POST' });

describe('the independent service', () => {
  it('creates, reads, submits and deletes', async () => {
    const service = await starting();
    const { call, status, create } = calling(service);
    const slug = await create(FORM, { applicant_code: 'A', no_such_key: 'B' });
    const applied = `${FORM}/applied-forms/${slug}`;
    const post = { method: 'POST', ...bearer() };

    expect(await status(`${applied}/info/`, {})).toBe(200);
    expect(await (await call(`${applied}/result/`)).json()).toMatchObject({
      answers: {},
      extra: {},
      application: { status: 'incomplete', submitted_at: null, other_status: { ekyc: 'pending' } },
    });
    const refused = await call(`${applied}/submit/`, { ...post, body: '{"answers":{}}' });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      { ekyc_document: ['Required.'], ekyc_liveness: ['Required.'] },
    ]);

    expect((await operate(service, `submit/${slug}`)).status).toBe(204);
    const result = (await (await call(`${applied}/result/`)).json()) as Delivered;
    expect(result).toMatchObject({
      application: { status: 'complete', slug, form: FORM, other_status: { ekyc: 'pass' } },
      answers: { applicant_code: { value: 'A' }, home_address_country: { value: 'THA' } },
    });
    expect(result.answers).not.toHaveProperty('no_such_key');
    expect([
      await status(`${applied}/info/`, {}),
      await status(`${applied}/info/`, bearer('wrong')),
      await status(`${applied}/info/`),
      await status(`${applied}/submit/`, post),
      await status(`${applied}/hook-submit/`, post),
    ]).toEqual([403, 401, 200, 403, 204]);

    await operate(service, `delete/${slug}`);
    const gone = await call(`${applied}/hook-submit/`, post);
    expect([
      await status(`${applied}/info/`),
      await status(`${applied}/info/`, {}),
      await status(`${applied}/result/`),
      gone.status,
      await gone.json(),
    ]).toEqual([404, 404, 404, 404, { detail: 'No such application.' }]);
  });

  it('refuses by the table of the specification', async () => {
    const { call, status } = calling(await starting());
    const post = (init: RequestInit): RequestInit => ({ method: 'POST', ...init });
    expect([
      await status(`${FORM}/create/`, post({})),
      await status(`${FORM}/create/`, post(bearer('wrong'))),
      await status(`${FORM}/create/`, post({ headers: { authorization: 'Basic abc' } })),
      await status(`${FORM}/create/`, bearer()),
      await status(`${FORM}/create/`, { method: 'DELETE', ...bearer() }),
      await status('no-such-form/create/', post(bearer())),
      await status(`${FORM}/create/`, post(bearer(TOKENS.poor))),
      await status(`${FORM}/create/`, post({ ...bearer(), body: 'not json' })),
      await status('../../../xx/api/forms/any/create/', post({})),
    ]).toEqual([403, 401, 401, 403, 403, 404, 461, 400, 302]);
    const invalid = await call(`${FORM}/create/`, post({ ...bearer(), body: '{"answers":{"nid":"1","gender":"M"}}' }));
    expect(await invalid.json()).toEqual({
      error: { detail: { nid: ['A national ID has 13 digits.'] }, message: 'Unprocessable Entity', status_code: 422 },
    });
  });

  it('takes a form without camera steps over the interface', async () => {
    const { call, status, create } = calling(await starting());
    const slug = await create('bank-statement', { full_name_first_name: 'A' });
    const submit = `bank-statement/applied-forms/${slug}/submit/`;
    const refused = await call(submit, {
      method: 'POST',
      body: '{"answers":{"date_of_birth":"1990-02-30"}}',
      ...bearer(),
    });
    expect(await refused.json()).toEqual({
      date_of_birth: ['Enter a valid date.'],
      full_name_last_name: ['Required.'],
      home_address_country: ['Required.'],
    });
    const answers = { full_name_last_name: 'B', date_of_birth: '1990-01-31', home_address_country: 'FRA' };
    const taken = await call(submit, { method: 'POST', body: JSON.stringify({ answers }), ...bearer() });
    expect([taken.status, await taken.text()]).toEqual([200, '']);
    expect(await status(submit, { method: 'POST', ...bearer() })).toBe(403);
  });

  it('delivers to every hook by itself, retries 5xx three times and nothing else', async () => {
    const [fine, refusing, failing] = [await hooking(), await hooking(404), await hooking(500, 502, 503, 500, 500)];
    const service = await starting({ hooks: [fine.hook, refusing.hook, failing.hook], spacingMs: 60_000 });
    const { create } = calling(service);
    await operate(service, `submit/${await create()}`);
    await operate(service, 'pass/600000');
    expect([fine.got.length, refusing.got.length, failing.got.length]).toEqual([1, 1, 4]);
    expect(new Set(failing.got.map(({ event }) => event.nounce)).size).toBe(4);
    expect(new Set(failing.got.map(({ event }) => event.created_at)).size).toBe(4);
    expect(failing.got.map(({ application }) => application)).toEqual(Array(4).fill(fine.got[0]?.application));
  });

  it('waits 30 s for an answer, and does not retry without one', async () => {
    const silent = await hooking(0, 0);
    const service = await starting({ hooks: [silent.hook] });
    const { create } = calling(service);
    await operate(service, `submit/${await create()}`);
    await operate(service, 'pass/29000');
    await operate(service, 'pass/120000');
    expect(silent.got).toHaveLength(1);
  });

  it('delivers lifecycle events without answers, and resends with new addresses of images', async () => {
    const { hook, got } = await hooking();
    const service = await starting({ hooks: [hook] });
    const { call, create } = calling(service);
    const [expired, submitted] = [await create(), await create()];
    await operate(service, `expire/${expired}`);
    await operate(service, `submit/${submitted}`);
    await operate(service, `status/${submitted}`);
    await operate(service, 'pass/1000');
    await call(`${FORM}/applied-forms/${submitted}/hook-submit/`, { method: 'POST', ...bearer() });
    await operate(service, 'pass/0');
    expect(got.map(({ event, ...rest }) => [event.type, 'version' in event, Object.keys(rest).length])).toEqual([
      ['drop_off', false, 1],
      ['submit_form', true, 3],
      ['update_status', false, 1],
      ['submit_form', true, 3],
    ]);
    const [first = '', second = ''] = [got[1], got[3]].map((each) => each?.extra?.ekyc?.identity_document.url);
    expect(first).not.toBe(second);
    expect(Number(new URL(first).searchParams.get('exp'))).toBe(
      Math.floor(Date.parse(got[1]?.event.created_at ?? '') / 1000) + 900,
    );
    const show = async (url: string, init = bearer()): Promise<number> => (await fetch(url, init)).status;
    expect([
      await show(first),
      await show(first, {}),
      await show(first.replace(/q=(.)/, (_, old) => `q=${old === 'A' ? 'B' : 'A'}`)),
      await show(first.replace(/exp=\d+/, 'exp=9999999999')),
    ]).toEqual([200, 403, 403, 403]);
    await operate(service, 'pass/900000');
    expect(await show(first)).toBe(403);
  });

  it('says about 57 kB of its form, in another style than usual', async () => {
    const service = await starting();
    const { call, create } = calling(service);
    const info = await call(`${FORM}/applied-forms/${await create()}/info/`, {});
    expect(info.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(info.headers.get('transfer-encoding')).toBe('chunked');
    const size = (await info.arrayBuffer()).byteLength;
    expect(size).toBeGreaterThan(52_000);
    expect(size).toBeLessThan(62_000);
  });

  it('can be operated by the commands of its configuration', async () => {
    const service = await starting();
    const { create } = calling(service);
    const { operator } = configFor(service, { listen: '', url: '', secret: '' });
    const commands = operator as Record<string, string>;
    const run = async (name: string, slug = ''): Promise<string> => {
      const [file = '', ...args] = (commands[name] ?? '').replace('{slug}', slug).replace('{ms}', '10').split(' ');
      return (await promisify(execFile)(file, args)).stdout;
    };
    const [submitted, expired, deleted] = [await create(), await create(), await create()];
    await run('submit', submitted);
    await run('changeStatus', submitted);
    await run('expire', expired);
    await run('delete', deleted);
    await run('pass');
    expect(await run('readCredit')).toBe('9997');
    await expect(run('submit', 'nobody')).rejects.toThrow('curl');
    const states = [submitted, expired].map((slug) => service.service.applications.get(slug)?.state);
    expect(states).toEqual(['complete', 'expired']);
  });
});
