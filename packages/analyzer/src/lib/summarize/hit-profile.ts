import type { HitProfile } from '@idvkit/schema/formats';

import type { HitMeasures, Measure } from '../scan/hits-statistics.ts';

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
};

const known = new WeakMap<HitProfile, HitMeasures>();

/** Measures that a profile needs of a scan, by path. One is shared by thousands of documents. */
export function measuresOf(profile: HitProfile): HitMeasures {
  const measures = known.get(profile) ?? toMeasures(profile);
  known.set(profile, measures);
  return measures;
}

function toMeasures(profile: HitProfile): HitMeasures {
  const { label, id, score, aliases, mediaDates, mediaUrls, languages, maps } = profile;
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
