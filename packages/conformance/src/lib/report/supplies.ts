import type { ConformanceReport, RuleReport } from '@idvkit/schema/formats';

/** Rules that were not tested because the same things are missing. */
export interface Supply {
  readonly wanted: readonly string[];
  readonly rules: readonly RuleReport[];
}

/** Words for the same missing thing in needs of rules and in skipped scenarios. */
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

/** Groups the rules that were not tested by what is missing, largest group first. */
export function suppliesOf({ rules, skipped }: Pick<ConformanceReport, 'rules' | 'skipped'>): readonly Supply[] {
  // Prefers the sentence that asks for the fewest things.
  const sentences = skipped.map(({ reason }) => reason).toSorted((one, other) => asked(one) - asked(other));
  const missing = SUPPLIES.map((words) => sentences.find((sentence) => words.test(sentence)));
  const idle = rules.filter(({ verdict }) => verdict === 'not-exercised');
  const groups = Map.groupBy(idle, ({ reason = '' }) => {
    const wanted = missing.filter(
      (sentence, index) => sentence !== undefined && SUPPLIES[index]?.test(reason) === true,
    );
    return [...new Set(wanted.length > 0 ? wanted : [reason])].join('\n');
  });
  return [...groups]
    .map(([wanted, rules]) => ({ wanted: wanted.split('\n'), rules }))
    .toSorted((one, other) => other.rules.length - one.rules.length);
}

/** Counts the things that a sentence asks for. */
function asked(sentence: string): number {
  return SUPPLIES.filter((words) => words.test(sentence)).length;
}
