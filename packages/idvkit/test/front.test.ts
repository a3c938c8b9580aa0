import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { tool as analyze } from '@idvkit/analyzer/cli';
import { createTestIo } from '@idvkit/cli-kit/testing';
import { tool as conformance } from '@idvkit/conformance/cli';
import { tool as replay } from '@idvkit/replay/cli';
import { describe, expect, it } from 'vitest';

import { front } from '../src/lib/front.ts';
import { main } from '../src/lib/main.ts';

async function idvkit(...argv: readonly string[]) {
  const io = createTestIo();
  const code = await main(argv, io);
  return { code, stdout: io.stdoutText, stderr: io.stderrText };
}

const names = (tool: { readonly commands: readonly { readonly name: string }[] }): readonly string[] =>
  tool.commands.map(({ name }) => name);

describe('idvkit', () => {
  it('has every command of every tool, each once', () => {
    const own = names(front);
    const conforming = names(conformance).map((name) => ({ run: 'check', check: 'judge' })[name] ?? name);
    expect(own).toEqual(expect.arrayContaining([...conforming, ...names(replay), 'mock', 'analyze']));
    expect(new Set(own).size).toBe(own.length);
    expect(front.commands.find(({ name }) => name === 'analyze')?.commands).toEqual(analyze.commands);
  });

  it.each([...names(front), ...names(analyze).map((name) => `analyze ${name}`)])(
    'prints the same help for "help %s" and with --help, in its own name',
    async (path) => {
      const words = path.split(' ');
      const help = await idvkit('help', ...words);
      expect(help).toEqual(await idvkit(...words, '--help'));
      expect(help.stdout).toMatch(new RegExp(`^Usage: idvkit ${words.join(' ')} `));
      expect(help.stdout).not.toMatch(/idv-(?:mock|replay|analyze|conformance)/);
      expect(help.stdout).toMatch(/^Exit codes/m);
      // Command lines to copy stay whole. Names of commands are replaced after text is wrapped, by longer ones at times.
      const isLong = (line: string): boolean => line.length > (line.startsWith('  ') ? 100 : 90);
      expect(help.stdout.split('\n').filter(isLong)).toEqual([]);
      expect(help).toMatchObject({ code: 0, stderr: '' });
    },
  );

  it.each([
    [['judge', 'no.har'], 'idvkit: Cannot read "no.har": it does not exist.'],
    [['list', '--dir', '/none'], 'idvkit: Cannot open the archive'],
    [['list', '--dir', '/none'], 'or make one with idvkit capture.'],
    [['rules', 'auth.absnt.403'], 'See idvkit rules for all of them.'],
    [['analyze', 'hits', '--numbr', '1'], 'Run "idvkit analyze hits --help" to see what it takes.'],
    [['mock', '--fault', 'no'], 'Run idvkit mock --list-faults'],
    [['chekc'], `idvkit: Unknown command 'chekc'. Did you mean check?`],
  ])('%j names itself in messages', async (argv, message) => {
    const { code, stderr } = await idvkit(...argv);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/idv-(?:mock|replay|analyze|conformance)/);
  });

  it('names itself in reports for people, and changes no data', async () => {
    expect((await idvkit('explain', 'create.status.201')).stdout).toContain('idvkit check --only create.status.201');
    expect((await idvkit('rules', 'create.status.201')).stdout).not.toContain('idv-');
  });

  it('loads no tool to print its help', async () => {
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
    const tools = loaded.filter((url) => /packages\/(?:mock|conformance|replay|analyzer|schema)\//.test(url));
    expect(tools.map((url) => url.replace(/.*\/packages\//, ''))).toEqual(
      expect.arrayContaining(['mock/src/cli.ts', 'replay/src/lib/cli/tool.ts']),
    );
    expect(tools.length).toBeLessThan(12);
    expect(loaded.length).toBeLessThan(45);
  });
});
