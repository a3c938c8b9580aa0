import { describe, expect, it } from 'vitest';
import * as z from 'zod';

import { notEmpty, ofLength } from './lengths.ts';

const codesOf = (schema: z.ZodType, value: unknown): unknown[] =>
  schema.safeParse(value).error?.issues.map(({ code }) => code) ?? [];

describe('notEmpty() and ofLength()', () => {
  const word = z.string().check(notEmpty(), z.regex(/^[a-z]*x$/));
  const code = z.string().check(ofLength(2), z.regex(/^[a-z]*x$/));
  const list = z.array(z.string()).check(notEmpty());

  it.each([
    [word, '', ['too_small', 'invalid_format']],
    [word, 'x', []],
    [code, 'x', ['too_small']],
    [code, 'abc', ['too_big', 'invalid_format']],
    [code, 'ax', []],
    [list, [], ['too_small']],
    [list, ['x'], []],
    [list, { length: { valueOf: null } }, ['invalid_type']],
  ])('report a wrong length next to any other defect: %#', (schema, value, codes) => {
    expect(codesOf(schema, value)).toEqual(codes);
  });
});
