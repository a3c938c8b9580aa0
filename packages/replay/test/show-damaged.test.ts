import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { main } from './command-line.ts';
import { sampleArchive, type SampleArchive } from './sample-archive.ts';

const SECRET = 'never to be shown';
let sample: SampleArchive;
let path: string;

beforeEach(async () => {
  sample = await sampleArchive();
  await sample.keep([`{"event":{"type":"drop_off"},"pad":"${'x'.repeat(70_000)}"}`]);
  const [name = ''] = await readdir(join(sample.archive.folder, 'bodies'));
  path = join(sample.archive.folder, 'bodies', name);
});

afterEach(() => sample.remove());

async function show(...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const io = createTestIo({ cwd: sample.archive.folder });
  const code = await main(['show', '1', '--dir', '.', ...argv], io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

describe.each([[[]], [['--raw']], [['--json']], [['--path', '/event']]])('idvkit show %j', (argv) => {
  it('says that a body is not what was received', async () => {
    const body = await readFile(path);
    await writeFile(path, body.toString().replace('drop', 'drip'));
    const { code, stderr } = await show(...argv);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('Cannot read a body: the body is not what was received.'),
    ]);
    expect(stderr).toContain('Run idvkit archive verify to see what else is damaged.');
  });

  it('shows no file that a link names', async () => {
    const outside = join(sample.archive.folder, 'outside');
    await writeFile(outside, SECRET);
    await rm(path);
    await symlink(outside, path);
    const { code, stdout, stderr } = await show(...argv);
    expect([code, stderr]).toEqual([1, expect.stringContaining('a link or a folder stands in the place of the body')]);
    expect(stdout).not.toContain(SECRET);
  });
});
