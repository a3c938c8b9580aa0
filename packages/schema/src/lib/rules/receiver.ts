import { defineRules, rulesOf } from './rule-entry.ts';

const { rule } = rulesOf('Delivery rules', { binds: 'receiver' });

export const receiverRules = defineRules({
  'receiver.accepts-2xx': rule('exchange', 'Acknowledges a valid delivery with 2xx'),
  'receiver.within-30s': rule('exchange', 'Answers every delivery within 30 seconds, whatever its size'),
  'receiver.secret-mismatch.401': rule('exchange', 'Answers 401 to a delivery with a wrong secret', {
    section: 'Authentication',
  }),
  'receiver.secret-absent.401': rule('exchange', 'Answers 401 to a delivery without an Authorization header', {
    section: 'Authentication',
  }),
  'receiver.secret.exact': rule(
    'exchange',
    'Refuses a secret that only resembles its own: cut off, prolonged, or in other letter case',
    { section: 'Authentication' },
  ),
  'receiver.unknown-type.ignored': rule('exchange', 'Acknowledges an event of a type that it does not know', {
    section: 'Event types',
  }),
  'receiver.lifecycle.accepted': rule(
    'exchange',
    'Acknowledges lifecycle events, which carry no answers, no extra and no version',
    { section: 'Event types' },
  ),
  'receiver.sparse.accepted': rule('exchange', 'Acknowledges a delivery with any answer or status column missing', {
    section: 'Conventions',
  }),
  'receiver.unknown-fields.accepted': rule('exchange', 'Acknowledges a delivery with fields that it does not know', {
    section: 'Versioning',
  }),
  'receiver.custom-status.any-case': rule(
    'exchange',
    'Acknowledges status columns of any name, with values in any letter case or `-`',
    { section: 'other_status', level: 'should' },
  ),
  'receiver.duplicate.acknowledged': rule(
    'sequence',
    'Acknowledges a submission that it has had before under another `event.nounce`',
  ),
  'receiver.duplicate.processed-once': rule('operator', 'Processes a submission once, however often it is delivered'),
  'receiver.out-of-order.accepted': rule('sequence', 'Acknowledges events in any order', { level: 'should' }),
  'receiver.large-body.accepted': rule('exchange', 'Acknowledges deliveries of tens of megabytes'),
  'receiver.refuses-malformed': rule('exchange', 'Answers 4xx to a body that is not JSON, and goes on working', {
    level: 'should',
  }),
  'receiver.survives': rule('sequence', 'Still answers after everything that was sent to it'),
});
