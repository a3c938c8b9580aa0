import type { RuleId } from '@idvkit/schema/rules';

/** Returns the address of a rule's line in docs/rules.md. */
export function ruleAddress(id: RuleId): string {
  return `https://github.com/idvkit/idvkit/blob/main/docs/rules.md#${id}`;
}
