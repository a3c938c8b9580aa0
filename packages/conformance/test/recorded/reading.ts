import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ConformanceRun } from '../../src/lib/drive/calls/conformance-run.ts';
import { checkRecording } from '../../src/lib/recorded/check-recording.ts';
import { readRecordings } from '../../src/lib/recorded/read-recordings.ts';
import type { RecordingOptions } from '../../src/lib/recorded/recording.ts';
import { folderWith } from '../cli/folder.ts';

/** What each rule came to. */
export type Verdicts = Readonly<Record<string, string>>;

export function verdictsOf({ outcomes }: ConformanceRun): Verdicts {
  return Object.fromEntries(outcomes.map(({ rule, verdict }) => [rule.id, verdict]));
}

/** Ids of the rules that were found broken, warnings included. */
export function brokenIn({ outcomes }: ConformanceRun): readonly string[] {
  return outcomes.filter(({ failures }) => failures > 0).map(({ rule }) => rule.id);
}

/** Judges the text of a file. */
export async function checkText(text: string, options: RecordingOptions = {}, name = 'x.har'): Promise<ConformanceRun> {
  const folder = await folderWith();
  await writeFile(join(folder, name), text);
  return checkRecording(await readRecordings([name], { ...options, cwd: folder }));
}
