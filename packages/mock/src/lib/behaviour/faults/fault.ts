import type { RuleId } from '@idvkit/schema/rules';

import type { Overrides } from '../hooks/behaviour.ts';

/** A way to break one rule, as a real service might, and nothing else. */
export interface Fault {
  /** The rule, or the rule and the variant if several faults break it: `rule/variant`. */
  readonly id: string;
  /** The rule that it breaks. */
  readonly rule: RuleId;
  /** Rules that inevitably break too. */
  readonly alsoBreaks: readonly RuleId[];
  /** Wrong behaviour of the service, as a clause: "answers 200 instead of 201". */
  readonly title: string;
  /** Creates the overrides each time the fault is switched on, so that what they remember starts empty. */
  readonly overrides: () => Overrides;
}

/** A fault as it is declared under the rule that it breaks. */
export interface FaultEntry {
  /** Distinguishes the faults of one rule. */
  readonly variant?: string;
  readonly alsoBreaks?: readonly RuleId[];
  readonly title: string;
  /** A function that creates them if the fault has something to remember. */
  readonly overrides: Overrides | (() => Overrides);
}

/** Faults by the rule that they break. */
export type FaultTable = Readonly<Partial<Record<RuleId, FaultEntry | readonly FaultEntry[]>>>;

/** Completes a fault of a rule. */
export function createFault(rule: RuleId, { variant, alsoBreaks = [], title, overrides }: FaultEntry): Fault {
  return {
    id: variant === undefined ? rule : `${rule}/${variant}`,
    rule,
    alsoBreaks,
    title,
    overrides: typeof overrides === 'function' ? overrides : () => overrides,
  };
}
