import { ruleEntry, RULE_IDS } from '@idvkit/schema/rules';
import * as z from 'zod';

import { shownCall } from '../../service/call-log.ts';
import type { WorkspaceRuntime } from '../../service/workspace-runtime.ts';
import { clientFinding, type ClientHistory, type ClientRule } from './client-rule.ts';
import { imageRules } from './image-rules.ts';
import { readingRules } from './reading-rules.ts';
import { requestRules } from './request-rules.ts';
import { retryRules } from './retry-rules.ts';

/** Findings listed per rule, and calls listed per finding. */
const MAX_FINDINGS = 25;
const MAX_CALLS = 25;

export const clientRules: readonly ClientRule[] = [...requestRules, ...retryRules, ...readingRules, ...imageRules];

const isClientRule = (id: string): id is ClientRule['id'] => id.startsWith('client.');

const auditedRule = z
  .strictObject({
    id: z.enum(RULE_IDS.filter(isClientRule)),
    level: z.enum(['must', 'should']),
    title: z.string(),
    /** Depends on the level; `passed` only if something was judged. */
    verdict: z.enum(['passed', 'failed', 'warned', 'not-exercised']),
    judged: z.int().meta({ description: 'How often the rule could have been broken; 0 if it was not tested' }),
    broken: z.int().meta({ description: 'How many findings there are, those that are not listed included' }),
    findings: z.array(clientFinding).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalAuditedRule' });

/** The outcome of the audit of a client. */
export const clientAudit = z
  .strictObject({
    format: z.literal('idvkit.client-audit'),
    version: z.literal(1),
    summary: z
      .strictObject({
        passed: z.int(),
        failed: z.int(),
        warned: z.int(),
        notExercised: z.int(),
        calls: z.int(),
      })
      .readonly(),
    rules: z.array(auditedRule).readonly(),
    calls: z.array(shownCall).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalAudit' });

export type ClientAudit = z.infer<typeof clientAudit>;

/** Checks the client of a workspace against the rules that bind it. Calls are the same if method, address, credential and body are. */
export function auditOf({ calls: { calls }, deliveries, visits, state, clock }: WorkspaceRuntime): ClientAudit {
  const history = {
    calls,
    deliveries: deliveries.deliveries,
    visits: visits.visits,
    workspace: state,
    now: clock.now(),
  };
  const rules = clientRules.map((rule) => audited(rule, history));
  const count = (verdict: string): number => rules.filter((rule) => rule.verdict === verdict).length;
  return {
    format: 'idvkit.client-audit',
    version: 1,
    summary: {
      passed: count('passed'),
      failed: count('failed'),
      warned: count('warned'),
      notExercised: count('not-exercised'),
      calls: calls.length,
    },
    rules,
    calls: calls.map(({ trace: _trace, ...call }) => call),
  };
}

function audited({ id, judge }: ClientRule, history: ClientHistory): z.infer<typeof auditedRule> {
  const { level, title } = ruleEntry(id);
  const { judged, findings } = judge(history);
  const broken = level === 'must' ? 'failed' : 'warned';
  return {
    id,
    level,
    title,
    verdict: findings.length > 0 ? broken : judged > 0 ? 'passed' : 'not-exercised',
    judged,
    findings: findings
      .slice(0, MAX_FINDINGS)
      .map((finding) => ({ ...finding, calls: finding.calls.slice(0, MAX_CALLS) })),
    broken: findings.length,
  };
}
