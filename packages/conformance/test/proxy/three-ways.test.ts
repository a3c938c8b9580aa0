import { createMock } from '@idvkit/mock';
import type { RuleId } from '@idvkit/schema/rules';
import { describe, expect, it } from 'vitest';

import { reservePort } from '../../../../tools/testing/reserve-port.ts';
import { sampleOf } from '../../../../tools/testing/sample.ts';
import { createReport, runConformance, startProxy, type ConformanceRun } from '../../src/index.ts';
import { SMALL } from '../due.ts';
import { plainHar } from '../recorded/plain-har.ts';
import { brokenIn, checkText, verdictsOf, type Verdicts } from '../recorded/reading.ts';

interface Ways {
  /** What the run judges of the service behind the proxy. */
  readonly run: ConformanceRun;
  /** What the proxy judges of what went through. */
  readonly proxied: ConformanceRun;
  /** What the archive of a stranger is judged to be. */
  readonly strangersArchive: ConformanceRun;
}

/** Drives a mock through a proxy, deliveries as well, and judges the same exchanges in every way that there is. */
async function judgedEveryWay(faults: readonly string[], seed: number): Promise<Ways> {
  const [proxyPort, receiverPort] = [await reservePort(), await reservePort()];
  const baseUrl = `http://127.0.0.1:${proxyPort}`;
  const mock = createMock({ publicUrl: baseUrl, faults, seed });
  const { url: upstream } = await mock.listen();
  const proxy = await startProxy({
    upstream,
    baseUrl,
    port: proxyPort,
    receiverTo: `http://127.0.0.1:${receiverPort}`,
    formSlug: 'kyc-camera',
  });
  try {
    const run = await runConformance({
      baseUrl,
      seed,
      budget: SMALL,
      receiver: { listen: `127.0.0.1:${receiverPort}`, url: `${proxy.receiverUrl}` },
    });
    const proxied = await proxy.close();
    const known = { baseUrl, formSlug: 'kyc-camera' };
    return {
      run,
      proxied,
      strangersArchive: await checkText(plainHar(proxied.observations), known),
    };
  } finally {
    await proxy.close();
    await mock.close();
  }
}

const DECIDED = new Set(['passed', 'failed', 'warned']);

/** Rules on which two ways decide, and not in the same way. */
function disagreements(one: ConformanceRun, other: ConformanceRun): Verdicts {
  const theirs = verdictsOf(other);
  return Object.fromEntries(
    Object.entries(verdictsOf(one)).flatMap(([id, verdict]) => {
      const against = theirs[id] ?? '';
      return DECIDED.has(verdict) && DECIDED.has(against) && verdict !== against
        ? [[id, `${verdict}, ${against}`]]
        : [];
    }),
  );
}

function decidedIn({ outcomes }: ConformanceRun): readonly RuleId[] {
  return outcomes.filter(({ verdict }) => DECIDED.has(verdict)).map(({ rule }) => rule.id);
}

describe('the same exchanges', () => {
  const runs = [
    [31, []],
    [32, ['auth.absent.403', 'answers.nid.check-digit', 'event.version.on-submit-form']],
    [33, ['error.envelope.status-code', 'create.form-url.uri', 'delivery.content-type.json']],
  ] as const;

  it.each(sampleOf(runs, { every: 3 }))(
    'get the same verdicts in every way, with seed %i and faults %j',
    async (seed, faults) => {
      const { run, proxied, strangersArchive } = await judgedEveryWay(faults, seed);

      expect(run.problem).toBeUndefined();
      expect(faults.filter((id) => !brokenIn(run).includes(id))).toEqual([]);
      expect(faults.filter((id) => !brokenIn(proxied).includes(id))).toEqual([]);

      // Every call and every delivery of the run went through.
      const counted = ({ observations }: ConformanceRun, kind: string): number =>
        observations.filter((observation) => observation.kind === kind).length;
      for (const kind of ['exchange', 'delivery']) expect(counted(proxied, kind)).toBeGreaterThan(0);
      expect(counted(proxied, 'delivery')).toBe(counted(run, 'delivery'));

      // Where two ways decide they decide alike; and nothing is broken in one that the run, which knows most, finds kept.
      for (const way of [proxied, strangersArchive]) {
        expect(disagreements(run, way)).toEqual({});
        expect(brokenIn(way).filter((id) => !brokenIn(run).includes(id))).toEqual([]);
        expect(way.selfCheck.missed).toEqual([]);
      }
      // What a proxy keeps is what a stranger would have recorded in its place.
      expect(verdictsOf(strangersArchive)).toEqual(verdictsOf(proxied));
      expect(decidedIn(proxied).length).toBeGreaterThan(90);
      expect(createReport(proxied).target.kind).toBe('proxied');
    },
  );
});
