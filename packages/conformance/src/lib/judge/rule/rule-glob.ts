/** A selection of rules. */
export interface RuleSelection {
  /** Ids or globs. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

export function isChosen({ only = ['*'], skip = [] }: RuleSelection): (id: string) => boolean {
  const isWanted = matchesRule(only);
  const isSkipped = matchesRule(skip);
  return (id) => isWanted(id) && !isSkipped(id);
}

/** Returns a test for rule ids. In a glob, `*` stands for any characters (dots included) and `?` for one. */
export function matchesRule(globs: readonly string[]): (id: string) => boolean {
  const patterns = globs.map(
    (glob) =>
      new RegExp(
        `^${glob
          .replace(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
          .replaceAll('*', '.*')
          .replaceAll('?', '.')}$`,
      ),
  );
  return (id) => patterns.some((pattern) => pattern.test(id));
}
