import type { RuleReport } from '@idvkit/schema/formats';
import type { RuleId } from '@idvkit/schema/rules';

import { isMissing, type Lacking } from '../supplies.ts';
import { faultSignatures } from './read-signatures.ts';

let blockers: ReadonlyMap<RuleId, ReadonlySet<RuleId>> | undefined;

/**
 * Marks rules that were not tested because another rule failed: a fault of that rule has the same effect on the mock. A rule that
 * misses something else is not blocked.
 */
export function withBlockers(rules: readonly RuleReport[], skipped: readonly Lacking[]): readonly RuleReport[] {
  const failed = rules.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
  if (failed.length === 0) return rules;
  const known = (blockers ??= blockersOf());
  return rules.map((rule) => {
    if (rule.verdict !== 'not-exercised' || isMissing(rule.id, skipped)) return rule;
    const blockedBy = failed.filter((id) => known.get(rule.id)?.has(id));
    return blockedBy.length === 0 ? rule : { ...rule, blockedBy };
  });
}

function blockersOf(): ReadonlyMap<RuleId, ReadonlySet<RuleId>> {
  const pairs = faultSignatures().flatMap(({ rule, blocks }) => blocks.map((blocked) => ({ rule, blocked })));
  const byBlocked = Map.groupBy(pairs, ({ blocked }) => blocked);
  return new Map([...byBlocked].map(([blocked, own]) => [blocked, new Set(own.map(({ rule }) => rule))]));
}
