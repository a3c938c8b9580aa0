import { defineRules, rulesOf } from './rule-entry.ts';

const { exchange, sequence, operator } = rulesOf('Delivery rules', { supplies: [], binds: 'receiver' });
const authentication = rulesOf('Authentication', { supplies: [], binds: 'receiver' });
const types = rulesOf('Event types', { supplies: [], binds: 'receiver' });
const conventions = rulesOf('Conventions', { supplies: [], binds: 'receiver' });
const versioning = rulesOf('Versioning', { supplies: [], binds: 'receiver' });
const otherStatus = rulesOf('other_status', { supplies: [], binds: 'receiver' });

export const receiverRules = defineRules({
  'receiver.accepts-2xx': exchange('Acknowledges a valid delivery with 2xx'),
  'receiver.within-30s': exchange('Answers every delivery within 30 seconds, whatever its size'),
  'receiver.secret-mismatch.401': authentication.exchange('Answers 401 to a delivery with a wrong secret'),
  'receiver.secret-absent.401': authentication.exchange('Answers 401 to a delivery without an Authorization header'),
  'receiver.secret.exact': authentication.exchange(
    'Refuses a secret that only resembles its own: cut off, prolonged, or in other letter case',
  ),
  'receiver.unknown-type.ignored': types.exchange('Acknowledges an event of a type that it does not know'),
  'receiver.lifecycle.accepted': types.exchange(
    'Acknowledges lifecycle events, which carry no answers, no extra and no version',
  ),
  'receiver.sparse.accepted': conventions.exchange('Acknowledges a delivery with any answer or status column missing'),
  'receiver.unknown-fields.accepted': versioning.exchange('Acknowledges a delivery with fields that it does not know'),
  'receiver.custom-status.any-case': otherStatus.exchange(
    'Acknowledges status columns of any name, with values in any letter case or `-`',
    { level: 'should' },
  ),
  'receiver.duplicate.acknowledged': sequence(
    'Acknowledges a submission that it has had before under another `event.nounce`',
  ),
  'receiver.duplicate.processed-once': operator('Processes a submission once, however often it is delivered'),
  'receiver.out-of-order.accepted': sequence('Acknowledges events in any order', { level: 'should' }),
  'receiver.large-body.accepted': exchange('Acknowledges deliveries of tens of megabytes'),
  'receiver.refuses-malformed': exchange('Acknowledges no body that is not JSON, and still works', {
    level: 'should',
  }),
  'receiver.survives': sequence('Still answers after everything that was sent to it'),
});
