import { readdirSync, readFileSync } from 'node:fs';

import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { addressOf, type Dialect, type Strength } from '../scripts/contract-schemas.ts';

const folder = new URL('../json-schema/', import.meta.url);

/** Paths of the committed files below `json-schema/`. */
export const PUBLISHED: readonly string[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.json'))
  .sort();

/** A committed file. */
export function publishedSchema(path: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as Record<string, unknown>; // Schemas are objects.
}

/** A validator that knows the formats and no schema yet. Anything that JSON Schema does not define is an error. */
export function emptyAjv(dialect: Dialect = 'draft-2020-12'): Ajv {
  const options = { strict: true } as const;
  const ajv = dialect === 'draft-07' ? new Ajv(options) : new Ajv2020(options);
  addFormats.default(ajv);
  return ajv;
}

/** One validator that has read every committed file of the contract. */
const loaded = emptyAjv();
for (const path of PUBLISHED.filter((each) => /^(?:strict|consumer)\//.test(each)))
  loaded.addSchema(publishedSchema(path));

/** The committed schema of that name, ready to validate. */
export function validatorOf(strength: Strength, name: string): ValidateFunction {
  const validate = loaded.getSchema(addressOf(strength, name));
  if (validate === undefined) throw new Error(`No published schema ${addressOf(strength, name)}`);
  return validate;
}
