import type { Clock } from '@idvkit/delivery';

import { stateOf, type StoredApplication } from '../state/application.ts';
import type { Workspace } from '../state/workspace.ts';

/** Lets forms expire when their time has come. */
export interface Expiry {
  /** Takes note of an application that may expire. */
  watch(application: StoredApplication): void;
  close(): void;
}

/**
 * Keeps one timer, for the application that expires next.
 *
 * @param expire Called with the slug of each open application whose time has come.
 */
export function createExpiry(clock: Clock, workspace: () => Workspace, expire: (slug: string) => void): Expiry {
  let nextAt = Number.POSITIVE_INFINITY;
  let cancel = (): void => {};

  const arm = (at: number): void => {
    cancel();
    nextAt = at;
    if (Number.isFinite(at)) cancel = clock.schedule(Math.max(0, at - clock.now()), due);
  };
  const due = (): void => {
    const now = clock.now();
    const open = workspace()
      .applications.all()
      .filter((application) => stateOf(application) === 'open');
    arm(Math.min(...open.map(({ expiresAt }) => expiresAt).filter((at) => at > now), Number.POSITIVE_INFINITY));
    for (const { slug, expiresAt } of open) if (expiresAt <= now) expire(slug);
  };

  return {
    watch: ({ expiresAt }) => {
      if (expiresAt < nextAt) arm(expiresAt);
    },
    close: () => {
      cancel();
    },
  };
}
