import { randomInt } from 'node:crypto';

import { counted } from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';
import type { RuleId } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { createRandom } from '../drive/calls/random.ts';
import { Recorder } from '../drive/calls/recorder.ts';
import { type RunProblem, RunProblemError } from '../drive/calls/run-problem.ts';
import { httpAddress } from '../drive/calls/run-settings.ts';
import type { Discovery } from '../judge/discovery/discovery.ts';
import { judgeRun } from '../judge/mutants/judge-mutants.ts';
import { isChosen } from '../judge/rule/rule-glob.ts';
import type { JudgingContext, Rule } from '../judge/rule/rule.ts';
import { answerOf, deliveriesSent, isAcknowledged, type SentExchange } from '../judge/rules/receiver-evidence.ts';
import { receiverRules } from '../judge/rules/receiver.ts';
import type { Exchange, Observation } from '../observe/observation.ts';
import type { AuditCase } from './audit-case.ts';
import { auditCases } from './audit-cases.ts';
import { DEFAULT_MAX_BODY_BYTES, DEFAULT_TIMING, type ReceiverAuditOptions } from './audit-options.ts';
import { Audit, AuditStopped, plainDelivery } from './audit.ts';
import { nearMissSecrets } from './near-miss-secrets.ts';
import { newerWins } from './newer-wins-case.ts';
import { readProbe } from './read-probe.ts';
import { receiverMutants } from './receiver-mutants.ts';

/**
 * Plays the service against a client's receiver and judges it by the rules that bind receivers.
 *
 * The receiver gets dozens of generated submissions: audit a receiver for tests. Never throws for what the receiver does:
 * an unreachable one gives a run with a `problem`, and one that stops answering is judged by the observations so far.
 *
 * @see Specification, "Delivery rules"
 */
export async function auditReceiver(options: ReceiverAuditOptions): Promise<ConformanceRun> {
  const began = performance.now();
  const startedAt = new Date().toISOString();
  const random = createRandom(options.seed ?? randomInt(2 ** 31));
  const isJudged = isChosen(options);
  const rules = receiverRules.filter(({ id }) => isJudged(id));
  const recorder = new Recorder();
  const ended = await drive(options, rules, { recorder, random });
  // A receiver that accepts no delivery shows nothing about its rules.
  const observations = ended.problem === undefined || ended.started ? recorder.observations : [];
  const { outcomes, selfCheck } = judgeRun(rulesToJudge(options, ended.broken), observations, {
    context: CONTEXT,
    mutants: receiverMutants,
  });
  options.onProgress?.({ kind: 'judging', observations: observations.length });
  const stopped = ended.interrupted ? 'Interrupted' : (ended.problem?.message ?? ended.stopped);
  return {
    target: { baseUrl: ended.shownUrl, formSlug: '', kind: 'receiver' },
    startedAt,
    durationMs: performance.now() - began,
    seed: random.seed,
    complete: stopped === undefined,
    ...(stopped === undefined ? {} : { stopped }),
    interrupted: ended.interrupted,
    ...(ended.problem === undefined ? {} : { problem: ended.problem }),
    observations,
    outcomes,
    selfCheck,
    discoveries: [...receiverDiscoveries(deliveriesSent(observations)), ...ended.advice],
    skipped: [],
    audited: { url: options.url, hasProbe: options.probe !== undefined, maxBodyBytes: options.maxBodyBytes },
    created: [],
    secrets: secretsOf(options),
  };
}

/** Returns the chosen rules, and the one that a plain delivery broke: without it, no other rule can be tested. */
function rulesToJudge({ only, skip }: ReceiverAuditOptions, broken: RuleId | undefined): readonly Rule[] {
  const isJudged = isChosen({ only: only && broken !== undefined ? [...only, broken] : only, skip });
  return receiverRules.filter(({ id }) => isJudged(id));
}

/** Judges of receivers need no context. */
const CONTEXT: JudgingContext = { clockSkewSeconds: 60, inputParameters: {}, requireHttps: false };

const ADDRESS = {
  name: 'the address of the receiver',
  fix: 'Give the address that is entered in the portal, such as https://hooks.example.com/idv.',
};

interface Ended {
  readonly shownUrl: string;
  readonly interrupted: boolean;
  /** Set if the first delivery shows that the receiver can be judged. */
  readonly started: boolean;
  readonly stopped?: string;
  /** Rule that the first plain delivery broke. */
  readonly broken?: RuleId;
  readonly problem?: RunProblem;
  readonly advice: readonly Discovery[];
}

type Tools = Pick<Audit['setting'], 'recorder' | 'random'>;

async function drive(options: ReceiverAuditOptions, rules: readonly Rule[], tools: Tools): Promise<Ended> {
  const {
    signal = new AbortController().signal,
    onProgress,
    maxBodyBytes = DEFAULT_MAX_BODY_BYTES,
    stateProbe,
  } = options;
  let shownUrl = '';
  let started = false;
  let audit: Audit | undefined;
  const advice: Discovery[] = [];
  const ended = (rest: Partial<Ended>): Ended => ({ shownUrl, interrupted: false, started, advice, ...rest });
  try {
    const url = httpAddress(options.url, ADDRESS);
    url.hash = '';
    shownUrl = url.origin + url.pathname.replace(/\/$/, '');
    const probe = rules.some(({ id }) => id === 'receiver.duplicate.processed-once') ? options.probe : undefined;
    audit = new Audit({
      ...tools,
      url: url.href,
      shownUrl,
      secret: options.secret,
      ...(probe === undefined ? {} : { probe }),
      ...(stateProbe === undefined ? {} : { stateProbe }),
      clock: options.clock ?? systemClock,
      timing: { ...DEFAULT_TIMING, ...options.timing },
      signal,
    });
    const asked = stateProbe === undefined ? [] : [newerWins((found) => advice.push(found))];
    const cases = casesFor([...asked, ...auditCases(maxBodyBytes)], rules);
    onProgress?.({ kind: 'started', target: shownUrl, scenarios: cases.length });
    if (probe !== undefined) await readProbe({ probe, signal });
    if (stateProbe !== undefined) await audit.believedState(audit.applicant().slug);
    const first = await audit.attempt(plainDelivery(audit.applicant(), 'a plain submission, the first', 'start'));
    const problem = firstProblem(first, shownUrl);
    if (problem !== undefined) return ended({ problem });
    started = true;
    if (!isAcknowledged(first)) {
      const broken = first.sent?.timedOut === true ? 'receiver.within-30s' : 'receiver.accepts-2xx';
      return ended({ broken, stopped: `${answersText(tools.recorder.observations)} Nothing else can be checked.` });
    }
    return ended(await driveCases(audit, cases, onProgress));
  } catch (error) {
    if (signal.aborted) return ended({ interrupted: true });
    if (error instanceof RunProblemError) return ended({ problem: error.problem });
    throw error;
  } finally {
    await audit?.close();
  }
}

async function driveCases(
  audit: Audit,
  cases: readonly AuditCase[],
  onProgress: ReceiverAuditOptions['onProgress'],
): Promise<Pick<Ended, 'stopped'>> {
  let stopped: string | undefined;
  for (const [index, { name, drive }] of cases.entries()) {
    onProgress?.({ kind: 'scenario-started', scenario: name });
    try {
      await drive(audit);
    } catch (error) {
      if (!(error instanceof AuditStopped)) throw error;
      stopped = error.message;
    }
    const observations = audit.setting.recorder.size;
    onProgress?.({ kind: 'scenario-ended', scenario: name, ended: index + 1, scenarios: cases.length, observations });
    if (stopped !== undefined) break;
  }
  await audit.attempt(plainDelivery(audit.applicant(), 'a plain submission, the last', 'end'));
  return stopped === undefined ? {} : { stopped };
}

/** Says what the receiver answered: `The receiver answered 500 to 4 of 4 deliveries.` */
function answersText(observations: readonly Observation[]): string {
  const deliveries = deliveriesSent(observations);
  const [first] = deliveries;
  if (first?.response === undefined) return `The receiver does not answer: ${first?.failure ?? 'no answer'}.`;
  const all = counted(deliveries.length, 'delivery', 'deliveries');
  const answers = [...Map.groupBy(deliveries, answerOf)].map(([answer, own]) => `${answer} to ${own.length} of ${all}`);
  return `The receiver answered ${answers.join(', ')}.`;
}

/** Returns the cases that the rules need; `receiver.survives` needs all. */
function casesFor(cases: readonly AuditCase[], rules: readonly Rule[]): readonly AuditCase[] {
  const ids = new Set<string>(rules.map(({ id }) => id));
  return ids.has('receiver.survives') ? cases : cases.filter((each) => each.rules.some((id) => ids.has(id)));
}

function firstProblem({ response, failure, sent }: Exchange, shownUrl: string): RunProblem | undefined {
  if (response?.status === 401 || response?.status === 403) {
    return {
      code: 'secret-refused',
      message: `Cannot get ${shownUrl} to take a delivery: it refuses the secret (${response.status}).`,
      fix: 'Set IDV_WEBHOOK_SECRET to the secret that the receiver expects.',
    };
  }
  if (response !== undefined || sent?.timedOut === true || failure === 'connection closed without an answer') {
    return undefined;
  }
  return {
    code: 'receiver-unreachable',
    message: `Cannot deliver to ${shownUrl} at all: ${failure ?? 'it cannot be reached'}.`,
    fix: 'Check --url, and that the receiver runs; for a certificate of your own, set NODE_EXTRA_CA_CERTS.',
  };
}

/** Includes similar secrets, which reveal most of the right one. */
function secretsOf({ secret, url }: ReceiverAuditOptions): readonly string[] {
  const resembling = nearMissSecrets(secret).map(({ authorization }) => authorization.replace(/^Bearer ?/, ''));
  const query = URL.canParse(url) ? [...new URL(url).searchParams.values()] : [];
  return [...new Set([secret, ...resembling, ...query])].filter((each) => each.length > 3);
}

function receiverDiscoveries(deliveries: readonly SentExchange[]): readonly Discovery[] {
  return deliveries
    .filter(({ sent, repeated }) => sent.secret === 'open' && repeated !== true)
    .map((exchange) => ({
      about: 'the right secret, written otherwise',
      seen: `${exchange.sent.what.replace('a submission, ', '')} is answered ${answerOf(exchange)}`,
      observation: exchange.id,
    }));
}
