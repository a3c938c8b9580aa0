import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { buildImage } from './minutes/build-image.ts';
import { startRegistry, upstreamUrl, type LocalRegistry } from './minutes/local-registry.ts';
import { MINUTES } from './minutes/minutes.ts';
import { cleanEnvironment, playMinute } from './minutes/play-minute.ts';
import { ofTheDay } from './of-the-day.ts';
import { reservePort } from './reserve-port.ts';

const MAX_COMMANDS = 5;
const MAX_SECONDS = 60;

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const addresses = {
  staging: 'http://127.0.0.1:4010',
  receiver: 'http://127.0.0.1:8080/hook',
  ports: { capture: 4020, page: 4022, receiver: 3000 },
};

describe.each(MINUTES)('the recorded minute of $name', ({ name, steps }) => {
  const lines = steps(addresses).map(({ line }) => line);

  it('has few commands, and ends in time', () => {
    expect(lines.length).toBeLessThanOrEqual(MAX_COMMANDS);
    const [seconds] = JSON.parse(read(`docs/minutes/${name}.cast`).trimEnd().split('\n').at(-1) ?? '') as [number]; // An event.
    expect(seconds).toBeGreaterThan(1);
    expect(seconds).toBeLessThanOrEqual(MAX_SECONDS);
  });

  it('shows the commands', () => {
    // Names of temporary folders, tokens and control characters have no place on the page.
    const page = read('docs/first-minutes.md');
    const tokens = (page + read(`docs/minutes/${name}.cast`)).match(/#token=[\w-]+/g) ?? [];
    expect(tokens.filter((token) => token !== '#token=TOKEN')).toEqual([]);
    expect(page).not.toContain('\u001B');
    expect(page).not.toContain(tmpdir());
    for (const line of lines) expect(page).toContain(line.split('\n', 1)[0]);
  });
});

it('looks for other packages where npm does, whatever the path of that registry', () => {
  expect(upstreamUrl('/@scope%2fname', 'https://mirror.example/npm/')).toBe('https://mirror.example/npm/@scope%2fname');
  expect(upstreamUrl('/name', 'https://registry.example')).toBe('https://registry.example/name');
});

// Each packs and downloads packages: on half of the days, one of them.
const today = ofTheDay([...MINUTES, 'Dockerfile' as const], { days: 8 });

describe.runIf(today.length > 0)('on a clean machine', { timeout: 300_000 }, () => {
  let folder: string;
  let registry: LocalRegistry;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'idvkit-clean-'));
    registry = await startRegistry(join(folder, 'tarballs'));
  }, 300_000);

  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it.each(today.filter((each) => each !== 'Dockerfile'))('$name takes its minute', async (minute) => {
    const [capture, page, receiver] = [await reservePort(), await reservePort(), await reservePort()];
    const ports = { staging: 0, webhook: 0, capture, page, receiver };
    const stage = { folder: join(folder, minute.name), registry: registry.url, ports };
    expect((await playMinute(minute, stage)).length).toBeGreaterThan(1);
  });

  it.each(today.filter((each) => each === 'Dockerfile'))(
    '%s builds an image whose entry point starts',
    async (path) => {
      const { version } = JSON.parse(read('packages/idvkit/package.json')) as { readonly version: string };
      const home = join(folder, 'home');
      mkdirSync(home);
      const options = {
        folder: join(folder, 'stages'),
        env: cleanEnvironment(home, registry.url),
        args: { VERSION: version },
      };
      const { entrypoint, command, ...image } = await buildImage(read(path), options);
      const run = (...argv: readonly string[]) =>
        promisify(execFile)('sh', ['-c', '"$@"', 'sh', ...entrypoint, ...argv], image);
      expect((await run(...command)).stdout).toContain('Usage: idvkit');
      expect(await run('--version')).toEqual({ stdout: `${version}\n`, stderr: '' });
      expect((await run('check', '--only', 'create.status.201')).stdout).toContain('1 checked, 0 failed');
    },
  );
});
