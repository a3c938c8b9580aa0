import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { CliError, systemErrorState, type Io } from '@idvkit/cli-kit';
import type { HitProfile } from '@idvkit/schema/formats';

import { gather } from '../input/gather.ts';

/** A value that hits are searched for. */
export interface HitCondition {
  /** Path within a hit, as in a profile. */
  readonly path: string;
  readonly value: string;
  /** True if the path is that of the label, which an index knows. */
  readonly isLabel: boolean;
}

/**
 * Reads a condition: `doc.name=Erika`, or `name=Erika` for the label of the profile, or `name=@FILE` for a value that a file
 * holds and no list of processes shall show (`@-`: standard input).
 *
 * @throws {CliError} `condition-unusable` if it is something else, or the file cannot be read.
 */
export async function parseCondition(
  text: string,
  { label }: HitProfile,
  { cwd, stdin }: Pick<Io, 'cwd' | 'stdin'>,
): Promise<HitCondition> {
  const at = text.indexOf('=');
  if (at < 1) throw unusable('it is not PATH=VALUE');
  const [typed, value] = [text.slice(0, at), text.slice(at + 1)];
  const path = typed === label.split('.').at(-1) ? label : typed;
  return {
    path,
    isLabel: path === label,
    value: value.startsWith('@') ? await valueIn(value.slice(1), cwd, stdin) : value,
  };
}

async function valueIn(name: string, cwd: string, stdin: Io['stdin']): Promise<string> {
  if (name === '-')
    return Buffer.concat(await gather<Uint8Array>(stdin))
      .toString()
      .replace(/\r?\n$/, '');
  try {
    return (await readFile(resolve(cwd, name), 'utf8')).replace(/\r?\n$/, '');
  } catch (cause) {
    throw unusable(`its value cannot be read from "${name}": ${systemErrorState(cause)}`, cause);
  }
}

function unusable(state: string, cause?: unknown): CliError {
  return new CliError({
    code: 'condition-unusable',
    message: `Cannot look for a hit: ${state}.`,
    fix: 'Write --where PATH=VALUE, or PATH=@FILE for a value that stands in a file.',
    cause,
  });
}
