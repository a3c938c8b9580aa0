import { createMock, type SubmitOptions } from '@idvkit/mock';
import { resultResponse, submitFormDelivery } from '@idvkit/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { runsOf } from '../../../tools/testing/sample.ts';
import { ServiceClient } from './service-client.ts';
import { startReceiver } from './test-receiver.ts';

const option = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> =>
  fc.option(value, { nil: undefined });

/** What a portal may choose, left out where `undefined` is drawn. */
const outcomes: fc.Arbitrary<SubmitOptions> = fc
  .record({
    document: option(fc.constantFrom('front_card' as const, 'passport' as const)),
    documentScan: option(fc.constantFrom('success' as const, 'fail' as const)),
    liveness: option(fc.constantFrom('success' as const, 'fail' as const)),
    retries: option(fc.integer({ min: 0, max: 20 })),
    score: option(fc.oneof(fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: 58, max: 72 }))),
    aml: option(fc.constantFrom('none' as const, 'pep' as const, 'sanctions' as const, 'huge' as const)),
    amlBytes: fc.integer({ min: 0, max: 20_000 }),
    answers: option(fc.constant({ full_name_first_name: 'Zoë', name_prefix: 'Dr' })),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));

describe('payloads', () => {
  it('keep the strict schemas, whatever a submission comes to', async () => {
    const numRuns = runsOf(60);
    const receiver = await startReceiver(500, 204);
    await fc.assert(
      fc.asyncProperty(
        outcomes,
        fc.constantFrom('kyc-camera', 'kyc-plain'),
        fc.integer({ min: 0, max: 1_000 }),
        fc.integer({ min: 0, max: 3_600_000 }),
        async (options, form, seed, elapsedMs) => {
          const mock = createMock({ seed, clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') } });
          const client = new ServiceClient(mock.fetch);
          mock.portal.addWebhook({ url: receiver.url, secret: 's' });
          const slug = await client.createSlug({ form, body: { answers: { customer_ref: 'c' } } });
          await mock.portal.advance({ ms: elapsedMs });

          mock.portal.submit(slug, options);
          await mock.portal.advance({ ms: 10_000 });
          const { json } = await client.result(slug, { form });
          await mock.close();

          expect(resultResponse.safeParse(json).error).toBeUndefined();
        },
      ),
      { numRuns },
    );
    for (const { json } of receiver.received) expect(submitFormDelivery.safeParse(json).error).toBeUndefined();
    expect(receiver.received.length).toBeGreaterThanOrEqual(numRuns);
    await receiver.close();
  });
});
