import { PRIVACY_OF_HITS, privacyBelow, type PrivacyNode } from '@idvkit/schema/privacy';

import { stepsOf } from '../collect/hit-text.ts';
import { isShownValue, MASK } from '../collect/shown-text.ts';

/**
 * Writes a hit for reading: its structure, and of its values the flags, words of lists and counts. All other texts
 * and numbers are masked; they tell who a person is.
 *
 * @param shown Paths of the fields that are shown whatever they hold, as a user names them in a profile.
 */
export function maskedHit(hit: unknown, shown: readonly string[]): string {
  const open = new Set(shown.map((path) => stepsOf(path).join('\n')));
  return JSON.stringify(masked(hit, { node: PRIVACY_OF_HITS, path: [] }, open), null, 2);
}

/** A position in a hit. */
interface Position {
  readonly node: PrivacyNode;
  readonly path: readonly string[];
}

function masked(value: unknown, { node, path }: Position, open: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) {
    const below = { node: privacyBelow(node, 0), path: [...path, '[]'] };
    return value.map((element) => masked(element, below, open));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        masked(inner, { node: privacyBelow(node, key), path: [...path, key] }, open),
      ]),
    );
  }
  if (value === null || typeof value === 'boolean' || value === '' || open.has(path.join('\n'))) return value;
  return (typeof value === 'string' || typeof value === 'number') &&
    isShownValue(String(value), node.privacy ?? { class: 'person' })
    ? value
    : MASK;
}
