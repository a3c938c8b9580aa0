import { readFile } from 'node:fs/promises';

import { CliError, systemErrorCode, systemErrorState, writeFileAtomic } from '@idvkit/cli-kit';

import { serviceState, type ServiceState } from '../state/service-state.ts';

/**
 * Reads a saved state.
 *
 * @returns The state; nothing where the file is not there yet.
 * @throws {CliError} `state-unreadable` if it cannot be read; `state-malformed` if it holds no state.
 */
export async function readStateFile(path: string): Promise<ServiceState | undefined> {
  const text = await read(path);
  if (text === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed(path, 'it is not JSON', cause);
  }
  const parsed = serviceState.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The path into the file may hold a slug; its first parts do not.
  const where = issue?.path.slice(0, 1).join('.') ?? '';
  throw malformed(path, `it holds no state of a mock${where === '' ? '' : ` (at "${where}")`}`, parsed.error);
}

/**
 * Writes a state to a file that its owner alone may read: it holds tokens, secrets and answers.
 *
 * @throws {CliError} `file-unwritable`
 */
export async function writeStateFile(path: string, state: ServiceState): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(state)}\n`);
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    if (systemErrorCode(cause) === 'ENOENT') return undefined;
    throw new CliError({
      code: 'state-unreadable',
      message: `Cannot read state "${path}": ${systemErrorState(cause)}.`,
      fix: 'Name a file that can be read, or one that is not there yet.',
      cause,
    });
  }
}

function malformed(path: string, how: string, cause: unknown): CliError {
  return new CliError({
    code: 'state-malformed',
    message: `Cannot go on from state "${path}": ${how}.`,
    fix: 'Name a file that idv-mock wrote, or remove it to start afresh.',
    cause,
  });
}
