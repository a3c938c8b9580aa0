import { describe, expect, it } from 'vitest';

import { requireSqlite } from './sqlite-version.ts';

describe('requireSqlite()', () => {
  it.each([undefined, '3.51.3', '3.51.10', '3.53.0', '4.0.0'])('takes %j', (version) => {
    expect(() => requireSqlite(version)).not.toThrow();
  });

  it.each(['3.51.2', '3.50.4', '3.9.1', '2.99.99'])('refuses %s', (version) => {
    expect(() => requireSqlite(version)).toThrow(
      expect.objectContaining({
        code: 'runtime-too-old',
        message: `SQLite ${version} of Node ${process.versions.node} can corrupt archives: 3.51.3 is needed`,
      }),
    );
  });
});
