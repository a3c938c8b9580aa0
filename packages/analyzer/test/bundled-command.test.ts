import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { arbitraries } from '@idvkit/schema/generators';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';

const bin = fileURLToPath(new URL('../../idvkit/bin/idvkit.js', import.meta.url));
const hit = JSON.stringify({ doc: { name: 'x', media: [{ snippet: 'y'.repeat(9_000) }] } });
let cwd: string;

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'idvkit-bundle-'));
  const texts = fc.sample(arbitraries.delivery(), { numRuns: 20, seed: 4 }).map((each) => JSON.stringify(each));
  const hits = Array<string>(500).fill(hit).join(',');
  const content = `{"output":{"content":{"data":{"hits":[${hits}]}}}}`;
  const screening = `{"output":{"provider":[${content}]}}`;
  await writeFile(join(cwd, 'lines.ndjson'), texts.join('\n'));
  await writeFile(join(cwd, 'large.json'), `{"extra":{"identity_aml":{"one":[${screening}]}}}`);
});

afterAll(() => rm(cwd, { recursive: true }));

/** Runs the command as it is installed. */
function run(...argv: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, NO_COLOR: '1' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'analyze', ...argv], {
    cwd,
    env,
    encoding: 'utf8',
  });
  return { code: status, stdout, stderr };
}

async function runSource(...argv: readonly string[]): Promise<ReturnType<typeof run>> {
  const io = createTestIo({ cwd });
  return { code: await main(argv, io), stdout: io.stdoutText, stderr: io.stderrText };
}

describe('the bundled command', () => {
  it.each([
    { argv: ['lines.ndjson', '--workers', '2', '--json'], of: 'lines that two threads read' },
    { argv: ['large.json', '--json'], of: 'a large payload' },
    { argv: ['hits', 'large.json', '--number', '7'], of: 'a hit' },
    { argv: ['shape', 'large.json'], of: 'a shape' },
    { argv: ['missing.json'], of: 'a file that does not exist' },
    { argv: ['--unknown'], of: 'an unknown option' },
  ])('prints of $of what its source prints', async ({ argv }) => {
    const expected = await runSource(...argv);

    expect(expected.stdout + expected.stderr).not.toBe('');
    expect(run(...argv)).toEqual(expected);
  });

  it('writes the files that its source writes', async () => {
    const argv = ['large.json', '--report', 'html=page.html', '--report', 'hits=hits.parquet'];
    const written = (): Promise<readonly Buffer[]> =>
      Promise.all(['page.html', 'hits.parquet'].map((file) => readFile(join(cwd, file))));
    await runSource(...argv);
    const expected = await written();

    expect(run(...argv)).toMatchObject({ code: 0 });
    expect(await written()).toEqual(expected);
  });

  it('works off a plan in processes', () => {
    expect(run('plan', 'lines.ndjson', '--out', 'plan.ndjson', '--task-bytes', '10KB')).toMatchObject({ code: 0 });
    expect(run('work', 'plan.ndjson', '--parts', 'parts', '--workers', '2')).toMatchObject({ code: 0 });
    expect(run('collect', 'plan.ndjson', '--parts', 'parts')).toMatchObject({ code: 0 });
  });

  it('reports errors of optional packages as its own', () => {
    const { code, stderr } = run('work', '--parts', 'parts', '--queue', 'redis://127.0.0.1:1');

    expect([code, stderr]).toEqual([2, expect.stringMatching(/^idvkit: Cannot use the queue: the server /)]);
  });
});
