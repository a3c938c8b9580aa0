import type { Archive } from '@idvkit/archive';
import { printable } from '@idvkit/cli-kit';
import { isLoopback, specifiedPolicy } from '@idvkit/delivery';
import type { SendPlan } from '@idvkit/schema/formats';
import * as z from 'zod';

import { findOverlap, toSetValue, type SetValue } from '../edit/set-value.ts';
import { attemptText } from '../send/expectation.ts';
import type { PreparedDelivery } from '../send/prepare-delivery.ts';
import { previewPlan } from '../send/preview-plan.ts';
import { createSendPlan } from '../send/send-plan.ts';
import { shownTarget } from '../send/send-target.ts';
import { send, type SendOptions } from '../send/send.ts';
import { UiError } from './ui-error.ts';

/** A request of the page to send. */
export const sendRequest = z.strictObject({
  captures: z.array(z.int().min(1)).min(1).max(1_000),
  target: z.url({ protocol: /^https?$/ }),
  mode: z.enum(['as-is', 'fresh']),
  times: z.int().min(1).max(100).default(1),
  retrySpacingMs: z.int().min(0).max(3_600_000).default(1_000),
  /** Values to put into the bodies, by JSON pointer: JSON as a person types it, or else a string. */
  set: z
    .array(z.strictObject({ pointer: z.string(), text: z.string().max(16_384) }))
    .max(100)
    .default([]),
});

export type SendRequest = z.infer<typeof sendRequest>;

/** The deliveries of a request, and the attempts that each may take. */
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

/** An event that the page gets while it sends, one line of JSON each. */
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

/** @throws {UiError} 400 for a receiver besides loopback, an address with credentials, or values that cannot be set. */
export function toPlan({ captures, target, mode, times, retrySpacingMs, set }: SendRequest): SendPlan {
  const { hostname, username, password } = new URL(target);
  if (!isLoopback(hostname)) {
    throw new UiError(
      400,
      'The page sends to loopback only: captures hold personal data. For other hosts use idvkit send --allow-host.',
    );
  }
  if (username !== '' || password !== '') throw new UiError(400, 'Give an address without credentials.');
  const values = set.map(({ pointer, text }) => settable(pointer, text));
  const overlap = findOverlap(values);
  if (overlap) throw new UiError(400, `Set either ${overlap[0]} or ${overlap[1]}: one is within the other.`);
  return createSendPlan({ captures, targets: [target], mode, times, retrySpacingMs, set: values });
}

function settable(pointer: string, text: string): SetValue {
  try {
    return toSetValue(pointer, text);
  } catch (cause) {
    throw new UiError(400, 'Give the JSON pointer of a value to set, such as /application/status.', { cause });
  }
}

/** Previews what a plan would send, and what follows from each answer. Sends and writes nothing. */
export async function previewSend(archive: Archive, plan: SendPlan): Promise<SendPreview> {
  const planned = await previewPlan(archive, plan);
  return {
    target: shownTarget(plan.targets[0] ?? ''),
    deliveries: planned.map(({ item: { capture, copy }, bytes, prepared }) => ({
      capture,
      copy,
      bytes,
      whyNot: prepared.kind === 'not-sent' ? printable(prepared.why) : null,
      how: howSent(plan, prepared),
    })),
    attempts: attemptsToCome(plan),
  };
}

function howSent({ mode, set }: SendPlan, prepared: PreparedDelivery): string {
  const images = prepared.kind === 'ready' ? prepared.images : 0;
  const edited = set.length === 0 ? '' : `, with ${set.map(({ pointer }) => printable(pointer)).join(', ')} edited`;
  if (mode === 'fresh') return `new nounce, created_at and ${images} image URLs, all else as it was${edited}`;
  return `${set.length === 0 ? 'the bytes that came' : 'as it came'}, its nounce included${edited}`;
}

/** @see Specification, "Delivery rules" */
function attemptsToCome({ retrySpacingMs, timeoutMs }: SendPlan): SendPreview['attempts'] {
  const ends = `2xx: delivered · 4xx: not retried · no answer within ${timeoutMs / 1_000} s: not retried`;
  return Array.from({ length: specifiedPolicy.maxRetries + 1 }, (_, index) => ({
    number: index + 1,
    when: index === 0 ? 'immediately' : `${retrySpacingMs / 1_000} s after a 5xx`,
    follows: `${ends} · 5xx: ${index < specifiedPolicy.maxRetries ? `attempt ${index + 2}` : 'no more'}`,
  }));
}

/** Sends what a plan says and reports what happens. The run has a journal in the archive and can be resumed by name. */
export async function sendFromPage({
  report,
  plan,
  ...options
}: Pick<SendOptions, 'archive' | 'secret' | 'signal'> & {
  readonly plan: SendPlan;
  readonly report: (news: SendNews) => void;
}): Promise<void> {
  const { deliveries } = await send({
    ...options,
    run: plan,
    onEvent: (event) => {
      if (event.kind === 'begun') return report({ kind: 'begun', run: event.run, deliveries: event.deliveries });
      if (event.kind !== 'attempt' && event.kind !== 'not-sent') return;
      const { capture, copy } = event.item;
      if (event.kind === 'not-sent') return report({ kind: 'not-sent', capture, copy, why: printable(event.why) });
      const { number, next, outcome, durationMs, rule } = event.attempt;
      report({ kind: 'attempt', capture, copy, number, result: next, outcome: attemptText(outcome), durationMs, rule });
    },
  });
  const delivered = deliveries.filter(({ result }) => result === 'delivered').length;
  const open = deliveries.filter(({ met }) => met === null).length;
  report({ kind: 'ended', delivered, failed: deliveries.length - delivered - open, open });
}
