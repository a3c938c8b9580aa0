import type { Scope } from './rule.ts';

const SUBJECTS: Readonly<Record<Scope, string>> = {
  exchange: 'each call with its answer',
  delivery: 'each delivery',
  payload: 'each payload, of a result or of a delivery',
  timeline: 'all that is seen of an application',
  run: 'all that is seen in a run',
};

/** Returns what the rules of a scope are checked on. */
export function subjectOf(scope: Scope): string {
  return SUBJECTS[scope];
}
