import type { HitProfile } from '@idvkit/schema/formats';

import type { HitMeasures, Measure } from '../scan/hits-statistics.ts';

/** Fields that screening providers commonly write. Users replace it with `--profile FILE`. */
export const DEFAULT_HIT_PROFILE: HitProfile = {
  label: 'doc.name',
  id: 'doc.id',
  values: ['match_types[]', 'match_status', 'risk_level', 'doc.entity_type', 'doc.types[]', 'is_whitelisted'],
  aliases: ['doc.aka[].name'],
  mediaDates: ['doc.media[].date'],
  mediaUrls: ['doc.media[].url'],
  languages: ['doc.media[].language', 'doc.fields[].locale'],
};

const known = new WeakMap<HitProfile, HitMeasures>();

/** What a scan has to measure for a profile, by path. Thousands of documents are read with the same. */
export function measuresOf(profile: HitProfile): HitMeasures {
  const measures = known.get(profile) ?? toMeasures(profile);
  known.set(profile, measures);
  return measures;
}

function toMeasures({ label, id, values, aliases, mediaDates, mediaUrls, languages }: HitProfile): HitMeasures {
  const measures = new Map<string, Set<Measure>>();
  const add = (measure: Measure, paths: readonly string[]): void => {
    for (const path of paths) measures.set(path, (measures.get(path) ?? new Set()).add(measure));
  };
  add('label', [label]);
  add('identity', id === undefined ? [] : [id]);
  add('repeats', aliases);
  add('values', [...values, ...languages]);
  add('scripts', [label, ...aliases]);
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
