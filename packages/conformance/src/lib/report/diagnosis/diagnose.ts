import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

import { type FailureSignature, failureSignatures } from './finding-signature.ts';
import { type FaultSignature, faultSignatures } from './read-signatures.ts';

type Diagnosis = NonNullable<ConformanceReport['diagnosis']>;

/** Part of the best match that an alternative must reach. */
const MIN_ALTERNATIVE = 0.85;
const MAX_ALTERNATIVES = 4;

/**
 * Finds the faults of the mock that would explain the failed rules: the best first, then the best for what it leaves
 * unexplained. A fault whose rule did not fail explains nothing. One that fails a rule that passed explains less.
 *
 * @param titles Titles of the faults, by id.
 */
export function diagnose(rules: readonly RuleReport[], titles: ReadonlyMap<string, string>): Diagnosis {
  const seen = failureSignatures(rules);
  const passed = new Set<string>(rules.filter(({ verdict }) => verdict === 'passed').map(({ id }) => id));
  const candidates = faultSignatures().filter(({ rule }) => seen.has(rule));
  const unexplained = new Set(seen.keys());
  const found: Diagnosis = [];
  while (unexplained.size > 0) {
    const ranked = candidates
      .map((candidate) => ({ candidate, ...matchOf(candidate, seen, { passed, unexplained }) }))
      .filter(({ candidate, score }) => unexplained.has(candidate.rule) && score > 0)
      .toSorted((one, other) => other.score - one.score);
    const best = ranked[0];
    if (best === undefined) break;
    const { fault } = best.candidate;
    const explains = rules.map(({ id }) => id).filter((id) => unexplained.has(id) && best.candidate.fails.has(id));
    found.push({
      fault,
      title: titles.get(fault) ?? '',
      explains,
      match: Math.round(best.match * 100) / 100,
      alternatives: ranked
        .slice(1)
        .filter(
          ({ score, candidate }) => score >= MIN_ALTERNATIVE * best.score && candidate.fails.has(explains[0] ?? ''),
        )
        .slice(0, MAX_ALTERNATIVES)
        .map(({ candidate }) => candidate.fault),
    });
    for (const id of explains) unexplained.delete(id);
  }
  return found;
}

interface Open {
  readonly passed: ReadonlySet<string>;
  readonly unexplained: ReadonlySet<string>;
}

function matchOf(
  { fails }: FaultSignature,
  seen: ReadonlyMap<string, FailureSignature>,
  { passed, unexplained }: Open,
): { readonly score: number; readonly match: number } {
  const likeness = [...fails].flatMap(([id, signature]) => {
    const failure = seen.get(id);
    return failure !== undefined && unexplained.has(id) ? [likenessOf(signature, failure)] : [];
  });
  const sum = likeness.reduce((total, each) => total + each, 0);
  const contradicted = [...fails.keys()].filter((id) => passed.has(id)).length;
  return { score: sum - contradicted, match: sum / Math.max(1, likeness.length + contradicted) };
}

/** Compares two failures of one rule: 1 if they are alike, a half if they share no kind of finding. */
function likenessOf(one: FailureSignature, other: FailureSignature): number {
  const shared = [...one.kinds].filter((kind) => other.kinds.has(kind)).length;
  const kinds = shared / Math.max(1, one.kinds.size + other.kinds.size - shared);
  return 0.5 + 0.35 * kinds + 0.15 * (1 - Math.abs(one.share - other.share) / 10);
}
