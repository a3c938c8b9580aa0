import { createMock } from '@idvkit/mock';
import type { RuleId } from '@idvkit/schema/rules';
import { launchBrowser, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { runConformance, type ConformanceRun } from '../../src/index.ts';
import { FEW } from '../due.ts';
import { openBrowserGateway } from './browser/browser-gateway.ts';
import { plainHar } from './plain-har.ts';
import { brokenIn, checkText, verdictsOf } from './reading.ts';

let browser: Browser;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(() => browser?.close());

interface Recorded {
  readonly run: ConformanceRun;
  /** What the browser wrote of the run's calls. */
  readonly archive: string;
  readonly made: number;
  readonly unlike: readonly string[];
}

/** Drives a mock with a browser in between, which really makes each call of the run. */
async function runThroughBrowser(seed: number, faults: readonly string[]): Promise<Recorded> {
  const mocks: ReturnType<typeof createMock>[] = [];
  try {
    await using gateway = await openBrowserGateway(browser, async (publicUrl) => {
      const mock = createMock({ publicUrl, faults, seed });
      mocks.push(mock);
      return (await mock.listen()).url;
    });
    const run = await runConformance({ baseUrl: gateway.url, seed, budget: FEW });
    const archive = await gateway.archive();
    const { made, unlike } = gateway;
    return { run, archive, made, unlike };
  } finally {
    for (const mock of mocks) await mock.close();
  }
}

const DECIDED = new Set(['passed', 'failed', 'warned']);

function decided(run: ConformanceRun): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(verdictsOf(run)).filter(([, verdict]) => DECIDED.has(verdict)));
}

describe("a check of a browser's own archive", () => {
  const runs: readonly (readonly [seed: number, faults: readonly RuleId[]])[] = [
    [61, []],
    [62, ['auth.absent.403', 'answers.nid.check-digit', 'error.envelope.status-code', 'create.info.absolute']],
  ];

  it.each(sampleOf(runs, { every: 2 }))(
    'gives the verdicts of the run that the browser made, with seed %i and faults %j',
    async (seed, faults) => {
      const { run, archive, made, unlike } = await runThroughBrowser(seed, faults);
      const checked = await checkText(archive);

      // A browser can make each call of a run, and made it as it was given.
      expect(unlike).toEqual([]);
      const exchanges = run.observations.filter(({ kind }) => kind === 'exchange');
      expect(made).toBe(exchanges.length);
      expect([run.problem, run.selfCheck.missed]).toEqual([undefined, []]);
      // Whatever the archive decides, the run decides in the same way.
      const ofRun = verdictsOf(run);
      expect(decided(checked)).toEqual(Object.fromEntries(Object.keys(decided(checked)).map((id) => [id, ofRun[id]])));
      expect(Object.keys(decided(checked)).length).toBeGreaterThan(125);
      // It decides all that is decided by what the run itself saw, less the webhooks, which do not pass through a browser.
      expect(verdictsOf(checked)).toEqual(verdictsOf(await checkText(plainHar(exchanges))));
      expect(brokenIn(checked)).toEqual(expect.arrayContaining([...faults]));
      expect(checked.selfCheck.missed).toEqual([]);
    },
  );
});
