import { counted, type Paint } from '@idvkit/cli-kit';

import type { ClientAudit } from '../portal/audit/client-audit.ts';
import { callLine, fingerprint } from './log-line.ts';

/** Calls shown of one finding, and findings of one rule. */
const SHOWN = 3;

/** Says what the audit of a client came to: each broken rule with the calls that show it, and the counts. */
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
    [
      `Audit of the client: ${counted(summary.calls, 'call')}`,
      `${summary.passed} rules kept`,
      `${summary.failed} broken`,
      `${summary.warned} warned of`,
      `${summary.notExercised} not exercised`,
    ].join(', '),
  ];
}
