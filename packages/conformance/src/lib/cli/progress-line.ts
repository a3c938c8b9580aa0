import { counted, createProgress, type Io, type Progress } from '@idvkit/cli-kit';

import type { RunPlan } from '../drive/calls/plan-coverage.ts';
import type { RunProgress } from '../drive/calls/run-options.ts';
import { expectedText, waitingText } from './plan-text.ts';

export interface ProgressLine {
  readonly show: (progress: RunProgress) => void;
  readonly end: () => void;
}

/** Waits of at least this length are logged: a silent wait looks like a run that hangs. */
const LONG_WAIT_MS = 20_000;
const LOG_EVERY_MS = 30_000;
/** Counting failures judges the whole run so far. */
const COUNT_EVERY_MS = 1000;
const BAR_WIDTH = 12;

/** Creates the progress line of a run. It is hidden while a person is asked. */
export function createProgressLine(
  io: Pick<Io, 'stderr' | 'env'>,
  { isQuiet, clock }: { readonly isQuiet: boolean; readonly clock: { now(): number } },
): ProgressLine {
  if (isQuiet) return { show: () => {}, end: () => {} };
  const progress: Progress = createProgress({ io, clock });
  const running = new Set<string>();
  let ended = 0;
  let scenarios = 0;
  let observations = 0;
  let waiting = '';
  let isAsking = false;
  let loggedAt = -Infinity;
  let failed = 0;
  let countedAt = -Infinity;

  const startedAt = clock.now();
  const timeText = (): string => {
    const ms = clock.now() - startedAt;
    // Scenarios take different times: an early estimate would mislead.
    if (ended * 5 < scenarios || ended === scenarios) return seconds(ms);
    return `${seconds(ms)}, about ${seconds((ms * (scenarios - ended)) / ended)} left`;
  };

  const draw = (): void => {
    if (isAsking) return;
    const names = [...running];
    const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
    const what = waiting === '' ? `${names[0] ?? ''}${names.length > 0 ? others : ''}` : waiting;
    progress.update(
      `${bar(ended, scenarios)} ${ended}/${scenarios} scenarios · ${timeText()} · ${observations} observations · ${failed > 0 ? `${failed} failed · ` : ''}${what}`,
    );
  };

  const showPlan = (plan: RunPlan): void => {
    const waiting = waitingText(plan);
    const notes = waiting === undefined ? '' : `; ${waiting} wait for --budget`;
    progress.message(`Planned: ${expectedText(plan)}${notes}`);
  };

  const log = ({ kind }: RunProgress, wait: Wait): void => {
    if (wait.ms < LONG_WAIT_MS) return;
    // The progress line shows the wait already.
    if (kind === 'waiting' && (progress.isShown || clock.now() - loggedAt < LOG_EVERY_MS)) return;
    if (kind === 'waiting') loggedAt = clock.now();
    progress.message(wait.text.replace(/^./, (first) => first.toUpperCase()));
  };

  return {
    show: (event) => {
      if ('observations' in event) ({ observations } = event);
      if (event.kind === 'started') {
        ({ scenarios } = event);
        progress.message(`Checking ${event.target}: ${counted(scenarios, 'scenario')}`);
        if (event.plan !== undefined) showPlan(event.plan);
      } else if (event.kind === 'scenario-started') running.add(event.scenario);
      else if (event.kind === 'scenario-ended') {
        running.delete(event.scenario);
        ({ ended } = event);
        if (progress.isShown && event.countFailed !== undefined && clock.now() - countedAt >= COUNT_EVERY_MS) {
          failed = event.countFailed();
          countedAt = clock.now();
        }
      } else if (event.kind === 'asking') {
        isAsking = true;
        progress.end();
      } else if (event.kind === 'answered') isAsking = false;
      const wait = waitOf(event);
      waiting = wait.text;
      log(event, wait);
      draw();
    },
    end: () => progress.end(),
  };
}

/** Draws how much is done: `[===       ]`. */
function bar(done: number, all: number): string {
  const filled = all === 0 ? 0 : Math.round((done / all) * BAR_WIDTH);
  return `[${'='.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}]`;
}

interface Wait {
  readonly text: string;
  readonly ms: number;
}

function waitOf(event: RunProgress): Wait {
  switch (event.kind) {
    case 'backing-off':
      return { text: `asked to be patient for ${seconds(event.waitMs)}`, ms: event.waitMs };
    case 'waiting':
      return { text: `waiting ${seconds(event.forMs)} ${event.why}`, ms: event.forMs };
    default:
      return { text: event.kind === 'judging' ? 'judging' : '', ms: 0 };
  }
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}
