import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { ROUTES } from '../src/lib/portal/operations/all-operations.ts';
import { settings } from '../src/lib/state/settings.ts';

const page = readFileSync(new URL('../../../docs/portal.md', import.meta.url), 'utf8');
/** Rows of its tables, spaces between cells apart. */
const rows = page.split('\n').flatMap((line) => (line.startsWith('|') ? [line.replaceAll(/ +/g, ' ')] : []));

describe('docs/portal.md', () => {
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
});
