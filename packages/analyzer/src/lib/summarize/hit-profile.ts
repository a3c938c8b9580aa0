import type { HitProfile } from '@idvkit/schema/formats';

import { MARKS } from '../collect/reviewed-hits.ts';
import type { HitMarks, HitMeasures, Measure } from '../scan/hits-statistics.ts';

/** Fields that screening providers commonly write. Users replace it with `--profile FILE`. */
export const DEFAULT_HIT_PROFILE: HitProfile = {
  label: 'doc.name',
  id: 'doc.id',
  score: 'score',
  matchStatus: 'match_status',
  riskLevel: 'risk_level',
  types: ['doc.types[]'],
  sources: ['doc.sources[]'],
  matchTypes: ['match_types[]'],
  values: ['doc.entity_type', 'is_whitelisted'],
  aliases: ['doc.aka[].name'],
  mediaDates: [],
  mediaUrls: ['doc.media[].url'],
  languages: ['doc.media[].language', 'doc.fields[].locale'],
  maps: [],
  birthDates: ['doc.fields[tag=date_of_birth].value'],
  countries: ['doc.fields[tag=country_names].value'],
  stories: ['doc.media[].title'],
  sanctions: ['sanction', 'sanctions'],
  exactMatches: ['name_exact', 'aka_exact'],
  inputCountries: ['country', 'nationality'],
};

const known = new WeakMap<HitProfile, HitMeasures>();

/** Measures that a profile needs of a scan, by path. One is shared by thousands of documents. */
export function measuresOf(profile: HitProfile): HitMeasures {
  const measures = known.get(profile) ?? toMeasures(profile);
  known.set(profile, measures);
  return measures;
}

/** Marks that an evidence card needs of a scan: they say which hits come first. */
export function marksOf({ types, sanctions, matchTypes, exactMatches }: HitProfile): HitMarks {
  const marks = new Map<string, Map<string, number>>();
  const add = (paths: readonly string[], words: readonly string[], mark: number): void => {
    for (const path of paths) {
      const all = marks.get(path) ?? new Map<string, number>();
      for (const word of words) all.set(word, (all.get(word) ?? 0) | mark);
      marks.set(path, all);
    }
  };
  add(types, sanctions, MARKS.sanctions);
  add(matchTypes, exactMatches, MARKS.exact);
  return marks;
}

function toMeasures(profile: HitProfile): HitMeasures {
  const { label, id, score, aliases, mediaDates, mediaUrls, languages, maps, stories } = profile;
  const measures = new Map<string, Set<Measure>>();
  const add = (measure: Measure, paths: readonly string[]): void => {
    for (const path of paths) measures.set(path, (measures.get(path) ?? new Set()).add(measure));
  };
  add('label', [label]);
  add('identity', id === undefined ? [] : [id]);
  add('score', score === undefined ? [] : [score]);
  add('repeats', aliases);
  const { matchStatus, riskLevel, types, sources, matchTypes, values } = profile;
  const statuses = [matchStatus, riskLevel].filter((path) => path !== undefined);
  add('values', [...statuses, ...types, ...sources, ...matchTypes, ...values, ...languages]);
  add('scripts', [label, ...aliases]);
  add('map', maps);
  add('stories', stories);
  add('year', mediaDates);
  // A path is counted by one of year and host.
  add(
    'domain',
    mediaUrls.filter((path) => !mediaDates.includes(path)),
  );
  add('aliases', aliases.flatMap(arrayAround));
  add('media', [...mediaDates, ...mediaUrls].flatMap(arrayAround));
  return Object.fromEntries([...measures].map(([path, all]) => [path, [...all]]));
}

/** Path of the innermost array that holds what is at a path, if there is one: `doc.aka` of `doc.aka[].name`. */
function arrayAround(path: string): string[] {
  const end = path.lastIndexOf('[]');
  return end < 0 ? [] : [path.slice(0, end)];
}
