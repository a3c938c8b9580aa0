import { pause, systemClock } from '@idvkit/delivery';

import type { SkippedScenario } from '../drive/conformance-run.ts';
import { createCredentials } from '../drive/credentials.ts';
import { Ledger } from '../drive/ledger.ts';
import { createMovedClock } from '../drive/moved-clock.ts';
import { createPace } from '../drive/pace.ts';
import type { PlannedReceiver } from '../drive/planned-receiver.ts';
import type { Random } from '../drive/random.ts';
import { Recorder } from '../drive/recorder.ts';
import { createRealClock, type RunClock } from '../drive/run-clock.ts';
import type { AnswerInputs, RunOptions } from '../drive/run-options.ts';
import { RunProblemError, type RunProblem } from '../drive/run-problem.ts';
import type { RunSettings } from '../drive/run-settings.ts';
import { ServiceCalls } from '../drive/service-calls.ts';
import { ServiceClient } from '../drive/service-client.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import type { Observation } from '../observation/observation.ts';
import { openReceivers } from '../operator/open-receivers.ts';
import type { OpenTarget } from '../operator/open-target.ts';
import { DEFAULT_DELIVERY_WITHIN_MS } from '../rule/rule.ts';
import { Applications } from './applications.ts';
import { Arrangements } from './arrangements.ts';
import { badBodies } from './bad-bodies.ts';
import { preflight } from './preflight.ts';
import { runScenarios } from './run-scenarios.ts';
import type { Scenario, Stage } from './stage.ts';
import { watchApplications } from './watch-applications.ts';

/** What is needed to drive a target. */
export interface DriveOptions {
  readonly options: RunOptions;
  readonly settings: RunSettings;
  readonly target: OpenTarget;
  readonly scenarios: readonly Scenario[];
  readonly random: Random;
}

/** What came of driving a target. */
export interface Driven {
  readonly observations: readonly Observation[];
  readonly skipped: readonly SkippedScenario[];
  readonly created: readonly string[];
  readonly secrets: readonly string[];
  readonly inputParameters: AnswerInputs;
  /** How long a delivery was given to come, in milliseconds. */
  readonly deliveryWithinMs: number;
  readonly interrupted: boolean;
  readonly problem?: RunProblem | undefined;
  /** Why the run did not do all that it could, where nothing went wrong. */
  readonly stopped?: string | undefined;
}

/**
 * Drives a target through the scenarios. An interrupt or a problem ends it early; what was observed until then counts.
 *
 * @throws what is a defect of idvkit, never what the target does.
 */
export async function driveTarget({ options, settings, target, scenarios, random }: DriveOptions): Promise<Driven> {
  const { signal, onProgress = () => {} } = options;
  const { operator } = target;
  const recorder = new Recorder();
  // The clock has to know what the receiver holds, and the receiver what time it is.
  const late: { receivers?: PlannedReceiver } = {};
  const clock = clockOf(target, settings, options, () => late.receivers?.held ?? 0);
  const ledger = new Ledger({
    maxCreates: settings.maxCreates,
    baseUrl: target.baseUrl,
    ...(settings.ledgerFile === undefined ? {} : { file: settings.ledgerFile }),
  });
  const applications = new Applications(ledger);
  const client = new ServiceClient({
    recorder,
    pace: createPace({ ...settings, now: () => systemClock.now(), wait: (ms) => pause(systemClock, ms, signal) }),
    now: () => clock.now(),
    wait: (ms) => pause(systemClock, ms, signal),
    timeoutMs: settings.callTimeoutMs,
    signal,
    onBackOff: (waitMs) => onProgress({ kind: 'backing-off', waitMs }),
  });
  const credentials = createCredentials(target.token, random.text(40));
  const calls = new ServiceCalls({
    client,
    baseUrl: target.baseUrl,
    lang: settings.lang,
    valid: credentials.valid,
  });
  const unknown: ApplicationSubject = { form: target.form, slug: random.text(32), state: 'unknown-slug' };
  const from = clock.now();
  const deliveryWithinMs = target.clock === undefined ? settings.patienceMs : DEFAULT_DELIVERY_WITHIN_MS;
  const secrets: string[] = [target.token];
  let inputParameters: AnswerInputs = {};

  const outcome = async (): Promise<Pick<Driven, 'skipped' | 'problem' | 'stopped'>> => {
    await ledger.open();
    // What cannot be listened to is better known before anything is created.
    const received = await openReceivers({
      receiver: options.receiver ?? {},
      listen: settings.listen,
      operator,
      clock,
      recorder,
      random,
      isOwn: (slug) => applications.knows(slug),
    });
    if (received !== undefined) {
      late.receivers = received.receivers;
      secrets.push(...received.secrets);
    }
    const { trusted, form, baseUrl } = target;
    const failureOf = client.failureOf.bind(client);
    const flight = await preflight({ calls, applications, form, unknown, trusted, failureOf, target: baseUrl });
    if (flight.problem !== undefined) return { skipped: [], problem: flight.problem };

    const receivers = received?.receivers;
    inputParameters = (await operator.inputParameters?.()) ?? {};
    let probe: Promise<ApplicationSubject | undefined> | undefined;
    const common = {
      credentials,
      applications,
      arrange: new Arrangements({ operator, recorder, clock, receivers }),
      operator,
      clock,
      receivers,
      recorder,
      form,
      plainForm: await operator.plainForm?.(),
      open: flight.open ?? operator.existing?.('open'),
      probe: () => (probe ??= applications.take(calls, form)),
      unknown,
      unknownForm: { slug: `no-such-form-${random.text(12)}`, flow: 'unknown-form' } as const,
      badBodies: badBodies(await operator.badAnswers?.()),
      inputParameters,
      undeclaredAnswers: { [`no_such_field_${random.text(8)}`]: 'idvkit' },
      guest: target.kind === 'live',
      keepSecret: (secret: string) => {
        secrets.push(secret);
      },
    };
    const stageOf = (scenario: Scenario, lacks: Stage['lacks']): Stage => ({
      ...common,
      calls: calls.of(scenario.name),
      lacks,
    });
    const { skipped, problem } = await runScenarios(scenarios, stageOf, { signal, onProgress });
    if (receivers !== undefined) {
      const events = received?.events;
      await watchApplications({ applications, clock, recorder, receivers, from, withinMs: deliveryWithinMs, events });
    }
    return { skipped, problem, stopped: applications.closed };
  };

  let result: Pick<Driven, 'skipped' | 'problem' | 'stopped'> = { skipped: [] };
  try {
    result = await outcome();
  } catch (error) {
    if (error instanceof RunProblemError) result = { skipped: [], problem: error.problem };
    else if (signal?.aborted !== true) throw error;
  } finally {
    await client.close();
    await late.receivers?.close();
  }
  return {
    ...result,
    observations: recorder.observations,
    created: ledger.created,
    secrets,
    inputParameters,
    deliveryWithinMs,
    interrupted: signal?.aborted ?? false,
  };
}

function clockOf(target: OpenTarget, settings: RunSettings, options: RunOptions, held: () => number): RunClock {
  const { signal, onProgress } = options;
  if (target.clock !== undefined) {
    const { movable, start } = target.clock;
    return createMovedClock({ clock: movable, start, held });
  }
  return createRealClock({
    patienceMs: settings.patienceMs,
    affordableMs: settings.patienceMs,
    signal,
    onWait: (forMs) => onProgress?.({ kind: 'waiting', forMs, why: 'deliveries that may still come' }),
  });
}
