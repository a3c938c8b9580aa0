import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { passes, type Check } from './check.ts';
import { stated } from './stated.ts';

const first: Check = (body) => body.at('a', 0).fail('is wrong');
const second: Check = (body, { source }) => body.at('b').fail(`is wrong in a ${source}`);
const right: Check = (body) => body.pass();

describe('passes()', () => {
  it.each([
    [{}, 'result'],
    [{ event: {} }, 'delivery'],
  ])('makes defects of %j issues where they are', (value, source) => {
    const schema = z.unknown().superRefine(passes(right, first, stated({}, second)));
    expect(schema.safeParse(value).error?.issues).toEqual([
      { code: 'custom', path: ['a', 0], message: 'is wrong', params: { isStated: false } },
      { code: 'custom', path: ['b'], message: `is wrong in a ${source}`, params: { isStated: true } },
    ]);
  });
});
