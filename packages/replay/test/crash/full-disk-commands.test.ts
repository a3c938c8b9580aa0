import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { Archive } from '@idvkit/replay';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { writeArchive } from '../../../archive/test/written-archive.ts';

const bin = fileURLToPath(new URL('../../../idvkit/src/bin.ts', import.meta.url));
const run = promisify(execFile);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-full-'));
  await writeArchive(
    folder,
    Array.from({ length: 60 }, (_, at) => JSON.stringify({ event: { type: 'submit_form', nounce: at } })),
  );
});

afterEach(() => rm(folder, { recursive: true }));

it.each([
  [['archive', 'tag', 'x', '1', '--dir'], '1 capture tagged\n'],
  [['archive', 'erase', '1', '--dir'], 'Erased #1\n'],
  [['archive', 'prune', '--max-bytes', '0'], 'Erased 60 captures, '],
])('has room for %j where archives can hardly grow', async (argv, said) => {
  // The log and the file that readers share start at some kilobytes.
  const kibibytes = Math.ceil((await stat(join(folder, 'archive.db'))).size / 1_024) + 64;
  const limited = `ulimit -f ${kibibytes}; exec "${process.execPath}" --conditions=@idvkit/source "${bin}" "$@"`;
  // bash warns of a language that is not installed.
  const env = { ...process.env, LC_ALL: 'C' };
  const { stdout, stderr } = await run('bash', ['-c', limited, 'bash', ...argv, folder], { env });
  expect([stdout, stderr]).toEqual([expect.stringContaining(said), '']);
  const archive = Archive.open(folder);
  expect(archive.captures()).toHaveLength(argv[1] === 'tag' ? 60 : argv[1] === 'erase' ? 59 : 0);
  await archive.close();
});
