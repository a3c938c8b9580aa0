import { editDistance } from '@idvkit/cli-kit';
import { KNOWN_EVENT_TYPES, type KnownEventType } from '@idvkit/schema';

/**
 * Returns the known event type that a type seems to be meant for: it differs in letter case, separators, the order of its words, or a
 * letter or two. Undefined if it is a known type, or another one altogether: new types may be added.
 */
export function almostKnownType(type: string): KnownEventType | undefined {
  if (KNOWN_EVENT_TYPES.some((known) => known === type)) return undefined;
  const words = wordsOf(type);
  return KNOWN_EVENT_TYPES.find((known) => {
    const own = wordsOf(known);
    return sorted(own) === sorted(words) || isNear(own.join(''), words.join(''));
  });
}

/** A letter in five may differ. */
function isNear(known: string, other: string): boolean {
  return editDistance(known, other) <= Math.floor(known.length / 5);
}

function wordsOf(type: string): readonly string[] {
  return type
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

function sorted(words: readonly string[]): string {
  return words.toSorted().join(' ');
}
