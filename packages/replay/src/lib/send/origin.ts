import { relative } from 'node:path';

import type { Archive } from '@idvkit/archive';
import type { Captured, SendPlan } from '@idvkit/schema/formats';

/** Place of a capture of a plan. */
export interface CaptureOrigin {
  /** Place of its archive in the run, 0-based. */
  readonly index: number;
  /** Name of its archive, if the run reads several. */
  readonly archive?: string | undefined;
  /** Number of the capture in its archive. */
  readonly capture: number;
  /** Hash of its body when the plan was made, if the run reads several archives: another capture may have its number since. */
  readonly sha256?: string | undefined;
}

/** Finds where a capture of a plan is. */
export function originOf({ sources }: Pick<SendPlan, 'sources'>, capture: number): CaptureOrigin {
  const [index, number, sha256] = sources?.captures[capture - 1] ?? [0, capture];
  return { index, archive: sources?.archives[index]?.name, capture: number, sha256 };
}

/** Finds a capture of a plan. @throws {ArchiveError} `capture-unknown`. */
export async function findCapture(
  archives: readonly Archive[],
  plan: Pick<SendPlan, 'sources'>,
  capture: number,
): Promise<{ readonly archive: Archive; readonly captured: Captured }> {
  const origin = originOf(plan, capture);
  const archive = archives[origin.index];
  if (archive === undefined) throw new Error('the plan names more archives than were given');
  const { captured } = await archive.find(String(origin.capture));
  return { archive, captured };
}

/** Returns the folders of archives as a plan has them: relative to the first. */
export function sourceFolders(archives: readonly Archive[]): string[] {
  return archives.map(({ folder }) => relative(archives[0]?.folder ?? '', folder));
}

/** Returns archives in the order of a plan, or `undefined` if it was made for others. @param keeper The one that keeps the run. */
export function inOrderOf(
  plan: Pick<SendPlan, 'sources'>,
  archives: readonly Archive[],
  keeper: Archive,
): readonly Archive[] | undefined {
  const byFolder = new Map(archives.map((archive) => [relative(keeper.folder, archive.folder), archive]));
  const planned = plan.sources?.archives ?? [{ folder: '' }];
  const ordered = new Set(planned.flatMap(({ folder }) => byFolder.get(folder) ?? []));
  return planned.length === archives.length && ordered.size === archives.length ? [...ordered] : undefined;
}
