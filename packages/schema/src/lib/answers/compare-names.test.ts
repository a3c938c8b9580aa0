import { describe, expect, it } from 'vitest';

import { compareNames, type NameAnswers } from './compare-names.ts';

function named(edited: readonly [string, string], read: readonly [string, string]): NameAnswers {
  return {
    full_name_first_name: { value: edited[0] },
    full_name_last_name: { value: edited[1] },
    full_name_en_first_name: { value: read[0] },
    full_name_en_last_name: { value: read[1] },
  };
}

describe('compareNames()', () => {
  it.each([
    [
      ['Amelia', 'Clarke'],
      ['AMELIA', 'CLARKE'],
    ],
    [
      ['Lucía', 'Serrano'],
      ['LUCIA', 'SERRANO'],
    ],
    [
      ['Anne Marie', "O'Neill"],
      ['ANNE-MARIE', 'ONEILL'],
    ],
    [
      [' Jonas ', 'Keller'],
      ['Jonas', 'Keller'],
    ],
  ] as const)('takes %j for %j', (edited, read) => {
    expect(compareNames(named(edited, read))).toEqual({ kind: 'same' });
  });

  it.each([
    [['Amelie', 'Clarke'], ['first_name']],
    [['Amelia', 'Clark'], ['last_name']],
    [
      ['Clarke', 'Amelia'],
      ['first_name', 'last_name'],
    ],
  ] as const)('says which parts of %j differ', (edited, parts) => {
    expect(compareNames(named(edited, ['Amelia', 'Clarke']))).toEqual({ kind: 'different', parts });
  });

  it('does not compare a Thai name with its transcription', () => {
    expect(compareNames(named(['สุดา', 'ใจดี'], ['Suda', 'Jaidee']))).toEqual({
      kind: 'not-comparable',
      reason: 'other-script',
    });
  });

  it.each([{}, named(['', 'Clarke'], ['Amelia', 'Clarke']), named(['Amelia', '-'], ['Amelia', 'Clarke'])])(
    'does not compare what is missing',
    (answers) => {
      expect(compareNames(answers)).toEqual({ kind: 'not-comparable', reason: 'missing' });
    },
  );

  it('does not compare values that are no text', () => {
    expect(
      compareNames({ ...named(['1', 'Clarke'], ['Amelia', 'Clarke']), full_name_first_name: { value: 1 } }),
    ).toEqual({ kind: 'not-comparable', reason: 'missing' });
  });
});
