import type { Archive } from '@idvkit/archive';
import {
  createSender,
  pause,
  retrySpacing,
  Semaphore,
  specifiedPolicy,
  type Attempt,
  type Clock,
  type Sender,
} from '@idvkit/delivery';
import type { Captured, ReceiverAnswer, SendPlan, SentAttempt, SentDelivery } from '@idvkit/schema/formats';

import type { SetChange } from '../edit/body-survey.ts';
import type { ImageServer } from './image-server.ts';
import { planItems, type SendItem } from './order.ts';
import { departures } from './pace.ts';
import { isBodyChanged, prepareDelivery, type PreparedDelivery } from './prepare-delivery.ts';
import { isKnownToBeSent, type ItemRecord } from './recorded-run.ts';
import { shownTarget } from './send-target.ts';
import { decidingRule, resultOf, toAnswer, toOutcome, toSentAttempts } from './sent-attempt.ts';

/** Something that happened in a run, once it is on the disk. */
export type SendEvent =
  | {
      readonly kind: 'attempt';
      readonly item: SendItem;
      readonly captured: Captured;
      readonly attempt: SentAttempt;
      /** Answer of the receiver. It may repeat parts of the delivery. */
      readonly answer?: ReceiverAnswer;
      /** The `Content-Encoding` that the body was unpacked from and packed with again, because it was edited. */
      readonly packing?: string;
    }
  | { readonly kind: 'not-sent'; readonly item: SendItem; readonly why: string }
  /** Values that are set, before the first delivery of a capture leaves. */
  | { readonly kind: 'edited'; readonly item: SendItem; readonly changes: readonly SetChange[] };

/** Options of {@link sendRun}. */
export interface SendRunOptions {
  readonly archive: Archive;
  readonly plan: SendPlan;
  /** Name of the run. */
  readonly run: string;
  /** Entries of an earlier part of the run, by number of the delivery. Default: none. */
  readonly recorded?: ReadonlyMap<number, ItemRecord>;
  /** Checks whether a capture of the plan was erased since. Default: none was. */
  readonly isErased?: (capture: number) => boolean;
  /** When the captures were received, in milliseconds since the epoch; needed for the recorded pace. */
  readonly receivedAtMs: (capture: number) => number;
  /** Bearer secret of the receivers. */
  readonly secret: string;
  readonly clock: Clock;
  newNounce(): string;
  readonly imageServer?: ImageServer | undefined;
  readonly onEvent?: (event: SendEvent) => unknown;
  /** Ends the run: attempts under way are torn down, none follows. */
  readonly signal: AbortSignal;
}

export type SendOutcome = Pick<SentDelivery, 'attempts' | 'result' | 'why' | 'again'> & { readonly item: SendItem };

/**
 * Sends every delivery of a plan that is not known to be sent. After a crash, a receiver may get one twice, and never none.
 * Nothing counts as sent before its answer is on the disk.
 * @returns One outcome for each delivery, in the plan's order.
 * @throws what the disk said: the run stops there.
 * @see Specification, "Delivery rules"
 */
export function sendRun(options: SendRunOptions): Promise<readonly SendOutcome[]> {
  return new RunSender(options).send();
}

const GONE = 'it was erased since the run began';

interface Sending {
  readonly item: SendItem;
  readonly captured: Captured;
  readonly prepared: Extract<PreparedDelivery, { kind: 'ready' }>;
  readonly attempts: SentAttempt[];
  readonly earlier: number;
  readonly retriesUsed: number;
}

class RunSender {
  readonly #options: SendRunOptions;
  readonly #sender: Sender;
  readonly #failure = new AbortController();
  #failed: { readonly error: unknown } | undefined;
  readonly #signal: AbortSignal;
  readonly #outcomes = new Map<number, SendOutcome>();
  readonly #edited = new Set<number>();
  readonly #listeners = new Map<string, (attempt: Attempt) => void>();

  constructor(options: SendRunOptions) {
    const { plan } = options;
    this.#options = options;
    this.#signal = AbortSignal.any([options.signal, this.#failure.signal]);
    const removed = new Set(plan.headers.map(([name]) => name.toLowerCase()));
    this.#sender = createSender({
      clock: options.clock,
      newNounce: () => options.newNounce(),
      keepsAnswers: true,
      policy: {
        timeoutMs: plan.timeoutMs,
        retryDelayMs: retrySpacing(plan.retrySpacingMs),
        headers: (receiver) => {
          const prescribed = Object.entries(specifiedPolicy.headers(receiver));
          return Object.fromEntries(prescribed.filter(([name]) => !removed.has(name)));
        },
      },
      onAttempt: (attempt) => this.#listeners.get(attempt.receiverId)?.(attempt),
    });
  }

  async send(): Promise<readonly SendOutcome[]> {
    const { plan } = this.#options;
    const items = planItems(plan);
    const open = items.filter((item) => !this.#isKnownToBeSent(item));
    const isErased = ({ capture }: SendItem): boolean => this.#options.isErased?.(capture) === true;
    try {
      // Before the others, since the recorded pace has no time for them.
      for (const item of open.filter(isErased)) this.#refuseItem(item, GONE);
      const there = open.filter((item) => !isErased(item));
      await Promise.all(
        plan.targets.map((_, target) => this.#sendLane(there.filter((item) => item.target === target))),
      );
    } finally {
      await this.#sender.close();
    }
    if (this.#failed) {
      const { error } = this.#failed;
      throw error instanceof Error ? error : new Error(String(error));
    }
    return items.map((item) => this.#outcomes.get(item.item) ?? { item, attempts: [], result: 'not-reached' });
  }

  #isKnownToBeSent(item: SendItem): boolean {
    const { plan, recorded } = this.#options;
    const before = recorded?.get(item.item);
    if (before === undefined || !isKnownToBeSent(before)) return false;
    const attempts = toSentAttempts(before.attempts, plan.timeoutMs);
    this.#outcomes.set(item.item, { item, attempts, result: resultOf(attempts) });
    return true;
  }

  /** Ends the run: nothing can be written down any more. */
  readonly #stop = (error: unknown): void => {
    this.#failed ??= { error };
    this.#failure.abort();
  };

  async #sendLane(items: readonly SendItem[]): Promise<void> {
    const { plan, clock, receivedAtMs } = this.#options;
    const receivedAt = plan.pace.kind === 'recorded' ? items.map(({ capture }) => receivedAtMs(capture)) : [];
    const leavesAt = departures(plan.pace, receivedAt);
    const startedAt = clock.now();
    const turns = new Semaphore(plan.concurrency);
    const underWay = new Set<Promise<void>>();
    for (const [index, item] of items.entries()) {
      const waitMs = startedAt + leavesAt(index) - clock.now();
      if (waitMs > 0) await pause(clock, waitMs, this.#signal);
      await turns.acquire();
      if (this.#signal.aborted) break;
      const sending: Promise<void> = this.#sendItem(item)
        .catch(this.#stop)
        .finally(() => {
          underWay.delete(sending);
          turns.release();
        });
      underWay.add(sending);
    }
    await Promise.all(underWay);
  }

  async #sendItem(item: SendItem): Promise<void> {
    const { archive, plan, imageServer, onEvent } = this.#options;
    const [found] = archive.list({ ids: [item.capture, item.capture] });
    if (found === undefined) return this.#refuseItem(item, GONE);
    const { captured } = found;
    const prepared = await prepareDelivery({ archive, captured, plan, imageServer });
    if (prepared.kind === 'not-sent') return this.#refuseItem(item, prepared.why);
    if (prepared.changes.length > 0 && !this.#edited.has(item.capture)) {
      this.#edited.add(item.capture);
      await onEvent?.({ kind: 'edited', item, changes: prepared.changes });
    }
    const outcome = this.#outcomeBefore(item);
    const { attempts } = outcome;
    const retriesUsed = attempts.filter(({ next }) => next === 'retry').length;
    const earlier = attempts.length;
    const why = await this.#deliver({ item, captured, prepared, attempts, earlier, retriesUsed });
    const result = why === undefined ? { result: resultOf(attempts) } : { result: 'not-sent' as const, why };
    this.#outcomes.set(item.item, { ...outcome, ...result });
  }

  /** Returns what an earlier part of the run had of a delivery. */
  #outcomeBefore(item: SendItem): Pick<SendOutcome, 'item' | 'again'> & { readonly attempts: SentAttempt[] } {
    const { plan, recorded } = this.#options;
    const before = recorded?.get(item.item);
    const attempts = toSentAttempts(before?.attempts ?? [], plan.timeoutMs);
    const again = before?.isUnknown === true || attempts.length > 0;
    return { item, attempts, ...(again && { again }) };
  }

  #refuseItem(item: SendItem, why: string): void {
    this.#refuse(item, why);
    this.#outcomes.set(item.item, { ...this.#outcomeBefore(item), result: 'not-sent', why });
  }

  #refuse(item: SendItem, why: string): void {
    void this.#options.onEvent?.({ kind: 'not-sent', item, why });
  }

  /** Makes the attempts of a delivery. @returns why it was not sent, if its body turned out to be another one. */
  async #deliver(sending: Sending): Promise<string | undefined> {
    const { plan, secret } = this.#options;
    const { item, prepared, retriesUsed } = sending;
    let started = await this.#start(sending);
    let written = Promise.resolve();
    const id = String(item.item);
    this.#listeners.set(id, (ended) => {
      const before = written;
      written = (async () => {
        await before;
        await this.#record(ended, sending, started);
        if (ended.next === 'retry') started = await this.#start(sending);
      })();
      // Awaited below; a delivery that waits for its retry is stopped immediately.
      written.catch(this.#stop);
    });
    try {
      await this.#sender.deliver({ id, url: plan.targets[item.target] ?? '', secret }, prepared.content, {
        signal: this.#signal,
        policy: { maxRetries: specifiedPolicy.maxRetries - retriesUsed },
      });
      await written;
      return undefined;
    } catch (error) {
      if (!isBodyChanged(error)) throw error;
      await written;
      const why = 'its body is not what was received; run idvkit archive verify';
      this.#refuse(item, why);
      return why;
    } finally {
      this.#listeners.delete(id);
    }
  }

  /** Writes down that an attempt is about to leave. @returns its row. */
  #start({ item, attempts }: Sending): Promise<number> {
    const { archive, plan, clock, run } = this.#options;
    return archive.addAttempt({
      capture: item.capture,
      run,
      item: item.item,
      at: new Date(clock.now()).toISOString(),
      target: shownTarget(plan.targets[item.target] ?? ''),
      number: attempts.length + 1,
      outcome: 'started',
    });
  }

  async #record(ended: Attempt, sending: Sending, started: number): Promise<void> {
    const { item, captured, prepared, attempts, earlier, retriesUsed } = sending;
    const { archive, plan, onEvent } = this.#options;
    const attempt = {
      number: earlier + ended.number,
      at: new Date(ended.startedAt).toISOString(),
      durationMs: ended.endedAt - ended.startedAt,
      outcome: toOutcome(ended.outcome),
      next: ended.next,
    };
    const answer = await toAnswer(ended.outcome);
    await archive.endAttempt(started, attempt, answer);
    const retriesSoFar = retriesUsed + ended.number - 1;
    const rule = decidingRule(attempt.outcome, { next: ended.next, retriesSoFar, timeoutMs: plan.timeoutMs });
    const { packing } = prepared;
    attempts.push({ ...attempt, rule });
    await onEvent?.({
      kind: 'attempt',
      item,
      captured,
      attempt: { ...attempt, rule },
      ...(answer && { answer }),
      ...(packing !== undefined && { packing }),
    });
  }
}
