import { expect, it } from 'vitest';

import { SEED } from '../../../../tools/testing/sample.ts';
import { type DrawnFault, drawnText } from './draw.ts';
import { measureFaults } from './measure-faults.ts';

/** Faults of two values and more that must hold together, which break different rules. */
const FAULTS: readonly Pick<DrawnFault, 'fault' | 'condition'>[] = [
  { fault: 'locale.unknown.does-not-resolve', condition: { credential: 'revoked' } },
  { fault: 'other-status.ekyc.pass-needs-checks', condition: { attempt: '4' } },
  { fault: 'delivery.4xx.not-retried/only-429', condition: { receiver: 'second' } },
  { fault: 'create.detail.step-section/section', condition: { flow: 'plain' } },
  { fault: 'auth.invalid-token.401', condition: { flow: 'plain' } },
  { fault: 'answers.answer.updated-at', condition: { flow: 'plain', receiver: 'second' } },
  { fault: 'locale.unknown.302', condition: { body: 'other-shape' } },
  { fault: 'event.update-status.on-change/old-status', condition: { attempt: '3' } },
  { fault: 'info.data.data', condition: { credential: 'absent' } },
  { fault: 'error.403.detail', condition: { credit: 'too-little' } },
  { fault: 'image.fresh-on-resend', condition: { receiver: 'second' } },
  { fault: 'auth.never-405', condition: { locale: 'de' } },
  { fault: 'submit.again.403', condition: { flow: 'plain', body: 'unknown-key' } },
  { fault: 'submit.422.names-missing', condition: { credit: 'none' } },
  { fault: 'auth.revoked-token.401', condition: { credit: 'too-little' } },
  { fault: 'auth.other-scheme.401', condition: { credit: 'too-little' } },
  { fault: 'create.info.resolves', condition: { locale: 'lo' } },
  { fault: 'create.answers.document-type-prefill', condition: { locale: 'km' } },
  { fault: 'create.required.deferred', condition: { locale: 'hi' } },
  { fault: 'create.credit.not-consumed', condition: { locale: 'es' } },
  { fault: 'face-compare.status.enum', condition: { event: 'submission', attempt: '4' } },
  { fault: 'image.unreadable-without-signature', condition: { credential: 'longer' } },
  { fault: 'delivery.5xx.stops-on-2xx', condition: { event: 'drop_off' } },
];

it('finds each of 23 faults that show under one condition, by its own rule', async () => {
  const measured = await measureFaults(FAULTS, { seed: SEED });

  const missed = FAULTS.filter((_, index) => measured[index]?.isFound !== true);
  expect(missed.map(drawnText)).toEqual([]);
});
