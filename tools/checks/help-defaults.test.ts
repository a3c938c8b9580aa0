import { describe, expect, it } from 'vitest';

import { describeCommands } from '../../packages/cli-kit/src/index.ts';
import { createTestIo } from '../../packages/cli-kit/src/testing.ts';
import { idvkit } from '../../packages/idvkit/src/lib/idvkit.ts';
import { main } from '../../packages/idvkit/src/lib/main.ts';

const commands = await describeCommands(idvkit, createTestIo());
const rows = commands.flatMap(({ path, options }) =>
  options.flatMap(({ flags, default: text }) => {
    const [flag = '', placeholder] = flags.split(' ');
    return text === undefined ? [] : [{ path, flag, placeholder, text, name: [...path, flag, text].join(' ') }];
  }),
);

/** Parses a value as that of an option. Help is printed once all options are parsed, and nothing is run. */
async function parse({ path, flag }: (typeof rows)[number], value: string): Promise<readonly [number, string]> {
  const io = createTestIo();
  return [await main([...path, flag, value, '--help'], io), io.stderrText];
}

/** Options that a help may list without headings. */
const MAX_UNGROUPED = 10;

it('lists many options under headings', () => {
  const long = commands.filter(({ options }) => {
    const sizes = [...Map.groupBy(options, ({ group }) => group).values()].map(({ length }) => length);
    return Math.max(0, ...sizes) > MAX_UNGROUPED && sizes.length < 2;
  });
  expect(long.map(({ path }) => path.join(' '))).toEqual([]);
});

describe('a default', () => {
  it('is found in many commands', () => {
    expect(rows.length).toBeGreaterThan(25);
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
