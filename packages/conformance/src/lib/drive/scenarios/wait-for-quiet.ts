import { endOf } from '../../judge/rules/delivery-chains.ts';
import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { Applications } from './applications.ts';

/** Time in which a held delivery ends and three retries come: deliveries that come after it are not waited for. */
const MAX_CHAIN_MS = 32_000 + 90_000;
/** Makes the period a little longer than a rule asks for. */
const MARGIN_MS = 1000;

/** When and for how long to wait. */
export interface QuietWait {
  readonly clock: RunClock;
  readonly recorder: Recorder;
  /** When the run last did something that may cause a delivery. */
  readonly since: number;
  /** How long a delivery may take to come. */
  readonly withinMs: number;
}

/**
 * Waits until no delivery can come any more: until `withinMs` have passed since the last delivery ended, and since the run
 * last did something that may cause one. A service that never stops delivering does not hold it up forever.
 */
export async function waitForQuiet({ clock, recorder, since, withinMs }: QuietWait): Promise<void> {
  const limit = since + MAX_CHAIN_MS + withinMs + MARGIN_MS;
  for (;;) {
    const last = Math.max(since, lastEndOf(recorder));
    const leftMs = Math.min(last + withinMs + MARGIN_MS, limit) - clock.now();
    if (leftMs <= 0) return;
    await clock.pass(leftMs, 'for deliveries that may still come (patienceSeconds)');
  }
}

/** When the last delivery ended, or has to end. */
function lastEndOf({ observations }: Recorder): number {
  return observations
    .filter((observation) => observation.kind === 'delivery')
    .reduce((last, delivery) => Math.max(last, endOf(delivery)), 0);
}

/**
 * Waits until no delivery can come any more, and records for each application that all its deliveries since `from` would
 * have been seen.
 *
 * @param options `since` is when the run last did something that may cause a delivery; `events` are the types that the
 *   receivers are known to get.
 */
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
  await waitForQuiet({ clock, recorder, since, withinMs });
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
