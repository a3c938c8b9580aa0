import { pause, systemClock } from '@idvkit/delivery';
import type { AnswerInput } from '@idvkit/schema';
import type { Supply } from '@idvkit/schema/rules';

import { DEFAULT_DELIVERY_WITHIN_MS } from '../../judge/rule/rule.ts';
import type { Action, Observation } from '../../observe/observation.ts';
import type { ConformanceRun, SkippedScenario } from '../calls/conformance-run.ts';
import { createCredentials } from '../calls/credentials.ts';
import { Ledger } from '../calls/ledger.ts';
import { createMovedClock } from '../calls/moved-clock.ts';
import { Pace } from '../calls/pace.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Random } from '../calls/random.ts';
import { Recorder } from '../calls/recorder.ts';
import { Rotation } from '../calls/rotation.ts';
import { createRealClock, type RunClock } from '../calls/run-clock.ts';
import type { RunOptions } from '../calls/run-options.ts';
import { RunProblemError, type RunProblem } from '../calls/run-problem.ts';
import type { RunSettings } from '../calls/run-settings.ts';
import { ServiceCalls, type ApplicationSubject } from '../calls/service-calls.ts';
import { ServiceClient } from '../calls/service-client.ts';
import { openReceivers } from '../operators/open-receivers.ts';
import type { OpenTarget } from '../operators/open-target.ts';
import { CallPlan } from '../plan/call-plan.ts';
import { deliveryCoverage } from '../plan/delivery-coverage.ts';
import type { DeliveryMeans, Life } from '../plan/delivery-plan.ts';
import { IdleWork } from '../plan/idle-work.ts';
import { type ChosenRule, judgedEndpoints } from '../plan/judged-endpoints.ts';
import { seenDeliveries } from '../plan/seen-deliveries.ts';
import { Applications } from './applications.ts';
import { Arrangements } from './arrangements.ts';
import { badBodies } from './bad-bodies.ts';
import { submitsWithCamera, withUnknownFlow, withUnknownForm } from './form-doubt.ts';
import { preflight } from './preflight.ts';
import { runScenarios, type ScenarioParts, scenariosFor } from './run-scenarios.ts';
import type { Scenario, Stage } from './stage.ts';
import { watchApplications } from './wait-for-quiet.ts';

export interface DriveOptions {
  readonly options: RunOptions;
  readonly settings: RunSettings;
  readonly target: OpenTarget;
  readonly scenarios: readonly Scenario[];
  /** Rules of the run. */
  readonly rules: readonly ChosenRule[];
  readonly random: Random;
  readonly fingerprintOf: (slug: string) => string;
  /** Counts the rules that fail by what was observed so far. */
  readonly countFailed: (seen: Pick<Driven, 'observations' | 'inputParameters' | 'deliveryWithinMs'>) => number;
}

export interface Driven {
  readonly observations: readonly Observation[];
  readonly skipped: readonly SkippedScenario[];
  readonly created: readonly string[];
  readonly secrets: readonly string[];
  readonly inputParameters: AnswerInput;
  readonly deliveryWithinMs: number;
  /** Time without calls, in milliseconds. */
  readonly waitedMs: number;
  readonly interrupted: boolean;
  readonly problem?: RunProblem;
  /** Set if something else than the service answers, or the run is refused: the answers are not judged. */
  readonly isTurnedAway?: boolean;
  readonly stopped?: string | undefined;
  readonly plan?: ConformanceRun['plan'];
}

interface Outcome extends Pick<Driven, 'skipped' | 'problem' | 'isTurnedAway' | 'stopped'> {
  /** Set if the form seems to have no camera steps, although it should. */
  readonly isFormUnknown?: boolean;
}

/** Drives a target through the scenarios. An interrupt or problem ends it early; observations so far count. */
export async function driveTarget(drive: DriveOptions): Promise<Driven> {
  const { signal } = drive.options;
  const rig = rigOf(drive);
  let outcome: Outcome = { skipped: [] };
  try {
    outcome = await driveThrough(drive, rig);
  } catch (error) {
    if (error instanceof RunProblemError) outcome = { skipped: [], problem: error.problem };
    else if (signal?.aborted !== true) throw error;
  } finally {
    await rig.client.close();
    await rig.receivers?.close();
  }
  const { observations } = rig.recorder;
  return {
    ...outcome,
    observations: outcome.isFormUnknown === true ? observations.map(withUnknownFlow) : observations,
    plan: coverageOf(rig),
    created: rig.ledger.created,
    secrets: rig.secrets,
    inputParameters: rig.inputParameters,
    deliveryWithinMs: rig.deliveryWithinMs,
    waitedMs: rig.clock.waitedMs,
    interrupted: signal?.aborted ?? false,
  };
}

function coverageOf({ plan, deliveries, receivers, recorder: { observations } }: Rig): ConformanceRun['plan'] {
  const calls = plan.coverage(observations);
  if (calls === undefined || deliveries === undefined || deliveries.means.strength < 2) return calls;
  const counted = { ...deliveries, seen: seenDeliveries(observations, receivers?.ids ?? []) };
  const pairs = deliveryCoverage(counted, 2);
  const isThorough = deliveries.means.strength > 2;
  return { ...calls, deliveries: isThorough ? { pairs, triples: deliveryCoverage(counted, 3) } : { pairs } };
}

interface Rig {
  readonly recorder: Recorder;
  readonly clock: RunClock;
  readonly ledger: Ledger;
  readonly applications: Applications;
  readonly client: ServiceClient;
  readonly deliveryWithinMs: number;
  readonly secrets: string[];
  /** Start of the run, on the machine's monotonic clock. */
  readonly began: number;
  readonly plan: CallPlan;
  readonly idle: IdleWork;
  inputParameters: AnswerInput;
  receivers?: PlannedReceiver;
  deliveries?: { readonly means: DeliveryMeans; readonly lives: readonly Life[] };
}

function rigOf(drive: DriveOptions): Rig {
  const { options, settings, target, fingerprintOf } = drive;
  const { signal, onProgress } = options;
  const { budget, ledgerFile } = settings;
  const recorder = new Recorder();
  // The clock and the receivers need each other.
  const idle = new IdleWork();
  const clock = clockOf(drive, { held: () => rig.receivers?.held ?? 0, idle });
  const ledger = new Ledger({
    maxCreates: budget.applications,
    baseUrl: target.baseUrl,
    fingerprintOf,
    ...(ledgerFile === undefined ? {} : { file: ledgerFile }),
  });
  const wait = (ms: number): Promise<void> => pause(systemClock, ms, signal);
  const rig: Rig = {
    recorder,
    clock,
    ledger,
    applications: new Applications(ledger, target.kind === 'live' ? settings.lang : undefined),
    plan: new CallPlan(drive.random.seed, judgedEndpoints(drive.rules)),
    idle,
    client: new ServiceClient({
      recorder,
      pace: new Pace({ ...settings, now: () => systemClock.now(), wait }),
      now: () => clock.mark(),
      wait,
      timeoutMs: settings.callTimeoutMs,
      signal,
      onBackOff: (waitMs) => onProgress?.({ kind: 'backing-off', waitMs }),
    }),
    deliveryWithinMs: target.clock === undefined ? settings.patienceMs : DEFAULT_DELIVERY_WITHIN_MS,
    secrets: [target.token],
    began: performance.now(),
    inputParameters: {},
  };
  return rig;
}

async function driveThrough(given: DriveOptions, rig: Rig): Promise<Outcome> {
  let drive = given;
  const { options, settings, target, scenarios, random } = drive;
  const { clock, applications, client, deliveryWithinMs: withinMs } = rig;
  const { trusted, form, baseUrl } = target;
  const { signal, onProgress = () => {} } = options;
  const credentials = createCredentials(target.token, random.text(40));
  const { valid, invalid, nearMisses } = credentials;
  const rotation = new Rotation(settings.lang, [invalid, ...nearMisses]);
  const calls = new ServiceCalls({ client, baseUrl, lang: settings.lang, valid, rotation });
  for (const { authorization = '' } of nearMisses) rig.secrets.push(authorization.replace('Bearer ', ''));
  const unknown: ApplicationSubject = { form, slug: random.text(32), state: 'unknown-slug' };
  const from = clock.now();

  await rig.ledger.open();
  // Fails before anything is created.
  const received = await openReceivers({
    ...rig,
    receiver: options.receiver ?? {},
    listen: settings.listen,
    operator: target.operator,
    random,
    isOwn: (slug) => applications.knows(slug),
  });
  if (received !== undefined) {
    rig.receivers = received.receivers;
    rig.secrets.push(...received.secrets);
  }
  const failureOf = client.failureOf.bind(client);
  const flight = await preflight({
    calls,
    applications,
    form,
    unknown,
    trusted,
    failureOf,
    target: baseUrl,
  });
  if (flight.problem !== undefined) return { skipped: [], problem: flight.problem, isTurnedAway: true };
  const declined = new Set<Action['action']>();
  const arrange = new Arrangements({
    ...rig,
    operator: target.operator,
    effectWithinMs: settings.patienceMs,
    signal,
    onDeclined: (action) => declined.add(action),
  });
  const isPlain =
    flight.withoutCamera !== undefined &&
    !(await submitsWithCamera({ calls, applications, arrange: arrange.of(() => {}), target }));
  const withoutCamera = isPlain ? flight.withoutCamera : undefined;
  if (withoutCamera !== undefined) drive = { ...drive, target: withUnknownForm(target) };
  const common = { ...(await setStage(drive, rig, calls)), credentials, unknown };
  const stage = { ...common, open: flight.open ?? target.operator.existing?.('open') };
  const stageOf = ({ name }: Scenario, { failed, ...among }: ScenarioParts): Stage => ({
    ...stage,
    calls: calls.of(name),
    arrange: arrange.of(failed),
    ...among,
  });
  const ran = await runScenarios(scenarios, stageOf, {
    signal,
    onProgress,
    countFailed: () => drive.countFailed({ ...rig, observations: rig.recorder.observations }),
  });
  const { skipped, problem, causedAt: since = clock.now() } = ran;
  // No wait takes time on a clock that is moved. Chosen rules need no more calls than those that are due.
  const hasTime = target.clock !== undefined && options.only === undefined;
  if (settings.isThorough || hasTime) await rig.idle.finish('extra');
  if (received !== undefined) {
    const { receivers, events } = received;
    await watchApplications({ ...rig, receivers, from, since, withinMs, events });
  }
  await rig.idle.finish();
  return {
    skipped: [
      // One clear message: what else is missing depends on the form.
      ...(withoutCamera === undefined ? skipped : [{ scenario: 'camera steps', reason: withoutCamera }]),
      ...[...declined].map(skippedByPerson),
    ],
    ...(problem && { problem }),
    stopped: applications.closed,
    isFormUnknown: withoutCamera !== undefined,
  };
}

async function setStage(
  { target, random, settings, rules }: DriveOptions,
  rig: Rig,
  calls: ServiceCalls,
): Promise<Omit<Stage, 'calls' | 'skip' | 'turn' | 'arrange' | 'credentials' | 'unknown' | 'open'>> {
  const { recorder, clock, applications, deliveryWithinMs, receivers, secrets, plan, idle } = rig;
  const { operator, form } = target;
  rig.inputParameters = (await operator.inputParameters?.()) ?? {};
  let probe: Promise<ApplicationSubject | undefined> | undefined;
  return {
    applications,
    operator,
    clock,
    deliveryWithinMs,
    receivers,
    recorder,
    plan,
    idle,
    noteLives: (means, lives) => {
      rig.deliveries = { means, lives };
    },
    isThorough: settings.isThorough,
    isSpent: () =>
      recorder.calls >= settings.budget.calls ||
      recorder.isNearlyFull ||
      performance.now() - rig.began >= settings.budget.minutes * 60_000,
    form,
    plainForm: await operator.plainForm?.(),
    probe: () => (probe ??= applications.take(calls, form)),
    unknownForm: { slug: `no-such-form-${random.text(12)}`, flow: 'unknown-form' },
    badBodies: badBodies(await operator.badAnswers?.()),
    inputParameters: rig.inputParameters,
    undeclaredAnswers: { [`no_such_field_${random.text(8)}`]: 'idvkit' },
    guest: target.kind === 'live',
    judges: (globs) => scenariosFor([{ rules: globs }], rules).length > 0,
    keepSecret: (secret) => {
      secrets.push(secret);
    },
  };
}

function clockOf(
  { target, settings, options }: DriveOptions,
  { held, idle }: { readonly held: () => number; readonly idle: IdleWork },
): RunClock {
  const { signal, onProgress } = options;
  if (target.clock !== undefined) {
    const { movable, start } = target.clock;
    return createMovedClock({ clock: movable, start, held });
  }
  return createRealClock({
    patienceMs: settings.patienceMs,
    affordableMs: settings.patienceMs,
    signal,
    onWait: (forMs, why) => onProgress?.({ kind: 'waiting', forMs, why }),
    during: (wait) => idle.during(wait),
  });
}

const DECLINED: Readonly<Record<Action['action'], readonly [what: string, lacks: Supply]>> = {
  submit: ['submit', 'submitted-application'],
  expire: ['let an application expire', 'expired-application'],
  delete: ['delete an application', 'deleted-application'],
  'change-status': ['change a status', 'status-change'],
};

function skippedByPerson(action: Action['action']): SkippedScenario {
  const [what, lacks] = DECLINED[action];
  return { scenario: `a person: ${action}`, reason: `Someone to ${what}: it was skipped.`, lacks: [lacks] };
}
