import { describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { type ConformanceRun, runConformance } from '../../src/index.ts';
import { SMALL } from '../due.ts';
import { plainHar, type PlainHarOptions } from './plain-har.ts';
import { brokenIn, checkText, verdictsOf } from './reading.ts';

const recorders: readonly (readonly [string, PlainHarOptions])[] = [
  ['a browser', { as: 'browser' }],
  ['mitmproxy', { as: 'mitmproxy' }],
  ['somebody who left out credentials', { sanitised: true }],
  ['somebody who left out bodies', { withoutBodies: true }],
];

let correct: Promise<ConformanceRun> | undefined;
const runOfCorrectService = (): Promise<ConformanceRun> => (correct ??= runConformance({ seed: 21, budget: SMALL }));

describe('a check of what others recorded', () => {
  it('finds nothing in what a correct service did, whoever recorded it', async () => {
    const { observations } = await runOfCorrectService();
    for (const [who, options] of recorders) {
      const checked = await checkText(plainHar(observations, options));

      expect(brokenIn(checked), who).toEqual([]);
      expect(checked.selfCheck.missed, who).toEqual([]);
    }
  });

  const recorded = [
    // What can be seen in a recording.
    [['auth.absent.403', 'answers.nid.check-digit', 'create.info.absolute'], 3],
    [['error.envelope.status-code', 'application.id.stable'], 2],
    // Where another may have had a hand in it.
    [['event.update-status.on-change'], 0],
    [['resend.never-submitted.no-delivery'], 0],
    [['auth.refused.no-effect'], 0],
  ] as const;

  it.each(sampleOf(recorded, { every: 5 }))(
    'finds of the faults %j what a recording shows, and nothing that the run did not find',
    async (faults, shown) => {
      const run = await runConformance({ seed: 23, faults, budget: SMALL });
      const broken = brokenIn(await checkText(plainHar(run.observations)));

      expect(broken.filter((id) => !brokenIn(run).includes(id))).toEqual([]);
      expect(faults.filter((id) => broken.includes(id))).toHaveLength(shown);
    },
  );

  it('judges what a recording proves, and nothing else', async () => {
    const { observations } = await runOfCorrectService();
    const verdicts = verdictsOf(await checkText(plainHar(observations)));
    const sanitised = verdictsOf(await checkText(plainHar(observations, { sanitised: true })));

    expect(verdicts).toMatchObject({
      'create.body.required-fields': 'passed',
      'answers.nid.check-digit': 'passed',
      'auth.absent.403': 'passed',
      // Whether a token was ever valid, or a slug ever existed, a recording does not show.
      'auth.invalid-token.401': 'not-exercised',
      'auth.revoked-token.401': 'not-exercised',
      'result.unknown.404': 'not-exercised',
      // What was not delivered may have gone elsewhere.
      'delivery.2xx.done': 'not-exercised',
      'delivery.bearer': 'not-exercised',
    });
    expect(sanitised).toMatchObject({ 'auth.absent.403': 'not-exercised', 'create.body.required-fields': 'passed' });
  });

  it('tells whether deliveries carry the secret, where it is given', async () => {
    const { observations, secrets } = await runOfCorrectService();
    const withSecret = observations.flatMap((observation) =>
      observation.kind === 'delivery'
        ? {
            ...observation,
            request: {
              ...observation.request,
              headers: [['Authorization', `Bearer whsec_1`] as const, ...observation.request.headers],
            },
          }
        : [],
    );
    const text = plainHar(withSecret);
    const bearerOf = async (webhookSecret?: string): Promise<unknown> =>
      verdictsOf(await checkText(text, { webhookSecret }))['delivery.bearer'];

    expect(secrets.length).toBeGreaterThan(0);
    expect(await bearerOf()).toBe('not-exercised');
    expect(await bearerOf('whsec_1')).toBe('passed');
    expect(await bearerOf('whsec_2')).toBe('failed');
  });
});
