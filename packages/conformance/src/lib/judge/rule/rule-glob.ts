import { matchesGlob } from '@idvkit/cli-kit';

/** A selection of rules. */
export interface RuleSelection {
  /** Ids or globs. Default: all. */
  readonly only?: readonly string[] | undefined;
  readonly skip?: readonly string[] | undefined;
}

export function isChosen({ only = ['*'], skip = [] }: RuleSelection): (id: string) => boolean {
  const isWanted = matchesGlob(only);
  const isSkipped = matchesGlob(skip);
  return (id) => isWanted(id) && !isSkipped(id);
}
