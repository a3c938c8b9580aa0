import type { SQLOutputValue } from 'node:sqlite';

import { AML_LISTS } from '@idvkit/schema';
import * as z from 'zod';

import type { CaptureSummary } from '../capture-entry.ts';
import { formatCheckedLine, parseCheckedLine } from '../journal-line.ts';
import type { JournalMark } from './journal-tail.ts';

/** A row of the index is not what was written. */
export class IndexRowError extends Error {
  override readonly name = 'IndexRowError';
}

/** Returns what a row keeps of an object. Files of the index are not synced and not copied with care, so it carries its checksum. */
export function checked(value: object): string {
  return formatCheckedLine(value).trimEnd();
}

/**
 * Reads what {@link checked} wrote. A checksum does not stop a person who made the index by hand, and paths are made of its values.
 *
 * @throws {IndexRowError} if the text does not match its checksum, or its value is not of the schema.
 */
export function readChecked<Value>(text: SQLOutputValue | undefined, schema: z.ZodType<Value>): Value {
  const read = parseCheckedLine(String(text));
  if ('problem' in read) throw new IndexRowError(`A row ${read.problem}`);
  const parsed = schema.safeParse(read.value);
  if (parsed.success) return parsed.data;
  throw new IndexRowError('A row is not what the index writes', { cause: parsed.error });
}

export const journalMark: z.ZodType<JournalMark> = z.strictObject({
  offset: z.int().min(0),
  lines: z.int().min(0),
  tail: z.string(),
});

export const captureSummary: z.ZodType<CaptureSummary> = z.strictObject({
  json: z.boolean(),
  type: z.exactOptional(z.string()),
  version: z.exactOptional(z.number()),
  createdAt: z.exactOptional(z.string()),
  nounce: z.exactOptional(z.string()),
  slug: z.exactOptional(z.string()),
  form: z.exactOptional(z.string()),
  status: z.exactOptional(z.string()),
  submittedAt: z.exactOptional(z.nullable(z.string())),
  ekyc: z.exactOptional(z.string()),
  aml: z.exactOptional(z.array(z.enum(AML_LISTS))),
  images: z.int().min(0),
});
