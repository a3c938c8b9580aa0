import { at as valueAt, stringAt } from '@idvkit/json';
import type { EvidenceCard, HitProfile, ProviderSummary, RunSummary } from '@idvkit/schema/formats';

import { ENTRY_FLAGS } from '../collect/entry-fields.ts';
import { stepsOf, textsAt } from '../collect/hit-text.ts';
import type { CollectedPayload } from '../collect/payload-collector.ts';
import type { ReviewedHit, ReviewedHits } from '../collect/reviewed-hits.ts';
import { MASK, shownText } from '../collect/shown-text.ts';
import { numberOf } from '../scan/number-of.ts';
import { agreementOf, sameCountry, sameDate, sameName } from './agreement.ts';
import { containersOf, PlacedFields, withElements } from './placed-fields.ts';

type EvidenceHit = EvidenceCard['hits'][number];
type Cell = EvidenceHit['name'];

/** Most runs whose flags a card shows. */
const MAX_RUNS = 16;
/** Most words of a cell. */
const MAX_WORDS = 4;

/** Options of the cells of a hit. */
interface EvidenceOptions {
  readonly profile: HitProfile;
  readonly reveal: boolean;
  readonly containers: ReadonlySet<string>;
}

/** Makes the evidence card of a payload. Its hits are the only ones that are parsed. */
export function evidenceOf(
  payload: CollectedPayload & { readonly reviewed: ReviewedHits },
  providers: readonly ProviderSummary[],
  options: Pick<EvidenceOptions, 'profile' | 'reveal'>,
): EvidenceCard {
  const { reviewed } = payload;
  const containers = containersOf(options.profile);
  return {
    runs: runsOf(payload, providers),
    hits: reviewed.hits.map((hit) => hitOf(hit, payload, { ...options, containers })),
    exact: reviewed.isExact,
    stories: reviewed.stories(),
  };
}

function runsOf({ skeleton, base }: CollectedPayload, providers: readonly ProviderSummary[]): EvidenceCard['runs'] {
  const all = providers.flatMap(({ name, runs }) => runs.map((run) => ({ provider: name, ...run })));
  const found = all.map(({ provider, index, flags, contradicted, entries }) => {
    const result = valueAt(skeleton.root, 'extra', 'identity_aml', provider, index, 'result');
    const inEntries = entries.flatMap((entry) =>
      entry.contradicted.map((flag) => `${flag} of entry ${entry.index + 1}`),
    );
    return {
      provider,
      run: index,
      raised: Object.keys(flags).filter((flag) => flag.startsWith('is_any_') && flags[flag]),
      contradicted: [...contradicted, ...inEntries],
      compared: skeleton.dropped === 0 && isComparable({ flags, entries }),
      entries: entries.length,
      offset: base + skeleton.offsetOf(result),
      bytes: skeleton.bytesOf(result),
    };
  });
  // Those that contradict themselves first, then those that found something.
  const rank = (run: EvidenceCard['runs'][number]): number =>
    run.contradicted.length > 0 ? 0 : run.raised.length > 0 ? 1 : 2;
  return found.sort((a, b) => rank(a) - rank(b)).slice(0, MAX_RUNS);
}

/** Returns whether all entries have each flag that their run sums up. */
function isComparable({ flags, entries }: Pick<RunSummary, 'flags' | 'entries'>): boolean {
  const summedUp = ENTRY_FLAGS.filter(({ any, all }) => flags[any] !== undefined || flags[all] !== undefined);
  const isInAll = (name: string): boolean => entries.every((entry) => entry.flags[name] !== undefined);
  return summedUp.length > 0 && entries.length > 0 && summedUp.every(({ name }) => isInAll(name));
}

function hitOf(
  hit: ReviewedHit,
  { skeleton, base }: CollectedPayload,
  { profile, reveal, containers }: EvidenceOptions,
): EvidenceHit {
  const { provider, run, entry, number, bytes } = hit;
  const offset = base + hit.offset;
  const input = valueAt(skeleton.root, 'extra', 'identity_aml', provider, run, 'input');
  const own = {
    name: [`${stringAt(input, 'first_name') ?? ''} ${stringAt(input, 'last_name') ?? ''}`.trim()].filter(isGiven),
    birthDate: [stringAt(input, 'date_of_birth') ?? ''].filter(isGiven),
    country: profile.inputCountries.flatMap((path) => textsAt(input, stepsOf(path))).filter(isGiven),
  };
  // There may have been no room for the input.
  const absent = skeleton.dropped > 0 ? 'unclear' : 'not-given';
  const place = { provider, run, entry, number, offset, bytes };
  const text = hit.read?.();
  if (text === undefined) {
    const unread = (given: readonly string[]): Cell => ({ agrees: given.length > 0 ? 'unclear' : absent });
    const compared = { name: unread(own.name), birthDate: unread(own.birthDate), country: unread(own.country) };
    // The text may have more digits than the number.
    const score = Number.isFinite(hit.score) ? { value: `≈${hit.score}` } : {};
    return { ...place, list: {}, match: {}, score, ...compared };
  }
  const fields = new PlacedFields(text, { offset, containers });
  const compared = (paths: readonly string[], given: readonly string[], same: typeof sameName): Cell => {
    const found = fields.textsAt(withElements(paths)).filter((each) => isGiven(each.text));
    const { agrees: result, index } = agreementOf(
      found.map((each) => each.text),
      given,
      same,
    );
    const agrees = given.length > 0 ? result : absent;
    const { text: deciding, ...at } = found[index] ?? {};
    if (deciding === undefined) return { agrees };
    return { value: reveal ? shownText(deciding).toWellFormed() : MASK, agrees, ...at };
  };
  const words = (paths: readonly string[], first: readonly string[]): Cell => {
    const found = fields.textsAt(paths);
    found.sort((a, b) => Number(first.includes(b.text)) - Number(first.includes(a.text)));
    const shown = new Set(found.map((each) => shownText(each.text)));
    const { text: leading, ...at } = found[0] ?? {};
    return leading === undefined ? {} : { value: [...shown].slice(0, MAX_WORDS).join(', '), ...at };
  };
  const scores = fields.textsAt(profile.score === undefined ? [] : [profile.score]);
  const { text: score, ...scorePlace } = scores.find((each) => numberOf(each.text) === hit.score) ?? {};
  return {
    ...place,
    list: words(profile.types, profile.sanctions),
    match: words(profile.matchTypes, profile.exactMatches),
    score: score === undefined ? {} : { value: shownText(score), ...scorePlace },
    name: compared([profile.label, ...profile.aliases], own.name, sameName),
    birthDate: compared(profile.birthDates, own.birthDate, sameDate),
    country: compared(profile.countries, own.country, sameCountry),
  };
}

/** Returns whether a text is more than blanks and signs. */
function isGiven(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}
