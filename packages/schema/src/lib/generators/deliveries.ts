import fc from 'fast-check';

import { applicationStatus, type ApplicationStatus } from '../application/application.ts';
import type { ResultResponse } from '../endpoints/result.ts';
import type { Delivery, LifecycleDelivery, SubmitFormDelivery } from '../events/delivery.ts';
import type { LifecycleEvent, SubmitFormEvent } from '../events/event.ts';
import { applicationsOf } from './application.ts';
import { stamp, subjects, type Subject } from './subject.ts';
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

/** Bodies of lifecycle deliveries, about an application in any status unless one is asked for. */
export function lifecycleDeliveries({
  type,
  status,
}: {
  readonly type?: LifecycleEvent['type'];
  readonly status?: ApplicationStatus;
} = {}): fc.Arbitrary<LifecycleDelivery> {
  const statuses = status === undefined ? fc.constantFrom(...applicationStatus.options) : fc.constant(status);
  return fc
    .tuple(subjects, statuses)
    .chain(([subject, chosen]) =>
      fc.record(
        { event: lifecycleEventsOf(subject, type), application: applicationsOf(subject, chosen) },
        { noNullPrototype: true },
      ),
    );
}

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
  const open = subjects
    .chain((subject) => applicationsOf(subject, 'incomplete'))
    .map((application) => ({ application, answers: {}, extra: {} }));
  return fc.oneof(submittedResults(), open);
}
