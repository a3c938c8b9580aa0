/** A project of ES modules that uses only the packages that run on an older Node: the contract, the mock, the delivery rules, the matcher. */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { toConform } from '@idvkit/conformance';
import { createSender, createTestClock, type Attempt } from '@idvkit/delivery';
import { edited, stringAt } from '@idvkit/json';
import { createMock, type Mock } from '@idvkit/mock';
import { submitFormDelivery, type Delivery } from '@idvkit/schema';
import { createClient } from '@idvkit/schema/client';
import { fixtures } from '@idvkit/schema/fixtures';
import { generateSubmission } from '@idvkit/schema/generators';
import openapi from '@idvkit/schema/openapi.json' with { type: 'json' };
import { createWebhookHandler, isSubmission, parseDelivery, toNodeListener } from '@idvkit/schema/receiver';
import { ruleEntry, type RuleEntry } from '@idvkit/schema/rules';

// The contract, and what is sent under it.
const sent: Delivery = fixtures.submitForm({ outcome: 'need_review' });
const bytes = new TextEncoder().encode(JSON.stringify(sent));
const read = parseDelivery(bytes);
ok(
  isSubmission(read) &&
    submitFormDelivery.safeParse(sent).success &&
    submitFormDelivery.safeParse(generateSubmission({ seed: 1 })).success,
);
const rule: RuleEntry = ruleEntry('delivery.4xx.not-retried');
strictEqual(rule.level, 'must');
strictEqual(
  stringAt(
    edited(sent, ['event', 'nounce'], () => 'again'),
    'event',
    'nounce',
  ),
  'again',
);
ok(openapi.openapi.startsWith('3.1.'));

// The service and its client.
const mock: Mock = createMock();
const client = createClient({
  baseUrl: 'http://idv.test',
  token: 'idv_test_token',
  fetch: (request) => mock.fetch(request),
});
const { detail } = await client.create({ formSlug: 'kyc-plain', answers: { customer_ref: 'A-17' } });
const { application } = await client.result({ formSlug: 'kyc-plain', slug: detail.slug });
strictEqual(application.status, 'incomplete');
await mock.close();

// Delivery rules, on a clock that is moved by hand.
const taken: number[] = [];
const store = (body: Uint8Array): number => taken.push(body.byteLength);
const receive = toNodeListener(createWebhookHandler({ secret: 'whsec', store, on: {} }));
let calls = 0;
const server = createServer(
  (request, response) => void (++calls < 2 ? response.writeHead(503).end() : receive(request, response)),
);
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const clock = createTestClock();
const sender = createSender({ clock, newNounce: () => crypto.randomUUID() });
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const delivered: Promise<readonly Attempt[]> = sender.deliver(
  { id: 'receiver', url, secret: 'whsec' },
  { body: (header) => JSON.stringify({ ...sent, event: { ...sent.event, ...header } }) },
);
await clock.advance(60_000, () => sender.settled());
deepStrictEqual(
  (await delivered).map(({ number }) => number),
  [1, 2],
);
strictEqual(taken.length, 1);
server.close();
await sender.close();

// The matcher.
ok(toConform(sent, 'answers.*').pass);
ok(!toConform({ ...sent, event: { type: 'submit_form' } }, 'event.*').pass);
