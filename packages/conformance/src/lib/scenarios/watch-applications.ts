import type { PlannedReceiver } from '../drive/planned-receiver.ts';
import type { Recorder } from '../drive/recorder.ts';
import type { RunClock } from '../drive/run-clock.ts';
import type { Applications } from './applications.ts';

/**
 * Waits for as long as a delivery may be in coming, and records for each application that all its deliveries would have
 * been seen since `from`.
 *
 * @param options `events` are the types that the receivers are known to get.
 */
export async function watchApplications({
  applications,
  clock,
  recorder,
  receivers,
  from,
  withinMs,
  events,
}: {
  readonly applications: Applications;
  readonly clock: RunClock;
  readonly recorder: Recorder;
  readonly receivers: PlannedReceiver;
  readonly from: number;
  readonly withinMs: number;
  readonly events?: readonly string[] | undefined;
}): Promise<void> {
  // A little longer: what was caused last has to be over by then.
  await clock.pass(withinMs + 1000);
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
