import { allFaults } from '@idvkit/mock';
import { ruleEntry, type RuleId } from '@idvkit/schema/rules';

import type { Scope } from '../src/lib/rule/rule.ts';
import { serviceRules } from '../src/lib/rules/all-rules.ts';
import { receiverRules } from '../src/lib/rules/receiver.ts';

const SUBJECTS: Readonly<Record<Scope, string>> = {
  exchange: 'each call with its answer',
  delivery: 'each delivery',
  payload: 'each payload, of a result or of a delivery',
  timeline: 'all that is seen of an application',
  run: 'all that is seen in a run',
};

const judged = new Map([...serviceRules, ...receiverRules].map((rule) => [rule.id, rule]));

/** Says of a rule, in Markdown, what its judge looks at, what lets it be judged, and which faults of the mock break it. */
export function ruleDetail(id: RuleId): readonly string[] {
  const faults = allFaults.filter(({ rule }) => rule === id).map((fault) => `it _${fault.title}_ (\`${fault.id}\`)`);
  return [judgeOf(id), ...(faults.length > 0 ? [`Broken where ${faults.join(', ')}.`] : [])];
}

function judgeOf(id: RuleId): string {
  const rule = judged.get(id);
  if (rule !== undefined) return `Judged on ${SUBJECTS[rule.scope]}. Takes: ${rule.needs}`;
  if (ruleEntry(id).binds !== 'client') throw new Error(`${id} has no judge`);
  return 'Judged by the mock, on the calls that it gets: `idv-mock --fail-on-audit`.';
}
