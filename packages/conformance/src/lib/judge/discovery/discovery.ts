import type { ObservationId } from '../../observe/observation.ts';

/** Something that the specification does not show, as a target was seen to have it. It is never judged. */
export interface Discovery {
  /** What the specification leaves open, in a few words. */
  readonly about: string;
  /** How it is there, as a clause. No values of anybody. */
  readonly seen: string;
  /** The first observation that shows it. */
  readonly observation: ObservationId;
}

/** Longest name that is told. */
const MAX_NAME_LENGTH = 60;

/** A name of the service in quotes: a report shows it if the specification or the form has it. */
export function tellableName(name: string): string {
  return name.length > MAX_NAME_LENGTH || /\d{4,}|@|:\/\/|"/.test(name) ? '(a name that is left out)' : `"${name}"`;
}

/** Lists names in order, each once, and counts those beyond the first twenty. */
export function listed(names: Iterable<string>): string {
  const all = [...new Set([...names].map(tellableName))].toSorted();
  const more = all.length - 20;
  return `${all.slice(0, 20).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
