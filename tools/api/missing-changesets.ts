import { LEVELS, levelOf, type Change, type Level } from './change.ts';

/** A release that changes call for and no changeset announces. */
export interface MissingChangeset {
  readonly package: string;
  readonly wanted: Level;
  readonly announced: Level | undefined;
}

/** Reads which package each changeset releases, and how: the lines `'name': level` at its head. */
export function announcedLevels(changesets: readonly string[]): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  for (const changeset of changesets) {
    const head = /^---\n([^]*?)\n---/.exec(changeset)?.[1] ?? '';
    for (const [, name = '', text = ''] of head.matchAll(/^['"]?([^'":]+)['"]?: *(\w+)$/gm)) {
      const level = LEVELS.find((known) => known === text);
      if (level !== undefined && rank(level) > rank(levels.get(name))) levels.set(name, level);
    }
  }
  return levels;
}

/** Names the packages whose changes want a greater release than their changesets announce. */
export function missingChangesets(
  changes: readonly Change[],
  versions: ReadonlyMap<string, string>,
  announced: ReadonlyMap<string, Level>,
): MissingChangeset[] {
  const wanted = new Map<string, Level>();
  for (const change of changes) {
    const level = levelOf(change.verdict, versions.get(change.package) ?? '0.0.0');
    if (rank(level) > rank(wanted.get(change.package))) wanted.set(change.package, level);
  }
  return [...wanted]
    .map(([name, level]) => ({ package: name, wanted: level, announced: announced.get(name) }))
    .filter((missing) => rank(missing.wanted) > rank(missing.announced));
}

const rank = (level: Level | undefined): number => (level === undefined ? -1 : LEVELS.indexOf(level));
