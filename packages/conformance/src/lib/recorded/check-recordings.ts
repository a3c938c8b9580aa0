import { CliError } from '@idvkit/cli-kit';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { RunProblemError } from '../drive/calls/run-problem.ts';
import type { RuleSelection } from '../judge/rule/rule-glob.ts';
import { messageBody } from '../observe/message-body.ts';
import { checkRecording } from './check-recording.ts';
import { readRecordings } from './read-recordings.ts';
import { recordingOfBodies } from './recording-of-bodies.ts';
import type { RecordingOptions } from './recording.ts';

/** How recorded traffic is read and judged. */
export interface CheckRecordingsOptions extends RuleSelection, RecordingOptions {
  /** Folder that relative paths start from. Default: the working folder. */
  readonly cwd?: string;
  readonly signal?: AbortSignal;
}

/**
 * Judges recorded traffic, as `idvkit check` does: HTTP archives and folders of captures, or files with a body as
 * JSON each.
 *
 * @throws {CliError} (`code`, `message`, `fix`) if a path is none of these.
 */
export async function checkRecordings(
  paths: readonly string[],
  { only, skip, signal, ...options }: CheckRecordingsOptions = {},
): Promise<ConformanceRun> {
  try {
    return checkRecording(await readRecordings(paths, options, signal), { only, skip });
  } catch (error) {
    if (error instanceof RunProblemError) throw new CliError(error.problem);
    throw error;
  }
}

/**
 * Judges one body of the service by the rules that a body alone can break: a delivery, a result, an info, a created
 * application, or an error, recognised by its shape.
 *
 * @param body The body as a JSON value.
 * @throws {CliError} `recording-unknown` if it is none of them.
 * @example
 * const { outcomes } = checkBody(payload, { only: ['answers.*'] });
 * outcomes.filter(({ failures }) => failures > 0) // []
 */
export function checkBody(body: unknown, options: RuleSelection = {}): ConformanceRun {
  const bytes = new TextEncoder().encode(JSON.stringify(body) ?? '');
  return checkRecording(recordingOfBodies([['the body', messageBody(bytes)]], {}), options);
}
