import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';

import {
  CallRefusedError,
  createClient,
  ImageExpiredError,
  NoAnswerError,
  NoCreditError,
  UnreadableAnswerError,
  type Client,
  type ClientOptions,
  type Retry,
} from '@idvkit/schema/client';
import { describe, expect, it } from 'vitest';

const TOKEN = 'tok"en-1\\x';
const created = {
  form_url: 'https://idv.example.com/en/forms/kyc/k3v9/',
  info: 'https://idv.example.com/en/api/forms/kyc/applied-forms/k3v9/info/',
  detail: { form: 'kyc', slug: 'k3v9', later: 1 },
};
const about = { formSlug: 'kyc', slug: 'k3v9' };

/** A service that gives these answers in turn, the last one for ever; time passes only where the client waits. */
function scripted(...answers: readonly (() => Response | Promise<Response>)[]) {
  const requests: { method: string; url: string; authorization: string | null; body: string }[] = [];
  const retries: Retry[] = [];
  const timeouts: (() => void)[] = [];
  let nowMs = Date.UTC(2026, 0, 5, 3);
  const options: ClientOptions = {
    baseUrl: 'https://idv.example.com/',
    token: TOKEN,
    random: () => 0,
    timeoutMs: 30_000,
    onRetry: (retry) => retries.push(retry),
    clock: {
      now: () => nowMs,
      schedule: (delayMs, due) => {
        if (delayMs === 30_000) {
          timeouts.push(due);
          return () => timeouts.splice(timeouts.indexOf(due), 1);
        }
        let isOff = false;
        queueMicrotask(() => {
          if (isOff) return;
          nowMs += delayMs;
          due();
        });
        return () => (isOff = true);
      },
    },
    fetch: async (request) => {
      const { method, url, headers } = request;
      requests.push({ method, url, authorization: headers.get('authorization'), body: await request.text() });
      return (answers[requests.length - 1] ?? answers.at(-1) ?? (() => Response.error()))();
    },
  };
  return { client: createClient(options), options, requests, retries, timeouts };
}

const answer = (status: number, body?: unknown, headers?: Record<string, string>) => (): Response =>
  new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    ...(headers && { headers }),
  });

async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('createClient()', () => {
  it('calls the five endpoints as the specification has them', async () => {
    const { client, requests } = scripted(
      answer(201, created),
      answer(200, { application: { slug: 'k3v9', status: 'complete' } }),
      answer(200, { data: { id: 1 } }),
      answer(200),
      answer(204),
    );

    expect(await client.create({ formSlug: 'kyc flow', answers: { nid: '1' }, lang: 'th' })).toEqual(created);
    expect(await client.result(about)).toEqual({ application: { slug: 'k3v9', status: 'complete' } });
    expect(await client.info(about)).toEqual({ data: { id: 1 } });
    expect(await client.submit({ ...about, answers: {} })).toBeUndefined();
    expect(await client.resend(about)).toBeUndefined();

    const host = 'https://idv.example.com';
    const authorization = `Bearer ${TOKEN}`;
    expect(requests).toEqual([
      {
        method: 'POST',
        url: `${host}/th/api/forms/kyc%20flow/create/`,
        authorization,
        body: '{"answers":{"nid":"1"}}',
      },
      { method: 'GET', url: `${host}/en/api/forms/kyc/applied-forms/k3v9/result/`, authorization, body: '' },
      { method: 'GET', url: `${host}/en/api/forms/kyc/applied-forms/k3v9/info/`, authorization, body: '' },
      {
        method: 'POST',
        url: `${host}/en/api/forms/kyc/applied-forms/k3v9/submit/`,
        authorization,
        body: '{"answers":{}}',
      },
      { method: 'POST', url: `${host}/en/api/forms/kyc/applied-forms/k3v9/hook-submit/`, authorization, body: '' },
    ]);
  });

  it('sends no body with a create that has no answers', async () => {
    const { client, requests } = scripted(answer(201, created));
    await client.create({ formSlug: 'kyc' });

    expect(requests[0]?.body).toBe('');
  });

  it.each([
    [{ baseUrl: 'idv.example.com' }, 'baseUrl must be an http or https URL.'],
    [{ baseUrl: 'ftp://idv.example.com' }, 'baseUrl must be an http or https URL.'],
    [{ baseUrl: 'https://me:secret@idv.example.com' }, 'baseUrl must have no credentials, query or fragment.'],
    [{ token: 'a\nb' }, 'token must be printable ASCII without spaces.'],
    [{ token: '' }, 'token must be printable ASCII without spaces.'],
  ])('refuses %j', (wrong, message) => {
    const { options } = scripted();

    expect(() => createClient({ ...options, ...wrong })).toThrow(new TypeError(`Cannot create client: ${message}`));
  });

  it.each(['', '.', '..'])('refuses the slug %j, which would lead to another path', async (slug) => {
    const { client, requests } = scripted(answer(200));

    await expect(client.resend({ formSlug: 'kyc', slug })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });
});

describe('retries', () => {
  it('wait longer each time after 429, no shorter than Retry-After asks, and end', async () => {
    const { client, retries, requests } = scripted(
      answer(429),
      answer(429, 'slow down', { 'retry-after': '5' }),
      answer(429, undefined, { 'retry-after': 'Mon, 05 Jan 2026 03:00:06 GMT' }),
      answer(429),
    );
    const error = await rejection(client.result(about));

    expect(retries.map(({ waitMs }) => waitMs)).toEqual([500, 5000, 10_000, 20_000, 40_000]);
    expect(requests).toHaveLength(6);
    expect(error).toBeInstanceOf(CallRefusedError);
    expect(error).toMatchObject({ status: 429, tries: 6, endpoint: 'result', error: { kind: 'too-many-requests' } });
    expect(String(error)).toBe(
      'CallRefusedError: Cannot read the result of an application: the service answered 429, too many requests (6 tries).',
    );
  });

  it('end at once where the service asks for more patience than there is', async () => {
    const { client, requests } = scripted(answer(429, undefined, { 'retry-after': '3600' }));

    expect(await rejection(client.result(about))).toMatchObject({ status: 429, tries: 1, retryAfterMs: 3_600_000 });
    expect(requests).toHaveLength(1);
  });

  it.each([500, 502, 503, 599])('of %i are three at most', async (status) => {
    const { client, requests } = scripted(answer(status, '<h1>Oops</h1>'));

    expect(await rejection(client.result(about))).toMatchObject({ status, tries: 4, error: { kind: 'server-error' } });
    expect(requests).toHaveLength(4);
  });

  it('succeed where a later answer does, 429 and 5xx counted each for itself', async () => {
    const statuses = [500, 429, 500, 429, 500, 429];
    const { client, retries } = scripted(...statuses.map((status) => answer(status)), answer(201, created));

    expect(await client.create({ formSlug: 'kyc' })).toEqual(created);
    expect(retries.map(({ status }) => status)).toEqual(statuses);
  });

  it.each([400, 401, 403, 404, 405, 409, 422, 461])('of %i there are none', async (status) => {
    const { client, requests } = scripted(answer(status, '{}', { 'retry-after': '1' }));

    expect(await rejection(client.create({ formSlug: 'kyc' }))).toMatchObject({ status, tries: 1 });
    expect(requests).toHaveLength(1);
  });

  it('are not made where no answer came: the service may have acted', async () => {
    const { client, requests } = scripted(() => Promise.reject(new TypeError('fetch failed')));

    expect(await rejection(client.create({ formSlug: 'kyc' }))).toBeInstanceOf(NoAnswerError);
    expect(requests).toHaveLength(1);
  });
});

describe('errors', () => {
  it('give 461 a class of its own', async () => {
    const body = { error: { status_code: 461, message: 'Insufficient Credit', detail: 'Top up' } };
    const error = await rejection(scripted(answer(461, body)).client.create({ formSlug: 'kyc' }));

    expect(error).toBeInstanceOf(NoCreditError);
    expect(error).toBeInstanceOf(CallRefusedError);
    expect(error).toMatchObject({ status: 461, error: { kind: 'no-credit', detail: 'Top up' } });
  });

  it('read the bodies without an envelope', async () => {
    const submit = scripted(answer(422, { ekyc_document: ['Required'] })).client.submit({ ...about, answers: {} });

    expect(await rejection(submit)).toMatchObject({
      message: 'Cannot submit an application: the service answered 422, invalid answers (ekyc_document).',
      error: { kind: 'invalid-answers', messages: { ekyc_document: ['Required'] } },
    });
    expect(await rejection(scripted(answer(404, { detail: 'Gone' })).client.resend(about))).toMatchObject({
      error: { kind: 'not-found', detail: 'Gone' },
    });
  });

  it('call the redirect of an unknown locale what it is, and do not follow it', async () => {
    const { client, requests } = scripted(answer(302, undefined, { location: '/en/somewhere/' }));

    expect(await rejection(client.result(about))).toMatchObject({ status: 302, error: { kind: 'unknown-locale' } });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['not JSON', answer(201, '<html>'), 'is not JSON (not-json)'],
    ['cut off', answer(201, '{"form_url":"https'), 'is not JSON (truncated)'],
    ['another body', answer(201, { ...created, detail: {} }), 'is not readable: detail.form is missing'],
    ['empty', answer(200), 'is not JSON (truncated)'],
  ])('tell of a 2xx whose body is %s', async (_, given, problem) => {
    const error = await rejection(scripted(given).client.create({ formSlug: 'kyc' }));

    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect(String(error)).toContain(problem);
  });

  it('are read without the parts of another type, which it reports', async () => {
    const reported: unknown[] = [];
    const application = {
      id: 7,
      no: 'COK007',
      form: 'kyc',
      slug: 'k3v9',
      other_status: { ekyc: 'pass' },
      status: 'archived',
    };
    const result = { application: { ...application, submitted_at: 5 }, answers: [], extra: {} };
    const { options } = scripted(answer(200, result));
    const client = createClient({ ...options, onIssues: (response) => reported.push(response) });

    expect(await client.result(about)).toEqual({ application, extra: {} });
    expect(reported).toMatchObject([
      {
        endpoint: 'result',
        issues: [
          { code: 'unknown-value', path: ['application', 'status'] },
          { code: 'wrong-type', path: ['application', 'submitted_at'] },
          { code: 'wrong-type', path: ['answers'] },
        ],
      },
    ]);
  });

  it('never hold the token, whatever the service or fetch make of it', async () => {
    const leaks = [
      answer(500, `<pre>authorization: Bearer ${TOKEN}</pre>`),
      answer(500, { headers: { authorization: `Bearer ${TOKEN}` } }),
      answer(404, { error: { status_code: 404, message: TOKEN, detail: `Bearer ${TOKEN}` } }),
      answer(201, { form_url: TOKEN }),
      () => Promise.reject(Object.assign(new Error(`Bearer ${TOKEN}`), { request: { authorization: TOKEN } })),
      () =>
        Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(TOKEN), { headers: [TOKEN] }) })),
    ];
    for (const leak of leaks) {
      const error = await rejection(scripted(leak).client.create({ formSlug: 'kyc' }));
      const shown = inspect(error, { depth: 9, showHidden: true }) + JSON.stringify(error);
      expect(shown).not.toMatch(/tok\\?"en-1/);
    }
  });

  it('read no more of an answer than they are told to', async () => {
    const { options } = scripted(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(65_536).fill(0x20)),
          }),
        ),
    );
    const client = createClient({ ...options, maxBytes: 1_000_000 });

    expect(String(await rejection(client.result(about)))).toContain('the answer 200 is too large');
  });
});

describe('an AbortSignal', () => {
  it('ends a call that is under way, even where fetch does not heed it', async () => {
    const ending = new AbortController();
    const { client } = scripted(() => {
      ending.abort(new Error('enough'));
      return new Promise(() => undefined);
    });

    await expect(client.result({ ...about, signal: ending.signal })).rejects.toThrow('enough');
  });

  it('ends a wait', async () => {
    const ending = new AbortController();
    const { options, requests } = scripted(answer(429));
    const client = createClient({ ...options, onRetry: () => ending.abort(new Error('enough')) });

    await expect(client.result({ ...about, signal: ending.signal })).rejects.toThrow('enough');
    expect(requests).toHaveLength(1);
  });

  it('that was aborted before ends the call before it is made', async () => {
    const { client, requests } = scripted(answer(200));

    await expect(client.result({ ...about, signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    expect(requests).toEqual([]);
  });
});

describe('a try that takes too long', () => {
  it('ends as no answer, and is not made again', async () => {
    const { client, timeouts, requests } = scripted(() => {
      timeouts.forEach((due) => due());
      return new Promise(() => undefined);
    });
    const error = await rejection(client.result(about));

    expect(error).toBeInstanceOf(NoAnswerError);
    expect(error).toMatchObject({ reason: 'timeout', tries: 1 });
    expect(requests).toHaveLength(1);
    expect(timeouts).toEqual([]);
  });
});

describe('over a socket', () => {
  async function serving(handle: Parameters<typeof createServer>[1], use: (client: Client) => Promise<void>) {
    const server = createServer(handle);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo; // It listens on a port.
    try {
      await use(createClient({ baseUrl: `http://127.0.0.1:${port}`, token: 't' }));
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  }

  it('uses the global fetch and leaves redirects alone', async () => {
    const paths: unknown[] = [];
    await serving(
      (request, response) => {
        paths.push(request.url);
        response.writeHead(302, { location: '/en/' }).end();
      },
      async (client) => {
        expect(await rejection(client.info(about))).toMatchObject({ error: { kind: 'unknown-locale' } });
      },
    );

    expect(paths).toEqual(['/en/api/forms/kyc/applied-forms/k3v9/info/']);
  });

  it('tells of a connection that was cut', async () => {
    await serving(
      (request) => request.socket.destroy(),
      async (client) => {
        expect(await rejection(client.resend(about))).toMatchObject({ reason: 'connection', endpoint: 'resend' });
      },
    );
  });
});

describe('image()', () => {
  const exp = Date.UTC(2026, 0, 5, 3) / 1_000;
  const url = (seconds: number): string => `https://idv.example.com/api/ekyc/k3v9/result/image/?q=x&exp=${seconds}`;

  it('reads an image with the token, and tries again as other calls do', async () => {
    const { client, requests } = scripted(answer(503), answer(200, 'bytes', { 'content-type': 'image/jpeg' }));
    const { bytes, contentType } = await client.image({ url: url(exp + 900) });
    expect([String(Buffer.from(bytes)), contentType]).toEqual(['bytes', 'image/jpeg']);
    const request = { method: 'GET', url: url(exp + 900), authorization: `Bearer ${TOKEN}`, body: '' };
    expect(requests).toEqual([request, request]);
  });

  it.each([
    'https://stranger.example/api/ekyc/k3v9/result/image/?q=x',
    'http://idv.example.com/api/ekyc/k3v9/result/image/?q=x',
    'https://idv.example.com:8443/x',
    'https://idv.example.com@stranger.example/x',
    '//idv.example.com/x',
    'data:image/png;base64,AA==',
    '',
  ])('sends the token to no other origin: %s', async (elsewhere) => {
    const { client, requests } = scripted(answer(200));
    await expect(client.image({ url: elsewhere })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it('follows no redirect', async () => {
    const { client, requests } = scripted(answer(302, '', { location: 'https://stranger.example/' }));
    await expect(client.image({ url: url(exp + 900) })).rejects.toBeInstanceOf(CallRefusedError);
    expect(requests).toHaveLength(1);
  });

  it.each([
    [exp, 403, ImageExpiredError],
    [exp, 404, ImageExpiredError],
    [exp + 900, 403, CallRefusedError],
    [exp, 401, CallRefusedError],
  ])('tells an image that expired from others: exp %d, %d', async (seconds, status, type) => {
    const { client } = scripted(answer(status));
    const error = await rejection(client.image({ url: url(seconds) }));
    expect(error).toBeInstanceOf(type);
    expect(error instanceof ImageExpiredError).toBe(type === ImageExpiredError);
  });
});
