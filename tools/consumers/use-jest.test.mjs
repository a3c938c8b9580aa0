/** Jest calls the packages as its users do: with `NODE_OPTIONS=--experimental-vm-modules`. */
import { toConform } from '@idvkit/conformance';
import { createMock } from '@idvkit/mock';
import { createClient } from '@idvkit/schema/client';
import { fixtures } from '@idvkit/schema/fixtures';
import { isSubmission, parseDelivery } from '@idvkit/schema/receiver';

expect.extend({ toConform });

test('reads a delivery', () => {
  const delivery = parseDelivery(JSON.stringify(fixtures.submitForm({ outcome: 'need_review' })));

  expect(isSubmission(delivery) && delivery.application.other_status?.ekyc).toBe('need_review');
});

test('calls the mock', async () => {
  const mock = createMock();
  const client = createClient({
    baseUrl: 'http://idv.test',
    token: 'idv_test_token',
    fetch: (request) => mock.fetch(request),
  });

  const { detail } = await client.create({ formSlug: 'kyc-plain' });
  expect(detail.form).toBe('kyc-plain');
  await mock.close();
});

test('expects a body to conform', () => {
  expect(fixtures.submitForm()).toConform('answers.*');
  expect({ ...fixtures.submitForm(), event: { type: 'submit_form' } }).not.toConform('event.*');
});
