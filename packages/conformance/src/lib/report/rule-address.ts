/** Returns the address of a rule in the index of rules. */
export function ruleAddress(id: string): string {
  return `https://github.com/idvkit/idvkit/blob/main/docs/rules.md#${id}`;
}
