import { ArchiveError, type CaptureFilter } from '@idvkit/archive';
import { CliError, type Io } from '@idvkit/cli-kit';
import type { SendPlan } from '@idvkit/schema/formats';

import { joinArchives } from '../archives/join-archives.ts';
import { matchingCaptures } from '../archives/matching-captures.ts';
import { sourceFolders } from '../send/origin.ts';
import type { NamedArchive } from './open-archive.ts';
import { onJournalProblem, selectCaptures } from './select-captures.ts';

interface Wanted {
  readonly references: readonly string[];
  /** If there is one, references are not used. */
  readonly filter: CaptureFilter | undefined;
  readonly io: Io;
}

/**
 * Chooses the captures to send. Those of several archives are numbered by time, without those that another archive has, too, and
 * those that one of them has erased.
 *
 * @throws {CliError} `invalid-options` for other references than `all` to several archives. @throws {ArchiveError} like `Archive.find`.
 */
export async function chooseCaptures(
  archives: readonly NamedArchive[],
  { references, filter, io }: Wanted,
): Promise<Pick<SendPlan, 'captures' | 'sources'>> {
  const [only, ...others] = archives;
  if (only !== undefined && others.length === 0) {
    const captures: number[] = [];
    const chosen =
      filter === undefined
        ? selectCaptures(only.archive, references, io)
        : only.archive.list(filter, onJournalProblem(io));
    for await (const { captured } of chosen) captures.push(captured.id);
    return { captures };
  }
  if (references.some((reference) => reference !== 'all')) {
    throw new CliError({
      code: 'invalid-options',
      message: 'Cannot send: captures of several archives are named.',
      fix: 'Name all, or filter with --type and the like.',
    });
  }
  const sources = await joinSources(archives, { filter, io });
  if (filter === undefined && sources.captures.length === 0) {
    throw new ArchiveError('capture-unknown', 'the archives have no capture yet');
  }
  return { captures: sources.captures.map((_, index) => index + 1), sources };
}

async function joinSources(
  archives: readonly NamedArchive[],
  { filter, io }: Pick<Wanted, 'filter' | 'io'>,
): Promise<NonNullable<SendPlan['sources']>> {
  const opened = archives.map(({ archive }) => archive);
  // The index reports the lines of its journal that cannot be used.
  for (const { name, archive } of archives) await archive.list({ limit: 0 }, onJournalProblem(io, name)).next();
  const matches = filter === undefined ? () => true : await matchingCaptures(opened, filter);
  const { chosen } = await joinArchives(opened);
  const folders = sourceFolders(opened);
  return {
    archives: archives.map(({ name }, index) => ({ name, folder: folders[index] ?? '' })),
    captures: chosen
      .filter(({ captured }) => matches(captured))
      .map(({ archive, captured }) => [opened.indexOf(archive), captured.id, captured.body.sha256]),
  };
}
