import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { cameraForm, createMock, DEFAULT_TOKEN, type Mock } from '@idvkit/mock';
import { Archive } from '@idvkit/replay';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from '../src/lib/main.ts';

const SECRET = 'whsec_images';

let cwd: string;
let mock: Mock;
let baseUrl: string;

beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-images-'));
  mock = createMock();
  ({ url: baseUrl } = await mock.listen());
});

afterEach(async () => {
  await mock.close();
  await rm(cwd, { recursive: true });
});

/** Runs a command that captures, submits an application, and ends the command once it is known what became of each image. */
async function captureOne(argv: readonly string[], env: Readonly<Record<string, string>>): Promise<TestIo> {
  const io = createTestIo({ cwd, isTTY: true, env: { IDV_WEBHOOK_SECRET: SECRET, ...env } });
  const running = main([...argv, '--port', '0'], io);
  await expect.poll(() => io.stderrText).toMatch(/Capturing on (http:\S+)/);
  const [, url = ''] = /Capturing on (http:\S+)/.exec(io.stderrText) ?? [];
  const { id } = mock.portal.addWebhook({ url, secret: SECRET });
  const headers = { authorization: `Bearer ${DEFAULT_TOKEN}` };
  await fetch(`${baseUrl}/en/api/forms/${cameraForm.slug}/create/`, { method: 'POST', headers });
  mock.portal.submit(mock.portal.applications()[0]?.slug ?? '');
  await expect.poll(() => io.stdoutText).toContain('#1');
  await expect.poll(async () => (await recorded()) === (await named())).toBe(true);
  mock.portal.removeWebhook(id);
  io.interrupt();
  expect(await running).toBe(0);
  return io;
}

/** Images that the captured delivery names. */
async function named(): Promise<number> {
  const io = createTestIo({ cwd });
  await main(['show', 'latest', '--raw'], io);
  return io.stdoutText.match(/\/result\/image\//g)?.length ?? 0;
}

/** Images of which the archive knows what became of them. */
async function recorded(): Promise<number> {
  const archive = Archive.open(join(cwd, 'idvkit.capture'), { readOnly: true });
  const images = archive.captures().flatMap(({ id }) => archive.imagesOf(id));
  await archive.close();
  return images.length;
}

async function kept(): Promise<number> {
  return (await readdir(join(cwd, 'idvkit.capture/bodies'))).length;
}

describe('images of deliveries', () => {
  it.each([
    ['capture', ['capture']],
    ['listen', ['listen', '--to', 'http://127.0.0.1:1/', '--ui-port', '0']],
  ])('are kept by %s with the API token of a variable', async (_, argv) => {
    const io = await captureOne([...argv, '--base-url', baseUrl], { IDV_API_TOKEN: DEFAULT_TOKEN });
    expect(io.stderrText).not.toContain('not kept');
    const shown = createTestIo({ cwd });
    await main(['show', 'latest', '--head'], shown);
    expect(shown.stdoutText).not.toContain('not kept');
    expect(await kept()).toBeGreaterThan(2);
    expect(io.stderrText + io.stdoutText + shown.stdoutText).not.toContain(DEFAULT_TOKEN);
  });

  it('are kept with the API token of a file', async () => {
    await writeFile(join(cwd, 'token'), `${DEFAULT_TOKEN}\n`);
    const io = await captureOne(['capture', '--base-url', baseUrl], { IDV_API_TOKEN_FILE: 'token' });
    expect(io.stderrText).not.toContain('not kept');
  });

  it.each([
    ['the service refuses the token', (): string => baseUrl, 'answered 401'],
    [
      'they are of another origin',
      (): string => baseUrl.replace('127.0.0.1', 'localhost'),
      'of another origin than --base-url',
    ],
  ])('are reported while capturing if %s', async (_, service, reason) => {
    const io = await captureOne(['capture', '--base-url', service()], { IDV_API_TOKEN: 'tok_wrong' });
    expect(io.stderrText).toMatch(new RegExp(`^#1  (\\d+) of \\1 images not kept: ${reason}$`, 'm'));
    expect(await kept()).toBe(0);
  });

  it.each([
    ['http to another machine', ['--base-url', 'http://staging.invalid'], 'would go to another machine over http'],
    ['no token', ['--base-url', 'https://staging.invalid'], 'Cannot continue without the API token'],
  ])('end a capture with one message for %s', async (_, argv, message) => {
    const io = createTestIo({ cwd });
    expect([await main(['capture', '--port', '0', ...argv], io), io.stderrText]).toEqual([
      2,
      expect.stringContaining(message),
    ]);
  });
});
