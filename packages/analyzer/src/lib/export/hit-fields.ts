import type { HitProfile } from '@idvkit/schema/formats';

import { stepsOf, textsAt } from '../collect/hit-text.ts';

/** Fields of a hit that the profile names, as texts. A field without a value is left out. */
export type HitFields = Readonly<Record<string, readonly string[]>>;

/** Returns what reads the fields of a profile from a hit, except those that identify a person. */
export function fieldsReader({
  score,
  matchStatus,
  riskLevel,
  types,
  sources,
  matchTypes,
  values,
}: HitProfile): (hit: unknown) => HitFields {
  const paths = [score, matchStatus, riskLevel, ...types, ...sources, ...matchTypes, ...values];
  const all = [...new Set(paths)].flatMap((path) => (path === undefined ? [] : [[path, stepsOf(path)] as const]));
  return (hit) =>
    Object.fromEntries(
      all.flatMap(([path, steps]) => {
        const texts = [...new Set(textsAt(hit, steps))].sort();
        return texts.length === 0 ? [] : [[path, texts]];
      }),
    );
}

/** Digits that every number of the language has. */
const MAX_DIGITS = 15;

/** Parses a hit. A number that would lose digits becomes its text. */
export function parseExact(json: string): unknown {
  const exact = (_key: string, value: unknown, { source = '' }: { readonly source?: string } = {}): unknown =>
    typeof value === 'number' && source.length > MAX_DIGITS && String(value) !== source ? source : value;
  return JSON.parse(json, exact) as unknown;
}

/** Returns a text that two hits share if they have the same members with the same values, in any order and spelling. */
export function canonicalText(hit: unknown): string {
  return JSON.stringify(hit, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
