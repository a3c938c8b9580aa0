import { createHash } from 'node:crypto';
import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { systemErrorState, type Io } from '@idvkit/cli-kit';
import type { AnalysisPart, AnalysisTask, TaskSource } from '@idvkit/schema/formats';

import { createCollector } from '../../corpus/create-collector.ts';
import type { HitSink } from '../../export/exported-hit.ts';
import type { DocumentSink } from '../../export/parquet-submissions.ts';
import { inputUnreadable } from '../../input/input-error.ts';
import type { InputSource } from '../../input/input-source.ts';
import { DEFAULT_HIT_PROFILE } from '../../summarize/hit-profile.ts';
import { collectTask } from '../collect-task.ts';
import { FailureList } from '../failure-list.ts';
import { fileState, taskId } from './plan-tasks.ts';
import { openRemote } from './remote.ts';
import { sourceChanged, toolDiffers } from './task-error.ts';
import { TOOL } from './tool.ts';

/**
 * Does a task: reads its sources and sums them up. A payload that is malformed or cut off counts as incomplete in the part,
 * and trying again gives the same part.
 *
 * @param context.parts Folder that rows are written to, if the task asks for them.
 * @throws {CliError} `source-changed` and `tool-differs`, which no retry mends; `input-unreadable` if a source cannot be
 *   reached.
 */
export async function runTask(
  task: AnalysisTask,
  { signal, parts }: Pick<Io, 'signal'> & { readonly parts?: string | undefined },
): Promise<AnalysisPart> {
  const { id, tool, options } = task;
  if (tool !== TOOL) throw toolDiffers(`task ${id}`, tool, TOOL);
  if (id !== taskId(task)) throw toolDiffers(`task ${id}`, 'a plan that was edited', TOOL);
  const rows = options.rows && (await openRows(task, parts));
  try {
    const part = await readTask(task, { signal, rows });
    rows?.commit();
    return part;
  } catch (error) {
    rows?.discard();
    throw error;
  }
}

/** Files of rows that a task writes. They are there before its part, or not at all. */
interface Rows extends Pick<HitSink, 'commit' | 'discard'> {
  readonly sinks: readonly HitSink[];
  readonly submissions: DocumentSink;
}

async function openRows({ id, options }: AnalysisTask, parts: string | undefined): Promise<Rows> {
  if (parts === undefined) throw new TypeError('A task that writes rows needs a folder for its parts');
  const { ParquetHits } = await import('../../export/parquet-hits.ts');
  const { ParquetSubmissions } = await import('../../export/parquet-submissions.ts');
  const hits = new ParquetHits(rowsFile(parts, 'hits', id), options.profile ?? DEFAULT_HIT_PROFILE);
  const submissions = new ParquetSubmissions(rowsFile(parts, 'submissions', id));
  const both = [hits, submissions];
  return {
    sinks: [hits],
    submissions,
    commit: () => both.forEach((file) => file.commit()),
    discard: () => both.forEach((file) => file.discard()),
  };
}

/** Returns the file of a task's rows in the folder of its part. */
export function rowsFile(parts: string, kind: 'hits' | 'submissions', task: string): string {
  return join(parts, kind, `${task}.parquet`);
}

async function readTask(
  { id, sources, options: { profile, reveal } }: AnalysisTask,
  { signal, rows }: Pick<Io, 'signal'> & { readonly rows: Rows | undefined },
): Promise<AnalysisPart> {
  const collector = createCollector();
  const failures = new FailureList();
  let failureCount = 0;
  for (const source of sources) {
    let broken: { readonly error: unknown } | undefined;
    const input = toInput(source, (error) => (broken ??= { error }));
    await checkSource(source);
    await collectTask(
      { number: 0, sources: [input], ...(source.range && { range: source.range }) },
      { profile, reveal, sinks: rows?.sinks, submissions: rows?.submissions, io: { stdin: Readable.from([]), signal } },
      {
        collector,
        onFailure: (failure) => {
          failureCount += 1;
          failures.add(0, failure);
        },
      },
    );
    signal.throwIfAborted();
    if (broken) throw broken.error;
    // A file that was written to meanwhile may have given parts of two versions.
    await checkSource(source);
  }
  const summary = collector.result();
  return {
    format: 'idvkit.part',
    version: 1,
    task: id,
    tool: TOOL,
    sha256: hashOf(summary),
    summary,
    failures: failures.result(),
    failureCount,
  };
}

/** Returns the hash that a part has of its summary. */
export function hashOf(summary: AnalysisPart['summary']): string {
  return createHash('sha256').update(JSON.stringify(summary)).digest('hex');
}

function toInput(source: TaskSource, onBroken: (error: unknown) => void): InputSource {
  const { kind, name, location, lines, sha256 = '', capture = 1, bytes = 0 } = source;
  switch (kind) {
    case 'file':
      return { kind, name, lines, path: location };
    case 'capture':
      return {
        kind,
        name,
        lines,
        body: { archive: location, id: capture, body: { sha256, bytes, complete: true } },
        bytes,
      };
    case 'url':
      return { kind: 'remote', name, lines, open: openRemote(source, onBroken) };
  }
}

/**
 * A file or an archive that this machine cannot reach is not a result: another machine may reach it.
 *
 * @throws {CliError} `input-unreadable` if it cannot be reached, `source-changed` if a file is not what it was.
 */
async function checkSource({ kind, name, location, bytes, etag }: TaskSource): Promise<void> {
  if (kind === 'url') return;
  await access(location, constants.R_OK).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  if (kind === 'capture') return;
  const state = await fileState(location, name);
  if (state.bytes !== bytes || state.etag !== etag) throw sourceChanged(name);
}
