import type { CoverageLevel } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

import type { Rule } from './rule.ts';

/** What a run must have to test the rules of each level, which includes the levels before. */
export const LEVEL_NEEDS: Readonly<Record<CoverageLevel, string>> = {
  core: 'its URL, a token and a form',
  submitted: 'a submitted application',
  delivered: 'a receiver',
  operated: 'an operator that deletes, expires, changes a status, revokes a token and uses up credit',
  timed: 'a clock that an operator moves, or patience',
};

// `Object.keys` forgets which keys an object has.
export const coverageLevels = Object.keys(LEVEL_NEEDS) as readonly CoverageLevel[];

/** Words of what a rule needs, highest level first. A rule has the first level of which its needs hold a word. */
const WORDS: readonly (readonly [CoverageLevel, RegExp])[] = [
  ['timed', /time after it|time to wait|\b\d+ s\b|minutes after it/],
  ['operated', /\bdelete|\bexpire\b|changes a status|lifecycle|credit|revoked|passport|more than once|over HTTPS/],
  ['delivered', /receiver|deliver|before exp|`q` left out/],
  ['submitted', /submits|submission|submitted|plainFormSlug/],
];

/** Words that name no need: in `A result call, or a delivery`, the call is enough. */
const NO_NEED = /,? or (?:a )?(?:submit_form )?deliver(?:y|ies)\b|\b(?:not|never) submitted\b/g;

/** Rules whose needs name more than is necessary, or less: custom columns have values once submitted. */
const EXCEPTIONS: Readonly<Partial<Record<RuleId, CoverageLevel>>> = {
  'application.submitted-at.stable': 'submitted',
  'other-status.custom.title-case': 'submitted',
  'convention.timestamp.offset': 'submitted',
  'submit.again.unchanged': 'submitted',
};

/** Returns the lowest level at which a rule of the service can be tested. */
export function coverageLevelOf({ id, needs }: Pick<Rule, 'id' | 'needs'>): CoverageLevel {
  const least = needs.replaceAll(NO_NEED, '');
  return EXCEPTIONS[id] ?? WORDS.find(([, words]) => words.test(least))?.[0] ?? 'core';
}
