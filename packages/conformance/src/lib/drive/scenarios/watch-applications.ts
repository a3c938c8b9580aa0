import type { PlannedReceiver } from '../calls/planned-receiver.ts';
import type { Recorder } from '../calls/recorder.ts';
import type { RunClock } from '../calls/run-clock.ts';
import type { Applications } from './applications.ts';
import { waitForQuiet } from './wait-for-quiet.ts';

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
