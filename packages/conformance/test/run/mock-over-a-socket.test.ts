import { createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { isProof } from '../../../../tools/testing/sample.ts';
import { runConformance } from '../../src/index.ts';
import { FEW } from '../due.ts';

let mock: Mock;
let baseUrl: string;

beforeEach(async () => {
  mock = createMock({ faults: ['create.detail.form-echo'] });
  ({ url: baseUrl } = await mock.listen());
});

afterEach(() => mock.close());

const only = ['create.*', 'auth.*'];
const SHORT = isProof ? {} : { budget: FEW };

describe('a run against a mock over a socket', () => {
  it('uses a workspace of its own, set up like the one of the mock, and clears it up', async () => {
    const run = await runConformance({ baseUrl, seed: 1, only, ...SHORT });

    expect(run.target).toEqual({ baseUrl: baseUrl.replace(/\/$/, ''), formSlug: 'kyc-camera', kind: 'mock' });
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ rule }) => rule.id)).toEqual([
      'create.detail.form-echo',
    ]);
    expect(run.outcomes.filter(({ verdict }) => verdict === 'not-exercised')).toEqual([]);
    expect(mock.portal.applications()).toEqual([]);
    expect(mock.portal.index().workspaces.map(({ id }) => id)).toEqual(['default']);
    expect(run.secrets).not.toContain(DEFAULT_TOKEN);
  });

  it('refuses a token that the mock does not know', async () => {
    const run = await runConformance({ baseUrl, seed: 1, token: 'idv_wrong', formSlug: 'kyc-camera' });

    expect(run.problem).toMatchObject({ code: 'token-refused', fix: expect.stringContaining('IDV_API_TOKEN') });
    expect(run.secrets).toContain('idv_wrong');
    expect(run.problem?.message).not.toContain('idv_wrong');
  });

  it('takes a token that the mock knows', async () => {
    const run = await runConformance({
      baseUrl,
      seed: 1,
      token: DEFAULT_TOKEN,
      only: ['create.form-unknown.404'],
      ...SHORT,
    });

    expect(run.outcomes.map(({ verdict }) => verdict)).toEqual(['passed']);
  });

  it.each([
    ['with the portal', 'loopback'],
    ['without it', 'never'],
  ] as const)('says that there is no such form, %s', async (_, portal) => {
    const run = await runConformance({ baseUrl, token: DEFAULT_TOKEN, formSlug: 'nobodys', ledger: false, portal });

    expect(run.problem).toMatchObject({ code: 'form-unknown', fix: expect.stringContaining('formSlug') });
    expect(run.created).toEqual([]);
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
  });

  it('says that the token is refused, without the portal', async () => {
    const run = await runConformance({
      baseUrl,
      token: 'idv_wrong',
      formSlug: 'kyc-camera',
      ledger: false,
      portal: 'never',
    });

    expect(run.problem?.code).toBe('token-refused');
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(run.observations.length).toBeGreaterThan(0);
  });
});

describe('a receiver', () => {
  it('is said to be in the way where its port is in use, before anything is created', async () => {
    const { host } = new URL(baseUrl);
    const receiver = { listen: host, url: 'http://127.0.0.1:1/', secret: 'hush' };
    const run = await runConformance({
      baseUrl,
      token: DEFAULT_TOKEN,
      formSlug: 'kyc-camera',
      ledger: false,
      portal: 'never',
      receiver,
    });

    expect(run.problem).toMatchObject({
      code: 'receiver-unavailable',
      message: `Cannot listen for deliveries on ${host}: the port is in use.`,
    });
    expect(mock.portal.applications()).toEqual([]);
  });
});

describe('options that make no run', () => {
  it.each([
    ['no address at all', { baseUrl: 'staging' }, 'the address of the service'],
    ['an address with a password', { baseUrl: 'https://user:secret@idv.example.com' }, 'the address of the service'],
    ['no form', { token: 't' }, 'formSlug'],
    ['no token', { formSlug: 'f' }, 'IDV_API_TOKEN'],
    ['an address to listen on that is none', { token: 't', formSlug: 'f', receiver: { listen: 'nowhere' } }, 'HOST'],
    [
      'a webhook whose secret is not known',
      { token: 't', formSlug: 'f', receiver: { url: 'https://x.test/' } },
      'IDV_WEBHOOK_SECRET',
    ],
    ['a portal where there is none', { portal: 'always' }, 'portal'],
  ] as const)('end with one clear message: %s', async (_, options, hint) => {
    const run = await runConformance({ baseUrl: 'http://127.0.0.1:1', ledger: false, ...options });

    expect(`${run.problem?.message} ${run.problem?.fix}`).toContain(hint);
    expect(run.problem?.message).not.toContain('user:secret');
    expect(run.outcomes.every(({ verdict }) => verdict === 'not-exercised')).toBe(true);
  });
});
