import { expect, it } from 'vitest';

import { failedIn } from './checks.ts';

it('names the checks that failed', () => {
  const output = [
    '//:lint: Failed: 3 files',
    ' Tasks:    6 successful, 9 total',
    'Failed:    //#lint, //#typecheck, @idvkit/site#site',
  ].join('\n');
  expect(failedIn(output)).toEqual(['pnpm run lint', 'pnpm run typecheck', 'pnpm run site']);
  expect(failedIn('\u001B[1mFailed:    //#unused\u001B[0m\n')).toEqual(['pnpm run unused']);
});

it('names all checks if they did not get to their end', () => {
  expect(failedIn('pnpm: out of memory')).toEqual(['pnpm run check']);
});
