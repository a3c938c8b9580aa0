import { glob, readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { CliError, systemErrorState } from '@idvkit/cli-kit';

import { gather } from './gather.ts';
import { inputUnreadable } from './input-error.ts';
import { namesLines, type InputSource } from './input-source.ts';
import { parseInputUrl } from './open-url.ts';

/** Inputs that the arguments of a command name. */
export interface ResolvedInputs {
  readonly sources: readonly InputSource[];
  /** One sentence for each kind of thing that was left out. */
  readonly notes: readonly string[];
  /** True if the arguments name one input that holds one document. */
  readonly isSingle: boolean;
  /** Why names are left out that stand for nothing, if that is allowed. */
  readonly missing?: readonly string[];
}

interface ResolveOptions {
  readonly cwd: string;
  readonly lines?: boolean;
  /** Leaves out names that stand for nothing, instead of an error. Default false. */
  readonly mayMiss?: boolean;
}

const NOTHING: ResolvedInputs = { sources: [], notes: [], isSingle: false };
const PAYLOAD = /\.(?:json|ndjson|jsonl)(?:\.(?:gz|zst))?$/i;
const PATTERN = /[*?{[]/;

/**
 * Finds what to read: files, `-` for standard input, `http(s)` URLs, globs, folders with all payloads below them, and capture
 * archives with all their deliveries. Folders and globs are read in the order of their names.
 *
 * @throws {CliError} `input-unreadable` where an argument names nothing, `archive-malformed`, `usage` of a URL.
 */
export async function resolveInputs(
  names: readonly string[],
  { cwd, lines = false, mayMiss = false }: ResolveOptions,
): Promise<ResolvedInputs> {
  const missing: string[] = [];
  const leaveOut = (error: unknown): ResolvedInputs => {
    if (!mayMiss || !(error instanceof CliError) || error.code !== 'input-unreadable') throw error;
    missing.push(error.message);
    return NOTHING;
  };
  const found = await Promise.all(names.map((name) => resolveOne(name, cwd).catch(leaveOut)));
  const sources = found.flatMap((each) => each.sources).map((source) => (lines ? { ...source, lines } : source));
  return {
    sources,
    notes: found.flatMap((each) => each.notes),
    missing,
    isSingle: found.length === 1 && found.every(({ isSingle }) => isSingle) && sources.every((source) => !source.lines),
  };
}

async function resolveOne(name: string, cwd: string): Promise<ResolvedInputs> {
  if (name === '-') return only({ kind: 'stdin', name: 'standard input', lines: false });
  if (/^https?:\/\//i.test(name)) {
    const { url, shown } = parseInputUrl(name);
    return only({ kind: 'url', name: shown, url: url.href, lines: namesLines(url.pathname) });
  }
  const path = resolve(cwd, name);
  const entry = await stat(path).catch((error: unknown) => {
    if (PATTERN.test(name)) return undefined;
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  if (entry === undefined) return matches(name, cwd);
  if (!entry.isDirectory()) return only(file(path, name));
  const inFolder = await folder(path, name);
  if (inFolder.sources.length === 0 && inFolder.notes.length === 0) {
    throw inputUnreadable(name, 'the folder holds no .json, .ndjson or .jsonl, and is not a capture archive');
  }
  return inFolder;
}

async function matches(pattern: string, cwd: string): Promise<ResolvedInputs> {
  const names = (await gather(glob(pattern, { cwd }))).sort();
  const all = await Promise.all(
    names.map(async (name) => {
      const path = resolve(cwd, name);
      return (await stat(path)).isDirectory() ? folder(path, name) : only(file(path, name));
    }),
  );
  if (all.length === 0) throw inputUnreadable(pattern, 'nothing matches it');
  return { sources: all.flatMap(({ sources }) => sources), notes: all.flatMap(({ notes }) => notes), isSingle: false };
}

/** All payloads in a folder and those below it, capture archives with theirs. */
async function folder(path: string, name: string): Promise<ResolvedInputs> {
  // What reads archives is loaded only for a folder.
  const { isArchive } = await import('@idvkit/archive');
  if (isArchive(path)) {
    const { readCaptureFolder } = await import('./capture-folder.ts');
    return { ...readCaptureFolder(path, name), isSingle: false };
  }
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  const sources: InputSource[] = [];
  const notes: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const [inside, shown] = [join(path, entry.name), join(name, entry.name)];
    if (entry.isDirectory()) {
      const below = await folder(inside, shown);
      sources.push(...below.sources);
      notes.push(...below.notes);
    } else if (PAYLOAD.test(entry.name)) sources.push(file(inside, shown));
  }
  return { sources, notes, isSingle: false };
}

function file(path: string, name: string): InputSource {
  return { kind: 'file', name, path, lines: namesLines(name) };
}

function only(source: InputSource): ResolvedInputs {
  return { sources: [source], notes: [], isSingle: true };
}
