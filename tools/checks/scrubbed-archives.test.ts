import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { generateSubmission } from '@idvkit/schema/generators';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const binaries = fileURLToPath(new URL('../../node_modules/.bin/', import.meta.url));

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-scrubbed-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Runs a command; one that has findings is no failure here. */
async function run(command: string, ...argv: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], IDV_SCRUB_KEY: '5c'.repeat(32) };
  const running = promisify(execFile)(join(binaries, command), argv, { cwd: folder, env, maxBuffer: 2 ** 26 });
  return running.then(
    ({ stdout }) => stdout,
    (error: { code?: unknown; stdout?: string }) => {
      if (error.code !== 1) throw error;
      return error.stdout ?? '';
    },
  );
}

/** Verdict of each rule. */
async function verdictsOf(archive: string): Promise<Record<string, string>> {
  const report = JSON.parse(await run('idvkit', 'check', archive, '--json')) as {
    rules: { id: string; verdict: string }[];
  };
  return Object.fromEntries(report.rules.map(({ id, verdict }) => [id, verdict]));
}

describe('an archive that idvkit scrubbed', () => {
  it('is judged by idvkit as the original is', async () => {
    const bodies = Array.from({ length: 30 }, (_, seed) =>
      generateSubmission({ seed, aml: seed % 2 === 0 ? 'found' : 'none' }),
    );
    await writeFile(join(folder, 'bodies.ndjson'), bodies.map((body) => `${JSON.stringify(body)}\n`).join(''));
    await run('idvkit', 'archive', 'import', 'bodies.ndjson', '--dir', 'original');
    await run('idvkit', 'archive', 'scrub', '--dir', 'original', 'scrubbed');

    const verdicts = await verdictsOf('original');
    expect(Object.values(verdicts).filter((verdict) => verdict === 'passed').length).toBeGreaterThan(20);
    expect(await verdictsOf('scrubbed')).toEqual(verdicts);
  });
});
