import { RULE_IDS } from '@idvkit/schema/rules';
import { z } from 'zod';

import type { LoggedCall } from '../service/call-log.ts';
import type { WorkspaceRuntime } from '../service/workspace-runtime.ts';
import { auditClient } from './audit/audit-client.ts';
import { callView, type CallView } from './views.ts';

const isClientRule = (id: string): id is Extract<(typeof RULE_IDS)[number], `client.${string}`> =>
  id.startsWith('client.');

const finding = z
  .strictObject({
    message: z.string(),
    calls: z
      .array(z.int())
      .readonly()
      .meta({ description: 'Numbers of the calls that show it, the first few of them' }),
    slug: z.string().exactOptional().meta({ description: 'The application that it is about' }),
  })
  .readonly();

const auditedRule = z
  .strictObject({
    id: z.enum(RULE_IDS.filter(isClientRule)),
    level: z.enum(['must', 'should']),
    title: z.string(),
    verdict: z.enum(['passed', 'failed', 'warned', 'not-exercised']),
    judged: z.int().meta({ description: 'How often the rule could have been broken; 0 where it was not exercised' }),
    broken: z.int().meta({ description: 'How many findings there are, those that are not listed included' }),
    findings: z.array(finding).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalAuditedRule' });

/** What the calls of a client came to, by the rules that bind it. */
export const auditView = z
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
    calls: z.array(callView).readonly(),
  })
  .readonly()
  .meta({ id: 'PortalAudit' });

export type ClientAudit = z.infer<typeof auditView>;

/** Judges the client of a workspace. */
export function auditOf({ calls: { calls }, deliveries, visits, state, clock }: WorkspaceRuntime): ClientAudit {
  const rules = auditClient({
    calls,
    deliveries: deliveries.deliveries,
    visits: visits.visits,
    workspace: state,
    now: clock.now(),
  });
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
    calls: calls.map(toCallView),
  };
}

function toCallView({ trace: _trace, ...call }: LoggedCall): CallView {
  return call;
}
