import { describe, expect, it } from 'vitest';

import type { Condition } from '../../src/lib/observe/condition.ts';
import type { RecordingOptions } from '../../src/lib/recorded/recording.ts';
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

describe('facts about a recording', () => {
  const envelope = (status_code: number, message: string, detail: string): unknown => ({
    error: { status_code, message, detail },
  });
  const unauthorised = envelope(401, 'Unauthorized', 'No permission -- see authorization schemes');
  const served = [create, read('incomplete')];
  const facts = {
    deletedSlugs: new Set(['s2', 's1']),
    unknownSlugs: new Set(['s3']),
    invalidTokens: new Set(['t-bad']),
    badAnswers: { nid: '1234567890123' },
  };
  const gone = (slug: string, status = 404): Entry => ({
    path: `/applied-forms/${slug}/result/`,
    status,
    json: status === 200 ? { application: { slug, form: 'kyc', status: 'complete' } } : envelope(404, 'Not Found', 'x'),
  });
  const cases: readonly (readonly [rule: string, right: Entry, wrong: Entry])[] = [
    ['result.deleted.404', gone('s2'), gone('s2', 200)],
    ['result.unknown.404', gone('s3'), gone('s3', 200)],
    [
      'auth.invalid-token.401',
      { ...read('complete'), token: 't-bad', status: 401, json: unauthorised },
      read('complete', { token: 't-bad' }),
    ],
    [
      'create.answers.format-422',
      {
        method: 'POST',
        path: '/create/',
        status: 422,
        json: { error: { status_code: 422, message: 'Unprocessable Entity', detail: { nid: ['Wrong.'] } } },
        extra: {},
      },
      create,
    ],
  ];
  const withBody = (entry: Entry): object => {
    const made = entryOf(entry, 2) as { readonly request: object };
    if (entry.path !== '/create/') return made;
    const postData = { mimeType: 'application/json', text: '{"answers":{"nid":"1234567890123"}}' };
    return { ...made, request: { ...made.request, postData } };
  };
  const check = async (entry: Entry, known: RecordingOptions['facts']): Promise<Record<string, [string, string?]>> => {
    const entries = [...served.map(entryOf), withBody(entry)];
    const { outcomes } = await checkText(JSON.stringify({ log: { version: '1.2', entries } }), {
      facts: known,
      formSlug: 'kyc',
    });
    return Object.fromEntries(outcomes.map(({ rule, verdict, reason }) => [rule.id, [verdict, reason ?? '']]));
  };

  it.each(cases)('let %s be judged', async (rule, right, wrong) => {
    expect((await check(right, facts))[rule]?.[0]).toBe('passed');
    expect((await check(wrong, facts))[rule]?.[0]).toBe('failed');
    const [verdict, reason] = (await check(right, undefined))[rule] ?? ['none'];
    expect(verdict).toBe('not-exercised');
    expect(reason).toMatch(
      /identify them with (recording\.(deletedSlugs|unknownSlugs|invalidTokens)|fixtures\.badAnswers) in the configuration/,
    );
  });

  it('count an application as deleted from its first 404 on, if the recording shows that it was created', async () => {
    const { observations } = await checkText(har([...served, gone('s1'), gone('s1')]), { facts });
    expect(observations.map((each) => each.kind === 'exchange' && each.condition.application)).toEqual([
      'none',
      'open',
      'deleted',
      'deleted',
    ]);
  });
});

describe('the condition of a recorded call', () => {
  const within = (ms: number, entry: Entry, time = 0): Entry => ({
    ...entry,
    extra: { startedDateTime: new Date(Date.UTC(2026, 0, 6) + ms).toISOString(), time },
  });

  it('rests on no order of calls within two milliseconds', async () => {
    const submit: Entry = { method: 'POST', path: '/applied-forms/s1/submit/', status: 200 };
    const again: Entry = { ...submit, status: 403 };
    const conditions = await conditionsOf([
      create,
      within(0, read('incomplete')),
      within(0, submit),
      within(0, again),
      within(1, again),
      within(2, again),
      within(9, read('complete')),
    ]);
    expect(conditions.map(({ application }) => application)).toEqual([
      'none',
      'open',
      'open',
      'unknown',
      'unknown',
      'submitted',
      'submitted',
    ]);
  });

  it('rests on no order of a deletion and a call beside the first 404', async () => {
    const gone = { ...read('complete'), status: 404, json: undefined };
    const entries = [create, within(0, gone, 10), within(1, read('complete')), within(11, gone), within(13, gone)];
    const { observations } = await checkText(har(entries), { facts: { deletedSlugs: new Set(['s1']) } });
    expect(observations.map((each) => each.kind === 'exchange' && each.condition.application)).toEqual([
      'none',
      'deleted',
      'unknown',
      'deleted',
      'deleted',
    ]);
  });

  it('rests on what was read later, wherever the recording has it', async () => {
    const late = { extra: { startedDateTime: new Date(Date.UTC(2026, 0, 6)).toISOString() } };
    const conditions = await conditionsOf([read('incomplete', late), create, resend(204)]);
    expect(conditions.map(({ application }) => application)).toEqual(['none', 'open', 'open']);
  });

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
    expect(outcomes.filter(({ failures }) => failures > 0).map(({ rule }) => rule.id)).not.toContain('auth.never-405');
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
