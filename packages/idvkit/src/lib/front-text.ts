/** Commands that have another name here than in their own tool. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'idv-conformance': { run: 'check', check: 'judge' },
};

/** What stands for a tool in front of its commands. */
const GROUPS: Readonly<Record<string, string>> = { 'idv-mock': 'idvkit mock', 'idv-analyze': 'idvkit analyze' };

/** Returns the name of a tool's command in `idvkit`. */
export function frontName(tool: string, command: string): string {
  return RENAMED[tool]?.[command] ?? command;
}

/**
 * Returns help and messages of the tools with the commands as they are typed here: `idv-conformance run` becomes
 * `idvkit check`.
 */
export function frontText(text: string): string {
  return text.replaceAll(
    /\b(idv-(?:conformance|replay|mock|analyze))\b(?:(:)|(\s+)([a-z]+)\b)?/g,
    (_match, tool: string, colon: string | undefined, space = '', command = '') =>
      colon === undefined ? `${GROUPS[tool] ?? 'idvkit'}${space}${frontName(tool, command)}` : `idvkit${colon}`,
  );
}
