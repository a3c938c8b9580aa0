import type { ServiceEndpoint } from '../../observe/condition.ts';
import type { ObservationId } from '../../observe/observation.ts';

/** Something that the specification does not show and the target does. It is never judged. */
export interface Discovery {
  /** Topic that the specification leaves open, in a few words. */
  readonly about: string;
  /** Behaviour of the target, as a clause without personal values. */
  readonly seen: string;
  /** The first observation that shows it. */
  readonly observation: ObservationId;
  /** The observation that it goes against, if it takes two to see it. */
  readonly against?: ObservationId;
  /** Advice, as one sentence. Reports show it without being asked. */
  readonly advice?: string;
  /** Statuses that it is about, for a table of endpoints and conditions. */
  readonly cells?: readonly DiscoveredStatus[];
}

/** The status of an endpoint under a condition, described in a few words. */
export interface DiscoveredStatus {
  readonly endpoint: ServiceEndpoint;
  readonly condition: string;
  readonly status: number;
}

const MAX_NAME_LENGTH = 60;

/** Quotes a name, unless it may be personal. A report shows it if the specification or the form has it. */
export function quotedName(name: string): string {
  return name.length > MAX_NAME_LENGTH || /\d{4,}|@|:\/\/|"/.test(name) ? '(a name that is left out)' : `"${name}"`;
}

/** Lists distinct names in order, and counts those beyond the first twenty. */
export function listed(names: Iterable<string>): string {
  const all = [...new Set([...names].map(quotedName))].toSorted();
  const more = all.length - 20;
  return `${all.slice(0, 20).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
