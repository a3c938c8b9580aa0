import fc from 'fast-check';

import {
  applicationStatus,
  ekycOutcome,
  type Application,
  type ApplicationStatus,
  type EkycOutcome,
  type OtherStatus,
} from '../application/application.ts';
import { stamp, subjects, type Subject } from './subject.ts';

/** Status columns of a workspace: any name, Title-case values, `-` where a check was not run. */
const columns = fc.dictionary(
  fc.stringMatching(/^[a-z][a-z_]{1,15}$/).filter((name) => name !== 'ekyc'),
  fc.constantFrom('-', 'Pass', 'Need Review', 'Fail', 'In Progress', 'อนุมัติ'),
  { maxKeys: 3, noNullPrototype: true },
);

/** Statuses with an outcome of the camera checks. */
export function otherStatuses(
  outcome: fc.Arbitrary<EkycOutcome> = fc.constantFrom(...ekycOutcome.options),
): fc.Arbitrary<OtherStatus> {
  return fc.tuple(columns, outcome).map(([own, ekyc]) => ({ ...own, ekyc }));
}

/** Applications of a subject in a status; before completion `other_status.ekyc` can be anything. */
export function applicationsOf(subject: Subject, status: ApplicationStatus): fc.Arbitrary<Application> {
  return fc.tuple(otherStatuses(), fc.boolean()).map(([other_status, wasSubmitted]): Application => {
    const common = commonOf(subject, other_status);
    const submitted_at = stamp(subject, subject.submittedAtMs);
    switch (status) {
      case 'incomplete':
        return { ...common, status, submitted_at: null };
      case 'complete':
        return { ...common, status, submitted_at };
      case 'expired':
        return { ...common, status, submitted_at: wasSubmitted ? submitted_at : null };
    }
  });
}

/** Fields of an application in any status. */
export function commonOf(
  { id, no, form, slug }: Subject,
  other_status: OtherStatus,
): Pick<Application, 'id' | 'no' | 'form' | 'slug' | 'other_status'> {
  return { id, no, form, slug, other_status };
}

/** Applications in any status, or in the one that is asked for. */
export function applications({ status }: { readonly status?: ApplicationStatus } = {}): fc.Arbitrary<Application> {
  const statuses = status === undefined ? fc.constantFrom(...applicationStatus.options) : fc.constant(status);
  return fc.tuple(subjects, statuses).chain(([subject, chosen]) => applicationsOf(subject, chosen));
}
