import type { EvidenceCard } from '@idvkit/schema/formats';
import { describe, expect, it } from 'vitest';

import { flagTexts, storiesText } from './evidence-text.ts';

const RUN: EvidenceCard['runs'][number] = {
  provider: 'provider',
  run: 0,
  raised: ['is_any_found', 'is_any_in_adverse_media'],
  contradicted: [],
  compared: true,
  entries: 2,
  offset: 10,
  bytes: 20,
};

describe('flagTexts()', () => {
  it.each([
    [{}, ['adverse media', 'agrees with 2 entries']],
    [{ raised: [] }, ['no list', 'agrees with 2 entries']],
    [{ raised: ['is_any_found'], compared: false }, ['found, on no list', 'not compared with entries']],
    [
      { compared: false, contradicted: ['is_found of entry 1'] },
      ['adverse media', '! contradicted: is_found of entry 1'],
    ],
    [{ raised: [], compared: false, bytes: 0 }, ['flags unknown', 'not compared with entries']],
  ])('writes %j', (run, texts) => {
    expect(flagTexts({ ...RUN, ...run })).toEqual(texts);
  });
});

describe('storiesText()', () => {
  it.each([
    [true, '1,234 stories in 5,678 articles'],
    [false, '≈1,234 stories in ≈5,678 articles'],
  ])('marks estimates if exact is %s', (exact, text) => {
    const stories = { articles: 5_678, distinct: 1_234, exact };
    expect(storiesText({ runs: [], hits: [], exact: true, stories })).toBe(text);
  });
});
