import { randomBytes, randomInt, randomUUID } from 'node:crypto';

import type { Archive } from '@idvkit/archive';
import { printable } from '@idvkit/cli-kit';
import { specifiedPolicy, systemClock } from '@idvkit/delivery';
import type { SendPlan, SentAttempt } from '@idvkit/schema/formats';
import { z } from 'zod';

import { planItems } from '../send/order.ts';
import { prepareDelivery, type PreparedDelivery } from '../send/prepare-delivery.ts';
import { RunJournal } from '../send/run-journal.ts';
import { sendRun } from '../send/send-run.ts';
import { isLoopback, shownTarget } from '../send/send-target.ts';
import { UiError } from './ui-error.ts';

/** What the page wants to send. */
export interface SendRequest {
  readonly captures: number[];
  readonly target: string;
  readonly mode: 'as-is' | 'fresh';
  /** Default 1. */
  readonly times: number;
  /** Default 1 s. */
  readonly retrySpacingMs: number;
}

export const sendRequest: z.ZodType<SendRequest> = z.strictObject({
  captures: z.array(z.int().min(1)).min(1).max(1_000),
  target: z.url({ protocol: /^https?$/ }),
  mode: z.enum(['as-is', 'fresh']),
  times: z.int().min(1).max(100).default(1),
  retrySpacingMs: z.int().min(0).max(3_600_000).default(1_000),
});

/** What would be sent, and which attempts each delivery may take. */
export interface SendPreview {
  readonly target: string;
  readonly deliveries: readonly {
    readonly capture: number;
    readonly copy: number;
    readonly bytes: number;
    /** Null where it can be sent. */
    readonly whyNot: string | null;
    readonly how: string;
  }[];
  /** One line for each attempt that a delivery may take. */
  readonly attempts: readonly { readonly number: number; readonly when: string; readonly follows: string }[];
}

/** What the page hears while it sends, one line of JSON each. */
export type SendNews =
  | { readonly kind: 'begun'; readonly run: string; readonly deliveries: number }
  | {
      readonly kind: 'attempt';
      readonly capture: number;
      readonly copy: number;
      readonly number: number;
      readonly result: 'delivered' | 'retry' | 'given-up';
      readonly outcome: string;
      readonly durationMs: number;
      readonly rule: string;
    }
  | { readonly kind: 'not-sent'; readonly capture: number; readonly copy: number; readonly why: string }
  | { readonly kind: 'ended'; readonly delivered: number; readonly failed: number; readonly open: number }
  | { readonly kind: 'failed'; readonly message: string };

/** @throws {UiError} 400 for a receiver beside loopback, or an address with credentials. */
export function toPlan({ captures, target, mode, times, retrySpacingMs }: SendRequest): SendPlan {
  const { hostname, username, password } = new URL(target);
  if (!isLoopback(hostname)) {
    throw new UiError(
      400,
      'The page sends to loopback only: captures hold personal data. For other hosts use idv-replay send --allow-host.',
    );
  }
  if (username !== '' || password !== '') throw new UiError(400, 'Give an address without credentials.');
  return {
    mode,
    images: 'keep',
    set: [],
    headers: [],
    targets: [target],
    captures,
    times,
    order: 'given',
    seed: randomInt(2 ** 31),
    pace: { kind: 'none' },
    concurrency: 1,
    retrySpacingMs,
    timeoutMs: specifiedPolicy.timeoutMs,
  };
}

/** Says what a plan would send, and what the service's rules make of each answer. Nothing is sent and nothing written. */
export async function previewSend(archive: Archive, plan: SendPlan): Promise<SendPreview> {
  const prepared = new Map<number, { readonly bytes: number; readonly delivery: PreparedDelivery }>();
  for (const id of new Set(plan.captures)) {
    const { captured } = await archive.find(String(id));
    prepared.set(id, { bytes: captured.body.bytes, delivery: await prepareDelivery({ archive, captured, plan }) });
  }
  return {
    target: shownTarget(plan.targets[0] ?? ''),
    deliveries: planItems(plan).map(({ capture, copy }) => {
      const { bytes = 0, delivery } = prepared.get(capture) ?? {};
      return {
        capture,
        copy,
        bytes,
        whyNot: delivery?.kind === 'not-sent' ? printable(delivery.why) : null,
        how:
          plan.mode === 'as-is'
            ? 'the very bytes that came, its nounce included'
            : `new nounce, created_at and ${delivery?.kind === 'ready' ? delivery.images : 0} image URLs, all else as it was`,
      };
    }),
    attempts: attemptsToCome(plan),
  };
}

/** @see Specification, "Delivery rules" */
function attemptsToCome({ retrySpacingMs, timeoutMs }: SendPlan): SendPreview['attempts'] {
  const ends = `2xx: delivered · 4xx: not retried · no answer within ${timeoutMs / 1_000} s: not retried`;
  return Array.from({ length: specifiedPolicy.maxRetries + 1 }, (_, index) => ({
    number: index + 1,
    when: index === 0 ? 'at once' : `${retrySpacingMs / 1_000} s after a 5xx`,
    follows: `${ends} · 5xx: ${index < specifiedPolicy.maxRetries ? `attempt ${index + 2}` : 'no more'}`,
  }));
}

/**
 * Sends what a plan says and tells of it as it happens. The run has a journal in the archive, as those of `idv-replay send`
 * have, and can be resumed by name.
 */
export async function sendFromPage({
  archive,
  plan,
  secret,
  signal,
  tell,
}: {
  readonly archive: Archive;
  readonly plan: SendPlan;
  readonly secret: string;
  readonly signal: AbortSignal;
  readonly tell: (news: SendNews) => void;
}): Promise<void> {
  const now = new Date().toISOString();
  const run = `${now.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`;
  const journal = await RunJournal.create(archive.folder, run, plan, now);
  try {
    tell({ kind: 'begun', run, deliveries: planItems(plan).length });
    const outcomes = await sendRun({
      archive,
      plan,
      journal,
      secret,
      clock: systemClock,
      newNounce: randomUUID,
      receivedAtMs: () => 0,
      signal,
      onEvent: (event) => {
        if (event.kind === 'edited') return;
        const { capture, copy } = event.item;
        if (event.kind === 'not-sent') return tell({ kind: 'not-sent', capture, copy, why: printable(event.why) });
        const { number, next, outcome, durationMs, rule } = event.attempt;
        tell({ kind: 'attempt', capture, copy, number, result: next, outcome: outcomeText(outcome), durationMs, rule });
      },
    });
    const delivered = outcomes.filter(({ result }) => result === 'delivered').length;
    const open = outcomes.filter(({ result }) => result === 'interrupted' || result === 'not-reached').length;
    tell({ kind: 'ended', delivered, failed: outcomes.length - delivered - open, open });
  } finally {
    await journal.close();
  }
}

function outcomeText(outcome: SentAttempt['outcome']): string {
  if ('status' in outcome) return `answered ${outcome.status}`;
  if (outcome.failure === 'timed-out') return 'no answer';
  return `${outcome.failure}${outcome.code === undefined ? '' : ` (${outcome.code})`}`;
}
