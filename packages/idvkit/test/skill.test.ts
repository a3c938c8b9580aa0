import { readFileSync } from 'node:fs';

import { describeCommands, ExitCode } from '@idvkit/cli-kit';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { idvkit } from '../src/lib/idvkit.ts';
import { main } from '../src/lib/main.ts';

const text = readFileSync(new URL('../SKILL.md', import.meta.url), 'utf8');
const commands = await describeCommands(idvkit, createTestIo());

/** Returns what is wrong with a command line: the command, or options that it does not have. */
function problemOf(line: string): string | undefined {
  // What follows is the command of a user.
  const [, ...words] = (line.split(' -- ')[0] ?? '').split(' ');
  const named = commands
    .filter(({ path }) => path.every((word, index) => words[index] === word))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  if (named === undefined) return words[0] === 'help' ? undefined : line;
  const flags = named.options.flatMap((option) => option.flags.split(/[ ,]+/));
  const unknown = words.filter((word) => word.startsWith('--') && !flags.includes(word));
  return unknown.length === 0 ? undefined : `${line}: ${unknown.join(' ')}`;
}

describe('SKILL.md', () => {
  it('has at most 80 lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
  });

  it('names only commands and options that exist', () => {
    const lines = [...text.matchAll(/`(idvkit [^`]+)`/g)].map(([, line = '']) => line);
    expect(lines.length).toBeGreaterThan(25);
    expect(lines.map(problemOf).filter((problem) => problem !== undefined)).toEqual([]);
    expect([problemOf('idvkit judge x'), problemOf('idvkit list --jsn')]).toEqual([
      'idvkit judge x',
      'idvkit list --jsn: --jsn',
    ]);
  });

  it('names every exit code', () => {
    const codes = [...text.matchAll(/^\| (\d+) +\|/gm)].map(([, code]) => Number(code));
    expect(codes).toEqual(Object.values(ExitCode).filter((code) => typeof code === 'number'));
  });

  it('shows the JSON of a failure', async () => {
    const [, shown = ''] = /```json\n(.+)\n```/.exec(text) ?? [];
    const io = createTestIo();
    expect(await main(['list', '--jsn', '--json'], io)).toBe(2);
    const keys = (line: string): readonly string[] =>
      Object.keys((JSON.parse(line) as { readonly error: object }).error); // As printed.
    expect(keys(shown)).toEqual(keys(io.stderrText));
  });

  it('is in the tarball', () => {
    const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
      readonly files: readonly string[];
    };
    expect(manifest.files).toContain('SKILL.md');
  });
});
