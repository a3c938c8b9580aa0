import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { mutationsOf, type Mutation } from './mutations.ts';
import type { MutantTarget } from './targets.ts';

/** A mutation of a file. */
export interface Mutant {
  readonly path: string;
  readonly mutation: Mutation;
  /** The line that it changes, without white space around it. */
  readonly source: string;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Lists the mutants of a target. A mutant's number is its index. */
export function mutantsOf({ sources }: Pick<MutantTarget, 'sources'>): readonly Mutant[] {
  return sources.flatMap((path) => {
    const text = readFileSync(root + path, 'utf8');
    const lines = text.split('\n');
    return mutationsOf(path, text).map((mutation) => ({
      path,
      mutation,
      source: lines[mutation.line - 1]?.trim() ?? '',
    }));
  });
}

/** Returns the text of a file with its mutants behind switches, or undefined if it has none. */
export function withMutants(mutants: readonly Mutant[], path: string): string | undefined {
  const first = mutants.findIndex((mutant) => mutant.path === path);
  if (first === -1) return undefined;
  const mutations = mutants.filter((mutant) => mutant.path === path).map(({ mutation }) => mutation);
  return withSwitches(readFileSync(root + path, 'utf8'), mutations, first);
}

/**
 * Returns the text with all of its mutants in it. Each is behind a switch, `$mutant(first + index)`, so that tests run
 * against one after the other without loading it again.
 */
export function withSwitches(text: string, mutations: readonly Mutation[], first: number): string {
  let next = 0;
  const until = (from: number, end: number): string => {
    let [written, at] = ['', from];
    for (let mutation = mutations[next]; mutation !== undefined && mutation.start < end; mutation = mutations[next]) {
      written += text.slice(at, mutation.start) + switched(mutation);
      at = mutation.end;
    }
    return written + text.slice(at, end);
  };
  const switched = ({ start, end, kind }: Mutation): string => {
    const same: string[] = [];
    for (
      let mutation = mutations[next];
      mutation?.start === start && mutation.end === end;
      mutation = mutations[next]
    ) {
      same.push(`$mutant(${first + next})?(${mutation.replacement}):`);
      next += 1;
    }
    if (kind === 'statement') return `{if(!$mutant(${first + next - 1})) ${text.slice(start, end)}}`;
    const expression = `(${same.join('')}(${until(start, end)}))`;
    return kind === 'key' ? `[${expression}]` : expression;
  };
  return `$mutant.loads(1);${until(0, text.length)};$mutant.loads(-1);`;
}
