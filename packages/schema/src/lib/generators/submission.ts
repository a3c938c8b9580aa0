import fc from 'fast-check';

import type { Answers } from '../answers/answers.ts';
import { ekycOutcome, type EkycOutcome, type SubmittedApplication } from '../application/application.ts';
import { documentType, type DocumentType } from '../ekyc/attempts.ts';
import type { Extra } from '../events/extra.ts';
import { answersOf } from './answers.ts';
import { commonOf, otherStatuses } from './application.ts';
import { ekycsOf } from './ekyc.ts';
import { identityAmlsOf, type Screening } from './identity-aml.ts';
import { people } from './person.ts';
import { stamp, subjectsAbout, type About, type Subject } from './subject.ts';

/** How a submission is to come out. What is left out is any. */
export interface SubmissionOptions {
  readonly outcome?: EkycOutcome;
  readonly document?: DocumentType;
  /** Result of AML screening; `absent` where the flow has none. */
  readonly aml?: Screening | 'absent';
  /** False: every question that the document allows has its answer. Default: some are left out. */
  readonly sparse?: boolean;
  /** The application that it is about. */
  readonly about?: About;
}

/** A submitted application and all that payloads say about it, in agreement with one another. */
export interface Submission {
  readonly subject: Subject;
  readonly application: SubmittedApplication;
  readonly answers: Answers;
  readonly extra: Extra;
}

/** Submissions that came out as told. */
export function submissions(options: SubmissionOptions = {}): fc.Arbitrary<Submission> {
  const { outcome, document, aml, sparse = true, about } = options;
  return fc
    .record({
      subject: subjectsAbout(about),
      person: people,
      chosen: outcome === undefined ? fc.constantFrom(...ekycOutcome.options) : fc.constant(outcome),
      type: document === undefined ? fc.constantFrom(...documentType.options) : fc.constant(document),
      screening:
        aml === undefined ? fc.constantFrom<(Screening | 'absent')[]>('absent', 'none', 'found') : fc.constant(aml),
    })
    .chain(({ subject, person, chosen, type, screening }) =>
      fc
        .record({
          other_status: otherStatuses(fc.constant(chosen)),
          answers: answersOf({ subject, person, document: type, keep: sparse ? [] : 'all' }),
          ekyc: ekycsOf(subject, type, chosen),
          identity_aml: screening === 'absent' ? fc.constant(undefined) : identityAmlsOf(subject, person, screening),
          bank_statement: fc.option(fc.record({ pages: fc.nat(9) }, { noNullPrototype: true }), {
            nil: undefined,
            freq: 8,
          }),
        })
        .map(({ other_status, answers, ekyc, identity_aml, bank_statement }) => ({
          subject,
          application: {
            ...commonOf(subject, other_status),
            status: 'complete' as const,
            submitted_at: stamp(subject, subject.submittedAtMs),
          },
          answers,
          extra: {
            ...(ekyc && { ekyc }),
            ...(identity_aml && { identity_aml }),
            ...(bank_statement && { bank_statement }),
          },
        })),
    );
}
