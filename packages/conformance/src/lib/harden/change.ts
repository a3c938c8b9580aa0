import { allFaults, allVariations } from '@idvkit/mock';
import type { RuleId } from '@idvkit/schema/rules';

/** A change of the mock that the tests of a client run against. */
export interface Change {
  readonly kind: 'fault' | 'variation';
  readonly id: string;
  readonly title: string;
  /** The rule that a fault breaks. */
  readonly rule?: RuleId;
}

/** Every change: variations, then faults in the order of the rule catalogue. */
export const ALL_CHANGES: readonly Change[] = [
  ...allVariations.map(({ id, title }): Change => ({ kind: 'variation', id, title })),
  ...allFaults.map(({ id, title, rule }): Change => ({ kind: 'fault', id, title, rule })),
];

/** Returns the options of a mock with a change. */
export function mockWith({ kind, id }: Pick<Change, 'kind' | 'id'>): {
  readonly faults?: readonly string[];
  readonly variations?: readonly string[];
} {
  return kind === 'fault' ? { faults: [id] } : { variations: [id] };
}

/** Variations that change no byte, but when it comes. */
const DELAYS: ReadonlySet<string> = new Set(
  allVariations.filter(({ overrides }) => overrides().answerDelayMs !== undefined).map(({ id }) => id),
);

/** Checks whether a change makes a client wait for what it receives. */
export function isDelay({ id }: Change): boolean {
  return DELAYS.has(id);
}
