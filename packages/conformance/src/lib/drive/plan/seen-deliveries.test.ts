import { describe, expect, it } from 'vitest';

import type { Observation } from '../../observe/observation.ts';
import { seenDeliveries } from './seen-deliveries.ts';

/** Writes a call, an action, or the answer of a receiver to a delivery, each a second after the one before. */
function observed(...happened: readonly string[]): readonly Observation[] {
  return happened.map((what, index) => {
    const [kind = '', name = '', answer = ''] = what.split(' ');
    const at = index * 1000;
    const common = { id: `o${index}`, at, slug: 's' };
    if (kind === 'action') return { ...common, kind, action: name };
    if (kind === 'call') {
      const condition = { endpoint: name, method: name === 'result' ? 'GET' : 'POST', flow: 'plain' };
      return { ...common, kind: 'exchange', condition, response: { status: Number(answer) } };
    }
    const type = { submitted: 'submit_form', changed: 'update_status' }[name];
    const status = answer === 'none' ? { kind: 'none' } : { kind: 'status', status: Number(answer), at: at + 1 };
    return {
      ...common,
      kind: 'delivery',
      receiver: kind,
      request: { body: { json: { event: { type } } } },
      answer: status,
    };
    // Nothing else of an observation is read.
  }) as unknown as readonly Observation[];
}

const textOf = (happened: readonly string[]): readonly string[] =>
  seenDeliveries(observed(...happened), ['a', 'b']).map(
    ({ event, before, receiver, answer, attempt, failure, first, flow }) =>
      `${event} after ${before} at ${receiver}: ${answer} to attempt ${attempt} after ${failure}, ${first}, ${flow}`,
  );

describe('seenDeliveries()', () => {
  it('returns how each event ended at each receiver', () => {
    const rows = textOf([
      'call submit 200',
      'a submitted 503',
      'b submitted 404',
      'a submitted 503',
      'a submitted 204',
      'action change-status',
      'a changed none',
      'call resend 204',
      'b submitted 201',
      'call resend 204',
      ...Array.from({ length: 4 }, () => 'b submitted 500'),
    ]);
    expect(rows).toMatchInlineSnapshot(`
      [
        "submission after nothing at first: 204 to attempt 3 after 503, earlier, plain",
        "submission after nothing at second: 404 to attempt 1 after none, 404, plain",
        "update_status after nothing at first: none to attempt 1 after none, none, plain",
        "resend after status change at second: 201 to attempt 1 after none, 201, plain",
        "second resend after resend at second: 5xx to attempt 4 after 500, earlier, plain",
      ]
    `);
  });

  it('counts no retry that did not come, and no calls that were refused', () => {
    expect(textOf(['call submit 422', 'call submit 200', 'a submitted 503', 'b submitted 299'])).toEqual([]);
  });
});
