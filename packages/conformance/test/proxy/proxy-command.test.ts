import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { conformanceReport } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { folderWith } from '../cli/folder.ts';
import { createMain, main } from '../command-line.ts';
import { answering, call } from './wire.ts';

const SECRET = 'whsec-of-the-portal';
const KEY = 'k'.repeat(32);

interface Served {
  readonly io: TestIo;
  readonly code: number;
}

/** Runs the command until it listens, does something with it, and interrupts it. */
async function proxying(
  argv: readonly string[],
  use: (url: string, io: TestIo) => Promise<void>,
  cwd = '/',
): Promise<Served> {
  const io = createTestIo({ env: { IDV_WEBHOOK_SECRET: SECRET }, cwd, columns: 100 });
  const ended = createMain({ fingerprintKey: KEY })(['proxy', '--port', '0', ...argv], io);
  await expect.poll(() => io.stderrText).toContain('Proxy on');
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(io.stderrText)?.[0] ?? '';
  await use(url, io);
  io.interrupt();
  return { io, code: await ended };
}

async function createAt(url: string, token = DEFAULT_TOKEN): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await call(`${url}/en/api/forms/kyc-camera/create/`, { method: 'POST', headers });
  return (JSON.parse(body.toString()) as { detail: { slug: string } }).detail.slug;
}

describe('idvkit proxy', () => {
  it('says that what was seen is kept, and what was left out', async () => {
    const mock = createMock();
    const { url: upstream } = await mock.listen();
    const { io, code } = await proxying(['--upstream', upstream], async (url) => {
      await createAt(url);
      await call(`${url}/favicon.ico`);
    });
    await mock.close();
    expect(io.stderrText).toContain('Passed on and not checked: 1 to other addresses.');
    expect(io.stdoutText).toContain(`${upstream}\nTarget: traffic through a proxy`);
    expect(io.stdoutText).toMatch(/ 0 failed /);
    expect(io.stdoutText).toMatch(/^✓ \d+ rules: \d+ passed, 0 failed · ○ \d+ not tested · exit 0$/m);
    expect(code).toBe(0);
  });

  it('tells findings while calls go through, on both sides, and reports them at the end without a secret', async () => {
    const cwd = await folderWith({});
    const receiver = await answering((request, response) => request.resume().on('end', () => response.end()));
    const mock = createMock({ faults: ['create.detail.form-echo', 'event.version.on-submit-form', 'delivery.bearer'] });
    const { url: upstream } = await mock.listen();
    let slug = '';
    const reports = ['json=all.json', 'har=all.har', 'html=all.html', 'junit=all.xml', 'markdown=all.md'];
    const { io, code } = await proxying(
      [
        '--upstream',
        upstream,
        '--receiver-to',
        `${receiver.url}/hook`,
        ...reports.flatMap((each) => ['--report', each]),
      ],
      async (url, served) => {
        expect(served.stderrText).toContain(`Deliveries go through ${url}/_receiver`);
        mock.portal.addWebhook({ url: `${url}/_receiver`, secret: SECRET });
        slug = await createAt(url);
        mock.portal.submit(slug);
        await mock.portal.advance({ ms: 0 });
        // They come from a thread that is started once.
        const told = (): string => served.stderrText;
        await expect.poll(told).toContain('✗ create.detail.form-echo');
        await expect.poll(told).toContain('✗ event.version.on-submit-form');
        await expect.poll(told).toContain('✗ delivery.bearer');
      },
      cwd,
    );
    await mock.close();
    await receiver.close();

    expect(io.stderrText).toMatch(/x\d POST \/en\/api\/forms\/kyc-camera\/create\/ → 201 \(\d+ ms\)/);
    expect(io.stderrText.match(/✗ create\.detail\.form-echo/g)).toHaveLength(1);
    expect(io.stderrText).not.toContain('Withdrawn');
    expect(code, io.stdoutText).toBe(1);
    const json = conformanceReport.parse(JSON.parse(await readFile(resolve(cwd, 'all.json'), 'utf8')));
    const broken = json.rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
    expect(broken.toSorted()).toEqual(['create.detail.form-echo', 'delivery.bearer', 'event.version.on-submit-form']);
    expect(json).toMatchObject({ target: { kind: 'proxied' }, complete: true, exit: { code: 1 } });

    const files = await Promise.all(reports.map((each) => readFile(resolve(cwd, each.replace(/^\w+=/, '')), 'utf8')));
    const secrets = [slug, DEFAULT_TOKEN, SECRET];
    for (const text of [io.stdoutText, io.stderrText, ...files]) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });

  it('withdraws what later traffic leaves open', async () => {
    let reads = 0;
    const service = await answering((request, response) => {
      const isRead = request.method === 'GET';
      if (isRead) reads += 1;
      // The first read is refused, and the second one, with the same token, is not.
      const status = isRead ? (reads === 1 ? 401 : 200) : 201;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isRead ? (reads === 1 ? {} : RESULT) : CREATED));
    });
    const { io, code } = await proxying(
      ['--upstream', service.url, '--only', 'result.status.200'],
      async (url, served) => {
        const forms = `${url}/en/api/forms/kyc`;
        const headers = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
        await call(`${forms}/create/`, { method: 'POST', ...headers('one') });
        await call(`${forms}/applied-forms/s1/result/`, headers('one'));
        await call(`${forms}/applied-forms/s1/result/`, headers('one'));
        await expect.poll(() => served.stderrText).toContain('✗ result.status.200');
        // A token of another workspace, for all that can be seen: either may have no say about the application.
        await call(`${forms}/create/`, { method: 'POST', ...headers('two') });
      },
    );
    await service.close();
    expect(io.stderrText).toContain('Withdrawn: result.status.200 (x2).');
    expect(code).toBe(0);
  });

  it('prints one document with --json', async () => {
    const service = await answering((_, response) => response.writeHead(405).end());
    const { io, code } = await proxying(['--upstream', service.url, '--json'], async (url) => {
      await call(`${url}/en/api/forms/kyc/create/`);
    });
    await service.close();
    expect(io.stderrText).toMatch(/^Proxy on .*\n/);
    expect(conformanceReport.parse(JSON.parse(io.stdoutText)).exit.code).toBe(1);
    expect(code).toBe(1);
  });

  it('is inconclusive where nothing went through', async () => {
    const { io, code } = await proxying(['--upstream', 'http://127.0.0.1:1'], async () => {});
    expect(io.stdoutText).toContain(
      '? No rule was tested: nothing was observed that a rule applies to. · ○ 196 not tested · exit 3',
    );
    expect(code).toBe(3);
  });

  it.each([
    ['no upstream', [], /Required option '--upstream <url>'/],
    ['an upstream with a password', ['--upstream', 'http://me:hush@127.0.0.1'], /it has a user or password in it/],
    ['a receiver that is no address', ['--upstream', 'http://127.0.0.1:1', '--receiver-to', 'hook'], /--receiver-to/],
    ['a rule that there is not', ['--upstream', 'http://127.0.0.1:1', '--only', 'no.such'], /Cannot find a rule/],
    ['a report that there is not', ['--upstream', 'http://127.0.0.1:1', '--report', 'pdf=x'], /Kinds are html/],
  ])('ends with one message and 2: %s', async (_, argv, message) => {
    const io = createTestIo({ columns: 100 });
    expect(await main(['proxy', '--port', '0', ...argv], io)).toBe(2);
    expect(io.stderrText).toMatch(message);
    expect(io.stderrText).not.toContain('hush');
  });

  it('ends with one message and 2 where its port is in use', async () => {
    const other = await answering(() => {});
    const io = createTestIo({ columns: 100 });
    const code = await main(['proxy', '--upstream', 'http://127.0.0.1:1', '--port', String(other.port)], io);
    await other.close();
    expect(code).toBe(2);
    expect(io.stderrText).toContain(`Cannot listen on port ${other.port}: it is in use.`);
  });
});

const INFO = 'https://idv.example.com/en/api/forms/kyc/applied-forms/s1/info/';
const CREATED = { form_url: 'https://idv.example.com/f/s1', info: INFO, detail: { form: 'kyc', slug: 's1' } };
const RESULT = { application: { slug: 's1', form: 'kyc', status: 'incomplete' } };
