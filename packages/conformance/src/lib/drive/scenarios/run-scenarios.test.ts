import { matchesGlob } from '@idvkit/cli-kit';
import { describe, expect, it } from 'vitest';

import { serviceRules } from '../../judge/rules/all-rules.ts';
import { Recorder } from '../calls/recorder.ts';
import { RunProblemError } from '../calls/run-problem.ts';
import { allScenarios } from './all-scenarios.ts';
import { runScenarios, scenariosFor, type ScenarioParts } from './run-scenarios.ts';
import type { Scenario, Stage } from './stage.ts';

function stages(log: string[], submitted = true): (scenario: Scenario, parts: ScenarioParts) => Stage {
  const recorder = new Recorder();
  let time = 0;
  return (_, among) =>
    // The scenarios of these tests use nothing else of a stage.
    ({
      recorder,
      ...among,
      isSpent: () => false,
      applications: { all: submitted ? [{ state: 'submitted' }] : [] },
      clock: {
        now: () => (time += 1000),
        pass: (ms: number) => {
          log.push(`pass ${ms}`);
          return Promise.resolve();
        },
      },
    }) as unknown as Stage;
}

function scenario(name: string, when: Scenario['when'], run: Scenario['run']): Scenario {
  return { name, rules: ['*'], when, run };
}

const quiet = { onProgress: () => {} };

describe('runScenarios()', () => {
  it('goes through its phases, and lets time pass before the later one', async () => {
    const log: string[] = [];
    const logs = (name: string, when: Scenario['when']): Scenario =>
      scenario(name, when, async () => {
        log.push(`${name} begins`);
        await Promise.resolve();
        log.push(`${name} ends`);
      });
    const all = [
      logs('last', 'last'),
      logs('alone 1', 'alone'),
      logs('late', 'later'),
      logs('submit', 'submitted'),
      logs('a', 'together'),
      logs('b', 'together'),
      logs('alone 2', 'alone'),
    ];
    await runScenarios(all, stages(log), quiet);

    expect(log).toEqual([
      'a begins',
      'b begins',
      'a ends',
      'b ends',
      'submit begins',
      'submit ends',
      'pass 3000',
      'late begins',
      'late ends',
      'alone 1 begins',
      'alone 1 ends',
      'alone 2 begins',
      'alone 2 ends',
      'last begins',
      'last ends',
    ]);
  });

  it('starts what runs beside the others before them, and ends it in its turn', async () => {
    const log: string[] = [];
    const logs = (name: string, when: Scenario['when']): Scenario =>
      scenario(name, when, async ({ turn }) => {
        log.push(`${name} begins`);
        await turn();
        log.push(`${name} ends`);
      });
    await runScenarios(
      [logs('last', 'last'), logs('alone', 'alone'), logs('beside', 'beside'), logs('a', 'together')],
      stages(log, false),
      quiet,
    );

    expect(log).toEqual([
      'beside begins',
      'a begins',
      'a ends',
      'alone begins',
      'alone ends',
      'beside ends',
      'last begins',
      'last ends',
    ]);
  });

  it('does not keep what runs beside the others waiting for ever where one of them fails', async () => {
    const defect = scenario('defect', 'alone', () => Promise.reject(new TypeError('a bug')));
    const waits = scenario('beside', 'beside', ({ turn }) => turn());

    await expect(runScenarios([waits, defect], stages([]), quiet)).rejects.toThrow('a bug');
  });

  it('knows when something was last done that may cause a delivery', async () => {
    const causes = scenario('causes', 'alone', () => Promise.resolve());
    const reads: Scenario = { ...scenario('reads', 'last', () => Promise.resolve()), causesNoDelivery: true };
    const none = await runScenarios([reads], stages([]), quiet);
    const both = await runScenarios([causes, reads], stages([]), quiet);

    expect([none.causedAt, both.causedAt]).toEqual([undefined, 1000]);
  });

  it('does not wait where nothing was submitted', async () => {
    const log: string[] = [];
    await runScenarios([scenario('late', 'later', () => Promise.resolve())], stages(log, false), quiet);

    expect(log).toEqual([]);
  });

  it('goes on without a scenario whose operator failed', async () => {
    const problem = { code: 'operator-unusable', message: 'Cannot submit.', fix: 'Mend it.' } as const;
    const ran: string[] = [];
    const run = await runScenarios(
      [
        scenario('broken', 'together', () => Promise.reject(new RunProblemError(problem))),
        scenario('lacking', 'together', (stage) => Promise.resolve(stage.skip('An operator.'))),
        scenario('next', 'alone', () => {
          ran.push('next');
          return Promise.resolve();
        }),
      ],
      stages([]),
      quiet,
    );

    expect(run).toEqual({
      causedAt: expect.any(Number),
      problem,
      skipped: [
        { scenario: 'lacking', reason: 'An operator.' },
        { scenario: 'broken', reason: 'Cannot submit.' },
      ],
    });
    expect(ran).toEqual(['next']);
  });

  it('lets a defect through', async () => {
    const defect = scenario('defect', 'together', () => Promise.reject(new TypeError('a bug')));

    await expect(runScenarios([defect], stages([]), quiet)).rejects.toThrow('a bug');
  });
});

describe('scenariosFor()', () => {
  it('leaves out what no chosen rule needs', () => {
    expect(scenariosFor(allScenarios, [{ id: 'create.credit.461' }]).map(({ name }) => name)).toEqual([
      'create: every body that is accepted',
      'create: credit',
    ]);
  });

  it('finds a scenario for every rule that binds the service', () => {
    const unreached = serviceRules.filter((rule) => scenariosFor(allScenarios, [rule]).length === 0);

    expect(unreached.map(({ id }) => id)).toEqual([]);
  });

  it('names no rule that there is none of', () => {
    const ids = serviceRules.map(({ id }) => id);
    const idle = allScenarios.flatMap(({ rules }) => rules).filter((glob) => !ids.some(matchesGlob([glob])));

    expect(idle).toEqual([]);
  });
});
