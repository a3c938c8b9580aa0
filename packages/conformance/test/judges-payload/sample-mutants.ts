import type { RuleId } from '@idvkit/schema/rules';

import type { Mutant } from '../../src/lib/judge/mutants/mutant.ts';
import { mutants } from '../../src/lib/judge/mutants/mutants.ts';

/** Rules of every kind, whose mutants the run has material for. */
const SAMPLE: ReadonlySet<RuleId> = new Set([
  'create.status.201',
  'create.body.required-fields',
  'auth.invalid-token.401',
  'auth.absent.403',
  'locale.unknown.302',
  'resend.never-submitted.204',
  'create.answers.format-422',
  'error.envelope.status-code',
  'submit.422.flat-map',
  'resend.404.bare-detail',
  'application.slug.unique',
  'application.no.derived',
  'other-status.ekyc.follows-face-compare',
  'face-compare.status.follows-score',
  'answers.nid.check-digit',
  'convention.timestamp.offset',
  'image.exp.15-minutes-after-event',
  'event.nounce.unique',
  'delivery.bearer',
  'delivery.4xx.not-retried',
]);

/** The mutants of a few rules of every kind. */
export const sampleMutants: readonly Mutant[] = mutants.filter(({ rule }) => SAMPLE.has(rule));
