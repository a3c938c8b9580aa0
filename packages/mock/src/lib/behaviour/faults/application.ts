import { replaceAt } from '@idvkit/json';
import { moved } from '@idvkit/schema/breaches';

import type { FaultTable } from './fault.ts';
import { answering, changingPayload, deliveredOn } from './overrides.ts';

export const applicationFaults = {
  'application.slug.correlates-create': {
    alsoBreaks: ['resend.delivers', 'image.url.path'],
    title: 'delivers a resend under another slug',
    overrides: changingPayload('application.slug', (slug) => `${String(slug)}x`, deliveredOn('resend')),
  },
  'application.slug.unique': {
    alsoBreaks: ['create.form-url.unique'],
    title: 'hands out a slug twice',
    overrides: () => {
      let earlier: string | undefined;
      let given = false;
      return answering({ condition: 'created' }, (draft, { subject }) => {
        const slug = subject?.slug ?? '';
        if (earlier !== undefined && !given) {
          given = true;
          // Slugs hold nothing that JSON escapes.
          return { ...draft, body: JSON.parse(JSON.stringify(draft.body).replaceAll(slug, earlier)) as unknown };
        }
        earlier ??= slug;
        return draft;
      });
    },
  },
  'application.submitted-at.stable': [
    {
      alsoBreaks: ['delivery.idempotency-key.stable', 'resend.same-content', 'submit.again.unchanged'],
      title: 'dates the submission seven seconds back in a resend',
      overrides: changingPayload('application.submitted_at', moved(-7), deliveredOn('resend')),
    },
    {
      variant: 'one-second',
      alsoBreaks: ['delivery.idempotency-key.stable', 'resend.same-content', 'submit.again.unchanged'],
      title: 'dates the submission a second back in a resend',
      overrides: changingPayload('application.submitted_at', moved(-1), deliveredOn('resend')),
    },
  ],
  'application.id.stable': {
    alsoBreaks: ['resend.same-content', 'submit.again.unchanged'],
    title: 'gives an application a new id and number at a resend',
    overrides: {
      payload: (document, subject) => {
        if (!deliveredOn('resend')(subject)) return document;
        const id = subject.application.id + 1;
        const no = `COK00${String(id).padStart(subject.workspace.settings.padWidth, '0')}`;
        return replaceAt(
          replaceAt(document, 'application.id', () => id),
          'application.no',
          () => no,
        );
      },
    },
  },
} satisfies FaultTable;
