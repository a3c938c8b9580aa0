import type { Applicant, AuditBody } from './applicant.ts';
import { type AuditCase, changed } from './audit-case.ts';
import { type Audit, plainDelivery, type ToSend } from './audit.ts';

export const unknownTypes: AuditCase = {
  name: 'unknown types',
  rules: ['receiver.unknown-type.ignored'],
  drive: async (audit) => {
    for (const type of ['review_finished', 'document.expired', 'SUBMIT_FORM']) {
      const applicant = audit.applicant();
      await audit.send(plainDelivery(applicant, 'a plain submission'));
      await audit.send({
        what: `an event of type ${type} about it`,
        traits: ['unknown-type'],
        body: changed(applicant.submission, ({ event }) => (event['type'] = type)),
      });
    }
    const applicant = audit.applicant();
    await audit.send(plainDelivery(applicant, 'a plain submission'));
    for (const { what, ...event } of withoutKnownParts(audit, applicant)) {
      await audit.send({ what: `an event of type archived ${what}`, ...event });
    }
  },
};

/** Returns events of an unknown type that carry only some of the parts of known ones. */
function withoutKnownParts(
  audit: Audit,
  known: Applicant,
): readonly Pick<ToSend, 'what' | 'traits' | 'body' | 'isFirst'>[] {
  const archived = (make: Applicant['statusChange'], change: (body: AuditBody) => unknown = () => {}): ToSend['body'] =>
    changed(make, (body) => {
      body.event['type'] = 'archived';
      change(body);
    });
  const never = audit.applicant();
  return [
    {
      what: 'about it, without answers',
      traits: ['unknown-type', 'lifecycle'],
      body: archived(known.statusChange),
    },
    {
      what: 'about it, without answers, with parts of its own',
      traits: ['unknown-type', 'lifecycle', 'unknown-fields'],
      body: archived(known.statusChange, (body) => (body['archive'] = { by: 'retention', files: [] })),
    },
    {
      what: 'about it, with answers only',
      traits: ['unknown-type', 'sparse'],
      body: archived(known.submission, (body) => delete body.extra),
    },
    {
      what: 'about an application that was never submitted',
      traits: ['unknown-type', 'lifecycle'],
      body: archived(never.earlyStatusChange),
      isFirst: true,
    },
  ];
}
