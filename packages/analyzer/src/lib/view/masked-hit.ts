import { stepsOf } from '../export/hit-text.ts';

const MASK = '•••';

/**
 * Writes a hit for reading: its structure, and of its values the flags and the fields that the profile counts. All other texts
 * and numbers are masked; they tell who somebody is.
 *
 * @param shown Paths of the fields that are shown as they are, as in a profile.
 */
export function maskedHit(hit: unknown, shown: readonly string[]): string {
  const open = new Set(shown.map((path) => stepsOf(path).join('\n')));
  return JSON.stringify(masked(hit, [], open), null, 2);
}

function masked(value: unknown, path: readonly string[], shown: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((element) => masked(element, [...path, '[]'], shown));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, [...path, key], shown)]));
  }
  if (value === null || typeof value === 'boolean' || value === '' || shown.has(path.join('\n'))) return value;
  return MASK;
}
