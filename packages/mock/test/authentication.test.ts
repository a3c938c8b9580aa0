import { createMock, type Mock } from '@idvkit/mock';
import { forbiddenError, unauthorizedError } from '@idvkit/schema';
import { beforeEach, describe, expect, it } from 'vitest';

import { ServiceClient } from './service-client.ts';

let mock: Mock;
let client: ServiceClient;
let slug: string;

beforeEach(async () => {
  mock = createMock();
  client = new ServiceClient(mock.fetch);
  slug = await client.createSlug();
});

const PLACES = {
  create: ['POST', () => 'create', 201],
  result: ['GET', () => `applied-forms/${slug}/result`, 200],
  info: ['GET', () => `applied-forms/${slug}/info`, 200],
  submit: ['POST', () => `applied-forms/${slug}/submit`, 422],
  resend: ['POST', () => `applied-forms/${slug}/hook-submit`, 204],
} as const satisfies Record<string, readonly [string, () => string, number]>;
const guarded = ['create', 'result', 'submit', 'resend'] as const;

describe('authentication', () => {
  it.each(guarded)('answers 403 on %s where the header is absent', async (endpoint) => {
    const [method, place] = PLACES[endpoint];
    const { status, json } = await client.call(place(), { method, authorization: null });

    expect(status).toBe(403);
    expect(forbiddenError.safeParse(json).error).toBeUndefined();
  });

  it.each(
    guarded.flatMap((endpoint) =>
      ['Bearer wrong', 'Bearer', '', 'Basic aWR2X3Rlc3RfdG9rZW46', 'idv_test_token'].map(
        (value) => [endpoint, value] as const,
      ),
    ),
  )('answers 401 on %s to "%s"', async (endpoint, authorization) => {
    const [method, place] = PLACES[endpoint];
    const { status, json } = await client.call(place(), { method, authorization });

    expect(status).toBe(401);
    expect(unauthorizedError.safeParse(json).error).toBeUndefined();
  });

  it.each(guarded)('answers 401 on %s to a revoked token', async (endpoint) => {
    const { token } = mock.portal.addToken();
    mock.portal.revokeToken({ token });
    const [method, place] = PLACES[endpoint];

    expect((await client.call(place(), { method, authorization: `Bearer ${token}` })).status).toBe(401);
  });

  it('takes the scheme in any letter case', async () => {
    expect((await client.create({ authorization: 'bearer idv_test_token' })).status).toBe(201);
  });

  it.each(
    Object.keys(PLACES).flatMap((endpoint) =>
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].map((method) => [method, endpoint] as const),
    ),
  )('never answers 405: %s on %s', async (method, endpoint) => {
    // The keys of an object are its keys.
    const [own, place, ownStatus] = PLACES[endpoint as keyof typeof PLACES];
    const { status, headers } = await client.call(place(), { method });

    // HEAD is GET without the body.
    const taken = method === own || (own === 'GET' && method === 'HEAD');
    expect(status).toBe(taken ? ownStatus : 403);
    expect(headers.has('allow')).toBe(false);
  });

  it('has no effect where it refuses', async () => {
    const before = mock.portal.state().workspaces;

    for (const authorization of [null, 'Bearer wrong']) {
      await client.create({ authorization });
      await client.submit(slug, { authorization, body: { answers: {} } });
      await client.resend(slug, { authorization });
    }

    expect(mock.portal.state().workspaces['default']?.applications).toEqual(before['default']?.applications);
    expect(mock.deliveries).toEqual([]);
  });

  it('lets the token of one workspace see nothing of another', async () => {
    const { token } = mock.portal.addWorkspace();
    const authorization = `Bearer ${token}`;

    expect((await client.result(slug, { authorization })).status).toBe(404);
    expect((await client.resend(slug, { authorization })).status).toBe(404);
  });
});
