import type { CorpusSummary } from '@idvkit/schema/formats';

import { CORPUS_BOUNDS } from '../collect/bounds.ts';
import { countsOf } from '../collect/counts-of.ts';
import { countDistinct } from '../collect/estimate.ts';
import { SmallestHashes } from '../collect/smallest-hashes.ts';
import { compareTexts } from '../scan/compare-texts.ts';

/** Most lists of facts that submissions share. */
const MAX_SHARED = 1_024;

type Kept = CorpusSummary['submissions']['kept'][number];

/** Counts each submission once, although retries and resends deliver it again. */
export class SubmissionTable {
  readonly #kept: SmallestHashes<Kept>;
  /** Lists of facts by their texts: few differ, and each submission with one of its own takes twice the memory. */
  readonly #facts = new Map<string, Kept['facts']>();
  #deliveries = 0;

  /** @param capacity Submissions that are kept: of more, a sample. */
  constructor(capacity: number = CORPUS_BOUNDS.submissions) {
    this.#kept = new SmallestHashes(capacity);
  }

  get exact(): boolean {
    return this.#kept.exact;
  }

  /** Adds what was kept of a delivery. */
  add(submission: Kept): void {
    this.#deliveries += submission.deliveries;
    this.#keep(submission);
  }

  #keep(submission: Kept): void {
    this.#kept.update(submission.key, (known) => {
      const last = known === undefined ? submission : later(known, submission);
      const deliveries = (known?.deliveries ?? 0) + submission.deliveries;
      return { ...last, deliveries, facts: this.#shared(last.facts) };
    });
  }

  #shared(facts: Kept['facts']): Kept['facts'] {
    const text = JSON.stringify(facts);
    const shared = this.#facts.get(text) ?? facts;
    if (this.#facts.size < MAX_SHARED) this.#facts.set(text, shared);
    return shared;
  }

  merge({ kept, exact, deliveries }: CorpusSummary['submissions']): void {
    this.#deliveries += deliveries;
    for (const submission of kept) this.#keep(submission);
    if (!exact) this.#kept.markInexact();
  }

  result(): CorpusSummary['submissions'] {
    const kept = this.#kept.values().sort((a, b) => compareTexts(a.key, b.key));
    const { distinct, repeated } = countDistinct({
      total: this.#deliveries,
      kept: kept.length,
      keptTotal: kept.reduce((sum, { deliveries }) => sum + deliveries, 0),
      scale: this.#kept.distinct() / Math.max(1, kept.length),
    });
    // Each submission of a sample stands for this many.
    const weight = distinct / Math.max(1, kept.length);
    const times = new Map<string, number>();
    for (const { facts } of kept) for (const fact of facts) times.set(fact, (times.get(fact) ?? 0) + 1);
    const values = (name: string): CorpusSummary['submissions']['outcomes'] => {
      const named = [...times].filter(([fact]) => fact.startsWith(`${name}=`));
      return countsOf(
        named.map(([fact, count]) => [fact.slice(name.length + 1), Math.round(count * weight)] as const),
        { exact: this.exact },
      );
    };
    return {
      deliveries: this.#deliveries,
      distinct,
      exact: this.exact,
      repeated,
      outcomes: values('ekyc'),
      faceStatuses: values('face'),
      documentTypes: values('document'),
      flags: values('flag'),
      kept,
    };
  }
}

/** The later of two deliveries; of two at the same time always the same one. */
function later(one: Kept, other: Kept): Kept {
  const order = compareTexts(one.at, other.at) || compareTexts(one.facts.join(), other.facts.join());
  return order >= 0 ? one : other;
}
