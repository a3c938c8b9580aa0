import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';

import { gather } from '../input/gather.ts';
import { inputUnreadable } from '../input/input-error.ts';
import type { InputSource } from '../input/input-source.ts';
import { resolveInputs, type ResolvedInputs } from '../input/resolve-inputs.ts';

interface SourceOptions {
  readonly lines?: boolean | undefined;
  readonly filesFrom?: string | undefined;
  /** Leaves out names of the list that stand for nothing, instead of an error. Default false. */
  readonly mayMiss?: boolean;
}

/** Finds the inputs that arguments and a list name. Prints on stderr what was left out. */
export async function findSources(
  inputs: readonly string[],
  { lines, filesFrom, mayMiss = false }: SourceOptions,
  io: Io,
): Promise<ResolvedInputs> {
  const listed = filesFrom === undefined ? [] : await readList(filesFrom, io);
  const options = { cwd: io.cwd, lines: lines === true };
  const given = await resolveInputs(inputs, options);
  if (filesFrom === undefined) return noted(given, io);
  // A list is long, and a file that went away since it was written does not stop the others.
  const found = await resolveInputs(listed, { ...options, mayMiss });
  const all = [given, found];
  return noted(
    {
      sources: all.flatMap(({ sources }) => sources),
      notes: all.flatMap(({ notes }) => notes),
      missing: found.missing ?? [],
      isSingle: false,
    },
    io,
  );
}

function noted(found: ResolvedInputs, io: Io): ResolvedInputs {
  for (const note of found.notes) io.stderr.write(`idvkit: ${note}\n`);
  return found;
}

/** Reads the names of a list: one per line, or separated by NUL, as `find -print0` writes them. An empty list is an error. */
export async function readList(name: string, io: Io): Promise<readonly string[]> {
  const bytes = await (
    name === '-' ? gather(io.stdin).then((parts) => Buffer.concat(parts)) : readFile(resolve(io.cwd, name))
  ).catch((error: unknown) => {
    throw inputUnreadable(name, systemErrorState(error), error);
  });
  const text = bytes.toString();
  const names = text.includes('\0') ? text.split('\0') : text.split(/\r?\n/);
  const listed = names.filter((each) => each !== '');
  if (listed.length > 0) return listed;
  const message = `Cannot read the list "${name}": it names no input.`;
  throw new CliError({ code: 'usage', message, fix: 'Check the command that writes it.' });
}

/** Returns the only input. @throws {CliError} `usage` if there are several. */
export function onlySource([first, ...others]: readonly InputSource[], what: string): InputSource {
  if (first && others.length === 0) return first;
  throw wrongUse(`${what} at one input, and there are ${others.length + (first ? 1 : 0)}.`);
}

/** Creates the error for options that do not go together. */
export function wrongUse(message: string): CliError {
  return new CliError({ code: 'usage', message, fix: 'Run "idvkit analyze --help" to see what goes together.' });
}
