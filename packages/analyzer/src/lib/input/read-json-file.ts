import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { systemErrorState, type CliError } from '@idvkit/cli-kit';

/** A schema, as far as it is needed here. */
interface Schema<Value> {
  safeParse(value: unknown):
    | { readonly success: true; readonly data: Value }
    | {
        readonly success: false;
        readonly error: {
          readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[];
        };
      };
}

/**
 * Reads a JSON file that somebody named.
 *
 * @param use.unusable Makes an error of what is wrong with the file.
 * @throws what `unusable` makes, if it cannot be read or is something else.
 */
export async function readJsonFile<Value>(
  name: string,
  cwd: string,
  use: { readonly schema: Schema<Value>; readonly unusable: (state: string, cause?: unknown) => CliError },
): Promise<Value> {
  let text: string;
  try {
    text = await readFile(resolve(cwd, name), 'utf8');
  } catch (cause) {
    throw use.unusable(systemErrorState(cause), cause);
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw use.unusable('it is not JSON', cause);
  }
  const parsed = use.schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw use.unusable(`${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'it is of another shape'}`);
}
