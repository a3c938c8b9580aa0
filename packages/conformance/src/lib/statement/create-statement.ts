import { createHash, createHmac, type KeyObject } from 'node:crypto';

import { allFaults, allVariations } from '@idvkit/mock';
import { TEST_RESULT_PREDICATE, type ConformanceReport, type ConformanceStatement } from '@idvkit/schema/formats';
import { SPECIFICATION_SHA256 } from '@idvkit/schema/specification';

import { signedStatement } from './envelope.ts';

/** What a statement is about. */
interface StatementOptions {
  readonly report: ConformanceReport;
  /** SHA-256 of the report's file. */
  readonly sha256: string;
  /** Private key, from which the key of the target's fingerprint follows. */
  readonly key: KeyObject;
  /** How long after the run the statement holds. */
  readonly expiresMs: number;
}

/** Creates the signed statement of a report, with its text. It names rules and hashes, and neither the target's address nor anything observed. */
export function createStatement(options: StatementOptions): {
  readonly statement: ConformanceStatement;
  readonly text: string;
} {
  const statement = statementOf(options);
  return { statement, text: signedStatement(statement, options.key) };
}

function statementOf({ report, sha256, key, expiresMs }: StatementOptions): ConformanceStatement {
  const { tool, specVersion, target, startedAt, summary, rules, levels } = report;
  const withVerdict = (verdict: string): string[] =>
    rules.filter((rule) => rule.verdict === verdict).map(({ id }) => id);
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'idvkit.conformance-report', digest: { sha256 } }],
    predicateType: TEST_RESULT_PREDICATE,
    predicate: {
      result: report.exit.code !== 0 ? 'FAILED' : summary.warned > 0 ? 'WARNED' : 'PASSED',
      configuration: [
        { name: 'specification', digest: { sha256: SPECIFICATION_SHA256 } },
        { name: 'fault matrix', digest: { sha256: faultMatrixSha256() } },
      ],
      passedTests: withVerdict('passed'),
      warnedTests: withVerdict('warned'),
      failedTests: withVerdict('failed'),
      idvkit: {
        format: 'idvkit.conformance-statement',
        version: 1,
        tool,
        specVersion,
        target: { kind: target.kind, fingerprint: fingerprint(target.baseUrl, key) },
        notTested: summary.notExercised,
        ...(levels && { levels }),
        startedAt,
        expiresAt: new Date(Date.parse(startedAt) + expiresMs).toISOString(),
      },
    },
  };
}

/** Returns the hash of every fault that the checks are known to find, and of every variation that they are known to accept. */
function faultMatrixSha256(): string {
  const faults = allFaults.map(({ id, rule, title, alsoBreaks }) => [id, rule, title, ...alsoBreaks]);
  const variations = allVariations.map(({ id, title }) => [id, title]);
  return createHash('sha256')
    .update(JSON.stringify([faults, variations]))
    .digest('hex');
}

/** An address is easily guessed from a plain hash: only the holder of the key can compute this one. */
function fingerprint(baseUrl: string, key: KeyObject): string {
  const secret = createHash('sha256')
    .update('idvkit target fingerprint')
    .update(key.export({ type: 'pkcs8', format: 'der' }));
  return createHmac('sha256', secret.digest()).update(baseUrl).digest('hex').slice(0, 32);
}
