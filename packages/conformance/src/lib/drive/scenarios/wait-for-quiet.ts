import { endOf } from '../../judge/rules/delivery-chains.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { Applications } from './applications.ts';

/** Time for a held delivery and three retries; later deliveries are not awaited. */
const MAX_CHAIN_MS = 32_000 + 90_000;
const MARGIN_MS = 1000;

export interface QuietWait {
  readonly clock: RunClock;
  readonly recorder: Recorder;
  readonly since: number;
  readonly withinMs: number;
  /** Other people's deliveries do not keep the run waiting. */
  readonly isOwn: (slug: string) => boolean;
}

/** Waits until `withinMs` after the last delivery and possible cause, up to a limit if deliveries never stop. */
export async function waitForQuiet({ clock, recorder, since, withinMs, isOwn }: QuietWait): Promise<void> {
  const limit = since + MAX_CHAIN_MS + withinMs + MARGIN_MS;
  for (;;) {
    const last = Math.max(since, lastEndOf(recorder, isOwn));
    const leftMs = Math.min(last + withinMs + MARGIN_MS, limit) - clock.now();
    if (leftMs <= 0) return;
    await clock.pass(leftMs, 'for deliveries that may still come (patienceSeconds)');
  }
}

function lastEndOf({ observations }: Recorder, isOwn: QuietWait['isOwn']): number {
  return observations
    .filter((observation) => observation.kind === 'delivery')
    .filter(({ slug }) => slug === undefined || isOwn(slug))
    .reduce((last, delivery) => Math.max(last, endOf(delivery)), 0);
}

export async function watchApplications({
  applications,
  clock,
  recorder,
  receivers,
  from,
  since,
  withinMs,
  events,
}: {
  readonly applications: Applications;
  readonly clock: RunClock;
  readonly recorder: Recorder;
  readonly receivers: PlannedReceiver;
  readonly from: number;
  readonly since: number;
  readonly withinMs: number;
  readonly events?: readonly string[] | undefined;
}): Promise<void> {
  const isOwn = (slug: string): boolean => applications.knows(slug);
  await waitForQuiet({ clock, recorder, since, withinMs, isOwn });
  const until = clock.now();
  for (const { slug } of applications.all) {
    recorder.note('watch', {
      at: from,
      until,
      slug,
      receivers: receivers.ids,
      ...(events === undefined ? {} : { events }),
    });
  }
}
