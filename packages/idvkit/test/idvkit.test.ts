import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { describeCommands, type CommandEntry } from '@idvkit/cli-kit';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { idvkit } from '../src/lib/idvkit.ts';
import { main } from '../src/lib/main.ts';

async function call(...argv: readonly string[]) {
  const io = createTestIo();
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

const described = await describeCommands(idvkit, createTestIo());
const names = described.map(({ path }) => path.join(' '));

/** Most options of all commands, of what decision 49 added, and of one command. */
const MAX_OPTIONS = { all: 179, added: 8, command: 21 };

/** Options of `idvkit harden`, and the state probe of receivers. */
function isAdded([command, flags]: readonly [command: string, flags: string]): boolean {
  return command === 'harden' || flags.startsWith('--state-probe ');
}

describe('idvkit', () => {
  it('has each command once', () => {
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(['check', 'mock', 'send', 'archive verify', 'analyze', 'analyze hits']),
    );
  });

  it('has few options', () => {
    const counts = described.map(({ path, options }) => [path.join(' '), options.length] as const);
    expect(counts.filter(([, count]) => count > MAX_OPTIONS.command)).toEqual([]);
    const all = described.flatMap(({ path, options }) => options.map(({ flags }) => [path.join(' '), flags] as const));
    expect(all.filter((option) => !isAdded(option)).length).toBeLessThanOrEqual(MAX_OPTIONS.all);
    expect(all.filter(isAdded).length).toBeLessThanOrEqual(MAX_OPTIONS.added);
  });

  it('prints at most eight options of a command unless all are wanted', async () => {
    const entries = (list: readonly CommandEntry[], path: readonly string[]): [string, CommandEntry][] =>
      list.flatMap((entry) => [
        [[...path, entry.name].join(' '), entry],
        ...entries(entry.commands ?? [], [...path, entry.name]),
      ]);
    const table = new Map(entries(idvkit.commands, []));
    for (const { path, options } of described) {
      const name = path.join(' ');
      const flags = options.map(({ flags }) => flags.replace(/^--(\S+).*$/, '$1'));
      const essential = table.get(name)?.essential ?? flags;
      expect({ name, unknown: essential.filter((flag) => !flags.includes(flag)) }).toEqual({ name, unknown: [] });
      expect({ name, isShort: essential.length <= 8 }).toEqual({ name, isShort: true });
      const { stdout } = await call(...path, '--help');
      const shown = [...stdout.matchAll(/^ {2}--([\w-]+)/gm)].map(([, flag]) => flag);
      expect(new Set(shown)).toEqual(new Set(essential));
    }
  });

  it.each(names)('prints the same help for "help %s" and with --help', async (path) => {
    const words = path.split(' ');
    const help = await call('help', ...words);
    expect(help).toEqual(await call(...words, '--help'));
    expect(help.stdout).toMatch(new RegExp(`^Usage: idvkit ${words.join(' ')} `));
    expect(help.stdout).toMatch(/^Exit codes/m);
    // Command lines to copy stay whole.
    const isLong = (line: string): boolean => line.length > (/^(?: {2}|Usage)/.test(line) ? 100 : 80);
    expect(help.stdout.split('\n').filter(isLong)).toEqual([]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
  });

  it('lists every command and option for programs', async () => {
    const { code, stdout } = await call('commands', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([
      0,
      { format: 'idvkit.commands', version: 1, commands: JSON.parse(JSON.stringify(described)) },
    ]);
    expect((await call('commands')).stdout).toContain('idvkit listen --to <url>\n');
  });

  it('loads no package of a job to print its help', async () => {
    const script = `
      import { registerHooks } from 'node:module';
      const loaded = [];
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
      process.argv.splice(1, Infinity, 'idvkit', '--help');
      await import(${JSON.stringify(new URL('../src/bin.ts', import.meta.url).href)});
      console.error(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))));
    `;
    const flags = ['--conditions=@idvkit/source', '--input-type=module', '--eval', script];
    const cwd = fileURLToPath(new URL('../', import.meta.url));
    const { stderr } = await promisify(execFile)(process.execPath, flags, { cwd });
    // What JSON.stringify wrote.
    const loaded = JSON.parse(stderr) as readonly string[];
    const jobs = loaded.filter((url) => /packages\/(?:mock|conformance|replay|analyzer|schema)\//.test(url));
    expect(jobs.map((url) => url.replace(/.*\/packages\//, ''))).toEqual(
      expect.arrayContaining(['mock/src/commands.ts', 'replay/src/lib/cli/commands.ts']),
    );
    expect(jobs.length).toBeLessThan(12);
    expect(loaded.length).toBeLessThan(50);
  });
});
