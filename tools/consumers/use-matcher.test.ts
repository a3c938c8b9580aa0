import { fixtures } from '@idvkit/schema/fixtures';
import { expect, it } from 'vitest';
import '@idvkit/conformance/vitest';

it('expects a body to conform', () => {
  const delivery = fixtures.submitForm();

  expect(delivery).toConform('answers.*');
  expect({ ...delivery, event: { type: 'submit_form' } }).not.toConform('event.*');
});
