import type { RuleId } from '@idvkit/schema/rules';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { Masker } from './mask/masker.ts';
import { shellWord, type WordPart } from './shell-word.ts';

/** Rules that any delivery may break: only the whole audit repeats it. */
const NEEDS_ALL: ReadonlySet<RuleId> = new Set(['receiver.within-30s']);

/**
 * Writes the command that audits a receiver again by one rule, as one line for a POSIX shell. The address is a variable if it
 * has a query, which may be secret. So is the probe.
 */
export function againLine(
  rule: RuleId,
  { audited, seed }: Pick<ConformanceRun, 'audited' | 'seed'>,
  masker: Masker,
): string | undefined {
  if (audited === undefined) return undefined;
  const { url, hasProbe, maxBodyBytes } = audited;
  const address: WordPart = url.includes('?')
    ? { variable: 'RECEIVER_URL', meaning: 'address of the receiver' }
    : masker.url(url);
  const probe: WordPart = { variable: 'PROBE', meaning: 'source of the number of processed submissions' };
  const words: readonly WordPart[] = [
    'idvkit',
    'receiver',
    '--url',
    address,
    ...(hasProbe && rule === 'receiver.duplicate.processed-once' ? ['--probe', probe] : []),
    ...(maxBodyBytes === undefined ? [] : ['--max-body', String(maxBodyBytes)]),
    ...(NEEDS_ALL.has(rule) ? [] : ['--only', rule]),
    '--seed',
    String(seed),
  ];
  return words.map((word) => shellWord([word])).join(' ');
}
