import { describe, expect, it } from 'vitest';

import { guard, type Guard } from './guard.ts';

const errors = [
  { instancePath: '/a~1b/0/c~0/1', keyword: 'type', params: { type: 'string' } },
  { instancePath: '', keyword: 'required', params: { missingProperty: 'x' } },
  { instancePath: '/list', keyword: 'additionalProperties', params: { additionalProperty: 'y' } },
  { instancePath: '', keyword: 'enum', params: { allowedValues: ['v'.repeat(200)] } },
];
const value = { 'a/b': [{ 'c~': { 1: true } }] };
const guardWith = (found: typeof errors | null): Guard<unknown> =>
  guard(Object.assign((given: unknown) => given === 'valid', { errors: found })) as Guard<unknown>; // As ajv compiles them.

describe('guard()', () => {
  it('says what does not match, and where', () => {
    expect(guardWith(errors)['~standard'].validate(value)).toEqual({
      issues: [
        { message: 'does not match type string', path: ['a/b', 0, 'c~', '1'] },
        { message: 'is missing', path: ['x'] },
        { message: 'is unknown', path: ['list', 'y'] },
        { message: `does not match enum ${'v'.repeat(120 - 'does not match enum '.length)}`, path: [] },
      ],
    });
  });

  it('gives back what matches', () => {
    expect(guardWith(null)['~standard']).toMatchObject({ version: 1, vendor: 'idvkit' });
    expect(guardWith(null)['~standard'].validate('valid')).toEqual({ value: 'valid' });
    expect(guardWith(null)['~standard'].validate('other')).toEqual({ issues: [] });
  });
});
