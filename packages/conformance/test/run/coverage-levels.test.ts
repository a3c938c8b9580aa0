import { createMock } from '@idvkit/mock';
import { COVERAGE_LEVELS } from '@idvkit/schema/rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createReport, runConformance } from '../../src/index.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import { FEW } from '../due.ts';

const mock = createMock({ seed: 7 });
let baseUrl: string;

beforeAll(async () => {
  ({ url: baseUrl } = await mock.listen({ port: 0 }));
});

afterAll(() => mock.close());

/** Rules that a live run without operators tests, with what is given. */
async function tested(fixtures: { submittedSlug?: string } = {}): Promise<readonly string[]> {
  const given = { baseUrl, portal: 'never', token: 'idv_test_token', formSlug: 'kyc-camera', fixtures } as const;
  const pace = { ratePerSecond: 1000, patienceSeconds: 0, ledger: false, budget: FEW } as const;
  const { rules } = createReport(await runConformance({ ...given, ...pace, seed: 7 }));
  return rules.filter(({ verdict }) => verdict !== 'not-exercised').map(({ id }) => id);
}

function rulesUpTo(...levels: readonly string[]): readonly string[] {
  return serviceRules.filter((rule) => levels.includes(rule.reach)).map(({ id }) => id);
}

describe('coverage levels', () => {
  it('have rules each', () => {
    expect(COVERAGE_LEVELS.filter((level) => rulesUpTo(level).length === 0)).toEqual([]);
  });

  it('have as Core what a URL, a token and a form test', async () => {
    await expect(tested()).resolves.toEqual(rulesUpTo('core'));
  });

  it('have as Submitted what a submitted application adds', async () => {
    const created = await fetch(new URL('/en/api/forms/kyc-camera/create/', baseUrl), {
      method: 'POST',
      headers: { authorization: 'Bearer idv_test_token' },
    });
    const { detail } = (await created.json()) as { detail: { slug: string } };
    mock.portal.submit(detail.slug);
    const seen = await tested({ submittedSlug: detail.slug });
    const upTo = rulesUpTo('core', 'submitted');
    expect(seen.filter((id) => !upTo.includes(id))).toEqual([]);
    // This application has no hits, and the other rule needs a form without camera steps.
    expect(upTo.filter((id) => !seen.includes(id))).toEqual([
      'aml.run.values-list-names-flags',
      'submit.plain-flow.200-empty',
    ]);
  });
});
