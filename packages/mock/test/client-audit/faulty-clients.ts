import { ok } from 'node:assert/strict';

import { DEFAULT_TOKEN, type Settings } from '@idvkit/mock';

import { FORM, type RawCall, type World } from './world.ts';

const HOUR_MS = 3_600_000;

/** A client with one fault: what it does, the rule that this breaks, and how. */
export type FaultyClient = readonly [
  what: string,
  rule: string,
  act: (world: World) => Promise<void>,
  settings?: Partial<Settings>,
];

const create = `/en/api/forms/${FORM}/create/`;
const resultOf = (slug: string): string => `/en/api/forms/${FORM}/applied-forms/${slug}/result/`;

async function repeating(world: World, path: string, waitsMs: readonly number[], init: RawCall = {}): Promise<void> {
  await world.raw(path, init);
  for (const waitMs of waitsMs) {
    await world.pass(waitMs);
    await world.raw(path, init);
  }
}

/** At least one for each rule that binds the client; the audit has to find that rule broken, and no other. */
export const faultyClients: readonly FaultyClient[] = [
  [
    'gives one link to two people',
    'client.create.per-applicant',
    async ({ create, raw }) => {
      const { formUrl } = await create('everybody');
      for (const browser of ['a phone', 'another phone']) {
        await raw(formUrl, { token: null, headers: { 'user-agent': browser } });
      }
    },
  ],
  [
    'nests answers',
    'client.answers.flat',
    async ({ raw }) => {
      await raw(create, { method: 'POST', body: JSON.stringify({ answers: { home_address: { country: 'THA' } } }) });
    },
  ],
  [
    'gives a list as an answer',
    'client.answers.flat',
    async ({ raw }) => {
      await raw(create, { method: 'POST', body: JSON.stringify({ answers: { customer_ref: ['c-1'] } }) });
    },
  ],
  [
    'repeats immediately after 429',
    'client.retry.429-backoff',
    // However slow the machine is, its pauses do not grow each time.
    (world) => repeating(world, create, [0, 0, 0, 0, 0, 0, 0, 0], { method: 'POST' }),
    { rateLimit: { requests: 1, windowMs: HOUR_MS } },
  ],
  [
    'waits the same each time after 429',
    'client.retry.429-backoff',
    (world) => repeating(world, create, [0, 400, 400], { method: 'POST' }),
    { rateLimit: { requests: 1, windowMs: 60_000 } },
  ],
  [
    'waits shorter and shorter after 429',
    'client.retry.429-backoff',
    (world) => repeating(world, create, [0, 900, 800, 700], { method: 'POST' }),
    { rateLimit: { requests: 1, windowMs: 60_000 } },
  ],
  [
    'repeats four times after 5xx',
    'client.retry.5xx-at-most-three',
    (world) => repeating(world, create, [500, 1000, 2000, 4000], { method: 'POST' }),
    { serverErrorEvery: 1 },
  ],
  [
    'repeats a read four times after 5xx',
    'client.retry.5xx-at-most-three',
    (world) => repeating(world, resultOf('any'), [500, 1000, 2000, 4000]),
    { serverErrorEvery: 1 },
  ],
  ['repeats after 404', 'client.retry.never-4xx', (world) => repeating(world, resultOf('nobodys'), [60_000])],
  [
    'repeats after 422',
    'client.retry.never-4xx',
    (world) => repeating(world, create, [10_000], { method: 'POST', body: '{"answers":{"nid":"1"}}' }),
  ],
  [
    'repeats after 401',
    'client.retry.never-4xx',
    (world) => repeating(world, create, [10_000], { method: 'POST', headers: { authorization: 'Bearer wrong' } }),
  ],
  [
    'continues to create without credit',
    'client.retry.no-loop-461',
    async ({ mock, raw, pass }) => {
      mock.portal.setCredit({ balance: 0 });
      for (const customer of ['a', 'b']) {
        await raw(create, { method: 'POST', body: JSON.stringify({ answers: { customer_ref: customer } }) });
        await pass(60_000);
      }
    },
  ],
  [
    'creates again and again without credit',
    'client.retry.no-loop-461',
    async (world) => {
      world.mock.portal.setCredit({ balance: 0 });
      await repeating(world, create, [1000, 2000, 4000], { method: 'POST' });
    },
  ],
  [
    'has no webhook and reads results instead',
    'client.polling.for-recovery',
    async ({ mock, create, client, pass }) => {
      for (const { id } of mock.portal.webhooks()) mock.portal.removeWebhook(id);
      const { slug } = await create('Ada');
      mock.portal.submit(slug);
      await pass(5000);
      await client.result({ formSlug: FORM, slug });
    },
  ],
  [
    'reads a result in a tight loop',
    'client.polling.for-recovery',
    async ({ create, client, pass }) => {
      const { slug } = await create('Ada');
      for (let read = 0; read < 25; read += 1) {
        await client.result({ formSlug: FORM, slug });
        await pass(500);
      }
    },
  ],
  [
    'fetches no image',
    'client.image.copied-in-time',
    async ({ create, submit, pass }) => {
      await submit(await create('Ada'));
      await pass(HOUR_MS);
    },
  ],
  [
    'fetches all images but one',
    'client.image.copied-in-time',
    async ({ create, submit, receiver, raw, pass }) => {
      await submit(await create('Ada'));
      const urls = receiver.received[0]?.text.match(/http:\/\/[^"]+\/result\/image\/[^"]+/g) ?? [];
      for (const url of urls.slice(1)) await raw(url);
      await pass(HOUR_MS);
    },
  ],
  [
    'fetches images too late',
    'client.image.copied-in-time',
    async ({ create, submit, fetchImages, pass }) => {
      const applicant = await create('Ada');
      await submit(applicant);
      await pass(HOUR_MS);
      ok((await fetchImages(applicant.slug)).includes(403));
    },
  ],
  [
    'reads the info with its token',
    'client.info.not-for-backends',
    async ({ create, client }) => {
      const { slug } = await create('Ada');
      await client.info({ formSlug: FORM, slug });
    },
  ],
  [
    'calls under a country',
    'client.lang.known',
    async ({ raw }) => {
      await raw(`/us/api/forms/${FORM}/create/`, { method: 'POST' });
    },
  ],
  [
    'sends its token without a scheme',
    'client.token.bearer',
    async ({ raw }) => {
      await raw(create, { method: 'POST', headers: { authorization: DEFAULT_TOKEN } });
    },
  ],
  [
    'sends its token under another scheme',
    'client.token.bearer',
    async ({ raw }) => {
      await raw(create, { method: 'POST', headers: { authorization: `Token ${DEFAULT_TOKEN}` } });
    },
  ],
  [
    'has the token in the query',
    'client.token.not-in-url',
    async ({ raw }) => {
      await raw(`${create}?token=${DEFAULT_TOKEN}`, { method: 'POST' });
    },
  ],
];
