import type { Clock } from '@idvkit/delivery';

import { stateOf, type StoredApplication } from '../state/application.ts';
import type { Workspace } from '../state/workspace.ts';

export interface ExpiryOptions {
  readonly clock: Clock;
  readonly workspace: () => Workspace;
  /** Is called with the slug of each open application whose time has come. */
  readonly expire: (slug: string) => void;
}

/** Lets forms expire when their time has come. It keeps one timer, for the application that expires next. */
export class Expiry {
  readonly #options: ExpiryOptions;
  #nextAt = Number.POSITIVE_INFINITY;
  #cancel = (): void => {};

  constructor(options: ExpiryOptions) {
    this.#options = options;
  }

  watch({ expiresAt }: StoredApplication): void {
    if (expiresAt < this.#nextAt) this.#arm(expiresAt);
  }

  close(): void {
    this.#cancel();
  }

  #arm(at: number): void {
    const { clock } = this.#options;
    this.#cancel();
    this.#nextAt = at;
    if (Number.isFinite(at)) this.#cancel = clock.schedule(Math.max(0, at - clock.now()), () => this.#due());
  }

  #due(): void {
    const { clock, workspace, expire } = this.#options;
    const now = clock.now();
    const open = workspace()
      .applications.all()
      .filter((application) => stateOf(application) === 'open');
    this.#arm(Math.min(...open.map(({ expiresAt }) => expiresAt).filter((at) => at > now), Number.POSITIVE_INFINITY));
    for (const { slug, expiresAt } of open) if (expiresAt <= now) expire(slug);
  }
}
