import { createHash } from 'node:crypto';

import type { ReportedFinding, RuleReport } from '@idvkit/schema/formats';

/** How a rule fails: what share of its checks, in tenths, and with what findings. */
export interface FailureSignature {
  readonly share: number;
  /** Short hashes of message, path and status. */
  readonly kinds: ReadonlySet<string>;
}

export function isBroken({ verdict }: Pick<RuleReport, 'verdict'>): boolean {
  return verdict === 'failed' || verdict === 'warned';
}

/** Returns how each failed rule of a report fails, by its id. */
export function failureSignatures(rules: readonly RuleReport[]): ReadonlyMap<string, FailureSignature> {
  return new Map(rules.filter(isBroken).map((rule) => [rule.id, signatureOf(rule)]));
}

function signatureOf({ findings, moreFindings = 0, observations }: RuleReport): FailureSignature {
  const share = Math.ceil((10 * (findings.length + moreFindings)) / Math.max(1, observations));
  return { share: Math.min(10, share), kinds: new Set(findings.map(kindOf)) };
}

function kindOf({ message, path = '', actual }: ReportedFinding): string {
  const place = path.replaceAll(/\/\d+(?=\/|$)/g, '/*');
  const status = typeof actual === 'number' && actual >= 100 && actual < 600 ? actual : '';
  return createHash('sha256').update(`${message}|${place}|${status}`).digest('base64url').slice(0, 5);
}
