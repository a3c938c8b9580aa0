import type { CorpusSummary } from '@idvkit/schema/formats';

import { compareTexts } from '../collect/compare-texts.ts';
import { countsOf } from '../collect/counts-of.ts';
import { SmallestHashes } from './smallest-hashes.ts';

/** Most submissions that are told apart; of more, this many are a sample. */
const MAX_SUBMISSIONS = 10_000;

type Kept = CorpusSummary['submissions']['kept'][number];

/** Counts each submission once, although retries and resends deliver it again. */
export class SubmissionTable {
  readonly #kept = new SmallestHashes<Kept>(MAX_SUBMISSIONS);

  get exact(): boolean {
    return this.#kept.exact;
  }

  /** Adds what was kept of a delivery, or of several of the same submission. */
  add(submission: Kept): void {
    this.#kept.update(submission.key, (known) => {
      if (known === undefined) return submission;
      return { ...later(known, submission), deliveries: known.deliveries + submission.deliveries };
    });
  }

  merge({ kept, exact }: CorpusSummary['submissions']): void {
    for (const submission of kept) this.add(submission);
    if (!exact) this.#kept.markInexact();
  }

  result(): CorpusSummary['submissions'] {
    const kept = this.#kept
      .entries()
      .map(([, submission]) => submission)
      .sort((a, b) => compareTexts(a.key, b.key));
    const values = (name: string): CorpusSummary['submissions']['outcomes'] =>
      countsOf(
        kept.flatMap(({ facts }) =>
          facts.filter((fact) => fact.startsWith(`${name}=`)).map((fact) => [fact.slice(name.length + 1), 1] as const),
        ),
        { exact: this.exact },
      );
    return {
      distinct: this.#kept.distinct(),
      exact: this.exact,
      repeated: kept.reduce((sum, { deliveries }) => sum + deliveries - 1, 0),
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
