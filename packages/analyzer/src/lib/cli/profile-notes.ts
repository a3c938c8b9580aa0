import { closest, counted } from '@idvkit/cli-kit';
import type { HitProfile, HitShape } from '@idvkit/schema/formats';

import { DEFAULT_HIT_PROFILE } from '../summarize/hit-profile.ts';

/** Says of which providers a profile fits no hit, and which of its own paths no hit has. */
export function profileNotes(
  profile: HitProfile,
  shapes: readonly { readonly name: string; readonly shape: HitShape }[],
): readonly string[] {
  const seen = shapes.filter(({ shape }) => shape.hits > 0);
  if (seen.length === 0) return [];
  const { label, id, score } = profile;
  const unfit = seen.filter(({ shape }) => !shape.paths.some(({ path }) => [label, id, score].includes(path)));
  const all = new Set(seen.flatMap(({ shape }) => shape.paths.map(({ path }) => path)));
  const known = new Set(pathsOf(DEFAULT_HIT_PROFILE));
  const absent = pathsOf(profile).filter((path) => !known.has(path) && !all.has(path));
  return [
    ...unfit.map(
      ({ name, shape }) =>
        `The profile fits none of ${counted(shape.hits, 'hit')} of "${name}". See their fields with idvkit analyze shape, and name them with --profile.`,
    ),
    ...absent.map((path) => {
      const [meant] = closest(path, [...all], 1);
      return `No hit has "${path}" of the profile.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`;
    }),
  ];
}

function pathsOf(profile: HitProfile): readonly string[] {
  const { sanctions: _, exactMatches: __, inputCountries: ___, ...paths } = profile;
  // A shape has one path for all elements of an array.
  return Object.values(paths)
    .flat()
    .flatMap((path) => path?.replaceAll(/\[[^[\]]*\]/g, '[]') ?? []);
}
