import { describe, expect, it } from 'vitest';

import { createTestIo } from '../packages/cli-kit/src/testing.ts';
import { COMMANDS, helps } from './reference/command-pages.ts';

/** An option whose help prints a default. */
interface PrintedDefault {
  readonly command: string;
  readonly path: readonly string[];
  readonly flag: string;
  /** Placeholder of its value: `<duration>`. */
  readonly placeholder: string | undefined;
  readonly text: string;
}

/** Columns so many that no option takes two lines. */
const NO_WRAP = 10_000;

async function printedDefaults(): Promise<readonly PrintedDefault[]> {
  const found: PrintedDefault[] = [];
  for (const [command, [main]] of Object.entries(COMMANDS)) {
    for await (const { path, help } of helps(main, [], NO_WRAP)) {
      for (const line of help.split('\n').filter((each) => /^ {2}-.*\bdefault\b/.test(each))) {
        const [, flag = '', placeholder] = /(--[\w-]+)(?: (<.+?>))?/.exec(line) ?? [];
        // Of "(choices: …, default: x)" the last part.
        const [, text = line] = /\bdefault: ("[^"]*"|[^()]*?)\)/.exec(line) ?? [];
        found.push({ command, path, flag, placeholder, text: text.replaceAll(/^"|"$/g, '') });
      }
    }
  }
  return found;
}

/** Parses a value as that of an option. Help is printed once all options are parsed, and nothing is run. */
async function parse({ command, path, flag }: PrintedDefault, value: string): Promise<readonly [number, string]> {
  const [main] = COMMANDS[command] ?? [];
  if (!main) throw new Error(`${command} is a command`);
  const io = createTestIo();
  return [await main([...path, flag, value, '--help'], io), io.stderrText];
}

const defaults = await printedDefaults();
const rows = defaults.map((each) => ({ ...each, name: [each.command, ...each.path, each.flag, each.text].join(' ') }));

/** Options that a help may list without headings. */
const MAX_UNGROUPED = 10;

it('lists many options under headings', async () => {
  const long: string[] = [];
  for (const [command, [main]] of Object.entries(COMMANDS)) {
    for await (const { path, help } of helps(main, [], NO_WRAP)) {
      const counts = help.split(/^\S.*:$/m).map((section) => section.match(/^ {2}-/gm)?.length ?? 0);
      if (Math.max(...counts) > MAX_UNGROUPED && counts.filter((count) => count > 1).length < 2) {
        long.push([command, ...path].join(' '));
      }
    }
  }
  expect(long).toEqual([]);
});

describe('a default that a help prints', () => {
  it('is found in every kind of command', () => {
    expect(new Set(defaults.map(({ command }) => command))).toEqual(new Set(Object.keys(COMMANDS)));
    expect(defaults.length).toBeGreaterThan(25);
  });

  it.each(rows)('can be typed back: $name', async (row) => {
    expect(row.placeholder).toBeDefined();
    expect(await parse(row, row.text)).toEqual([0, '']);
  });

  it.each(
    rows.filter(({ placeholder = '' }) =>
      /^<(?:duration|size|port|n|encoding|answer|order|format|plan)>$/.test(placeholder),
    ),
  )('is checked when it is typed: $name', async (row) => {
    expect((await parse(row, '{"text":"no"}'))[0]).toBe(2);
  });
});
