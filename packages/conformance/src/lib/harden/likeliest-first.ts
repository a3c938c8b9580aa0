import type { HardenedChange } from '@idvkit/schema/formats';

/**
 * Orders changes: variations first, then the faults that change most messages to the client, one of each rule before a second of any rule.
 */
export function likeliestFirst(changes: readonly HardenedChange[]): readonly HardenedChange[] {
  const variations = changes.filter(({ kind }) => kind === 'variation');
  const byMessages = changes
    .filter(({ kind }) => kind === 'fault')
    .toSorted((one, other) => other.messages - one.messages);
  const seen = new Map<string | undefined, number>();
  const rounds = byMessages.map((change) => {
    const round = seen.get(change.rule) ?? 0;
    seen.set(change.rule, round + 1);
    return { change, round };
  });
  return [...variations, ...rounds.toSorted((one, other) => one.round - other.round).map(({ change }) => change)];
}
