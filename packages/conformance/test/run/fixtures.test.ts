import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { runConformance, type ConformanceRun, type Fixtures, type RunOptions } from '../../src/index.ts';
import { FEW } from '../due.ts';
import { startIndependentService, type IndependentService } from '../independent-service/start.ts';
import { configFor, operatorsOf } from '../independent-service/write-config.ts';

const SECRET = 'hush-hush';
let service: IndependentService;
let listen: string;

beforeEach(async () => {
  // The port that the runner will listen on: the service has to know it beforehand, as it would on a live target.
  const probe = await startIndependentService();
  listen = new URL(probe.baseUrl).host;
  await probe.close();
  service = await startIndependentService({ hooks: [{ url: `http://${listen}/`, secret: SECRET }] });
});

afterEach(() => service.close());

/** A live target where nobody submits: what there is was arranged before the run. */
function withFixtures(fixtures: Fixtures): RunOptions {
  const receiver = { listen, url: `http://${listen}/`, secret: SECRET };
  const { pass } = operatorsOf(service);
  return { ...configFor(service, receiver), operator: { ...(pass && { pass }) }, fixtures, budget: FEW };
}

async function create(): Promise<string> {
  const { formSlug, token } = withFixtures({});
  const { body } = await request(`${service.baseUrl}/en/api/forms/${formSlug}/create/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const created = (await body.json()) as { detail: { slug: string } };
  return created.detail.slug;
}

async function operate(action: string, slug: string): Promise<void> {
  const { body } = await request(`${service.adminUrl}/${action}/${slug}`, { method: 'POST' });
  await body.dump();
}

function idsWith({ outcomes }: ConformanceRun, verdict: string): readonly string[] {
  return outcomes.filter((outcome) => outcome.verdict === verdict).map(({ rule }) => rule.id);
}

describe('a run that only finds what was arranged before', () => {
  it('sees the rules about submissions, deletions, expiries and deliveries on fixtures', async () => {
    const [submittedSlug, deletedSlug, expiredSlug] = [await create(), await create(), await create()];
    await operate('submit', submittedSlug);
    await operate('delete', deletedSlug);
    await operate('expire', expiredSlug);
    const run = await runConformance(withFixtures({ submittedSlug, deletedSlug, expiredSlug }));

    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ findings }) => findings)).toEqual([]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining([
        'info.submitted.no-token-refused',
        'result.deleted.404',
        'info.deleted.404',
        'resend.delivers',
        'resend.new-nounce',
        'image.fresh-on-resend',
        'image.readable-while-valid',
        'image.unreadable-after-exp',
        'delivery.5xx.retried',
        'delivery.5xx.at-most-three',
        'delivery.5xx.stops-on-2xx',
        'delivery.4xx.not-retried',
        'delivery.timeout.not-retried',
        'delivery.timeout.waits-30s',
        'delivery.idempotency-key.stable',
      ]),
    );
    expect(idsWith(run, 'not-exercised')).toEqual(
      expect.arrayContaining(['event.submit-form.on-submission', 'event.update-status.on-change', 'create.credit.461']),
    );
    expect(run.created).not.toContain(submittedSlug);
  });

  it('has an operator submit the form without camera steps where its answers are not known', async () => {
    const options = withFixtures({ plainFormSlug: 'bank-statement' });
    const { submit: submitPlain } = operatorsOf(service);
    const run = await runConformance({
      ...options,
      operator: { ...options.operator, ...(submitPlain && { submitPlain }) },
      only: ['submit.*', 'event.submit-form.*'],
      budget: { calls: 300 },
    });

    expect(idsWith(run, 'failed')).toEqual([]);
    expect(idsWith(run, 'passed')).toEqual(
      expect.arrayContaining(['submit.again.403', 'submit.again.unchanged', 'event.submit-form.on-submission']),
    );
  });
});
