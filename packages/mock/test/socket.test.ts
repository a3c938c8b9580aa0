import { request } from 'node:http';
import { connect } from 'node:net';

import { createMock, type Listening, type Mock } from '@idvkit/mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runMeasured } from '../../../tools/testing/run-measured.ts';
import { ServiceClient } from './service-client.ts';

let mock: Mock;
let server: Listening;
let client: ServiceClient;

beforeEach(async () => {
  mock = createMock();
  server = await mock.listen();
  client = new ServiceClient((wanted) => fetch(wanted), server.url);
});

afterEach(async () => {
  await mock.close();
});

/** Sends a request with headers that `fetch` does not let through. */
function send(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${server.url}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('over a socket', () => {
  it('answers as in process', async () => {
    const slug = await client.createSlug();
    mock.portal.submit(slug);
    const answers = [
      await client.create(),
      await client.create({ method: 'GET' }),
      await client.create({ lang: 'xx' }),
      await client.result(slug),
      await client.info(slug, { authorization: null }),
      await client.resend(slug),
      await client.submit(slug),
      await client.result(slug, { method: 'HEAD' }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([201, 403, 302, 200, 403, 204, 403, 200]);
    expect(answers[0]?.json).toMatchObject({ info: expect.stringContaining(`${server.url}/en/api/`) });
  });

  it('answers 400 to a body that is too large, and goes on', async () => {
    const { status } = await client.create({ rawBody: JSON.stringify({ answers: { text: 'x'.repeat(5_000_000) } }) });

    expect(status).toBe(400);
    expect((await client.create()).status).toBe(201);
  });

  it('streams a huge result without holding it', async () => {
    const measured = await runMeasured(new URL('measure-huge-result.ts', import.meta.url));
    const { bytes, peak } = measured as { readonly bytes: number; readonly peak: number }; // As it prints them.

    expect(bytes / 40_000_000).toBeCloseTo(1, 1);
    expect(peak).toBeLessThan(5_000_000);
  });

  it('stops making a result that nobody reads on', async () => {
    const slug = await client.createSlug();
    mock.portal.submit(slug, { aml: 'huge', amlBytes: 500_000_000 });
    const response = await fetch(`${server.url}/en/api/forms/kyc-camera/applied-forms/${slug}/result/`, {
      headers: { authorization: 'Bearer idv_test_token' },
    });

    await response.body?.cancel();

    expect((await client.create()).status).toBe(201);
  });

  it('survives what is no HTTP', async () => {
    await new Promise<void>((resolve, reject) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('\u0000\u0001nonsense\r\n\r\n'));
      socket.on('close', () => resolve()).on('error', reject);
      socket.resume();
    });

    expect((await client.create()).status).toBe(201);
  });

  it('says that a port is in use', async () => {
    const other = createMock();

    await expect(other.listen({ port: server.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await other.close();
  });
});

describe('the portal over a socket', () => {
  it.each(['localhost', '127.0.0.1', '127.1.2.3:80', '[::1]:4010'])('lets %s in', async (host) => {
    expect(await send('/_portal/', { host })).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])(
    'keeps out a page whose name %s resolves to this machine',
    async (host) => {
      expect(await send('/_portal/', { host })).toBe(403);
      expect(await send('/%5fportal/', { host })).toBe(403);
      expect(await send('/_portal', { host })).not.toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1'])(
    'keeps out requests of the website %s',
    async (origin) => {
      const response = await fetch(`${server.url}/_portal/tokens`, { method: 'POST', headers: { origin } });

      expect(response.status).toBe(403);
    },
  );

  it('lets pages of its own in', async () => {
    const response = await fetch(`${server.url}/_portal/clock`, { headers: { origin: server.url } });

    expect(response.status).toBe(200);
  });

  it('listens for other machines only with a token for the portal', async () => {
    await expect(mock.listen({ host: '0.0.0.0' })).rejects.toThrow(RangeError);
    const open = await mock.listen({ host: '0.0.0.0', portalToken: 'operator' });
    const at = `http://127.0.0.1:${open.port}/_portal/`;

    const statuses = [];
    for (const authorization of ['', 'Bearer wrong', 'Bearer operator']) {
      statuses.push((await fetch(at, { headers: { authorization } })).status);
    }

    expect(statuses).toEqual([401, 401, 200]);
  });
});
