import type { SendPlan, SendReport, SentDelivery } from '@idvkit/schema/formats';

import type { Expectation } from './expectation.ts';
import type { ImageTally } from './image-server.ts';
import type { SendOutcome } from './send-run.ts';
import { shownTarget } from './send-target.ts';

export interface SendReportInput {
  readonly version: string;
  readonly run: string;
  readonly plan: SendPlan;
  readonly outcomes: readonly SendOutcome[];
  readonly expectation: Expectation;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly images: ImageTally | undefined;
  /** Finds what the index knows of a capture. */
  readonly captureOf: (capture: number) => { readonly sha256: string; readonly type: string | undefined };
}

export function buildSendReport(input: SendReportInput): SendReport {
  const { plan, outcomes, expectation } = input;
  const deliveries = outcomes.map(({ item, attempts, result, why, again }): SentDelivery => {
    const { sha256, type } = input.captureOf(item.capture);
    const last = attempts.at(-1);
    const isOpen = result === 'interrupted' || result === 'not-reached';
    const met = isOpen ? null : last !== undefined && result !== 'not-sent' && expectation.isMetBy(last.outcome);
    return {
      capture: item.capture,
      ...(type !== undefined && { type }),
      sha256,
      copy: item.copy,
      target: item.target + 1,
      result,
      ...(why !== undefined && { why }),
      met,
      attempts: [...attempts],
      ...(again && { again }),
    };
  });
  const open = deliveries.filter(({ met }) => met === null).length;
  return {
    format: 'idvkit.send-report',
    version: 1,
    tool: { name: 'idvkit', version: input.version },
    run: input.run,
    mode: plan.mode,
    order: plan.order,
    seed: plan.seed,
    expect: expectation.text,
    startedAt: input.startedAt.toISOString(),
    durationMs: Math.max(0, input.endedAt.getTime() - input.startedAt.getTime()),
    complete: open === 0,
    targets: plan.targets.map((target) => shownTarget(target)),
    summary: {
      deliveries: deliveries.length,
      met: deliveries.filter(({ met }) => met === true).length,
      unmet: deliveries.filter(({ met }) => met === false).length,
      open,
      attempts: deliveries.reduce((sum, { attempts }) => sum + attempts.length, 0),
      ...latencyOf(deliveries),
    },
    ...(input.images && { images: input.images }),
    deliveries,
  };
}

/** Returns the spread of the times to an answer; nothing if no attempt was answered. */
function latencyOf(deliveries: readonly SentDelivery[]): Pick<SendReport['summary'], 'latencyMs'> {
  const times = deliveries
    .flatMap(({ attempts }) => attempts)
    .flatMap(({ outcome, durationMs }) => ('status' in outcome ? [durationMs] : []))
    .sort((a, b) => a - b);
  const at = (share: number): number => times[Math.ceil(times.length * share) - 1] ?? 0;
  return times.length === 0 ? {} : { latencyMs: { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) } };
}
