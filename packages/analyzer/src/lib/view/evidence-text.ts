import { counted, countText } from '@idvkit/cli-kit';
import type { EvidenceCard } from '@idvkit/schema/formats';

import type { HitChanges } from '../export/hit-changes.ts';
import { countOrEstimate } from './size-text.ts';

/** Comparisons with the applicant's input, in the words of people. */
const AGREEMENTS = { agrees: 'agrees', differs: 'differs', 'not-given': 'not given', unclear: 'unclear' } as const;
const COMPARED = { name: 'name', birthDate: 'birth date', country: 'country' } as const;

export function agreementText({ agrees }: EvidenceCard['hits'][number]['name']): string {
  return agrees === undefined ? '' : AGREEMENTS[agrees];
}

/** Writes the lists that a run raises, and whether its entries say the same. */
export function flagTexts({
  raised,
  contradicted,
  compared,
  entries,
  bytes,
}: EvidenceCard['runs'][number]): readonly string[] {
  const lists = raised.flatMap((flag) => /^is_any_in_(.*)$/.exec(flag)?.[1]?.replaceAll('_', ' ') ?? []);
  const none = raised.includes('is_any_found') ? 'found, on no list' : 'no list';
  const agreement =
    contradicted.length > 0
      ? `! contradicted: ${contradicted.join(', ')}`
      : compared
        ? `agrees with ${counted(entries, 'entry', 'entries')}`
        : 'not compared with entries';
  const found = lists.length === 0 ? none : lists.join(', ');
  // The result is missing, cut off, or lacked room.
  return [bytes === 0 ? 'flags unknown' : found, agreement];
}

/** Writes how many of the hits that are shown agree with the input: `name 2 of 20`. */
export function agreementTexts({ hits }: EvidenceCard): readonly string[] {
  return Object.entries(COMPARED).map(([field, name]) => {
    const agreeing = hits.filter((hit) => hit[field as keyof typeof COMPARED].agrees === 'agrees'); // A key of it.
    return `${name} ${agreeing.length} of ${hits.length}`;
  });
}

/** Writes how many articles are copies: `3 stories in 48 articles`. */
export function storiesText({ stories: { articles, distinct, exact } }: EvidenceCard): string | undefined {
  if (articles === 0) return undefined;
  const noun = distinct === 1 ? 'story' : 'stories';
  return `${countOrEstimate(distinct, exact)} ${noun} in ${exact ? '' : '≈'}${counted(articles, 'article')}`;
}

/** Writes how many hits are new, gone and changed since an earlier payload. */
export function changesText({ new: added, gone, changed, unchanged, withoutId }: HitChanges): string {
  const parts = [
    `${countText(added.count)} new`,
    `${countText(gone.count)} gone`,
    `${countText(changed.count)} changed`,
    `${countText(unchanged)} unchanged`,
    ...(withoutId > 0 ? [`${counted(withoutId, 'hit')} without an id not compared`] : []),
  ];
  return parts.join(' · ');
}
