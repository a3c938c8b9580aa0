import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo, type TestIoOptions } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';
import { ServiceClient } from './service-client.ts';
import { startReceiver } from './test-receiver.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

interface Ready {
  readonly url: string;
  readonly token?: string;
  readonly forms: readonly { readonly slug: string; readonly camera: boolean }[];
}

/** Runs the command until it is ready, does something with it, and interrupts it. */
async function serving(
  argv: readonly string[],
  use: (ready: Ready) => Promise<void> = async () => {},
  options: TestIoOptions = {},
): Promise<{ readonly io: TestIo; readonly code: number; readonly ready: Ready }> {
  let told: (ready: Ready) => void = () => {};
  const ready = new Promise<Ready>((resolve) => {
    told = resolve;
  });
  const io = createTestIo({ cwd: folder, ...options });
  const stdout = {
    ...io.stdout,
    write: (text: string) => {
      io.stdout.write(text);
      told(JSON.parse(text) as Ready);
    },
  };
  const ended = main(['--port', '0', '--json', ...argv], { ...io, stdout });
  const first = await ready;
  await use(first);
  io.interrupt();
  return { io, code: await ended, ready: first };
}

async function failing(argv: readonly string[], options: TestIoOptions = {}): Promise<readonly [number, string]> {
  const io = createTestIo({ cwd: folder, ...options });
  const code = await main(['--port', '0', ...argv], io);
  return [code, io.stderrText];
}

describe('idvkit mock', () => {
  it('says when it is ready, serves, logs without slugs, and ends in order', async () => {
    let slug = '';
    const { io, code, ready } = await serving(['--seed', '7'], async ({ url, token }) => {
      const client = new ServiceClient((request) => fetch(request), url);
      slug = await client.createSlug({ authorization: `Bearer ${token}` });
      await client.result(slug, { authorization: null });
    });

    expect(code).toBe(0);
    expect(ready).toMatchObject({
      format: 'idvkit.mock-ready',
      version: 1,
      token: 'idv_test_token',
      tokenEnv: 'IDV_API_TOKEN',
      seed: 7,
      forms: [
        { slug: 'kyc-camera', camera: true },
        { slug: 'kyc-plain', camera: false },
      ],
    });
    expect(io.stderrText.replaceAll(/\d\d:\d\d:\d\d/g, 'TIME').replaceAll(/#[0-9a-f]{6}/g, '#SLUG')).toBe(
      'TIME  POST create en kyc-camera  201 created\nTIME  GET result en kyc-camera #SLUG  403 no-credential\n' +
        '! 1 of 2 calls refused: 1 without an Authorization header (403)\n' +
        'Audit of the client: 2 calls, 5 rules passed, 0 failed, 0 warned, 7 not tested\n',
    );
    expect(io.stderrText).not.toContain(slug);
  });

  it.each([
    ['in order', '', 0, '0 failed'],
    ['against a rule', '?token=idv_test_token', 1, '1 failed'],
  ])(
    'audits a client that calls %s, and ends accordingly where it is asked to',
    async (_, query, expected, counted) => {
      let slug = '';
      const use = async ({ url, token }: Ready): Promise<void> => {
        const client = new ServiceClient((request) => fetch(request), url);
        slug = await client.createSlug({ authorization: `Bearer ${token}` });
        await client.at(`/en/api/forms/kyc-camera/create/${query}`, { method: 'POST' });
        await client.result(slug, { authorization: `Bearer ${token}` });
      };
      const { io, code } = await serving(['--fail-on-audit'], use);

      expect(code).toBe(expected);
      expect(io.stderrText).toContain('Audit of the client: 3 calls, ');
      expect(io.stderrText).toContain(counted);
      expect(io.stderrText.includes('client.token.not-in-url')).toBe(expected === 1);
      for (const secret of [slug, 'idv_test_token']) expect(io.stderrText).not.toContain(secret);
      expect((await serving([], use)).code).toBe(0);
    },
  );

  it('fails a client that sends its token without a scheme, and says which calls were refused', async () => {
    const { io, code } = await serving(['--fail-on-audit'], async ({ url, token }) => {
      await new ServiceClient((request) => fetch(request), url)
        .createSlug({ authorization: token ?? null })
        .catch(() => {});
    });

    expect(code).toBe(1);
    expect(io.stderrText.replaceAll(/\d\d:\d\d:\d\d/g, 'TIME')).toMatchInlineSnapshot(`
      "TIME  POST create en kyc-camera  401 bad-credential
      ✗ client.token.bearer
        Sends the Authorization header without "Bearer" before the token
          TIME  POST create en kyc-camera  401 bad-credential
      ! 1 of 1 call refused: 1 without "Bearer" before the token (401)
      Audit of the client: 1 call, 3 rules passed, 1 failed, 0 warned, 8 not tested
      "
    `);
  });

  it('says that nothing can be said of a client that did not call', async () => {
    const { io, code } = await serving(['--fail-on-audit']);

    expect(code).toBe(3);
    expect(io.stderrText).toContain('no call reached an endpoint');
    expect((await serving([])).io.stderrText).not.toContain('Audit');
  });

  it('prints what to set in a client', async () => {
    const io = createTestIo({ cwd: folder });
    const ended = main(['--port', '0', '--seed', '3', '--fault', 'create.status.201'], io);
    await expect.poll(() => io.stdoutText).toContain('Ctrl-C');
    io.interrupt();

    expect(await ended).toBe(0);
    const port = /:(\d+)$/m.exec(io.stdoutText)?.[1] ?? '';
    expect(io.stdoutText.replaceAll(port, 'PORT').replaceAll(/kyc-camera\/[a-z0-9]+\//g, 'kyc-camera/SLUG/'))
      .toMatchInlineSnapshot(`
      "idvkit mock is ready on http://127.0.0.1:PORT

        base URL    http://127.0.0.1:PORT
        API token   idv_test_token
        form slugs  kyc-camera, the applicant submits it
                    kyc-plain, submitted over the API
        webhooks    none yet: give --webhook URL with IDV_WEBHOOK_SECRET,
                    or POST http://127.0.0.1:PORT/_portal/webhooks
        portal      http://127.0.0.1:PORT/_portal/
                    http://127.0.0.1:PORT/_portal/openapi.json says what it can do
        try it      http://127.0.0.1:PORT/en/form/kyc-camera/SLUG/
        faults on   create.status.201
        seed        3

                    Ctrl-C ends it.
      "
    `);
    expect(io.stderrText).toBe('');
  });

  it('keeps its state in a file that the owner alone may read', async () => {
    const file = join(folder, 'deep', 'state.json');
    let slug = '';
    await serving(['--state', file], async ({ url }) => {
      slug = await new ServiceClient((request) => fetch(request), url).createSlug();
    });
    let status = 0;
    await serving(['--state', file], async ({ url }) => {
      ({ status } = await new ServiceClient((request) => fetch(request), url).result(slug));
    });

    expect(status).toBe(200);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ format: 'idvkit.mock-state', version: 1 });
  });

  it('takes secrets from the environment and repeats none of them', async () => {
    const env = { IDV_API_TOKEN: 'own-token', IDV_WEBHOOK_SECRET: 'own-secret' };
    const statuses: number[] = [];
    const { io } = await serving(
      ['--webhook', 'http://127.0.0.1:9/hook', '--form', 'mine'],
      async ({ url }) => {
        const client = new ServiceClient((request) => fetch(request), url);
        statuses.push((await client.create({ authorization: 'Bearer own-token', form: 'mine' })).status);
        statuses.push((await client.create()).status);
      },
      { env },
    );

    expect(statuses).toEqual([201, 401]);
    expect(io.stdoutText + io.stderrText).not.toMatch(/own-token|own-secret/);
  });

  it('takes the secret of all webhooks from a file', async () => {
    const [first, second] = [await startReceiver(204), await startReceiver(204)];
    await writeFile(join(folder, 'own'), 'own-secret\n');
    await serving(
      ['--webhook', first.url, '--webhook', second.url],
      async ({ url, token }) => {
        const slug = await new ServiceClient((request) => fetch(request), url).createSlug({
          authorization: `Bearer ${token}`,
        });
        await fetch(`${url}/_portal/applications/${slug}/submit`, { method: 'POST' });
        await expect.poll(() => [first.received.length, second.received.length]).toEqual([1, 1]);
      },
      { env: { IDV_WEBHOOK_SECRET_FILE: 'own' } },
    );

    expect([first, second].map(({ received }) => received[0]?.authorization)).toEqual([
      'Bearer own-secret',
      'Bearer own-secret',
    ]);
    await Promise.all([first.close(), second.close()]);
  });

  it('writes one line without control characters per call and in the audit, whatever the path holds', async () => {
    const { io } = await serving([], async ({ url, token }) => {
      const client = new ServiceClient((request) => fetch(request), url);
      await client.at('/%1b%5d0%3bx%07/api/forms/%0a%3a%3aerror%3a%3ax%1b%5b2J/create/', { method: 'POST' });
      await client.at(`/en/api/forms/%1b%5b31m%0a%23%23%5b/create/?token=${token}`, { method: 'POST' });
    });

    const lines = io.stderrText.split('\n');
    expect(lines.filter((line) => / {2}POST create /.test(line))).toHaveLength(4);
    expect(lines.filter((line) => line.startsWith('::'))).toEqual([]);
    expect(io.stderrText).not.toMatch(/[^\P{Cc}\n]|##/u);
  });

  it('shows help with examples', async () => {
    const io = createTestIo();

    expect(await main(['--help'], io)).toBe(0);
    expect(io.stdoutText.match(/^ {4}idvkit mock/gm)?.length).toBeGreaterThanOrEqual(3);
  });

  it.each([
    ['an unknown option', ['--prot', '1'], "Unknown option '--prot'. Did you mean --port?"],
    ['a port that is none', ['--port', '99999'], 'port'],
    ['an unknown fault', ['--fault', 'no.such'], 'Unknown fault "no.such".'],
    [
      'a webhook without a secret',
      ['--webhook', 'http://127.0.0.1:9/'],
      'Cannot continue without the webhook secret: none is given.',
    ],
    ['a webhook that is no address', ['--webhook', 'nowhere'], 'Give an absolute address'],
    [
      'an API token as an argument',
      ['--token=hunter2'],
      'Cannot take a secret from --token: every process can read an argument.\nSet IDV_API_TOKEN, or IDV_API_TOKEN_FILE to',
    ],
    [
      'a webhook secret as an argument',
      ['--webhook', 'http://127.0.0.1:9/', '--secret', 'hunter2'],
      'Cannot take a secret from --secret: every process can read an argument.\nSet IDV_WEBHOOK_SECRET, or',
    ],
    ['a webhook with a password', ['--webhook', 'http://u:hunter2@127.0.0.1/'], 'it has a user or password in it'],
    ['a form that is no slug', ['--form', 'a b'], 'Cannot add form "a b": it is not a slug.'],
    [
      'another machine’s address without a portal token',
      ['--host', '0.0.0.0'],
      'Cannot listen on 0.0.0.0: other machines could use the portal.',
    ],
  ])('ends with 2 and one message for %s', async (_, argv, message) => {
    const [code, text] = await failing(argv);

    expect(code).toBe(2);
    expect(text).toContain(message);
    expect(text.trim().split('\n').length).toBeLessThanOrEqual(2);
    expect(text).not.toContain('hunter2');
  });

  it('says that the port is in use', async () => {
    await serving([], async ({ url }) => {
      const io = createTestIo();
      const { port } = new URL(url);

      expect(await main(['--port', port], io)).toBe(2);
      expect(io.stderrText).toBe(
        `idvkit: Cannot listen on port ${port}: it is in use.\nChoose another with --port, 0 for any that is free.\n`,
      );
    });
  });

  it.each([
    ['no JSON', '{', 'it ends before its JSON does (line 1, column 2)'],
    ['another document', '{"format":"other"}', 'it holds no state of a mock (at "format")'],
  ])('says that a state file holds %s', async (_, content, how) => {
    await writeFile(join(folder, 'state.json'), content);

    const [code, text] = await failing(['--state', 'state.json']);

    expect(code).toBe(2);
    expect(text).toContain(`Cannot load state "${join(folder, 'state.json')}": ${how}.`);
  });
});
