import type { Archive } from '@idvkit/archive';
import { createSender, pause, retrySpacing, specifiedPolicy, type Attempt, type Clock } from '@idvkit/delivery';
import type { Captured, SendPlan, SentAttempt, SentDelivery } from '@idvkit/schema/formats';

import type { SetChange } from '../edit/body-survey.ts';
import { decidingRule } from './delivery-rule.ts';
import type { ImageServer } from './image-server.ts';
import { planItems, type SendItem } from './order.ts';
import { departures, Turns } from './pace.ts';
import { isBodyChanged, prepareDelivery } from './prepare-delivery.ts';
import { isKnownToBeSent, type ItemRecord, type RunJournal } from './run-journal.ts';
import { shownTarget } from './send-target.ts';
import { resultOf, toOutcome, toSentAttempts } from './sent-attempt.ts';

/** What a run tells while it goes on; each once it is on the disk. */
export type SendEvent =
  | {
      readonly kind: 'attempt';
      readonly item: SendItem;
      readonly captured: Captured;
      readonly attempt: SentAttempt;
      /** The `Content-Encoding` that the body was unpacked from and packed with again, because it was edited. */
      readonly packing?: string;
    }
  | { readonly kind: 'not-sent'; readonly item: SendItem; readonly why: string }
  /** Values that are set, before the first delivery of a capture leaves. */
  | { readonly kind: 'edited'; readonly item: SendItem; readonly changes: readonly SetChange[] };

/** What a run needs. */
export interface SendRunOptions {
  readonly archive: Archive;
  readonly plan: SendPlan;
  readonly journal: RunJournal;
  /** What an earlier part of the run wrote down, by number of the delivery. Default: nothing. */
  readonly recorded?: ReadonlyMap<number, ItemRecord>;
  /** When the captures were received, in milliseconds since the epoch; needed for the recorded pace. */
  readonly receivedAtMs: (capture: number) => number;
  /** Bearer secret of the receivers. */
  readonly secret: string;
  readonly clock: Clock;
  newNounce(): string;
  readonly imageServer?: ImageServer | undefined;
  readonly onEvent?: (event: SendEvent) => void;
  /** Ends the run: attempts under way are torn down, none follows. */
  readonly signal: AbortSignal;
}

/** How a delivery of a run ended. */
export type SendOutcome = Pick<SentDelivery, 'attempts' | 'result' | 'why' | 'again'> & { readonly item: SendItem };

/**
 * Sends what a plan says, and what an earlier part of the run did not finish: whatever is not known to be sent is sent, so a
 * receiver may get a delivery twice after a crash, and never none. Nothing counts as sent before its answer is on the disk.
 *
 * @returns One outcome for each delivery of the plan, in the plan's order.
 * @throws what the disk said, as soon as nothing can be written down any more: the run stops there.
 * @see Specification, "Delivery rules"
 */
export async function sendRun(options: SendRunOptions): Promise<readonly SendOutcome[]> {
  const { archive, plan, journal, recorded, clock } = options;
  const failure = new AbortController();
  let failed: { readonly error: unknown } | undefined;
  const stop = (error: unknown): void => {
    failed ??= { error };
    failure.abort();
  };
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const outcomes = new Map<number, SendOutcome>();
  const edited = new Set<number>();
  const hearers = new Map<string, (attempt: Attempt) => void>();
  const removed = new Set(plan.headers.map(([name]) => name.toLowerCase()));
  const sender = createSender({
    clock,
    newNounce: () => options.newNounce(),
    policy: {
      timeoutMs: plan.timeoutMs,
      retryDelayMs: retrySpacing(plan.retrySpacingMs),
      headers: (receiver) => {
        const prescribed = Object.entries(specifiedPolicy.headers(receiver));
        return Object.fromEntries(prescribed.filter(([name]) => !removed.has(name)));
      },
    },
    onAttempt: (attempt) => hearers.get(attempt.receiverId)?.(attempt),
  });

  const isoNow = (): string => new Date(clock.now()).toISOString();
  const send = async (item: SendItem, before: ItemRecord | undefined): Promise<void> => {
    const url = plan.targets[item.target] ?? '';
    const note = { kind: 'attempt', capture: item.capture, run: journal.run, target: shownTarget(url) } as const;
    const earlier = toSentAttempts(before?.attempts ?? [], plan.timeoutMs);
    const retriesUsed = earlier.filter(({ next }) => next === 'retry').length;
    const attempts: SentAttempt[] = [...earlier];
    const again = before?.isUnknown === true || earlier.length > 0;
    const conclude = (rest: Pick<SendOutcome, 'result' | 'why'>): void => {
      outcomes.set(item.item, { item, attempts, ...(again && { again }), ...rest });
    };
    const { captured } = await archive.find(String(item.capture));
    const prepared = await prepareDelivery({ archive, captured, plan, imageServer: options.imageServer });
    const refuse = async (why: string): Promise<void> => {
      await journal.append({ kind: 'not-sent', item: item.item, at: isoNow(), why });
      conclude({ result: 'not-sent', why });
      options.onEvent?.({ kind: 'not-sent', item, why });
    };
    if (prepared.kind === 'not-sent') return refuse(prepared.why);
    if (prepared.changes.length > 0 && !edited.has(item.capture)) {
      edited.add(item.capture);
      options.onEvent?.({ kind: 'edited', item, changes: prepared.changes });
    }

    const first = { number: attempts.length + 1, at: isoNow() };
    await Promise.all([
      journal.append({ kind: 'started', item: item.item, at: first.at }),
      archive.record({ ...note, ...first, outcome: 'started' }),
    ]);
    let written = Promise.resolve();
    const id = String(item.item);
    hearers.set(id, (ended) => {
      const { next } = ended;
      const number = earlier.length + ended.number;
      const fact = {
        item: item.item,
        number,
        at: new Date(ended.startedAt).toISOString(),
        durationMs: ended.endedAt - ended.startedAt,
        outcome: toOutcome(ended.outcome),
        next,
      };
      const { outcome } = fact;
      const rule = decidingRule(outcome, {
        next,
        retriesSoFar: retriesUsed + ended.number - 1,
        timeoutMs: plan.timeoutMs,
      });
      // A note has the time of what it says: `started` has that of the start.
      const endedAt = new Date(ended.endedAt).toISOString();
      const line = { number, at: endedAt, outcome: 'status' in outcome ? outcome : { failure: outcome.failure } };
      const write = async (): Promise<void> => {
        await Promise.all([journal.append({ kind: 'attempt', ...fact }), archive.record({ ...note, ...line })]);
        const attempt = { number, at: fact.at, durationMs: fact.durationMs, outcome, next, rule };
        attempts.push(attempt);
        const { packing } = prepared;
        options.onEvent?.({ kind: 'attempt', item, captured, attempt, ...(packing !== undefined && { packing }) });
      };
      written = written.then(write);
      // Awaited below; a delivery that waits for its retry is stopped at once.
      written.catch(stop);
    });
    try {
      const receiver = { id, url, secret: options.secret };
      await sender.deliver(receiver, prepared.content, {
        signal,
        policy: { maxRetries: specifiedPolicy.maxRetries - retriesUsed },
      });
    } catch (error) {
      if (!isBodyChanged(error)) throw error;
      await written;
      return await refuse('its body is not what was received; run idv-replay verify');
    } finally {
      hearers.delete(id);
    }
    await written;
    conclude({ result: resultOf(attempts) });
  };

  const items = planItems(plan);
  const open = items.filter((item) => {
    const before = recorded?.get(item.item);
    if (before === undefined || !isKnownToBeSent(before)) return true;
    const attempts = toSentAttempts(before.attempts, plan.timeoutMs);
    outcomes.set(item.item, { item, attempts, result: resultOf(attempts) });
    return false;
  });
  try {
    await Promise.all(
      plan.targets.map(async (_, target) => {
        const lane = open.filter((item) => item.target === target);
        const leavesAt = departures(
          plan.pace,
          plan.pace.kind === 'recorded' ? lane.map(({ capture }) => options.receivedAtMs(capture)) : [],
        );
        const startedAt = clock.now();
        const turns = new Turns(plan.concurrency);
        const underWay = new Set<Promise<void>>();
        for (const [index, item] of lane.entries()) {
          const waitMs = startedAt + leavesAt(index) - clock.now();
          if (waitMs > 0) await pause(clock, waitMs, signal);
          await turns.take();
          if (signal.aborted) break;
          const sending: Promise<void> = send(item, recorded?.get(item.item))
            .catch(stop)
            .finally(() => {
              underWay.delete(sending);
              turns.end();
            });
          underWay.add(sending);
        }
        await Promise.all(underWay);
      }),
    );
  } finally {
    await sender.close();
  }
  if (failed) throw failed.error instanceof Error ? failed.error : new Error(String(failed.error));
  return items.map((item) => outcomes.get(item.item) ?? { item, attempts: [], result: 'not-reached' });
}
