import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { cameraForm, createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { main } from '../src/lib/main.ts';

const SECRET = 'whsec_backfill';

let cwd: string;
let mock: Mock;
let baseUrl: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-backfill-'));
  mock = createMock();
  ({ url: baseUrl } = await mock.listen());
});

afterEach(async () => {
  await mock.close();
  await rm(cwd, { recursive: true });
});

/** Creates an application. @returns Its slug. */
async function created(): Promise<string> {
  const known = new Set(mock.portal.applications().map(({ slug }) => slug));
  const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
  await fetch(`${baseUrl}/en/api/forms/${cameraForm.slug}/create/`, { method: 'POST', headers });
  return mock.portal.applications().find(({ slug }) => !known.has(slug))?.slug ?? '';
}

async function submitted(): Promise<string> {
  const slug = await created();
  mock.portal.submit(slug);
  return slug;
}

async function backfill(argv: readonly string[], stdin = '') {
  const io = createTestIo({ cwd, stdin, env: { IDV_API_TOKEN: DEFAULT_TOKEN } });
  const code = await main(['archive', 'backfill', '--rate', '1000/s', ...argv], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

const target = (): readonly string[] => ['--base-url', baseUrl, '--form-slug', cameraForm.slug];

const service = ['--base-url', 'http://127.0.0.1:1'];

function ledgerOf(...baseUrls: readonly string[]): string {
  const created = baseUrls.map((baseUrl, at) => ({ slug: `s${at}`, form: 'kyc', baseUrl }));
  return JSON.stringify({ format: 'idvkit.ledger', version: 1, created });
}

/** Captures deliveries of the mock while something happens. */
async function capturing(act: () => Promise<void>): Promise<void> {
  const io = createTestIo({ cwd, env: { IDV_WEBHOOK_SECRET: SECRET } });
  const running = main(['capture', '--port', '0'], io);
  await expect.poll(() => io.stderrText).toMatch(/Capturing on (http:\S+)/);
  const [, url = ''] = /Capturing on (http:\S+)/.exec(io.stderrText) ?? [];
  const { id } = mock.portal.addWebhook({ url, secret: SECRET });
  await act();
  mock.portal.removeWebhook(id);
  io.interrupt();
  await running;
}

describe('idvkit archive backfill', () => {
  it('has each missing delivery sent again, and ties it to its capture', async () => {
    const missed = [await submitted(), await submitted()];
    const open = await created();
    const expired = await created();
    mock.portal.expire(expired);
    const deleted = await submitted();
    mock.portal.delete(deleted);

    await capturing(async () => {
      const before = await submitted();
      await expect.poll(async () => (await idvkitList()).length).toBe(1);

      const slugs = [before, ...missed, open, expired, deleted].join('\n');
      const dry = await backfill(['-', '--dry-run', ...target()], slugs);
      expect([dry.code, dry.stdout.trimEnd().split('\n').at(-1)]).toEqual([
        1,
        '1 captured before · 2 submitted, not captured · 1 not submitted · 1 expired: a drop_off is lost, if there was one · 1 unknown or deleted (404)',
      ]);
      expect((await idvkitList()).length).toBe(1);

      const { code, stdout, stderr } = await backfill(['-', ...target()], slugs);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout.match(/delivered again {2}as #[23]\n/g)).toHaveLength(2);
      expect(stdout).toContain('earlier update_status events are lost');
      for (const slug of [before, ...missed, open]) expect(stdout).not.toContain(slug);
      expect((await backfill(['-', ...target()], missed.join('\n'))).stdout).toBe('2 captured before\n');
    });
  });

  it('reads a ledger, and says which deliveries did not arrive', async () => {
    const slug = await submitted();
    const entry = { slug, form: cameraForm.slug, baseUrl, createdAt: '2026-01-05T03:00:00Z' };
    const ledger = {
      format: 'idvkit.ledger',
      version: 1,
      created: [entry, { ...entry, baseUrl: 'http://127.0.0.1:1' }],
    };
    await writeFile(join(cwd, 'ledger.json'), JSON.stringify(ledger));
    await capturing(() => Promise.resolve());
    // Nothing captures any more.
    const { code, stdout } = await backfill(['ledger.json', '--wait', '1ms', '--base-url', baseUrl]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('1 sent again, but no delivery arrived')]);
  });

  it('calls the service through the proxy that the environment names', async () => {
    const asked: string[] = [];
    const proxy = createServer();
    proxy.on('connect', ({ url = '' }, socket) => {
      asked.push(url);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    // A listening server on TCP has an address with a port.
    vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
      proxy.close();
    });
    await capturing(() => Promise.resolve());

    const argv = ['-', '--base-url', 'https://staging.invalid', '--form-slug', 'kyc'];
    const { code, stdout } = await backfill(argv, 'k3v9');
    expect([code, asked]).toEqual([1, ['staging.invalid:443']]);
    expect(stdout).toContain('1 failed\n');
  });

  it.each([
    ['no address', ['-', '--form-slug', 'kyc'], 'a', "Required option '--base-url <url>' not specified"],
    [
      'http to another machine',
      ['-', '--base-url', 'http://staging.invalid', '--form-slug', 'kyc'],
      'a',
      'the API token would go to another machine over http',
    ],
    ['no form', ['-', ...service], 'a', 'Give --form-slug'],
    ['an empty list', ['-', ...service], '', 'it holds none'],
    ['a list that is no list of slugs', ['-', ...service], 'a\nnot a slug', 'line 2 is not a slug'],
    ['JSON that is no ledger', ['-', ...service], '{}', 'it is not a ledger'],
    [
      'an address with a query',
      ['-', '--base-url', 'http://127.0.0.1:1/?lang=en', '--form-slug', 'kyc'],
      'a',
      'it has a query or a fragment',
    ],
    [
      'a ledger of other services',
      ['-', ...service],
      ledgerOf('none', 'http://127.0.0.1:2/', 'https://127.0.0.1:1/', 'http://127.0.0.1:1@evil.example/'),
      'all of its slugs are of other services than --base-url',
    ],
    [
      'a ledger of other forms',
      ['-', ...service, '--form-slug', 'other'],
      ledgerOf('http://127.0.0.1:1'),
      'none of its slugs is of the form',
    ],
    ['a file that does not exist', ['none', ...service], '', 'it does not exist'],
  ])('ends with one message for %s', async (_, argv, stdin, message) => {
    const { code, stderr } = await backfill(argv, stdin);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

async function idvkitList(): Promise<readonly unknown[]> {
  const io = createTestIo({ cwd });
  await main(['list', '--json'], io);
  // What --json prints.
  return (JSON.parse(io.stdoutText) as { readonly captures: readonly unknown[] }).captures;
}
