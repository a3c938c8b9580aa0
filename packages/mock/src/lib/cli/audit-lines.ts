import { counted, type Paint } from '@idvkit/cli-kit';

import type { ClientAudit } from '../portal/audit/client-audit.ts';
import { callLine, fingerprint } from './log-line.ts';

/** Calls shown of one finding, and findings of one rule. */
const SHOWN = 3;

const CREDENTIALS: Readonly<Record<ClientAudit['calls'][number]['credential'], string>> = {
  valid: 'with a valid token',
  invalid: 'with a token that the mock does not know',
  revoked: 'with a revoked token',
  'other-scheme': 'without "Bearer" before the token',
  absent: 'without an Authorization header',
};

/** Says the result of the audit of a client: each failed rule with the calls that show it, and the counts. */
export function auditLines({ rules, calls, summary }: ClientAudit, paint: Paint): readonly string[] {
  const byId = new Map(calls.map((call) => [call.id, call]));
  const broken = rules.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned');
  return [
    ...broken.flatMap(({ id, verdict, findings, broken: count }) => [
      `${verdict === 'failed' ? paint('red', '✗') : paint('yellow', '!')} ${paint('bold', id)}`,
      ...findings.slice(0, SHOWN).flatMap(({ message, calls: ids, slug }) => [
        `  ${message}${slug === undefined ? '' : ` (${fingerprint(slug)})`}`,
        ...ids.slice(0, SHOWN).flatMap((number) => {
          const call = byId.get(number);
          return call === undefined ? [] : [`    ${callLine(call)}`];
        }),
        ...(ids.length > SHOWN ? [`    and ${ids.length - SHOWN} more`] : []),
      ]),
      ...(count > SHOWN ? [`  ${count} findings in all`] : []),
    ]),
    ...refusedLines(calls, paint),
    [
      `Audit of the client: ${counted(summary.calls, 'call')}`,
      `${counted(summary.passed, 'rule')} passed`,
      `${summary.failed} failed`,
      `${summary.warned} warned`,
      `${summary.notExercised} not tested`,
    ].join(', '),
  ];
}

/** Says how many calls the mock refused for their credential: they show little about the other rules. */
function refusedLines(calls: ClientAudit['calls'], paint: Paint): readonly string[] {
  const refused = calls.filter(({ condition }) => condition === 'no-credential' || condition === 'bad-credential');
  if (refused.length === 0) return [];
  const groups = Map.groupBy(refused, ({ credential, status }) => `${CREDENTIALS[credential]} (${status})`);
  const reasons = [...groups].map(([reason, own]) => `${own.length} ${reason}`);
  return [
    `${paint('yellow', '!')} ${refused.length} of ${counted(calls.length, 'call')} refused: ${reasons.join(', ')}`,
  ];
}
