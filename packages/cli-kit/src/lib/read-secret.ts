import { resolve } from 'node:path';

import { readBytes, cannot } from './cannot.ts';
import { CliError } from './cli-error.ts';
import type { Io } from './io.ts';

/** Where a secret may be found. */
export interface SecretSource {
  /** Name for messages: `API token`. */
  readonly what: string;
  /** Variable that holds it: `IDV_API_TOKEN`. The variable of that name plus `_FILE` may name a file instead. */
  readonly env: string;
  /** File that the user named, before any variable. */
  readonly file?: string | undefined;
  /** The value of a configuration file, after all else. */
  readonly configured?: string | undefined;
}

/**
 * Finds a secret, so that no command needs it as an argument, where every process of the machine could read it: in the
 * file, then the variable, then the file that the `…_FILE` variable names, then the configuration. A line break at the
 * end is dropped.
 *
 * @returns The secret, or undefined where there is none.
 * @throws {CliError} `secret-unreadable` if a file cannot be read; `secret-unusable` if what is found is empty or no
 *   header can carry it.
 */
export async function readSecret(io: Pick<Io, 'env' | 'cwd'>, source: SecretSource): Promise<string | undefined> {
  const found = await find(io, source);
  if (found === undefined) return undefined;
  const { secret, where } = found;
  if (/^[\u0021-\u007E](?:[\u0020-\u007E]*[\u0021-\u007E])?$/.test(secret)) return secret;
  throw new CliError({
    code: 'secret-unusable',
    message: `Cannot use the ${source.what} of ${where}: ${secret === '' ? 'it is empty' : 'a header cannot carry it'}.`,
    fix: 'Give it as one line of ASCII without spaces around it.',
  });
}

/** As {@link readSecret}, where there must be one. @throws {CliError} as well `secret-missing` where there is none. */
export async function requireSecret(io: Pick<Io, 'env' | 'cwd'>, source: SecretSource): Promise<string> {
  const secret = await readSecret(io, source);
  if (secret !== undefined) return secret;
  throw new CliError({
    code: 'secret-missing',
    message: `Cannot continue without the ${source.what}: none is given.`,
    fix: `Set ${source.env}, or ${source.env}_FILE to the path of a file that holds it.`,
  });
}

async function find(
  { env, cwd }: Pick<Io, 'env' | 'cwd'>,
  source: SecretSource,
): Promise<{ readonly secret: string; readonly where: string } | undefined> {
  if (source.file !== undefined) return fromFile(resolve(cwd, source.file), source.what);
  const direct = env[source.env];
  if (direct !== undefined && direct !== '') return { secret: withoutLineBreak(direct), where: source.env };
  const file = env[`${source.env}_FILE`];
  if (file !== undefined && file !== '') return fromFile(resolve(cwd, file), source.what);
  if (source.configured === undefined) return undefined;
  return { secret: withoutLineBreak(source.configured), where: 'the configuration' };
}

async function fromFile(path: string, what: string): Promise<{ readonly secret: string; readonly where: string }> {
  const fix = 'Name a readable file that holds only the secret.';
  const bytes = await readBytes(path, { cwd: '' }, cannot('secret-unreadable', `read the ${what} from "${path}"`, fix));
  return { secret: withoutLineBreak(bytes.toString()), where: `"${path}"` };
}

function withoutLineBreak(text: string): string {
  return text.replace(/\r?\n$/, '');
}
