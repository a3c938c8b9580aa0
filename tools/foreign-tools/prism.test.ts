import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { createMock, type Mock } from '@idvkit/mock';
import { afterAll, describe, expect, it } from 'vitest';

const clients = fileURLToPath(new URL('../clients/', import.meta.url));
const prism = `${clients}node_modules/@stoplight/prism-cli/dist/index.js`;
const document = fileURLToPath(new URL('../../packages/schema/openapi/openapi.json', import.meta.url));

const running: ChildProcess[] = [];
afterAll(() => running.forEach((child) => child.kill()));

/** Starts Prism, which shares no code with us. @returns Where it listens. */
async function prismListens(command: 'mock' | 'proxy', ...upstream: string[]): Promise<string> {
  const args = [prism, command, document, ...upstream, '--port', '0', '--errors'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  let said = '';
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`;
    const [url] = /(?<=listening on )\S+/.exec(line) ?? [];
    if (url !== undefined) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error(`Prism ended without listening:\n${said}`);
}

interface Sent {
  readonly token?: string;
  readonly body?: object;
  /** What Prism is to answer: `dynamic=true`. */
  readonly prefer?: string;
}

/** Makes a call. @returns Its status, its body and what Prism has against it. */
async function call(method: string, url: string, { token = 'idv_test_token', body, prefer }: Sent = {}) {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(prefer !== undefined && { prefer }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const json = text === '' ? undefined : (JSON.parse(text) as { detail?: { slug?: string }; type?: string }); // As the service answers, or Prism.
  return { status: response.status, json, violations: response.headers.get('sl-violations') ?? json?.type };
}

/** Calls every endpoint of a mock through Prism as its judge, in every way that the document describes. */
async function judged(
  url: string,
  mock: Mock,
): Promise<{ readonly status: number; readonly violations: string | undefined }[]> {
  const forms = `${url}/en/api/forms`;
  const created = await call('POST', `${forms}/kyc-plain/create/`, { body: { answers: { customer_ref: 'A-17' } } });
  const slug = created.json?.detail?.slug ?? '';
  const about = `${forms}/kyc-plain/applied-forms/${slug}`;
  const answers = { body: { answers: {} } };
  const before = [
    created,
    await call('POST', `${forms}/kyc-plain/create/`, { token: 'another-token' }),
    await call('POST', `${forms}/nobody/create/`),
    await call('POST', `${forms}/kyc-plain/create/`, { body: { answers: { nid: '123' } } }),
    await call('GET', `${about}/info/`),
    await call('GET', `${about}/result/`),
    await call('POST', `${about}/submit/`, answers),
  ];
  mock.portal.submit(slug);
  mock.portal.setCredit({ balance: 0 });
  return [
    ...before,
    await call('GET', `${about}/info/`),
    await call('GET', `${about}/result/`),
    await call('POST', `${about}/submit/`, answers),
    await call('POST', `${about}/hook-submit/`),
    await call('POST', `${forms}/kyc-plain/applied-forms/unknown/hook-submit/`),
    await call('POST', `${forms}/kyc-plain/create/`),
  ].map(({ status, violations }) => ({ status, violations }));
}

const STATUSES = [201, 401, 404, 422, 200, 200, 422, 200, 200, 403, 204, 404, 461];

describe('Prism', () => {
  it('serves the OpenAPI document, and generates answers, but results only from their examples', async () => {
    const forms = `${await prismListens('mock')}/en/api/forms/kyc`;
    const { status, json } = await call('POST', `${forms}/create/`);
    expect(status).toBe(201);
    expect(json?.detail?.slug).toEqual(expect.any(String));

    const about = `${forms}/applied-forms/k3v9`;
    const prefer = 'dynamic=true';
    const answers = [
      await call('POST', `${forms}/create/`, { prefer }),
      await call('GET', `${about}/info/`, { prefer }),
      await call('POST', `${about}/submit/`, { prefer, body: { answers: {} } }),
      await call('POST', `${about}/hook-submit/`, { prefer }),
      // Most generated results have a map of arrays, and are a 500 of Prism.
      await call('GET', `${about}/result/`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 204, 200]);
  });

  it('has nothing against the mock, as a proxy before it, unless the mock has a fault', async () => {
    const mock = createMock();
    const url = await prismListens('proxy', (await mock.listen()).url);
    expect(await judged(url, mock)).toEqual(STATUSES.map((status) => ({ status, violations: undefined })));

    mock.portal.setFaults({ ids: ['resend.404.bare-detail'] });
    const resend = `${url}/en/api/forms/kyc-plain/applied-forms/unknown/hook-submit/`;
    expect((await call('POST', resend)).violations).toEqual(expect.any(String));
    await mock.close();
  });
});
