import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeBundledTarballs } from '../packages/bundled-tarballs.ts';
import { namesOurs, startRecordingRegistry, type RecordingRegistry } from '../packages/recording-registry.ts';
import { reservePort } from '../testing/reserve-port.ts';
import { buildImage } from './build-image.ts';
import { MINUTES } from './minutes.ts';
import { cleanEnvironment, playMinute } from './play-minute.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
// Packs and downloads packages, which takes minutes and a network.
describe('on a clean machine', () => {
  let folder: string;
  let tarballs: string;
  let registry: RecordingRegistry;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'idvkit-clean-'));
    tarballs = join(folder, 'idvkit-tarballs');
    mkdirSync(tarballs);
    writeBundledTarballs(tarballs);
    registry = await startRecordingRegistry();
  });

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it.each(MINUTES)('$name takes its minute', async (minute) => {
    const [capture, page, receiver] = [await reservePort(), await reservePort(), await reservePort()];
    const ports = { staging: 0, webhook: 0, capture, page, receiver };
    const stage = { folder: join(folder, minute.name), registry: registry.url, tarballs, ports };
    expect((await playMinute(minute, stage)).length).toBeGreaterThan(1);
    expect(registry.requests.filter(namesOurs)).toEqual([]);
  });

  it('Dockerfile builds an image whose entry point starts', async () => {
    const { version } = JSON.parse(read('packages/idvkit/package.json')) as { readonly version: string };
    const home = join(folder, 'home');
    mkdirSync(home);
    const options = {
      folder: join(folder, 'stages'),
      env: cleanEnvironment(home, registry.url),
      context: folder,
    };
    const { entrypoint, command, ...image } = await buildImage(read('Dockerfile'), options);
    expect(registry.requests.filter(namesOurs)).toEqual([]);
    const run = (...argv: readonly string[]) =>
      promisify(execFile)('sh', ['-c', '"$@"', 'sh', ...entrypoint, ...argv], image);
    expect((await run(...command)).stdout).toContain('Usage: idvkit');
    expect(await run('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
    expect((await run('check', '--only', 'create.status.201')).stdout).toContain('1 rule: 1 passed, 0 failed');
  });
});
