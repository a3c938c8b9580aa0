import { CliError, readJsonFile, systemErrorCode, cannot, writeFileAtomic } from '@idvkit/cli-kit';

import { serviceState, type ServiceState } from '../state/service-state.ts';

/** Reads a saved state; `undefined` if there is no file. @throws {CliError} `state-unreadable`, `state-malformed`. */
export async function readStateFile(path: string): Promise<ServiceState | undefined> {
  const value = await readJsonFile(path, {
    isOptional: true,
    unusable: (state, cause) =>
      systemErrorCode(cause) === undefined
        ? malformed(path, state)
        : cannot(
            'state-unreadable',
            `read state "${path}"`,
            'Name a file that can be read, or one that is not there yet.',
          )(state, cause),
  });
  if (value === undefined) return undefined;
  const parsed = serviceState.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  // The path into the file may hold a slug; its first parts do not.
  const where = issue?.path.slice(0, 1).join('.') ?? '';
  throw malformed(path, `it holds no state of a mock${where === '' ? '' : ` (at "${where}")`}`, parsed.error);
}

/** Writes a state to a file that only its owner can read. @throws {CliError} `file-unwritable` */
export async function writeStateFile(path: string, state: ServiceState): Promise<void> {
  await writeFileAtomic(path, `${JSON.stringify(state)}\n`);
}

function malformed(path: string, how: string, cause?: unknown): CliError {
  return new CliError({
    code: 'state-malformed',
    message: `Cannot load state "${path}": ${how}.`,
    fix: 'Name a file that idvkit mock wrote, or remove it to start afresh.',
    cause,
  });
}
