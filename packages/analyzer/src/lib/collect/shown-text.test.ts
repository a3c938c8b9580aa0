import type { FieldPrivacy } from '@idvkit/schema/privacy';
import { describe, expect, it } from 'vitest';

import { isShownValue, shown, shownOf, shownText } from './shown-text.ts';

/** A value that fits, and whether it is shown. */
const FITTING: readonly (readonly [FieldPrivacy, string, boolean])[] = [
  [{ class: 'public' }, 'kyc_form', true],
  [{ class: 'enum', values: ['passed'] }, 'passed', true],
  [{ class: 'term' }, 'potential_match', true],
  [{ class: 'trait', values: ['male'] }, 'male', false],
  [{ class: 'flag' }, 'true', true],
  [{ class: 'time' }, '2026-01-05', true],
  [{ class: 'count' }, '7', true],
  [{ class: 'random' }, '01234567-89ab-cdef-0123-456789abcdef', false],
  [{ class: 'wording', values: ['Too dark'] }, 'Too dark', false],
  [{ class: 'link' }, 'https://example.test/a', false],
  [{ class: 'slug' }, 'slug', false],
  [{ class: 'person' }, 'true', false],
];

describe('isShownValue()', () => {
  it.each(FITTING)('of %o, %j: %s', (field, value, isShown) => {
    expect(isShownValue(value, field)).toBe(isShown);
    expect(shownOf(value, field)).toBe(isShown ? value : '•••');
    expect(shown('name', value, field)).toEqual({ name: isShown ? value : '•••' });
  });

  it('shows nothing that does not fit, and nothing where there is nothing', () => {
    expect(isShownValue('Somchai', { class: 'public', values: [] })).toBe(true);
    expect(isShownValue('Somchai Jaidee', { class: 'public' })).toBe(false);
    expect(shown('name', undefined, { class: 'public' })).toEqual({});
  });
});

describe('shownText()', () => {
  it.each([
    ['x'.repeat(120), 'x'.repeat(120)],
    ['x'.repeat(121), `${'x'.repeat(120)}…`],
    [`${'x'.repeat(119)}😀`, `${'x'.repeat(119)}\uFFFD…`],
  ])('shows 120 characters of %j', (text, expected) => {
    expect(shownText(text)).toBe(expected);
  });
});
