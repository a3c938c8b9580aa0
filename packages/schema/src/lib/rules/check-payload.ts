import type { BodyContext } from '../check/check.ts';
import { JsonNode, type Defect } from '../check/json-node.ts';
import { RULE_IDS, ruleEntry, type RuleId } from './catalogue.ts';

/** A rule that a body breaks, and where. */
export interface RuleIssue extends Defect {
  readonly rule: RuleId;
}

/**
 * Checks the body of a delivery or a result by every rule that this body is enough to break. It never throws, whatever JSON
 * value the body is; fields that no rule is about pass.
 *
 * @param body A JSON value, as `JSON.parse` returns it. Anything else, such as an array with holes, may throw.
 * @param context What is known beside the body. Default: a body with an `event` is that of a delivery.
 * @returns The rules that it breaks, in the catalogue's order. `actual` may be personal.
 *
 * @example
 * checkPayload(result).map(({ rule, path }) => `${rule} at ${path.join('.')}`)
 */
export function checkPayload(body: unknown, context?: BodyContext): readonly RuleIssue[] {
  const issues: RuleIssue[] = [];
  let checked: RuleId | undefined;
  const node = new JsonNode(body, (result) => {
    if (result !== 'ok' && checked !== undefined) issues.push({ rule: checked, ...result });
  });
  const known = context ?? { source: node.at('event').isMissing ? 'result' : 'delivery' };
  for (const { rule, check } of payloadChecks) {
    checked = rule;
    check(node, known);
  }
  return issues;
}

const payloadChecks = RULE_IDS.flatMap((rule) => {
  const { of, check } = ruleEntry(rule).body ?? {};
  return check !== undefined && (of === 'payload' || of === 'delivery' || of === 'result') ? [{ rule, check }] : [];
});
