import { describe, expect, it } from 'vitest';

import type { Condition } from '../../src/lib/observation/condition.ts';
import { brokenIn, checkText } from './reading.ts';

const BASE = 'https://idv.example.com/en/api/forms/kyc';
const DONE = {
  info: `${BASE}/applied-forms/s1/info/`,
  form_url: 'https://idv.example.com/f/s1',
  detail: { form: 'kyc', slug: 's1' },
};

interface Entry {
  readonly method?: string;
  readonly path: string;
  readonly token?: string | null;
  readonly status: number;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly extra?: object;
}

/** An archive of calls, one a second. */
function har(entries: readonly Entry[]): string {
  return JSON.stringify({ log: { version: '1.2', entries: entries.map(entryOf) } });
}

function entryOf(
  { method = 'GET', path, token = 't-1', status, json, headers = {}, extra = {} }: Entry,
  index: number,
): object {
  const sent = { accept: '*/*', ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers };
  const text = json === undefined ? '' : JSON.stringify(json);
  return {
    startedDateTime: new Date(Date.UTC(2026, 0, 5) + index * 1000).toISOString(),
    time: 20,
    request: {
      method,
      url: /^https?:/.test(path) ? path : BASE + path,
      headers: Object.entries(sent).map(([name, value]) => ({ name, value })),
      bodySize: 0,
    },
    response: {
      status,
      headers: [{ name: 'content-type', value: 'application/json' }],
      content: { size: text.length, mimeType: 'application/json', text },
      bodySize: text.length,
    },
    ...extra,
  };
}

const create: Entry = { method: 'POST', path: '/create/', status: 201, json: DONE };
const read = (status: string, more: Partial<Entry> = {}): Entry => ({
  path: '/applied-forms/s1/result/',
  status: 200,
  json: { application: { slug: 's1', form: 'kyc', status } },
  ...more,
});
const resend = (status: number, more: Partial<Entry> = {}): Entry => ({
  method: 'POST',
  path: '/applied-forms/s1/hook-submit/',
  status,
  ...more,
});

async function conditionsOf(entries: readonly Entry[], formSlug?: string): Promise<readonly Condition[]> {
  const { observations } = await checkText(har(entries), { formSlug });
  return observations.flatMap((observation) => (observation.kind === 'exchange' ? [observation.condition] : []));
}

describe('the condition of a recorded call', () => {
  it('has a valid token where a call with it, then or later, was served', async () => {
    const conditions = await conditionsOf([resend(401), create, resend(401)]);
    expect(conditions.map(({ credential }) => credential)).toEqual(['valid', 'valid', 'unknown']);
  });

  it('has an unknown token where there are several: they may be of other workspaces', async () => {
    const conditions = await conditionsOf([resend(401), create, { ...create, token: 't-2' }]);
    expect(conditions.map(({ credential }) => credential)).toEqual(['unknown', 'valid', 'valid']);
  });

  it.each(['[REDACTED]', '***', '[masked]', 'xxxx'])('has an unknown token where it reads %s', async (token) => {
    const conditions = await conditionsOf([resend(401, { token }), { ...create, token }]);
    expect(conditions.map(({ credential }) => credential)).toEqual(['unknown', 'valid']);
  });

  it('has no token where the recording keeps tokens, and this call has none', async () => {
    const without = resend(403, { token: null });
    expect((await conditionsOf([create, without])).at(-1)?.credential).toBe('absent');
    expect((await conditionsOf([without])).at(-1)?.credential).toBe('unknown');
  });

  it('has an open application only where it reads incomplete later', async () => {
    const open = await conditionsOf([create, resend(204), read('incomplete')]);
    expect(open.map(({ application }) => application)).toEqual(['none', 'open', 'open']);
    const unknown = await conditionsOf([create, resend(204), read('complete')]);
    expect(unknown.map(({ application }) => application)).toEqual(['none', 'unknown', 'submitted']);
  });

  it('has a submitted application only where it is still there later: somebody may have deleted it', async () => {
    const there = await conditionsOf([create, read('complete'), resend(404), read('complete')]);
    expect(there.map(({ application }) => application)).toEqual(['none', 'submitted', 'submitted', 'submitted']);
    const gone = await conditionsOf([create, read('complete'), resend(404)]);
    expect(gone.at(-1)?.application).toBe('unknown');
  });

  it('has a flow with a camera where it is said to have one', async () => {
    expect((await conditionsOf([create]))[0]?.flow).toBe('unknown');
    expect((await conditionsOf([create], 'kyc'))[0]?.flow).toBe('camera');
  });
});

describe('what is left out', () => {
  it.each<readonly [string, Entry]>([
    ['answers from a cache', read('incomplete', { extra: { _fromCache: 'disk' } })],
    [
      'questions whether a cached answer holds',
      read('incomplete', { status: 304, headers: { 'if-none-match': '"1"' } }),
    ],
    ["a browser's question before a call", { method: 'OPTIONS', path: '/create/', status: 405 }],
    ['calls to other hosts', { path: 'https://cdn.example/app.js', status: 200 }],
    ['answers of a gateway', { path: '/applied-forms/s1/result/', status: 502, json: 'Bad gateway' }],
  ])('%s', async (_, entry) => {
    const { observations, outcomes } = await checkText(har([create, entry]));
    expect(outcomes.filter(({ broken }) => broken > 0).map(({ rule }) => rule.id)).not.toContain('auth.never-405');
    expect(observations.length).toBeLessThanOrEqual(2);
    const alone = await checkText(har([create]));
    expect(brokenIn(await checkText(har([create, entry])))).toEqual(brokenIn(alone));
  });

  it('a delivery that came before, byte for byte: it is a replay', async () => {
    const body = { event: { nounce: 'n', type: 'submit_form' }, application: { slug: 's1' } };
    const delivery = {
      ...(entryOf({ method: 'POST', path: 'https://client.example/hook', status: 204 }, 0) as Record<string, object>),
    };
    const entry = {
      ...delivery,
      request: { ...delivery['request'], postData: { mimeType: 'application/json', text: JSON.stringify(body) } },
    };
    const text = JSON.stringify({ log: { entries: [entry, entry] } });
    const { observations } = await checkText(text);
    expect(observations.map(({ kind }) => kind)).toEqual(['delivery']);
  });
});
