import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';

import { systemErrorState, type Io } from '@idvkit/cli-kit';
import type { AnalysisTask, TaskSource } from '@idvkit/schema/formats';

import { inputUnreadable } from '../../input/input-error.ts';
import type { InputSource } from '../../input/input-source.ts';
import { cutLines, cutStream, type LineRange } from '../../input/line-ranges.ts';
import { resolveInputs } from '../../input/resolve-inputs.ts';
import { wrongUse } from '../sources.ts';
import { noLength, openRemote, remoteState } from './remote.ts';
import { TOOL } from './tool.ts';

/** Bytes of a task: some minutes of a slow machine. */
export const DEFAULT_TASK_BYTES = 256_000_000;
/** Most inputs of one task. */
const MAX_SOURCES = 1_000;
/** Inputs whose size is asked for in parallel. */
const MAX_ASKED = 16;

/** Options of a plan. They are part of each task. */
export interface PlanOptions {
  readonly io: Pick<Io, 'cwd' | 'signal'>;
  /** Bytes of inputs that make a task, as they are stored. A larger document is one task. Default 256 MB. */
  readonly taskBytes?: number | undefined;
  /** Reads a document per line from every input. Default: from those whose names end in `.ndjson` or `.jsonl`. */
  readonly lines?: boolean | undefined;
  readonly profile?: AnalysisTask['options']['profile'];
  readonly reveal?: boolean | undefined;
  /** Writes the hits and the deliveries of each task as rows, next to its part. */
  readonly rows?: 'parquet' | undefined;
  /** Called with a sentence about each kind of thing that is left out. */
  readonly onNote?: ((note: string) => void) | undefined;
}

/**
 * Divides inputs into tasks: files, folders, globs, capture archives, and `https` URLs. A file with a
 * document per line is cut at line ends. The same inputs give the same ids on every machine.
 *
 * @throws {CliError} `input-unreadable` if an input is missing or cannot be planned.
 *
 * @example
 * for await (const task of planTasks(['deliveries/'], { io })) queue.add(task.id, task)
 */
export async function* planTasks(inputs: Iterable<string>, options: PlanOptions): AsyncGenerator<AnalysisTask> {
  const { profile, reveal = false, rows, taskBytes = DEFAULT_TASK_BYTES } = options;
  const create = (sources: TaskSource[]): AnalysisTask => {
    const task = {
      format: 'idvkit.task' as const,
      version: 1 as const,
      tool: TOOL,
      sources,
      options: { ...(profile && { profile }), reveal, ...(rows && { rows }) },
    };
    return { ...task, id: taskId(task) };
  };
  let waiting: TaskSource[] = [];
  let bytes = 0;
  for await (const source of cutSources(inputs, options)) {
    const size = source.range ? source.range.end - source.range.start : (source.bytes ?? 0);
    if (waiting.length > 0 && (bytes + size > taskBytes || waiting.length === MAX_SOURCES)) {
      yield create(waiting);
      [waiting, bytes] = [[], 0];
    }
    waiting.push(source);
    bytes += size;
  }
  if (waiting.length > 0) yield create(waiting);
}

/** Returns the id of a task. The query of a URL is its signature, which changes while the object does not. */
export function taskId({ tool, sources, options }: Pick<AnalysisTask, 'tool' | 'sources' | 'options'>): string {
  const named = sources.map(({ kind, name, location, sha256, bytes, etag, lines, range }) => [
    kind,
    name,
    kind === 'url' ? location.replace(/[?#].*$/s, '') : location,
    sha256,
    bytes,
    etag,
    lines,
    range && [range.start, range.end, range.line],
  ]);
  return createHash('sha256')
    .update(JSON.stringify([tool, named, options]))
    .digest('hex');
}

async function* cutSources(inputs: Iterable<string>, options: PlanOptions): AsyncGenerator<TaskSource> {
  const { taskBytes = DEFAULT_TASK_BYTES, io } = options;
  for await (const source of findTaskSources(inputs, options)) {
    io.signal.throwIfAborted();
    const ranges = source.lines && (source.bytes ?? 0) > taskBytes ? rangesOf(source, { taskBytes, io }) : [];
    let isCut = false;
    for await (const range of ranges) {
      isCut = true;
      yield { ...source, range };
    }
    if (!isCut) yield source;
  }
}

/** Cuts a source at line ends. Lines are counted here, so that each task knows the number of its first line. */
function rangesOf(
  source: TaskSource,
  { taskBytes, io }: { readonly taskBytes: number; readonly io: PlanOptions['io'] },
): Iterable<LineRange> | AsyncIterable<LineRange> {
  if (source.kind === 'file')
    return cutLines({ kind: 'file', name: source.name, path: source.location, lines: true }, taskBytes);
  if (source.kind === 'capture') return [];
  return cutStream(openRemote(source, () => {})(io.signal), taskBytes);
}

async function* findTaskSources(inputs: Iterable<string>, options: PlanOptions): AsyncGenerator<TaskSource> {
  const { io, lines = false, onNote } = options;
  for (const input of inputs) {
    const { sources, notes } = await resolveInputs([input], { cwd: io.cwd, lines });
    for (const note of notes) onNote?.(note);
    for (let at = 0; at < sources.length; at += MAX_ASKED)
      yield* await Promise.all(sources.slice(at, at + MAX_ASKED).map((source) => toTaskSource(source, io)));
  }
}

async function toTaskSource(source: InputSource, io: PlanOptions['io']): Promise<TaskSource> {
  const { name, lines } = source;
  switch (source.kind) {
    case 'file':
      return { kind: 'file', name, location: source.path, ...(await fileState(source.path, name)), lines };
    case 'url': {
      const place = { kind: 'url' as const, name, location: source.url };
      const { bytes, etag } = await remoteState(place, io.signal);
      if (bytes === undefined) throw noLength(name);
      return { ...place, bytes, ...(etag !== undefined && { etag }), lines };
    }
    case 'capture': {
      const { archive, id: capture, body } = source.body;
      return { kind: 'capture', name, location: archive, sha256: body.sha256, capture, bytes: body.bytes, lines };
    }
    case 'stdin':
    case 'remote':
      throw wrongUse('Standard input cannot be planned: no other machine can read it.');
  }
}

/** Returns the size and the time of modification of a file. */
export async function fileState(path: string, name: string): Promise<{ bytes: number; etag: string }> {
  const found = await stat(path).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  if (!found.isFile()) throw inputUnreadable(name, 'only ordinary files can be planned');
  return { bytes: found.size, etag: String(Math.trunc(found.mtimeMs)) };
}
