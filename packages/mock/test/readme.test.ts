import { readFileSync } from 'node:fs';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { describe, expect, it } from 'vitest';

import { main } from '../src/lib/cli/main.ts';
import { ROUTES } from '../src/lib/portal/operations/all-operations.ts';
import { settings } from '../src/lib/state/settings.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** Rows of its tables, spaces between cells apart. */
const rows = readme.split('\n').flatMap((line) => (line.startsWith('|') ? [line.replaceAll(/ +/g, ' ')] : []));

describe('README.md', () => {
  it('has a row for each operation of the portal', () => {
    const expected = ROUTES.filter(({ path }) => !path.startsWith('/workspaces/{workspace}/')).map(
      ({ method, path, operation }) => `| \`${method} /_portal${path}\` | ${operation.summary} |`,
    );

    expect(rows).toEqual(expect.arrayContaining(expected));
  });

  it('has a row for each setting, with its default', () => {
    const defaults = Object.entries(settings.parse({}));
    const expected = defaults.map(([key, value]) => `| \`${key}\` | ${JSON.stringify(value)} |`);

    expect(rows.map((row) => row.split(' | ').slice(0, 2).join(' | ') + ' |')).toEqual(
      expect.arrayContaining(expected),
    );
  });

  it('has a row for each option of the command', async () => {
    const io = createTestIo({ columns: 1_000 });
    await main(['--help'], io);
    const options = [...io.stdoutText.matchAll(/^ {2}(--[a-z-]+(?: <\w+>)?) +(.+)$/gm)];
    const expected = options.map(([, option = '', text = '']) => [
      `| \`${option}\` `,
      text.replace(/ \(default: (?:4010|"127.0.0.1")\)$/, ''),
    ]);

    expect(options.length).toBeGreaterThan(15);
    for (const [option = '', text = ''] of expected) expect(rows.find((row) => row.startsWith(option))).toContain(text);
  });
});
