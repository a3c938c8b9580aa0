import type { BodyContext, Check } from '../check/check.ts';
import { JsonNode, type Defect } from '../check/json-node.ts';
import { RULE_IDS, ruleEntry, type RuleId } from './catalogue.ts';

/** A rule that a body breaks, and where. */
export interface RuleIssue extends Defect {
  readonly rule: RuleId;
}

/**
 * Checks the body of a delivery or a result by every rule that this body is enough to break. It never throws, whatever the
 * body holds; fields that no rule is about pass.
 *
 * @param body A parsed body.
 * @param context What is known beside the body. Default: a body with an `event` is that of a delivery.
 * @returns The rules that it breaks, in the catalogue's order. `actual` may be personal.
 *
 * @example
 * checkPayload(result).map(({ rule, path }) => `${rule} at ${path.join('.')}`)
 */
export function checkPayload(body: unknown, context?: BodyContext): readonly RuleIssue[] {
  return issuesOf(payloadChecks, body, context);
}

/**
 * Checks a delivery that the guard `isDelivery` accepts, several times faster than {@link checkPayload}: it skips the rules that
 * JSON Schema states.
 *
 * @returns What `checkPayload` returns of the same JSON. Of a key whose value is `undefined`, which JSON cannot have, it may return less.
 *
 * @example
 * const issues = isDelivery(body) ? checkGuardedDelivery(body) : checkPayload(body)
 */
export function checkGuardedDelivery(body: unknown): readonly RuleIssue[] {
  return issuesOf(unstatedChecks, body, { source: 'delivery' });
}

interface PayloadCheck {
  readonly rule: RuleId;
  readonly check: Check;
}

function issuesOf(checks: readonly PayloadCheck[], body: unknown, context?: BodyContext): RuleIssue[] {
  const node = new JsonNode(body);
  const known = context ?? { source: node.at('event').isMissing ? 'result' : 'delivery' };
  const issues: RuleIssue[] = [];
  for (const { rule, check } of checks) {
    for (const result of check(node, known)) if (result !== 'ok') issues.push({ rule, ...result });
  }
  return issues;
}

const payloadChecks: readonly PayloadCheck[] = RULE_IDS.flatMap((rule) => {
  const { of, check } = ruleEntry(rule).body ?? {};
  return check !== undefined && (of === 'payload' || of === 'delivery' || of === 'result') ? [{ rule, check }] : [];
});

const unstatedChecks = payloadChecks.filter(({ rule }) => {
  const { level, beyondJsonSchema } = ruleEntry(rule);
  return level === 'should' || beyondJsonSchema === true;
});
