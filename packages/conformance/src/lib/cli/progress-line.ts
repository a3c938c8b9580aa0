import { createProgress, type Io, type Progress } from '@idvkit/cli-kit';

import type { RunProgress } from '../drive/calls/run-options.ts';

export interface ProgressLine {
  readonly show: (progress: RunProgress) => void;
  readonly end: () => void;
}

/** Waits of at least this length are logged: a silent wait looks like a run that hangs. */
const LONG_WAIT_MS = 20_000;
const LOG_EVERY_MS = 30_000;

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

  const draw = (): void => {
    if (isAsking) return;
    const names = [...running];
    const others = names.length > 1 ? ` and ${names.length - 1} more` : '';
    const what = waiting === '' ? `${names[0] ?? ''}${names.length > 0 ? others : ''}` : waiting;
    progress.update(`${ended}/${scenarios} scenarios · ${observations} observations · ${what}`);
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
        progress.message(`Checking ${event.target}: ${scenarios} scenarios`);
      } else if (event.kind === 'scenario-started') running.add(event.scenario);
      else if (event.kind === 'scenario-ended') {
        running.delete(event.scenario);
        ({ ended } = event);
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
