import { at } from '@idvkit/json';
import type { SummaryWarning } from '@idvkit/schema/formats';
import { checkPayload, ruleEntry, type RuleId } from '@idvkit/schema/rules';

import type { PayloadSkeleton } from '../collect/skeleton.ts';
import { pathText } from '../scan/json-error.ts';

type Steps = readonly (string | number)[];

/** Rules that compare a value with all the members of another, which may have been left out of the skeleton. */
const NEED_EVERY_MEMBER: ReadonlySet<RuleId> = new Set<RuleId>([
  'aml.run.aggregate-any',
  'aml.run.aggregate-all',
  'aml.run.values-list-lists-true',
]);

/** A warning that a rule of the catalogue is broken. */
export function ruleWarning(rule: RuleId, steps: Steps, message: string): SummaryWarning {
  return { code: rule, kind: 'rule', level: ruleEntry(rule).level, path: pathText(steps), message };
}

/** Names the rules of the catalogue that a payload breaks outside its hits; missing members of one container are one warning. */
export function ruleWarnings(skeleton: PayloadSkeleton): SummaryWarning[] {
  const missing = new Map<string, { readonly rule: RuleId; readonly steps: Steps; readonly names: string[] }>();
  const found: SummaryWarning[] = [];
  for (const { rule, path, message, actual } of checkPayload(skeleton.root)) {
    if (!isReliable(skeleton, path) || (skeleton.dropped > 0 && NEED_EVERY_MEMBER.has(rule))) continue;
    if (actual !== undefined) {
      found.push(ruleWarning(rule, path, message));
      continue;
    }
    const steps = path.slice(0, -1);
    const key = JSON.stringify([rule, steps]);
    const known = missing.get(key) ?? { rule, steps, names: [] };
    missing.set(key, known);
    known.names.push(String(path.at(-1)));
  }
  const gaps = [...missing.values()].map(({ rule, steps, names }) =>
    ruleWarning(rule, steps, `lacks ${names.join(', ')}`),
  );
  return [...gaps, ...found];
}

/** Returns whether the skeleton is enough to say so: the text is whole, and nothing that may be the value was left out. */
function isReliable(skeleton: PayloadSkeleton, steps: Steps): boolean {
  const step = steps.at(-1);
  if (step === undefined) return true;
  const parent = at(skeleton.root, ...steps.slice(0, -1));
  if (skeleton.isCut(parent, step)) return false;
  return skeleton.dropped === 0 || at(parent, step) !== undefined;
}
