import { describe, expect, it } from 'vitest';

import { ExitCode, runTool, type CommandEntry } from '../src/index.ts';
import { createTestIo } from '../src/testing.ts';

const ran: string[] = [];
const leaf = (name: string): CommandEntry => ({
  name,
  description: name,
  load: () =>
    Promise.resolve((command, { run }) =>
      command.option('--json', 'As JSON').action(
        run(() => {
          ran.push(name);
          return ExitCode.ok;
        }),
      ),
    ),
});
const commands = [
  leaf('check'),
  { name: 'archive', description: 'Archives', commands: [leaf('verify')] },
  { ...leaf('analyze'), commands: [leaf('hits')] },
];

async function call(...argv: readonly string[]) {
  ran.length = 0;
  const io = createTestIo();
  const code = await runTool({ name: 'tool', version: '1.0.0', description: '', help: '', commands }, argv, io);
  return { code, stderr: io.stderrText, ran: [...ran] };
}

describe('runTool()', () => {
  it.each([
    [['check'], 'check'],
    [['check', '--json'], 'check'],
    [['archive', 'verify'], 'verify'],
    [['analyze'], 'analyze'],
    [['analyze', '--json'], 'analyze'],
    [['analyze', 'hits', '--json'], 'hits'],
  ])('runs %j', async (argv, name) => {
    expect(await call(...argv)).toEqual({ code: 0, stderr: '', ran: [name] });
  });

  // Commander finds a command behind these. One that is not loaded would do nothing, and succeed.
  it.each([
    [['--', 'check']],
    [['archive', '--', 'verify']],
    [['analyze', '--', 'hits']],
    [['analyze', '--json', 'hits']],
  ])('refuses %j, and runs nothing', async (argv) => {
    const { code, stderr, ran: names } = await call(...argv);
    expect([code, names]).toEqual([2, []]);
    expect(stderr).toMatch(/comes before the name of the command/);
  });

  it.each([
    [['chekc'], 'tool check'],
    [['verify'], 'tool archive verify'],
    [['archive', 'verfy'], 'tool archive verify'],
    [['help', 'archive', 'verfy'], 'tool archive verify'],
  ])('suggests what was meant by %j', async (argv, meant) => {
    const { code, stderr, ran: names } = await call(...argv);
    expect([code, names]).toEqual([2, []]);
    expect(stderr).toContain(`Did you mean "${meant}"?`);
  });
});
