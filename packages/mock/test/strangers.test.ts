import { request, type IncomingHttpHeaders } from 'node:http';

import { createMock, type Listening, type Mock, type MockOptions, type ServiceState } from '@idvkit/mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

const CREATE = '/en/api/forms/kyc-plain/create/';
const TOKEN = { authorization: 'Bearer idv_test_token' };

let calls: number;
let mock: Mock;
let server: Listening;

async function start(options: MockOptions = {}): Promise<void> {
  calls = 0;
  mock = createMock({ ...options, observer: { onCall: () => (calls += 1) } });
  server = await mock.listen();
}

beforeEach(() => start());

afterEach(() => mock.close());

interface Sent {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends a request with headers that `fetch` does not let through. */
function send(path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<Sent> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers, method }, (response) => {
      const parts: Buffer[] = [];
      response
        .on('data', (part: Buffer) => parts.push(part))
        .on('end', () =>
          resolve({ status: response.statusCode, headers: response.headers, text: Buffer.concat(parts).toString() }),
        );
    })
      .on('error', reject)
      .end();
  });
}

/** Path of the hosted form of a new application. */
async function formPath(): Promise<string> {
  const slug = await new ServiceClient(mock.fetch, server.url).createSlug();
  calls = 0;
  return `/en/form/kyc-camera/${slug}/`;
}

/** What Chromium sends when somebody follows a link on another website. */
const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

describe('a page of another website', () => {
  it.each<[string, Record<string, string>]>([
    ['its own name that resolves to this machine', { host: 'rebind.example:4010' }],
    ['a name that only begins like this machine', { host: '127.0.0.1.example' }],
    ['its own origin', { origin: 'http://evil.example' }],
    ['no origin', { origin: 'null' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
    ['a cross-site request without an origin, as of an image', { 'sec-fetch-site': 'cross-site' }],
    ['a request of another port without an origin', { 'sec-fetch-site': 'same-site' }],
    ['a link to something else than a form', LINK],
  ])('is refused on every path for %s', async (_, headers) => {
    const form = await formPath();

    const answers = [
      await send(CREATE, { ...TOKEN, ...headers }, 'POST'),
      await send('/en/api/forms/%1b%5d52%3bc%3bYQ%07/applied-forms/x/result/', headers),
      await send('/api/ekyc/x/result/image/', headers),
      await send('/_portal/', headers),
      await send('/_portal/', headers, 'POST'),
      await send('/nowhere', headers),
      ...(headers === LINK ? [] : [await send(form, headers)]),
      await send(form, headers, 'POST'),
    ];

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
    expect(JSON.parse(answers[0]?.text ?? '')).toMatchObject({ error: { code: 'forbidden' } });
    expect(calls).toBe(0);
    expect(mock.portal.applications()).toHaveLength(1);
  });

  it.each(['ftp', 'https'])('is refused for an origin of %s', async (scheme) => {
    const origin = `${scheme}://127.0.0.1:${server.port}`;

    expect((await send('/_portal/', { origin })).status).toBe(403);
    expect((await send(CREATE, { ...TOKEN, origin }, 'POST')).status).toBe(403);
  });

  it('may link to a form, and does not frame it', async () => {
    const form = await formPath();

    expect((await send(form, LINK)).status).toBe(200);
    expect((await send(form.slice(0, -1), LINK)).status).toBe(308);
    expect((await send(form, { ...LINK, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await send(form, { ...LINK, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
  });

  it('does not decide which address links lead to', async () => {
    await formPath();
    const state = JSON.parse(
      JSON.stringify(mock.portal.state()).replace(`"origin":"${server.url}"`, '"origin":null'),
    ) as ServiceState;
    await mock.close();
    await start({ state });

    await send(CREATE, { ...TOKEN, host: 'rebind.example' }, 'POST');

    expect(mock.portal.applications().map(({ formUrl }) => new URL(formUrl).origin)).toEqual([server.url]);
  });
});

describe('calls that are no strangers', () => {
  it.each<Record<string, string>>([
    {},
    { host: 'localhost:9' },
    { host: '[::1]:4010' },
    { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ])('are served: %o', async (headers) => {
    expect((await send(CREATE, { ...TOKEN, ...headers }, 'POST')).status).toBe(201);
  });

  it('are served under the public address if one is set, which never opens the portal', async () => {
    await mock.close();
    await start({ publicUrl: 'https://idv.example' });
    const headers = { host: 'idv.example', origin: 'https://idv.example', 'sec-fetch-site': 'same-origin' };

    expect((await send(CREATE, { ...TOKEN, ...headers }, 'POST')).status).toBe(201);
    expect((await send(CREATE, { ...TOKEN, host: 'other.example' }, 'POST')).status).toBe(403);
    for (const path of ['/_portal/', '/_portal', '/%5fportal/', '/_portal/openapi.json']) {
      expect((await send(path, { host: 'idv.example' })).status).toBe(403);
    }
    expect((await send('/_portal/', { host: '127.0.0.1', origin: 'https://idv.example' })).status).toBe(403);
  });
});

describe('answers', () => {
  it('stay out of other pages and of caches', async () => {
    const form = await formPath();
    const answers = [
      await send(CREATE, TOKEN, 'POST'),
      await send('/_portal/', {}),
      await send('/_portal/', { host: 'evil.example' }),
      await send('/nowhere', {}),
      await send(form, {}),
    ];

    for (const { headers } of answers) {
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'cross-origin-resource-policy': 'same-origin',
      });
    }
  });
});
