import { DEFAULT_TOKEN, type ClientAudit } from '@idvkit/mock';
import { NoCreditError } from '@idvkit/schema/client';
import { RULE_IDS } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { clientAudit, clientRules } from '../../src/lib/portal/audit/client-audit.ts';
import { faultyClients } from './faulty-clients.ts';
import { FORM, inWorld, ORIGIN, type World } from './world.ts';

const HOUR_MS = 3_600_000;
const create = `/en/api/forms/${FORM}/create/`;

function idsWith(verdict: string, { rules }: ClientAudit): readonly string[] {
  return rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
}

function brokenIn(audit: ClientAudit): readonly string[] {
  return [...idsWith('failed', audit), ...idsWith('warned', audit)];
}

/** Everything that a client does in the life of several applicants, as it should be done. */
async function liveWell(world: World): Promise<void> {
  const { client, mock, create, submit, fetchImages, pass, receiver } = world;
  for (const name of ['Ada', 'Berta', 'Clara']) {
    const applicant = await create(name);
    // A person opens the form more than once, in the same browser.
    await submit(applicant);
    await submitQuietly(world, applicant);
    expect(await fetchImages(applicant.slug)).not.toContain(403);
  }
  // The wrong answers of one applicant are told to them, and what they correct is another call.
  await expect(client.create({ formSlug: FORM, answers: { nid: '1' } })).rejects.toMatchObject({ status: 422 });
  await client.create({ formSlug: FORM, answers: { nid: '1101700230708' } }).catch(() => {});

  // A delivery that failed is recovered by a read, and by having it sent again.
  const { slug } = await create('Dora');
  await client.result({ formSlug: FORM, slug });
  mock.portal.submit(slug);
  await pass(1000);
  await client.result({ formSlug: FORM, slug });
  await client.resend({ formSlug: FORM, slug });
  await pass(1000);
  await fetchImages(slug);
  expect(receiver.received.length).toBeGreaterThan(3);

  // Credit runs out, somebody is told, and it is topped up.
  mock.portal.setCredit({ balance: 0 });
  await expect(create('Emma')).rejects.toThrow(NoCreditError);
  mock.portal.setCredit({ balance: 100_000 });
  await create('Emma');
  await pass(HOUR_MS);
}

async function submitQuietly({ raw }: World, { formUrl }: { readonly formUrl: string }): Promise<void> {
  await raw(formUrl, { token: null, headers: { 'user-agent': 'a phone' } });
}

function imagesOf(text = ''): readonly string[] {
  return [...new Set(text.match(/http:\/\/[^"]+\/result\/image\/[^"]+/g))];
}

describe('the audit of a client', () => {
  it('has a judge for each rule that binds the client', () => {
    expect(clientRules.map(({ id }) => id).toSorted()).toEqual(
      RULE_IDS.filter((id) => id.startsWith('client.')).toSorted(),
    );
  });

  it('says nothing of a client that called nothing', async () => {
    const audit = await inWorld(async () => {});

    expect(audit.summary).toEqual({ passed: 0, failed: 0, warned: 0, notExercised: 12, calls: 0 });
  });

  it('finds nothing in a client that keeps the rules', async () => {
    const audit = await inWorld(liveWell);

    expect(audit.rules.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(idsWith('not-exercised', audit)).toEqual(['client.retry.429-backoff', 'client.retry.5xx-at-most-three']);
    expect(clientAudit.parse(audit)).toEqual(audit);
  });

  it.each([
    ['429 now and then', { tooManyRequestsEvery: 3 }, 'client.retry.429-backoff'],
    ['500 now and then', { serverErrorEvery: 3 }, 'client.retry.5xx-at-most-three'],
    ['a rate limit', { rateLimit: { requests: 2, windowMs: 60_000 } }, 'client.retry.429-backoff'],
  ])('finds nothing in a client that keeps the rules while there is %s', async (_, settings, exercised) => {
    const audit = await inWorld(
      async ({ create, client, pass }) => {
        for (let applicant = 0; applicant < 8; applicant += 1) {
          const { slug } = await create(`applicant ${applicant}`);
          await client.result({ formSlug: FORM, slug });
          await pass(2000);
        }
      },
      { settings },
    );

    expect(audit.rules.filter(({ findings }) => findings.length > 0)).toEqual([]);
    expect(idsWith('passed', audit)).toContain(exercised);
  });

  it('finds nothing in a client that gives up after three repeats of a 5xx, and comes back to it for another applicant', async () => {
    const audit = await inWorld(
      async ({ create, mock }) => {
        await expect(create('Ada')).rejects.toMatchObject({ status: 500, tries: 4 });
        await expect(create('Berta')).rejects.toMatchObject({ status: 500, tries: 4 });
        mock.portal.setSettings({ serverErrorEvery: 0 });
        await create('Ada');
      },
      { settings: { serverErrorEvery: 1 } },
    );

    // The first applicant's fifth try, when all is well again, is one repeat too many.
    expect(brokenIn(audit)).toEqual(['client.retry.5xx-at-most-three']);
  });

  it.each<readonly [string, 'passed' | 'warned' | 'not-exercised', (world: World) => Promise<void>]>([
    ['none was asked for yet', 'not-exercised', async () => {}],
    [
      'every call for one was refused',
      'not-exercised',
      async ({ raw, receiver }) => {
        for (const url of imagesOf(receiver.received[0]?.text))
          expect((await raw(url, { token: null })).status).toBe(403);
      },
    ],
    [
      'one was not fetched yet',
      'not-exercised',
      async ({ raw, receiver }) => {
        for (const url of imagesOf(receiver.received[0]?.text).slice(1)) await raw(url);
      },
    ],
    [
      'every call for one was refused until they expired',
      'warned',
      async ({ raw, receiver, pass }) => {
        for (const url of imagesOf(receiver.received[0]?.text)) await raw(url, { token: null });
        await pass(HOUR_MS);
      },
    ],
    [
      'all were fetched',
      'passed',
      async ({ raw, receiver }) => {
        for (const url of imagesOf(receiver.received[0]?.text)) expect((await raw(url)).status).toBe(200);
      },
    ],
  ])('decides about images when they are fetched or expired: %s', async (_, verdict, act) => {
    const audit = await inWorld(async (world) => {
      await world.submit(await world.create('Ada'));
      await act(world);
    });
    expect(audit.rules.find(({ id }) => id === 'client.image.copied-in-time')?.verdict).toBe(verdict);
  });

  it('decides nothing about images that a fault refuses', async () => {
    const audit = await inWorld(
      async ({ create, submit, fetchImages }) => {
        const applicant = await create('Ada');
        await submit(applicant);
        expect(await fetchImages(applicant.slug)).toContain(404);
      },
      { faults: ['image.readable-while-valid'] },
    );
    expect(idsWith('not-exercised', audit)).toContain('client.image.copied-in-time');
  });

  it('takes calls that are under way at the same time for calls about several applicants', async () => {
    const audit = await inWorld(async ({ mock, raw }) => {
      mock.portal.setCredit({ balance: 0 });
      const path = `/en/api/forms/${FORM}/create/`;
      await Promise.all(
        Array.from({ length: 6 }, (_, applicant) =>
          raw(path, { method: 'POST', body: JSON.stringify({ answers: { customer_ref: `c-${applicant}` } }) }),
        ),
      );
    }, {});

    expect(brokenIn(audit)).toEqual([]);
  });
});

describe('a client that', () => {
  it.each(faultyClients.map(([what, rule, act, settings = {}]) => [what, rule, act, settings] as const))(
    '%s breaks %s and nothing else',
    async (_, rule, act, settings) => {
      const audit = await inWorld(act, { settings });

      expect(brokenIn(audit)).toEqual([rule]);
      const findings = audit.rules.filter(({ id }) => id === rule).flatMap((audited) => audited.findings);
      expect(findings.length).toBeGreaterThan(0);
      for (const { message, calls } of findings) {
        expect(message).not.toMatch(/idv_|[a-z0-9]{20}/);
        for (const id of calls) expect(audit.calls.map((call) => call.id)).toContain(id);
      }
    },
  );

  it('breaks each rule is among these', () => {
    expect([...new Set(faultyClients.map(([, rule]) => rule))].toSorted()).toEqual(
      clientRules.map(({ id }) => id).toSorted(),
    );
  });
});

describe('what the audit says', () => {
  it('holds neither tokens nor bodies, nor what tells calls apart', async () => {
    const audit = await inWorld(async ({ raw }) => {
      await raw(`${create}?token=${DEFAULT_TOKEN}`, { method: 'POST', body: '{"answers":{"customer_ref":"c-1"}}' });
    });

    expect(JSON.stringify(audit)).not.toMatch(/idv_test_token|c-1|sameness|trace/);
    expect(audit.calls).toMatchObject([{ id: 1, endpoint: 'create', tokenInUrl: true, status: 201 }]);
  });

  it('can be begun anew', async () => {
    const audit = await inWorld(async ({ raw, create: createFor, mock }) => {
      await raw(`${create}?token=${DEFAULT_TOKEN}`, { method: 'POST' });
      const { formUrl } = await createFor('Ada');
      await raw(formUrl, { token: null, headers: { 'user-agent': 'one' } });
      mock.portal.clearAudit();
      await raw(formUrl, { token: null, headers: { 'user-agent': 'other' } });
      await raw(`${ORIGIN}${create}`, { method: 'POST' });
    });

    expect(brokenIn(audit)).toEqual([]);
    expect(audit.calls.map(({ id }) => id)).toEqual([3]);
  });
});
