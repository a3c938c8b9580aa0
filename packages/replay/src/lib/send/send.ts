import { randomUUID } from 'node:crypto';

import { ArchiveError, type Archive } from '@idvkit/archive';
import { readVersion } from '@idvkit/cli-kit';
import { systemClock } from '@idvkit/delivery';
import type { SendBaseline, SendPlan, SendReport } from '@idvkit/schema/formats';

import { parseExpectation } from './expectation.ts';
import { ImageServer } from './image-server.ts';
import { planItems } from './order.ts';
import { isKnownToBeSent, recordedItems, type ItemRecord } from './recorded-run.ts';
import { compareWithSendBaseline } from './send-baseline.ts';
import { createSendPlan, type SendRequest } from './send-plan.ts';
import { sendRun, type SendEvent, type SendOutcome } from './send-run.ts';
import { requireAllowedHost, requireNamedTargets } from './send-target.ts';
import { buildSendReport } from './sent-report.ts';

/** Something that happened in a run: what {@link SendEvent} has, and the run as a whole. */
export type RunEvent =
  | SendEvent
  | {
      readonly kind: 'begun';
      readonly run: string;
      readonly isResumed: boolean;
      readonly plan: SendPlan;
      /** Deliveries of the plan, and those that are left to send. */
      readonly deliveries: number;
      readonly open: number;
      /** Captures of which an attempt had started, with an unknown result: they may arrive twice. */
      readonly again: readonly number[];
    }
  /** Everything was sent, and receivers may fetch images for a while. */
  | { readonly kind: 'serving-images' };

/** Options of {@link send}. */
export interface SendOptions {
  /** Archive of the captures. It keeps the attempts of a new run. */
  readonly archive: Archive;
  /**
   * Captures to send, to whom, how, and the answers that are right. Or the name of a run to resume, `last` for the one that began last, and its
   * receivers again: the archive does not decide where the secret goes.
   */
  readonly run:
    | SendRequest
    | ({ readonly resume: string; readonly targets: readonly string[] } & Partial<Pick<SendPlan, 'expect'>>);
  /** Bearer secret of the receivers. */
  readonly secret: string;
  /** Hosts besides loopback that captures may go to. Default: none. */
  readonly allowHosts?: readonly string[];
  /** Answers of an earlier run to compare with. */
  readonly baseline?: SendBaseline | undefined;
  /** Milliseconds for which images are served after the last delivery, if the plan has `images: 'serve'`. Default 10 s. */
  readonly serveTimeoutMs?: number;
  /** Called with what happens, once it is on the disk. The delivery waits for a promise. */
  readonly onEvent?: (event: RunEvent) => unknown;
  /** Ends the run: attempts under way are cancelled, none follows. */
  readonly signal?: AbortSignal;
}

type KnownCaptures = ReadonlyMap<
  number,
  { readonly sha256: string; readonly type: string | undefined; readonly atMs: number }
>;

interface OpenRun {
  readonly plan: SendPlan;
  readonly known: KnownCaptures;
  readonly name: string;
  readonly recorded?: ReadonlyMap<number, ItemRecord>;
}

/**
 * Sends captures under the delivery rules of the service, or resumes a run that was interrupted. Each attempt is in the archive.
 *
 * @throws {CliError} `host-not-allowed`, `target-unusable`, `target-not-named`.
 * @throws {ArchiveError} `capture-unknown`; `run-unusable` if a run cannot be resumed.
 * @see Specification, "Delivery rules"
 *
 * @example
 * const report = await send({ archive, secret, run: { captures: [3], targets: ['http://127.0.0.1:8080/hook'], mode: 'fresh' } });
 * console.log(report.summary.unmet);
 */
export async function send(options: SendOptions): Promise<SendReport> {
  const { baseline, signal = new AbortController().signal } = options;
  const startedAt = new Date();
  const run = await openRun(options);
  try {
    reportBeginning(run, options);
    const { known } = run;
    const isServed = run.plan.mode === 'fresh' && run.plan.images !== 'keep';
    const imageServer = isServed ? await ImageServer.start(() => Date.now()) : undefined;
    let outcomes: readonly SendOutcome[];
    try {
      outcomes = await sendRun({
        plan: run.plan,
        run: run.name,
        ...(run.recorded && { recorded: run.recorded }),
        archive: options.archive,
        isErased: (capture) => !known.has(capture),
        secret: options.secret,
        clock: systemClock,
        newNounce: randomUUID,
        imageServer,
        receivedAtMs: (capture) => known.get(capture)?.atMs ?? 0,
        ...(options.onEvent && { onEvent: options.onEvent }),
        signal,
      });
      await serveImages(imageServer, run.plan, { ...options, signal });
    } finally {
      await imageServer?.close();
    }
    const report = buildSendReport({
      version: readVersion(import.meta.url),
      run: run.name,
      plan: run.plan,
      outcomes,
      expectation: parseExpectation(run.plan.expect),
      startedAt,
      endedAt: new Date(),
      images: imageServer?.tally,
      captureOf: (capture) => known.get(capture) ?? { sha256: '0'.repeat(64), type: undefined },
    });
    return baseline === undefined ? report : compareWithSendBaseline(report, baseline);
  } finally {
    await options.archive.releaseRun(run.name);
  }
}

/** Begins or takes a run after checking its targets: the plan of a resumed run may be foreign. */
async function openRun({ archive, run, allowHosts = [] }: SendOptions): Promise<OpenRun> {
  const check = ({ targets }: SendPlan): void => targets.forEach((target) => requireAllowedHost(target, allowHosts));
  if (!('resume' in run)) {
    const plan = createSendPlan(run);
    check(plan);
    const known = knownCaptures(archive, plan);
    const missing = plan.captures.find((capture) => !known.has(capture));
    if (missing !== undefined) throw new ArchiveError('capture-unknown', `the archive has no capture "${missing}"`);
    return { plan, known, name: await archive.startRun(plan) };
  }
  const { name, ...resumed } = await archive.resumeRun(run.resume);
  const plan = { ...resumed.plan, ...(run.expect !== undefined && { expect: run.expect }) };
  try {
    check(plan);
    requireNamedTargets(plan.targets, run.targets);
    return { plan, known: knownCaptures(archive, plan), name, recorded: recordedItems(archive.attemptsOfRun(name)) };
  } catch (error) {
    await archive.releaseRun(name);
    throw error;
  }
}

function reportBeginning({ plan, name, recorded }: OpenRun, { onEvent }: SendOptions): void {
  const items = planItems(plan);
  const deliveries = items.length;
  const sent = [...(recorded?.values() ?? [])].filter((record) => isKnownToBeSent(record)).length;
  const isResumed = recorded !== undefined;
  const again = items.filter(({ item }) => recorded?.get(item)?.mayHaveArrived === true).map(({ capture }) => capture);
  void onEvent?.({ kind: 'begun', run: name, isResumed, plan, deliveries, open: deliveries - sent, again });
}

/** Finds the captures of a plan that are still in the archive. */
function knownCaptures(archive: Archive, plan: SendPlan): KnownCaptures {
  const known = new Map<number, { sha256: string; type: string | undefined; atMs: number }>();
  const wanted = new Set(plan.captures);
  // Spread as arguments, many captures would be too many.
  const [first, last] = plan.captures.reduce(
    ([least, most], id) => [Math.min(least, id), Math.max(most, id)],
    [Infinity, 0],
  );
  for (const { captured, summary } of archive.list({ ids: [first, last] })) {
    const { id, body, receivedAt } = captured;
    if (wanted.has(id)) known.set(id, { sha256: body.sha256, type: summary.type, atMs: Date.parse(receivedAt) });
  }
  return known;
}

async function serveImages(
  imageServer: ImageServer | undefined,
  plan: SendPlan,
  { serveTimeoutMs = 10_000, onEvent, signal }: SendOptions & { readonly signal: AbortSignal },
): Promise<void> {
  if (imageServer === undefined || plan.images !== 'serve' || signal.aborted || serveTimeoutMs === 0) return;
  void onEvent?.({ kind: 'serving-images' });
  await imageServer.settled(AbortSignal.any([signal, AbortSignal.timeout(serveTimeoutMs)]));
}
