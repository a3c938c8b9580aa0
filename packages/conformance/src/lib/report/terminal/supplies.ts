import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

/** Rules that were not exercised for want of the same things. */
export interface Supply {
  /** What to supply, a sentence each. */
  readonly wanted: readonly string[];
  readonly rules: readonly RuleReport[];
}

/** What only the person who runs this can supply, by the words that what rules need and what scenarios lacked share. */
const SUPPLIES: readonly RegExp[] = [
  /\bsubmits\b|\bsubmission|\bsubmitted\b|\bsubmit_form\b/i,
  /\breceivers?\b|\bdeliver/i,
  /without (?:a )?(?:document scan|camera)/i,
  /\bdeletes?\b|\bdeleted\b/i,
  /\bexpires?\b|\bexpired\b/i,
  /changes a status|\bupdate_status\b/i,
  /too little credit|without credit/i,
  /reads the credit/i,
  /\brevoked\b/i,
  /\bpatience|15 minutes after/i,
];

/**
 * Groups the rules that were not exercised by what would let them be, the groups with most rules first. What a rule needs and
 * the run did not lack is not asked for: a rule for which nothing lacked is grouped by its own reason.
 */
export function suppliesOf({ rules, skipped }: Pick<ConformanceReport, 'rules' | 'skipped'>): readonly Supply[] {
  // Of several sentences about a thing, the one that asks for least besides.
  const sentences = skipped.map(({ lacked }) => lacked).toSorted((one, other) => asked(one) - asked(other));
  const lacked = SUPPLIES.map((words) => sentences.find((sentence) => words.test(sentence)));
  const idle = rules.filter(({ verdict }) => verdict === 'not-exercised');
  const groups = Map.groupBy(idle, ({ reason = '' }) => {
    const wanted = lacked.filter((sentence, index) => sentence !== undefined && SUPPLIES[index]?.test(reason) === true);
    return [...new Set(wanted.length > 0 ? wanted : [reason])].join('\n');
  });
  return [...groups]
    .map(([wanted, rules]) => ({ wanted: wanted.split('\n'), rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
}

/** How many things a sentence asks for. */
function asked(sentence: string): number {
  return SUPPLIES.filter((words) => words.test(sentence)).length;
}
