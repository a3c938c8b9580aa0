import { CliError } from '@idvkit/cli-kit';
import type { ClientAudit } from '@idvkit/mock';
import type { HardenedChange, HardenReport } from '@idvkit/schema/formats';

import { ALL_CHANGES, isDelay, mockWith } from './change.ts';
import type { ClientCommand } from './client-command.ts';
import { differencesOf } from './differences.ts';
import { hardenSummary } from './harden-summary.ts';
import { likeliestFirst } from './likeliest-first.ts';
import { Recorder, type Recording } from './recording.ts';
import { openReplayer } from './replay.ts';
import { runAgainstMock, SEED } from './run-against-mock.ts';

/** A run may take this much longer than that against the correct mock; several share the machine. */
const TIMES_SLOWER = 3;
const MIN_SPARE_MS = 5000;

export interface HardenOptions extends Pick<ClientCommand, 'words' | 'cwd' | 'env' | 'signal'> {
  /** Runs at a time. */
  readonly jobs: number;
  /** Milliseconds after which no run is started. Default: none. */
  readonly budgetMs?: number | undefined;
  /** Chooses faults and variations. Default: all. */
  readonly isChosen?: (id: string) => boolean;
  /** Result of an incomplete run to continue. */
  readonly earlier?: HardenReport | undefined;
  readonly tool: HardenReport['tool'];
  readonly clock: { now(): number };
  /** Called with the number of changes that were compared, before any is run. */
  readonly onCompared?: (changes: number) => void;
  readonly onProgress?: (report: HardenReport) => void;
  /** Called with the result so far, after each run. */
  readonly onResult?: (report: HardenReport) => Promise<void>;
}

/**
 * Runs the tests of a client against the correct mock, then with each variation and each fault that changes a byte that it receives.
 *
 * @throws {CliError} `client-unstartable`, `client-red` or `client-silent` if the first run does not pass or makes no call.
 */
export async function hardenClient(options: HardenOptions): Promise<HardenReport> {
  const { clock, signal, tool, words, earlier } = options;
  const endsAt = options.budgetMs === undefined ? Infinity : clock.now() + options.budgetMs;
  const recording = await recordCorrectRun(options);
  const met = await changesMet(recording, options);
  const known = new Map(earlier?.changes.map(({ id, tests }) => [id, tests]));
  const results = new Map(
    met.map((change): [string, HardenedChange] => {
      const tests = known.get(change.id);
      const isKept = change.tests === 'not-run' && tests !== undefined && tests !== 'not-met';
      return [change.id, isKept ? { ...change, tests } : change];
    }),
  );
  const report = (): HardenReport => {
    const changes = [...results.values()];
    return {
      format: 'idvkit.harden-report',
      version: 1,
      tool,
      command: [...words],
      complete: queue.length === 0 && running === 0 && !signal.aborted,
      correct: recording.summary,
      summary: hardenSummary(changes),
      changes,
    };
  };

  const queue = queueOf([...results.values()]);
  const timeoutMs = Math.max(recording.summary.ms * TIMES_SLOWER, recording.summary.ms + MIN_SPARE_MS);
  let running = 0;
  let saved = Promise.resolve();
  const work = async (): Promise<void> => {
    while (!signal.aborted && clock.now() < endsAt) {
      const change = queue.shift();
      if (change === undefined) return;
      running += 1;
      const { ended } = await runAgainstMock(mockWith(change), { ...options, timeoutMs });
      running -= 1;
      if (ended === 'interrupted' || ended === 'not-started') {
        queue.unshift(change);
        return;
      }
      results.set(change.id, { ...change, tests: ended });
      options.onProgress?.(report());
      saved = saved.then(() => options.onResult?.(report()));
    }
  };
  options.onProgress?.(report());
  await Promise.all(Array.from({ length: options.jobs }, work));
  await saved;
  return report();
}

/** Order: first changes that were not run, then those that a test or a fix since the interruption may have affected. */
function queueOf(changes: readonly HardenedChange[]): HardenedChange[] {
  const isOpen = ({ kind, tests }: HardenedChange): boolean =>
    kind === 'fault' ? tests === 'passed' : tests === 'failed' || tests === 'timed-out';
  return [...changes.filter(({ tests }) => tests === 'not-run'), ...changes.filter(isOpen)];
}

interface CorrectRun {
  readonly recording: Recording;
  readonly summary: HardenReport['correct'];
}

async function recordCorrectRun(options: HardenOptions): Promise<CorrectRun> {
  const { words, clock } = options;
  const recorder = new Recorder(() => clock.now());
  const { ended, how, output, audit } = await runAgainstMock({ observer: recorder }, options);
  const recording = await recorder.end();
  const typed = words.join(' ');
  if (ended === 'not-started') {
    throw new CliError({
      code: 'client-unstartable',
      message: `Cannot run "${typed}": it ${how}.`,
      fix: 'Give the test command after --, as words: no shell reads them.',
    });
  }
  if (ended === 'failed') {
    throw new CliError({
      code: 'client-red',
      message: `Cannot harden "${typed}": it ${how} against the correct mock.`,
      fix: 'Let the tests pass first. They get the address of the mock in IDV_BASE_URL, its token in IDV_API_TOKEN.',
      details: [...output.trimEnd().split('\n').slice(-30), ...failedIn(audit)],
    });
  }
  const calls = recording.requests.filter(({ url }) => !new URL(url).pathname.startsWith('/_portal'));
  if (calls.length === 0 && ended === 'passed') {
    throw new CliError({
      code: 'client-silent',
      message: `Cannot harden "${typed}": it passed, but made no call to the mock.`,
      fix: 'Let the tests read the address of the service from IDV_BASE_URL, and its token from IDV_API_TOKEN.',
    });
  }
  const deliveries = [...recording.answers.values()].flat().filter((status) => status !== 0).length;
  return { recording, summary: { ms: recording.ms, calls: calls.length, deliveries } };
}

/** Lists the rules that the calls of the client broke, which may be why its tests fail. */
function failedIn({ rules }: ClientAudit): readonly string[] {
  return rules
    .filter(({ verdict }) => verdict === 'failed')
    .map(({ id, findings: [first] }) => `✗ ${id}: ${first?.message}`);
}

/** Compares what the client received with what it would receive with each change. */
async function changesMet({ recording }: CorrectRun, options: HardenOptions): Promise<readonly HardenedChange[]> {
  const { signal, isChosen = () => true } = options;
  const replayer = await openReplayer(SEED);
  try {
    const correct = await replayer.replay(recording, {});
    // Calls in parallel may be decided in another order: then nothing is known of what a change alters, and all are run.
    const isExact = correct.calls.join() === recording.calls.join();
    const changes: HardenedChange[] = [];
    for (const change of ALL_CHANGES.filter(({ id }) => isChosen(id))) {
      if (signal.aborted) break;
      const { messages, first } = differencesOf(correct, await replayer.replay(recording, mockWith(change)));
      const delay = messages === 0 && isDelay(change);
      options.onCompared?.(changes.length);
      changes.push({
        ...change,
        tests: messages > 0 || delay || !isExact ? 'not-run' : 'not-met',
        messages,
        ...(first && { first }),
        ...(delay && { first: { call: 'every call', what: 'delay' } }),
      });
    }
    return likeliestFirst(changes);
  } finally {
    await replayer.close();
  }
}
