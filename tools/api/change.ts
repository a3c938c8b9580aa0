/** What a change means to who uses a package. */
export type Verdict = 'breaking' | 'additive';

/** A difference between what was released and what is there now. */
export interface Change {
  /** Package that it is released with: `@idvkit/schema`. */
  readonly package: string;
  readonly verdict: Verdict;
  /** Where, and what: `strict CreateRequest.answers: is required now`. */
  readonly message: string;
}

/** Kinds of release, as changesets name them; each is more than the one before it. */
export const LEVELS = ['patch', 'minor', 'major'] as const;
export type Level = (typeof LEVELS)[number];

/**
 * The least release that may carry a change. Before 1.0 a caret range takes patches alone, so what breaks is a minor release, and
 * what does not is a patch; from 1.0 on they are major and minor.
 */
export function levelOf(verdict: Verdict, version: string): Level {
  if (version.startsWith('0.')) return verdict === 'breaking' ? 'minor' : 'patch';
  return verdict === 'breaking' ? 'major' : 'minor';
}
