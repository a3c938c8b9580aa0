import fc from 'fast-check';

import { applicationStatus, type ApplicationStatus } from '../application/application.ts';
import type { ResultResponse } from '../endpoints/result.ts';
import type { Delivery, LifecycleDelivery, SubmitFormDelivery } from '../events/delivery.ts';
import type { LifecycleEvent, SubmitFormEvent } from '../events/event.ts';
import { applicationsOf } from './application.ts';
import { stamp, subjectsAbout, type About, type Subject } from './subject.ts';
import { submissions, type SubmissionOptions } from './submission.ts';

const nounces = fc.uuid();

/** Headers of submissions. */
export function submitFormEventsOf(subject: Subject): fc.Arbitrary<SubmitFormEvent> {
  return fc.record({ nounce: nounces, version: fc.integer({ min: 1, max: 9 }) }).map(({ nounce, version }) => ({
    nounce,
    type: 'submit_form' as const,
    version,
    created_at: stamp(subject, subject.writtenAtMs),
  }));
}

/** Headers of lifecycle events. */
export function lifecycleEventsOf(subject: Subject, type?: LifecycleEvent['type']): fc.Arbitrary<LifecycleEvent> {
  const types = type === undefined ? fc.constantFrom('update_status' as const, 'drop_off' as const) : fc.constant(type);
  return fc.tuple(nounces, types).map(([nounce, chosen]) => ({
    nounce,
    type: chosen,
    created_at: stamp(subject, subject.writtenAtMs),
  }));
}

/** Bodies of `submit_form` deliveries. */
export function submitFormDeliveries(options?: SubmissionOptions): fc.Arbitrary<SubmitFormDelivery> {
  return submissions(options).chain(({ subject, application, answers, extra }) =>
    submitFormEventsOf(subject).map((event) => ({ event, application, answers, extra })),
  );
}

/** Subject of a lifecycle delivery; everything left out is random. A submitted application does not drop off. */
export type LifecycleOptions = { readonly about?: About } & (
  | { readonly type?: 'update_status'; readonly status?: ApplicationStatus }
  | { readonly type: 'drop_off'; readonly status?: 'incomplete' | 'expired' }
);

/**
 * Bodies of lifecycle deliveries. A `drop_off` is about an application that was never submitted.
 *
 * @throws {RangeError} if a `drop_off` is asked for of a complete application.
 */
export function lifecycleDeliveries({ type, status, about }: LifecycleOptions = {}): fc.Arbitrary<LifecycleDelivery> {
  const wanted: ApplicationStatus | undefined = status;
  if (type === 'drop_off' && wanted === 'complete') throw new RangeError('A complete application does not drop off');
  const types = type === undefined && status !== 'complete' ? LIFECYCLE_TYPES : [type ?? 'update_status'];
  return fc.tuple(subjectsAbout(about), fc.constantFrom(...types)).chain(([subject, chosen]) => {
    const statuses = chosen === 'drop_off' ? UNSUBMITTED : applicationStatus.options;
    return fc
      .tuple(
        lifecycleEventsOf(subject, chosen),
        fc.constantFrom(...(status === undefined ? statuses : [status])).chain((each) => applicationsOf(subject, each)),
      )
      .filter(([, application]) => chosen !== 'drop_off' || application.submitted_at === null)
      .map(([event, application]) => ({ event, application }));
  });
}

const LIFECYCLE_TYPES: readonly LifecycleEvent['type'][] = ['update_status', 'drop_off'];
const UNSUBMITTED: readonly ApplicationStatus[] = ['incomplete', 'expired'];

/** Bodies of deliveries of every type. */
export function deliveries(): fc.Arbitrary<Delivery> {
  return fc.oneof(submitFormDeliveries(), lifecycleDeliveries());
}

/** Answers to result calls, about submitted applications. */
export function submittedResults(options?: SubmissionOptions): fc.Arbitrary<ResultResponse> {
  return submissions(options).map(({ application, answers, extra }) => ({ application, answers, extra }));
}

/** Answers to result calls, about applications that were submitted and others. */
export function results(): fc.Arbitrary<ResultResponse> {
  return fc.oneof(submittedResults(), unsubmittedResults());
}

/** Answers to result calls, about open applications: nothing is known yet. */
export function unsubmittedResults(about?: About): fc.Arbitrary<ResultResponse> {
  return subjectsAbout(about)
    .chain((subject) => applicationsOf(subject, 'incomplete'))
    .map((application) => ({ application, answers: {}, extra: {} }));
}
