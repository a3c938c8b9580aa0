import type { RuleId } from '@idvkit/schema/rules';

import type { Overrides } from '../hooks/behaviour.ts';

/** A way to break one rule, as a real service might, and nothing else. */
export interface Fault {
  /** The rule, or the rule and a name of its own where several faults break it: `rule/variant`. */
  readonly id: string;
  /** The rule that it breaks. */
  readonly rule: RuleId;
  /** Rules that cannot but break along with it. */
  readonly alsoBreaks: readonly RuleId[];
  /** What the service does wrong, as a clause: "answers 200 instead of 201". */
  readonly title: string;
  /** Makes the overrides anew each time the fault is switched on, so that what they remember starts empty. */
  readonly overrides: () => Overrides;
}

/**
 * Defines a fault.
 *
 * @example
 * defineFault({
 *   rule: 'create.status.201',
 *   title: 'answers 200 where an application was created',
 *   points: { respond: (draft, { condition }) => (condition === 'created' ? { ...draft, status: 200 } : draft) },
 * })
 */
export function defineFault(fault: {
  readonly rule: RuleId;
  /** Tells faults of the same rule apart. */
  readonly variant?: string;
  readonly alsoBreaks?: readonly RuleId[];
  readonly title: string;
  /** Points that it overrides; a function that makes them where the fault has something to remember. */
  readonly points: Overrides | (() => Overrides);
}): Fault {
  const { rule, variant, alsoBreaks = [], title, points } = fault;
  return {
    id: variant === undefined ? rule : `${rule}/${variant}`,
    rule,
    alsoBreaks,
    title,
    overrides: typeof points === 'function' ? points : () => points,
  };
}
