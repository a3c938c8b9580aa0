import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { createReport, runConformance, type RunOptions } from '../../src/index.ts';
import { startIndependentService, type IndependentService } from '../independent-service/start.ts';
import { busyEvery } from '../independent-service/variations.ts';
import { configFor } from '../independent-service/write-config.ts';

let folder: string;
let service: IndependentService;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-ledger-'));
  service = await startIndependentService();
});

afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true, force: true });
});

/** Rules that need few calls and many applications. */
const CREATES = ['create.*'];

/** The independent service as a live target: no portal, no receiver, no operator. */
function asGuest(options: RunOptions): RunOptions {
  const { baseUrl, formSlug, token, ratePerSecond } = configFor(service, { listen: '', url: '', secret: '' });
  // What the configuration holds is what a run takes.
  return { ...({ baseUrl, formSlug, token, ratePerSecond } as RunOptions), patienceSeconds: 0.1, seed: 1, ...options };
}

describe('a guest', () => {
  it('creates no more than its budget', async () => {
    const run = await runConformance(asGuest({ budget: { applications: 4 }, ledger: false, only: CREATES }));

    expect(run.created).toHaveLength(4);
    expect(service.service.applications.size).toBe(4);
    expect({ complete: run.complete, stopped: run.stopped }).toEqual({
      complete: false,
      stopped: 'The budget of 4 applications is used up',
    });
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ findings }) => findings)).toEqual([]);
  });

  it('does with 25 applications where nobody submits, and says what to supply for what it could not drive', async () => {
    const run = await runConformance(asGuest({ ledger: false }));

    expect(run.created.length).toBe(service.service.applications.size);
    expect(run.created.length).toBeLessThanOrEqual(25);
    expect(run.complete).toBe(true);
    const { skipped, outcomes } = run;
    expect(skipped.map(({ reason }) => reason).join('\n')).toMatch(/operator\.submit[^]*receiver\.url/);
    const reasons = outcomes.filter(({ verdict }) => verdict === 'not-exercised').map(({ reason }) => reason ?? '');
    expect(reasons.length).toBeGreaterThan(50);
    expect(reasons.filter((reason) => !/^[A-Z`].+\.$/.test(reason))).toEqual([]);
  });

  it('lists what it created in a file that only its owner reads, beside what was there', async () => {
    const ledger = join(folder, 'deep', 'ledger.json');
    const options = asGuest({ ledger, budget: { applications: 2 }, only: CREATES });
    const first = await runConformance(options);
    const second = await runConformance(options);

    expect((await stat(ledger)).mode & 0o777).toBe(0o600);
    const content = JSON.parse(await readFile(ledger, 'utf8')) as { created: { slug: string; form: string }[] };
    expect(content).toMatchObject({ format: 'idvkit.ledger', version: 1 });
    expect(content.created.map(({ slug }) => slug)).toEqual([...first.created, ...second.created]);
    expect(new Set(content.created.map(({ form }) => form))).toEqual(new Set([options.formSlug]));
  });

  it('lists each slug with the fingerprint that stands for it in the report, which names the file', async () => {
    const ledger = join(folder, 'ledger.json');
    const run = await runConformance(asGuest({ ledger, budget: { applications: 3 }, only: CREATES }));
    const report = createReport(run);

    const { created } = JSON.parse(await readFile(ledger, 'utf8')) as {
      created: { slug: string; fingerprint: string }[];
    };
    expect(created.length).toBe(3);
    expect(created.map(({ fingerprint }) => fingerprint)).toEqual(report.created);
    expect(run.ledger).toBe('ledger.json');
    for (const { slug } of created) expect(JSON.stringify(report)).not.toContain(slug);
    expect(JSON.stringify(report)).not.toContain(run.fingerprintKey);
  });

  it('stops before it creates anything where the ledger is another file', async () => {
    const ledger = join(folder, 'notes.json');
    await writeFile(ledger, '{"mine":true}');
    const run = await runConformance(asGuest({ ledger }));

    expect(run.problem?.code).toBe('ledger-unusable');
    expect(service.service.applications.size).toBe(0);
    expect(await readFile(ledger, 'utf8')).toBe('{"mine":true}');
  });

  it('stops creating when credit runs out', async () => {
    const [workspace] = service.service.workspaces;
    if (workspace !== undefined) workspace.credit = 0;
    const run = await runConformance(asGuest({ ledger: false }));

    const creates = run.observations.filter(
      (observation) => observation.kind === 'exchange' && observation.response?.status === 461,
    );
    expect(creates.length).toBeLessThanOrEqual(2);
    expect(run.created).toEqual([]);
    expect(run.stopped).toBe('The workspace ran out of credit (461)');
  });

  it('backs off from 429 and fails no rule for it', async () => {
    await service.close();
    service = await startIndependentService(busyEvery(60));
    const waits: number[] = [];
    const run = await runConformance(
      asGuest({
        ledger: false,
        only: CREATES,
        onProgress: (progress) => {
          if (progress.kind === 'backing-off') waits.push(progress.waitMs);
        },
      }),
    );

    expect(waits.length).toBeGreaterThan(1);
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed').map(({ findings }) => findings)).toEqual([]);
    const busy = run.observations.filter(
      (observation) => observation.kind === 'exchange' && observation.response?.status === 429,
    );
    expect(busy).toHaveLength(waits.length);
    expect(busy.every((observation) => observation.kind === 'exchange' && observation.repeated)).toBe(true);
  });
});
