import { generateSubmission } from '@idvkit/schema/generators';
import { beforeAll, describe, expect, it } from 'vitest';

import '../../src/vitest.ts';
import { runConformance, type ConformanceRun } from '../../src/index.ts';
import { SMALL } from '../due.ts';

const delivery = generateSubmission({ seed: 7 });
const brokenDelivery = { ...delivery, event: { ...delivery.event, created_at: 'yesterday' } };

/** The message of a failed assertion. */
function messageOf(assertion: () => void): string {
  try {
    assertion();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('The assertion holds');
}

describe('expect().toConform() of a body', () => {
  it('holds for a body that keeps the rules, as a value, a text or bytes', () => {
    const text = JSON.stringify(delivery);

    expect(delivery).toConform();
    expect(delivery).toConform('event.submit-form.payload');
    expect(text).toConform(['event.*', 'answers.*']);
    expect(new TextEncoder().encode(text)).toConform('answers.*');
  });

  it('holds for an error of the service', () => {
    expect({ error: { status_code: 404, message: 'Not Found', detail: 'No such form' } }).toConform('error.*');
  });

  it('says which rule is broken, where, and by what', () => {
    const message = messageOf(() => expect(brokenDelivery).toConform('event.created-at'));
    expect(message.replace(/slug#[0-9a-f]+/, 'slug#…')).toMatchInlineSnapshot(`
      "Expected the body to conform, but it breaks 1 rule:

      event.created-at (Envelope, must)
        \`event.created_at\` is a date-time
        \`event.created_at\` is not a date-time
          at        /event/created_at
          expected  date-time
          actual    [masked]
          seen in   d1  the body, read as a delivery of slug#…, application.id 38823747"
    `);
  });

  it('does not say whose body it is', () => {
    const person = 'Ada Lovelace-Byron';
    const application = { ...delivery.application, submitted_at: person };

    expect(messageOf(() => expect({ ...delivery, application }).toConform())).not.toContain('Lovelace');
  });

  it('holds behind not for a body that breaks a rule, and says so where none is broken', () => {
    expect(brokenDelivery).not.toConform();
    expect(brokenDelivery).not.toConform(['event.created-at', 'answers.*']);
    expect(messageOf(() => expect(delivery).not.toConform('event.*'))).toBe(
      'Expected the body to break a rule of event.*, but each that could be judged is kept.',
    );
  });

  it('gives neither answer for a rule that a body cannot show', () => {
    for (const assertion of [
      () => expect(delivery).toConform('delivery.5xx.retried'),
      () => expect(delivery).not.toConform('delivery.5xx.retried'),
    ]) {
      expect(messageOf(assertion)).toMatch(/^Cannot decide: .*not tested.*\n {2}A body alone does not show it/s);
    }
  });

  it('refuses rules that there are not, and bodies that are none of the service', () => {
    expect(() => expect(delivery).toConform('event.craeted-at')).toThrow(/matches "event.craeted-at"/);
    expect(() => expect({ hello: 'world' }).not.toConform()).toThrow(/it is like no body of the service/);
    expect(() => expect('{"event":').toConform()).toThrow(/it is like no body of the service/);
  });

  it('can be part of another expectation', () => {
    expect({ deliveries: [delivery] }).toEqual({ deliveries: [expect.toConform('event.*')] });
  });
});

describe('expect().toConform() of a run', () => {
  let run: ConformanceRun;

  beforeAll(async () => {
    run = await runConformance({ only: ['auth.*', 'delivery.https'], seed: 7, budget: SMALL });
  });

  it('holds where the rules are kept', () => {
    expect(run).toConform('auth.*');
    expect(run).toConform();
  });

  it('gives no answer for a rule that the run did not exercise', () => {
    expect(() => expect(run).toConform('delivery.https')).toThrow(/Cannot decide: .*not tested: delivery\.https/);
  });

  it('refuses a rule that the run did not judge', () => {
    expect(() => expect(run).toConform('create.*')).toThrow(/Cannot find a rule/);
  });
});
