import type { ApplicationState } from '../../observe/condition.ts';
import type { Observation } from '../../observe/observation.ts';

/** Past of an application, and the states in which it is possible. @see Specification, "States and transitions" */
export const PASTS: Readonly<Record<Past, readonly ApplicationState[]>> = {
  nothing: ['none', 'unknown-slug', 'open', 'submitted', 'expired', 'deleted'],
  'status change': ['open', 'submitted', 'expired', 'deleted'],
  resend: ['submitted', 'deleted'],
  'status change and resend': ['submitted', 'deleted'],
  expiry: ['deleted'],
};

export type Past = 'nothing' | 'status change' | 'resend' | 'status change and resend' | 'expiry';

/** Past of each application of a run so far. */
export class Pasts {
  readonly #changed = new Set<string>();
  readonly #resent = new Set<string>();
  readonly #expired = new Set<string>();

  constructor(observations: readonly Observation[] = []) {
    for (const observation of observations) this.note(observation);
  }

  note(observation: Observation): void {
    if (observation.kind === 'action') {
      if (observation.action === 'change-status') this.#changed.add(observation.slug);
      if (observation.action === 'expire') this.#expired.add(observation.slug);
    }
    if (observation.kind !== 'exchange' || observation.slug === undefined) return;
    const { endpoint, credential, method, application } = observation.condition;
    const isResend =
      endpoint === 'resend' && method === 'POST' && credential === 'valid' && application === 'submitted';
    if (isResend && observation.response?.status === 204) this.#resent.add(observation.slug);
  }

  of(slug: string | undefined, state: ApplicationState): Past {
    if (slug === undefined) return 'nothing';
    const happened = [this.#changed.has(slug) && 'status change', this.#resent.has(slug) && 'resend'].filter(Boolean);
    // Joined, they are keys of the table.
    const past = (happened.join(' and ') || (this.#expired.has(slug) ? 'expiry' : 'nothing')) as Past;
    return PASTS[past].includes(state) ? past : 'nothing';
  }
}
