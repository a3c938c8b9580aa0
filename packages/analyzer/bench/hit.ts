import type { Draw } from './draw.ts';
import { ENGLISH, SCRIPTS, WORDS, type Script } from './names.ts';
import type { Profile } from './profiles.ts';

const LISTS = ['sanction', 'pep', 'pep-class-1', 'warning', 'adverse-media', 'fitness-probity'];
const MATCHES = ['name_exact', 'aka_exact', 'name_fuzzy', 'year_of_birth', 'equivalent_name', 'phonetic_name'];
const COUNTRIES = ['Thailand', 'Laos', 'Myanmar', 'Cambodia', 'Россия', '日本', 'Ελλάδα', "Côte d'Ivoire"];
const words = new Map<Script, readonly string[]>(SCRIPTS.map((script) => [script, WORDS[script].split(' ')]));
/** Names of lists that maps are keyed by. */
const SOURCES = Array.from({ length: 400 }, (_, index) => `list-${ENGLISH[index % ENGLISH.length]}-${index}`);
/** Bytes of the largest hit of a payload of pretty-printed ones. */
const MAX_BYTES = 50e6;

/** Hits without end. @param bytes Bytes of the whole payload: no hit takes more than a tenth of them. */
export function* hits(profile: Profile, draw: Draw, bytes: number): Generator<object, never> {
  for (let index = 0; ; index += 1) yield hit(profile, draw, { index, bytes });
}

function hit(
  profile: Profile,
  draw: Draw,
  { index, bytes }: { readonly index: number; readonly bytes: number },
): object {
  const { below, chance, pick, shuffle, spread } = draw;
  const script = pick(SCRIPTS);
  // About so many elements of arrays there are: hits of most payloads are of similar sizes, of pretty-printed ones they are not.
  const size =
    profile === 'wide' ? spread(0.1, Math.min(MAX_BYTES, bytes / 10) / 500) : profile === 'hits' ? spread(1, 30) : 4;
  const some = (share: number): number => below(size * share * 2 + 1);
  const name = (): string => nameIn(chance(0.6) ? 'latin' : script, draw);
  const aka = Array.from({ length: some(2) }, () => ({ name: name() }));
  const sources = Array.from({ length: some(1) }, () => pick(SOURCES));
  const doc = shuffle({
    // Every tenth hit was there before.
    id: chance(0.1) ? `H${below(index + 1)}` : `H${index}`,
    name: name(),
    entity_type: pick(['person', 'company', 'organisation', 'vessel']),
    types: Array.from({ length: 1 + below(3) }, () => pick(LISTS)),
    aka,
    sources,
    ...(chance(0.8) && { source_notes: notes(sources.slice(0, 40), draw) }),
    fields: Array.from({ length: some(1) }, () => field(draw)),
    media: Array.from({ length: profile === 'snippets' ? 2 + below(8) : some(0.3) }, () =>
      article(profile, script, draw),
    ),
    ...(chance(0.3) && {
      associates: Array.from({ length: below(4) }, () => ({ name: name(), association: 'relative' })),
    }),
    ...(chance(0.5) && { keywords: [] }),
    ...(chance(0.4) && { first_seen: '2019-07-01T00:00:00Z', last_updated_utc: '2026-01-04T12:30:11Z' }),
  });
  return shuffle({
    doc,
    match_types: [pick(MATCHES)],
    ...(chance(0.9) && { match_types_details: details(aka.slice(0, 5), draw) }),
    score: Math.round(draw.random() * 1e4) / 100,
    is_whitelisted: chance(0.1) ? true : chance(0.1) ? null : false,
    ...(chance(0.2) && { match_status: pick(['potential_match', 'false_positive', 'true_positive']) }),
  });
}

/** Keyed by the name of a list. */
function notes(sources: readonly string[], { below, chance, pick }: Draw): object {
  return Object.fromEntries(
    sources.map((source) => [
      source,
      {
        name: `${source} of ${pick(ENGLISH)}`,
        url: `https://${pick(ENGLISH)}.example/${source}`,
        aml_types: [pick(LISTS)],
        ...(chance(0.3) && { listing_started_utc: `${2000 + below(25)}-03-14T00:00:00Z` }),
      },
    ]),
  );
}

/** Keyed by alias. */
function details(aka: readonly { readonly name: string }[], { pick }: Draw): object {
  return Object.fromEntries(
    aka.map(({ name }) => [name, { match_types: { [pick(ENGLISH)]: [pick(MATCHES)] }, type: 'aka' }]),
  );
}

function field({ below, chance, pick, shuffle }: Draw): object {
  return shuffle({
    name: pick(['Country', 'Date of Birth', 'Place of Birth', 'Nationality', 'Original Place of Birth Text']),
    tag: pick(['country_names', 'date_of_birth', 'place_of_birth']),
    value: chance(0.5) ? pick(COUNTRIES) : `${1_930 + below(70)}-0${1 + below(9)}-1${below(10)}`,
    ...(chance(0.7) && { source: pick(SOURCES) }),
    ...(chance(0.1) && { locale: 'en', confidence: below(1_000) / 1_000 }),
  });
}

function article(profile: Profile, script: Script, draw: Draw): object {
  const { below, chance, pick, shuffle } = draw;
  return shuffle({
    url: `https://${pick(ENGLISH)}-${below(2_000)}.example/${below(1e6)}/${pick(ENGLISH)}?id=${below(1e9)}`,
    ...(chance(0.9) && { date: `${2005 + below(20)}-0${1 + below(9)}-1${below(10)}T00:00:00Z` }),
    title: textIn(chance(0.5) ? script : undefined, 6 + below(6), draw),
    snippet: textIn(chance(0.5) ? script : undefined, profile === 'snippets' ? 50 + below(600) : 10 + below(20), draw),
    ...(chance(0.2) && { pdf_url: null }),
  });
}

function nameIn(script: Script, { below, chance, pick }: Draw): string {
  const list = words.get(script) ?? ENGLISH;
  const parts = Array.from({ length: 2 + below(2) }, () => pick(list)).join(' ');
  return chance(0.5) ? `${parts} ${below(100_000)}` : parts;
}

/** Text with quotes and line breaks, of one script or English. */
function textIn(script: Script | undefined, count: number, { chance, pick }: Draw): string {
  const list = (script && words.get(script)) ?? ENGLISH;
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const word = pick(list);
    text += chance(0.02) ? `"${word}" ` : chance(0.01) ? `${word}.\n` : `${word} `;
  }
  return text;
}
