import { ruleEntry } from '@idvkit/schema/rules';

import type { ClientHistory } from './client-history.ts';
import type { ClientFinding, ClientRule, ClientRuleId } from './client-rule.ts';
import { imageRules } from './image-rules.ts';
import { readingRules } from './reading-rules.ts';
import { requestRules } from './request-rules.ts';
import { retryRules } from './retry-rules.ts';

/** Findings listed per rule, and calls listed per finding. */
const FINDINGS = 25;
const CALLS = 25;

/** Every rule that binds the client's backend. */
export const clientRules: readonly ClientRule[] = [...requestRules, ...retryRules, ...readingRules, ...imageRules];

/** What one rule came to. */
export interface AuditedRule {
  readonly id: ClientRuleId;
  readonly level: 'must' | 'should';
  readonly title: string;
  /** `failed` or `warned`, by the level; `passed` only where something was judged. */
  readonly verdict: 'passed' | 'failed' | 'warned' | 'not-exercised';
  /** How often the rule could have been broken. */
  readonly judged: number;
  /** The first findings; `broken` counts them all. */
  readonly findings: readonly ClientFinding[];
  readonly broken: number;
}

/**
 * Judges what a client did by the rules that bind it.
 *
 * What makes two calls the same is their method, address, credential and body, so creates that carry nothing of their applicant
 * look like one call that is repeated.
 */
export function auditClient(history: ClientHistory): readonly AuditedRule[] {
  return clientRules.map(({ id, judge }) => {
    const { level, title } = ruleEntry(id);
    const { judged, findings } = judge(history);
    const broken = level === 'must' ? 'failed' : 'warned';
    return {
      id,
      level,
      title,
      verdict: findings.length > 0 ? broken : judged > 0 ? 'passed' : 'not-exercised',
      judged,
      findings: findings.slice(0, FINDINGS).map((finding) => ({ ...finding, calls: finding.calls.slice(0, CALLS) })),
      broken: findings.length,
    };
  });
}
