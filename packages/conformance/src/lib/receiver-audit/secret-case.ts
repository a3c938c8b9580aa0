import type { Applicant } from './applicant.ts';
import { type AuditCase, changed } from './audit-case.ts';
import { type Audit, plainDelivery, type ToSend } from './audit.ts';
import { ambiguousCredentials, nearMissSecrets, wrongSecret } from './near-miss-secrets.ts';

export const secrets: AuditCase = {
  name: 'secrets',
  rules: ['receiver.secret-mismatch.401', 'receiver.secret-absent.401', 'receiver.secret.exact'],
  drive: async (audit) => {
    const { secret, random } = audit.setting;
    const applicant = audit.applicant();
    const body = applicant.submission;
    const send = async (
      what: string,
      kind: 'wrong' | 'near' | 'open' | 'absent',
      authorization?: string,
    ): Promise<void> => {
      await audit.send({ what: `a submission, ${what}`, secret: { kind, authorization }, body });
    };
    await send('its secret wrong', 'wrong', `Bearer ${wrongSecret(secret, random)}`);
    await send('without Authorization', 'absent');
    const nearMisses = nearMissSecrets(secret);
    for (const { what, authorization } of nearMisses) await send(what, 'near', authorization);
    for (const { what, authorization } of ambiguousCredentials(secret)) await send(what, 'open', authorization);
    // A receiver may check the type before the secret.
    await audit.send(plainDelivery(applicant, 'a plain submission'));
    const events = otherEvents(audit, applicant);
    for (const { type, ...event } of events) {
      await audit.send({ what: `${type}, with the right secret`, ...event });
      const wrong = { kind: 'wrong', authorization: `Bearer ${wrongSecret(secret, random)}` } as const;
      await audit.send({ what: `${type}, its secret wrong`, secret: wrong, ...event });
      const absent = { kind: 'absent', authorization: undefined } as const;
      await audit.send({ what: `${type}, without Authorization`, secret: absent, ...event });
    }
    for (const [index, { what, authorization }] of nearMisses.entries()) {
      const { type, ...event } = events[index % events.length] ?? { type: '', body: applicant.submission };
      await audit.send({ what: `${type}, ${what}`, secret: { kind: 'near', authorization }, ...event });
    }
  },
};

type OtherEvent = Pick<ToSend, 'traits' | 'body' | 'isFirst'> & { readonly type: string };

/** Returns events that are not submissions. */
function otherEvents(audit: Audit, applicant: Applicant): readonly OtherEvent[] {
  const archived = changed(applicant.statusChange, ({ event }) => (event['type'] = 'archived'));
  return [
    { type: 'an update_status', traits: ['lifecycle'], body: applicant.statusChange },
    { type: 'a drop_off', traits: ['lifecycle'], body: audit.applicant().dropOff, isFirst: true },
    { type: 'an event of type archived', traits: ['unknown-type', 'lifecycle'], body: archived },
  ];
}
