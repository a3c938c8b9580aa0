import { existsSync } from 'node:fs';

import { expect, it } from 'vitest';

import { LONG } from './long-first.ts';

it('lists files that exist', () => {
  expect(LONG.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});
