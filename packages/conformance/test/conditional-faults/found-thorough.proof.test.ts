import { expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { type DrawnFault, drawnText } from './draw.ts';
import { measureFaults } from './measure-faults.ts';

/** Faults that runs with `thorough` once missed, of three and four values that must hold together. */
const FAULTS: readonly Pick<DrawnFault, 'fault' | 'condition'>[] = [
  { fault: 'create.answers.format-422/checksum', condition: { locale: 'zh-hant' } },
  { fault: 'auth.invalid-token.401/on-create', condition: { credit: 'too-little' } },
  { fault: 'auth.get-on-post-only.403/on-create', condition: { credential: 'padded' } },
  { fault: 'submit.unknown.404', condition: { locale: 'zh-hant', credit: 'too-little' } },
  { fault: 'locale.platform.accepted/on-submit', condition: { state: 'submitted', credit: 'too-little' } },
];

it('finds each of 5 faults under one combination, with `thorough`, by its own rule', async () => {
  const measured = await measureFaults(FAULTS, { seed: SEED, thorough: true });

  const missed = FAULTS.filter((_, index) => measured[index]?.isFound !== true);
  expect(missed.map(drawnText)).toEqual([]);
});
