/** A project of CommonJS modules: Node gives it ES modules through `require`. */
import { ok, strictEqual } from 'node:assert/strict';

import { createMock } from '@idvkit/mock';
import { settledEkycOutcome } from '@idvkit/schema';
import { fixtures } from '@idvkit/schema/fixtures';
import { parseDelivery } from '@idvkit/schema/receiver';

ok(typeof require === 'function' && require.main === module);
const sent = fixtures.submitForm({ outcome: 'need_review' });
strictEqual(settledEkycOutcome(sent.application), 'need_review');
strictEqual(parseDelivery(JSON.stringify(sent)).application?.slug, sent.application.slug);

async function refuses(): Promise<void> {
  const mock = createMock();
  const { status } = await mock.fetch(
    new Request('http://idv.test/en/api/forms/kyc-plain/create/', { method: 'POST' }),
  );
  strictEqual(status, 403);
  await mock.close();
}

void refuses();
