import { createProgress, type Io, type Progress } from '@idvkit/cli-kit';

import type { RunProgress } from '../drive/calls/run-options.ts';

/** Shows what a run is at, on one line of stderr. */
export interface ProgressLine {
  readonly show: (progress: RunProgress) => void;
  readonly end: () => void;
}

/** A log reports waits of at least this length: one that stands still looks like a run that hangs. */
const LONG_WAIT_MS = 20_000;
/** Time between two lines of a log about the same wait. */
const LOG_EVERY_MS = 30_000;

/** Creates the progress line of a run; with `isQuiet` it shows nothing. It is hidden while a person is asked something. */
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

  return {
    show: (event) => {
      waiting = '';
      switch (event.kind) {
        case 'started':
          ({ scenarios } = event);
          progress.message(`Checking ${event.target}: ${scenarios} scenarios`);
          break;
        case 'scenario-started':
          running.add(event.scenario);
          break;
        case 'scenario-ended':
          running.delete(event.scenario);
          ({ ended, observations } = event);
          break;
        case 'scenario-skipped':
          break;
        case 'backing-off':
          waiting = `asked to be patient for ${seconds(event.waitMs)}`;
          if (event.waitMs >= LONG_WAIT_MS) progress.message(`Asked to be patient for ${seconds(event.waitMs)}`);
          break;
        case 'waiting':
          waiting = `waiting ${seconds(event.forMs)} ${event.why}`;
          if (progress.isShown || event.forMs < LONG_WAIT_MS || clock.now() - loggedAt < LOG_EVERY_MS) break;
          loggedAt = clock.now();
          progress.message(`Waiting ${seconds(event.forMs)} ${event.why}`);
          break;
        case 'asking':
          isAsking = true;
          progress.end();
          break;
        case 'answered':
          isAsking = false;
          break;
        case 'judging':
          ({ observations } = event);
          waiting = 'judging';
          break;
      }
      draw();
    },
    end: () => progress.end(),
  };
}

function seconds(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1000))} s`;
}
