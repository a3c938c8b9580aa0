import { describe, expect, it } from 'vitest';

import { JsonError, pathText } from './json-error.ts';

const steps = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const text = (numbers: readonly number[]): string => numbers.map((step) => `[${step}]`).join('');

describe('pathText()', () => {
  it.each([
    [[], ''],
    [['extra', 'identity_aml', 'p', 0, 'output'], 'extra.identity_aml.p[0].output'],
    [[0, 'a'], '[0].a'],
    [steps(40), text(steps(40))],
    [steps(41), `${text(steps(20))} … ${text(steps(41).slice(21))}`],
  ])('writes %j', (path, expected) => {
    expect(pathText(path)).toBe(expected);
  });
});

describe('JsonError', () => {
  it.each([
    [[], 'Wrong at byte 7 (line 1, column 8)'],
    [['a'], 'Wrong at byte 7 (line 1, column 8), in a'],
  ])('says where: %j', (path, message) => {
    expect(new JsonError('malformed', 'Wrong', { offset: 7, line: 1, column: 8, path }).message).toBe(message);
  });
});
