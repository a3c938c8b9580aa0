import { describe, expect, it } from 'vitest';

import { call } from './calling.ts';
import { folderWith } from './folder.ts';

describe('what idvkit check asks for', () => {
  it('takes the command line before the configuration, and secrets from the environment before both', async () => {
    const config = `
baseUrl: https://idv.example.com
formSlug: configured
token: configured-token
skip: [delivery.https]
concurrency: 3
budget: { calls: 500, applications: 20 }
receiver: { listen: 127.0.0.1:4030, secret: configured-secret, clockSkewSeconds: 5 }
fixtures: { openSlug: an-open-slug }
`;
    const cwd = await folderWith({ 'idvkit.config.yaml': config });
    const argv = [
      'check',
      '--form-slug',
      'given',
      '--skip',
      'image.*',
      '--rate',
      '120/m',
      '--budget',
      'applications=9',
      '--seed',
      '4',
    ];
    const { request } = await call(argv, {
      cwd,
      env: { IDV_API_TOKEN: 'given-token' },
    });
    const { signal: _, onProgress: __, ...asked } = request ?? {};
    expect(asked).toEqual({
      baseUrl: 'https://idv.example.com',
      commandFolder: cwd,
      formSlug: 'given',
      token: 'given-token',
      skip: ['delivery.https', 'image.*'],
      concurrency: 3,
      ratePerSecond: 2,
      budget: { calls: 500, applications: 9 },
      seed: 4,
      receiver: { listen: '127.0.0.1:4030', secret: 'configured-secret', clockSkewSeconds: 5 },
      fixtures: { openSlug: 'an-open-slug' },
    });
  });

  it('reads secrets from files', async () => {
    const cwd = await folderWith({
      token: 'token-of-a-file\n',
      'idvkit.config.json': '{"baseUrl":"https://idv.example.com"}',
    });
    const { request } = await call(['check'], { cwd, env: { IDV_API_TOKEN_FILE: 'token' } });
    expect(request).toMatchObject({ token: 'token-of-a-file' });
  });

  it('gives a mock of its own none of the secrets', async () => {
    const { request } = await call(['check'], {
      env: { IDV_API_TOKEN: 'a-real-token', IDV_WEBHOOK_SECRET: 'a-real-secret' },
    });
    expect(JSON.stringify(request)).not.toContain('a-real');
  });

  it('lists what it would do, and does not', async () => {
    const { code, io, request } = await call(['check', '--list', '--only', 'resend.never-submitted.*']);
    expect([code, request]).toEqual([0, undefined]);
    expect(io.stdoutText).toMatchInlineSnapshot(`
      "States and transitions
        resend.never-submitted.204
          A resend call for an application that was never submitted returns 204 too
        resend.never-submitted.no-delivery
          A resend call for an application that was never submitted delivers nothing

      2 rules

      3 scenarios
        resend: never submitted and unknown applications
        submissions: every outcome of the checks
        deliveries: every event, receiver and answer, in pairs

      Planned for the embedded mock: about 470 calls, 57 applications, less than a minute

      Deliveries: 732 of 732 pairs of
        event: submission, resend, second resend, update_status, open update_status,
          expired update_status, drop_off
        receiver: first, second
        answer: 200, 201, 202, 204, 400, 401, 404, 410, 422, 429, 5xx, none, late
        attempt: 1, 2, 3, 4
        answer to the first attempt: 200, 201, 202, 204, 400, 401, 404, 410, 422,
          429, 5xx, none, late, earlier
        answers before: none, 500, 502, 503, 504
        flow: camera, plain
        what happened before: nothing, status change, resend
      "
    `);
  });
});
