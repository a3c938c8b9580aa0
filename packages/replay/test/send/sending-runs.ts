import { systemClock, type Clock } from '@idvkit/delivery';
import type { SendPlan } from '@idvkit/schema/formats';
import { afterEach, beforeEach } from 'vitest';

import type { ImageServer } from '../../src/lib/send/image-server.ts';
import { recordedItems } from '../../src/lib/send/recorded-run.ts';
import { sendRun, type SendEvent, type SendOutcome } from '../../src/lib/send/send-run.ts';
import { plannedReceiver, type PlannedReceiver } from '../planned-receiver.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';

/** A body with all that a parser would write differently. */
export const ODD =
  '{ "event":{"type":"submit_form","nounce":"n\\u0031","created_at" : "2026-01-05T03:00:00+00:00"}, "n": 9007199254740993, "s": "\\u0e2a\\/", "s": 1e2,"extra":{"ekyc":{"liveness":{"url":"https:\\/\\/svc.example\\/api\\/ekyc\\/a1\\/result\\/image\\/?q=tok\\u0026exp=1"}}} }';

/** What a run is sent with. */
export interface SendChoices {
  /** Name of a run to go on with. */
  readonly resume?: string;
  readonly imageServer?: ImageServer;
  /** Default: the clock of the machine. */
  readonly clock?: Clock;
  readonly onEvent?: (event: SendEvent) => void;
}

/** Runs of sending from an archive of their own to a receiver of their own, both new for each test. */
export interface SendingRuns {
  readonly sample: SampleArchive;
  readonly receiver: PlannedReceiver;
  /** One capture, number 1, as it is, but for the changes. */
  plan(changes?: Partial<SendPlan>): SendPlan;
  send(planned: SendPlan, choices?: SendChoices): Promise<{ run: string; outcomes: readonly SendOutcome[] }>;
  /** Ends the run that is under way. */
  interrupt(): void;
  /** Bodies that arrived, as text. */
  bodies(): string[];
}

/** Prepares {@link SendingRuns} before each test of a file, and clears up after it. */
export function useSendingRuns(): SendingRuns {
  let sample: SampleArchive;
  let receiver: PlannedReceiver;
  let interruption = new AbortController();
  /** Nounces so far. */
  let made = 0;

  beforeEach(async () => {
    sample = await sampleArchive();
    receiver = await plannedReceiver();
  });
  afterEach(async () => {
    await receiver.close();
    await sample.remove();
  });

  const send: SendingRuns['send'] = async (planned, { resume, imageServer, clock = systemClock, onEvent } = {}) => {
    interruption = new AbortController();
    const { archive } = sample;
    const resumed = resume === undefined ? undefined : await archive.resumeRun(resume);
    const run = resumed?.name ?? (await archive.startRun(planned));
    try {
      const outcomes = await sendRun({
        archive,
        plan: resumed?.plan ?? planned,
        run,
        ...(resumed && { recorded: recordedItems(archive.attemptsOfRun(run)) }),
        receivedAtMs: () => 0,
        secret: 'receiver-secret',
        clock,
        newNounce: () => `00000000-0000-4000-8000-${String((made += 1)).padStart(12, '0')}`,
        imageServer,
        ...(onEvent && { onEvent }),
        signal: interruption.signal,
      });
      return { run, outcomes };
    } finally {
      await archive.releaseRun(run);
    }
  };
  return {
    get sample() {
      return sample;
    },
    get receiver() {
      return receiver;
    },
    plan: (changes = {}) => ({
      mode: 'as-is',
      images: 'keep',
      set: [],
      headers: [],
      targets: [receiver.url],
      captures: [1],
      times: 1,
      order: 'given',
      seed: 1,
      pace: { kind: 'none' },
      concurrency: 1,
      retrySpacingMs: 0,
      timeoutMs: 30_000,
      expect: '2xx',
      ...changes,
    }),
    send,
    interrupt: () => interruption.abort(),
    bodies: () => receiver.arrived.map(({ body }) => body.toString()),
  };
}
