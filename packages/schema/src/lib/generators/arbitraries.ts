import fc from 'fast-check';

import type { IdentityAml } from '../aml/identity-aml.ts';
import type { Answer } from '../answers/answer.ts';
import type { Answers } from '../answers/answers.ts';
import type { DocumentType } from '../ekyc/attempts.ts';
import type { Ekyc, IdentityDocument, Liveness } from '../ekyc/ekyc.ts';
import { faceCompareStatus } from '../ekyc/face-compare.ts';
import type { FaceCompare } from '../ekyc/face-compare.ts';
import type { LifecycleEvent, SubmitFormEvent } from '../events/event.ts';
import type { Extra } from '../events/extra.ts';
import { answersHolding, answerValues } from './answers.ts';
import { applications, otherStatuses } from './application.ts';
import {
  deliveries,
  lifecycleDeliveries,
  lifecycleEventsOf,
  results,
  submitFormDeliveries,
  submitFormEventsOf,
} from './deliveries.ts';
import { documentsOf, faceComparesOf, livenessesOf } from './ekyc.ts';
import { errorArbitraries } from './errors.ts';
import { identityAmlsOf, type Screening } from './identity-aml.ts';
import { people } from './person.ts';
import { answerInputs, createRequests, submitRequests } from './requests.ts';
import { createResponses, infoResponses } from './responses.ts';
import { subjects } from './subject.ts';
import { submissions, type SubmissionOptions } from './submission.ts';

/**
 * Arbitraries of valid values, each with the name of its schema. Each value is consistent: the score, the status and the
 * outcome agree, images expire 15 minutes after the event, national ids have their check digit, flags of a screening sum up,
 * attempts are in order. Options restrict the values; without options, any valid value is possible.
 *
 * @example
 * fc.assert(
 *   fc.property(arbitraries.submitFormDelivery({ outcome: 'fail', document: 'passport' }), (delivery) => {
 *     expect(handle(delivery).accepted).toBe(false)
 *   }),
 * )
 */
export const arbitraries = {
  application: applications,
  otherStatus: () => otherStatuses(),
  submittedApplication: () => submissions().map(({ application }) => application),
  answer: (): fc.Arbitrary<Answer> =>
    fc.tuple(subjects, answerValues).chain(([subject, value]) => answersHolding(subject, value)),
  answers: (options?: SubmissionOptions): fc.Arbitrary<Answers> => submissions(options).map(({ answers }) => answers),
  answerInput: answerInputs,
  faceCompare: (): fc.Arbitrary<FaceCompare> => fc.constantFrom(...faceCompareStatus.options).chain(faceComparesOf),
  liveness: ({ last = 'success' }: { readonly last?: 'success' | 'fail' } = {}): fc.Arbitrary<Liveness> =>
    subjects.chain((subject) => livenessesOf(subject, last)),
  identityDocument: ({
    type = 'front_card',
    last = 'success',
  }: { readonly type?: DocumentType; readonly last?: 'success' | 'fail' } = {}): fc.Arbitrary<IdentityDocument> =>
    subjects.chain((subject) => documentsOf(subject, type, last)),
  ekyc: (options?: SubmissionOptions): fc.Arbitrary<Ekyc> => submissions(options).map(({ extra }) => extra.ekyc ?? {}),
  identityAml: ({ aml = 'found' }: { readonly aml?: Screening } = {}): fc.Arbitrary<IdentityAml> =>
    fc.tuple(subjects, people).chain(([subject, person]) => identityAmlsOf(subject, person, aml)),
  extra: (options?: SubmissionOptions): fc.Arbitrary<Extra> => submissions(options).map(({ extra }) => extra),
  submitFormEvent: (): fc.Arbitrary<SubmitFormEvent> => subjects.chain(submitFormEventsOf),
  lifecycleEvent: (options: { readonly type?: LifecycleEvent['type'] } = {}): fc.Arbitrary<LifecycleEvent> =>
    subjects.chain((subject) => lifecycleEventsOf(subject, options.type)),
  submitFormDelivery: submitFormDeliveries,
  lifecycleDelivery: lifecycleDeliveries,
  delivery: deliveries,
  createRequest: createRequests,
  createResponse: createResponses,
  resultResponse: results,
  infoResponse: infoResponses,
  submitRequest: submitRequests,
  ...errorArbitraries,
};
