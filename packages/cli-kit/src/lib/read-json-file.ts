import { readFile } from 'node:fs/promises';

import type { JsonFault } from '@idvkit/json';

import type { Unusable } from './cannot.ts';
import { systemErrorCode, systemErrorState } from './system-error.ts';

/** Result of a check by a zod schema. */
interface Checked<Value> {
  readonly success: boolean;
  readonly data?: Value | undefined;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}

/** How a file is read, and how its reader puts what is in the way. */
export interface JsonFileOptions {
  readonly unusable: Unusable;
  /** True if the file may be missing: then it reads as `undefined`. Default false. */
  readonly isOptional?: boolean;
}

/**
 * Reads a JSON file that a person named, or that we wrote for one.
 *
 * @throws what `unusable` makes of it, if it cannot be read or is not JSON.
 *
 * @example
 * const profile = checkValue(hitProfile, await readJsonFile('profile.json', { unusable }), unusable);
 */
export async function readJsonFile(path: string, { unusable, isOptional = false }: JsonFileOptions): Promise<unknown> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (cause) {
    if (isOptional && systemErrorCode(cause) === 'ENOENT') return undefined;
    throw unusable(systemErrorState(cause), cause);
  }
  return parseJsonFile(bytes, unusable);
}

/** Parses the bytes of a JSON file. The parser is loaded only now: most commands read no file. @throws what `unusable` makes of the first fault. */
export async function parseJsonFile(bytes: Uint8Array, unusable: Unusable): Promise<unknown> {
  const { parseJson } = await import('@idvkit/json');
  const parsed = parseJson(bytes, { maxBytes: Infinity });
  if (parsed.ok) return parsed.value;
  const { code, line, column } = parsed.fault;
  throw unusable(`${FAULTS[code]} (line ${line}, column ${column})`);
}

const FAULTS: Readonly<Record<JsonFault['code'], string>> = {
  'not-json': 'it is not JSON',
  'not-utf-8': 'it is not UTF-8',
  'too-deep': 'it is nested too deep',
  'too-large': 'it is too large',
  truncated: 'it ends before its JSON does',
};

/** Characters of a schema's message that are shown. */
const MAX_MESSAGE = 160;

/** Checks a value with a schema of zod. @throws what `unusable` makes of the first problem, after the path to it. */
export function checkValue<Value>(
  schema: { readonly safeParse: (value: unknown) => Checked<Value> },
  value: unknown,
  unusable: Unusable,
): Value {
  const checked = schema.safeParse(value);
  // Where it is a success there are data; a schema that takes `undefined` has none to give.
  if (checked.success) return checked.data as Value;
  const [issue] = checked.error?.issues ?? [];
  const message = issue?.message ?? 'it is of another shape';
  // A list of all options may have hundreds.
  const shown = message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)} …` : message;
  throw unusable(`${issue?.path.join('.') || 'it'}: ${shown}`);
}
