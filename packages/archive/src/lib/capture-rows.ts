import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';

import {
  captureAttempt,
  captured,
  imageEntry,
  receiverAnswer,
  type CaptureAttempt,
  type Captured,
  type ImageEntry,
  type ReceiverAnswer,
} from '@idvkit/schema/formats';
import type * as z from 'zod';

import { ArchiveError } from './archive-error.ts';
import type { AmlFlag, CaptureEntry, CaptureSummary } from './capture-entry.ts';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** Bits of the column `aml`. */
export const amlBits: Readonly<Record<AmlFlag, number>> = {
  pep: 1,
  warnings: 2,
  sanctions: 4,
  adverse_media: 8,
  fitness_probity: 16,
};

/** Columns of `captures` with what a body says: erasing overwrites them with text of the same length, in place. */
export const SUMMARY_TEXTS = [
  'type',
  'created_at',
  'nounce',
  'slug',
  'form',
  'status',
  'submitted_at',
  'ekyc',
] as const;

/** Returns the columns of a capture, all but its number and its body. */
export function toColumns(
  { receivedAt, bearer, answer, passOn, body }: Omit<Captured, 'id'>,
  {
    summary,
    file,
    isPacked,
  }: { readonly summary: CaptureSummary; readonly file?: string | undefined; readonly isPacked: boolean },
): Record<string, SQLInputValue> {
  return {
    erased: 0,
    received_at: Date.parse(receivedAt),
    bytes: body.bytes,
    complete: Number(body.complete),
    sha256: body.sha256,
    bearer,
    answer,
    pass_on: Number(passOn === true),
    file: file ?? null,
    packed: Number(isPacked),
    json: Number(summary.json),
    type: summary.type ?? null,
    version: summary.version ?? null,
    created_at: summary.createdAt ?? null,
    nounce: summary.nounce ?? null,
    slug: summary.slug ?? null,
    form: summary.form ?? null,
    status: summary.status ?? null,
    submitted_at: summary.submittedAt === undefined ? null : JSON.stringify(summary.submittedAt),
    ekyc: summary.ekyc ?? null,
    aml: summary.aml === undefined ? null : summary.aml.reduce((bits, flag) => bits | amlBits[flag], 0),
    images: summary.images,
  };
}

/** Returns the column `head`: what travelled with a capture. */
export function toHead({ method, path, headers, source, fidelity }: Omit<Captured, 'id'>): string {
  return JSON.stringify({ method, path, headers, source, fidelity });
}

/** Reads a row of `captures` with its `head`. @throws {ArchiveError} `damaged` if no capture has such values. */
export function toCaptured(row: Row): Captured {
  return parsed(captured, row['id'], () => ({
    id: row['id'],
    receivedAt: new Date(Number(row['received_at'])).toISOString(),
    ...(JSON.parse(String(row['head'])) as object), // What it has is checked with the rest.
    bearer: row['bearer'],
    body: { sha256: row['sha256'], bytes: row['bytes'], complete: row['complete'] === 1 },
    answer: row['answer'],
    ...(row['pass_on'] === 1 && { passOn: true }),
  }));
}

/** Reads a row of a list: a capture with its tags, and the last attempt to give it to a receiver. @throws {ArchiveError} `damaged`. */
export function toEntry(row: Row): CaptureEntry {
  const { last_status: status = null, last_failure: failure = null } = row;
  const outcome = outcomeOf({ status, failure });
  return {
    captured: toCaptured(row),
    summary: toSummary(row),
    tags: JSON.parse(String(row['tags'])) as string[], // SQLite makes an array of texts.
    ...(outcome !== 'started' && { lastOutcome: 'status' in outcome ? outcome : { failure: outcome.failure } }),
  };
}

function toSummary(row: Row): CaptureSummary {
  const text = (column: (typeof SUMMARY_TEXTS)[number], name: string): object =>
    row[column] === null ? {} : { [name]: row[column] };
  const flags = Object.keys(amlBits) as AmlFlag[]; // The keys of the table.
  const aml = row['aml'];
  return {
    json: row['json'] === 1,
    ...text('type', 'type'),
    ...(typeof row['version'] === 'number' && { version: row['version'] }),
    ...text('created_at', 'createdAt'),
    ...text('nounce', 'nounce'),
    ...text('slug', 'slug'),
    ...text('form', 'form'),
    ...text('status', 'status'),
    ...(row['submitted_at'] !== null && { submittedAt: JSON.parse(String(row['submitted_at'])) as string | null }),
    ...text('ekyc', 'ekyc'),
    ...(aml !== null && { aml: flags.filter((flag) => (Number(aml) & amlBits[flag]) !== 0).sort() }),
    images: Number(row['images']),
  };
}

/** Reads a row of `attempts`. @throws {ArchiveError} `damaged`. */
export function toAttempt(row: Row): CaptureAttempt {
  return parsed(captureAttempt, row['capture'], () => ({
    capture: row['capture'],
    at: row['at'],
    target: row['target'],
    number: row['number'],
    ...(row['run'] !== null && { run: row['run'] }),
    ...(row['item'] !== null && { item: row['item'] }),
    ...(row['duration_ms'] !== null && { durationMs: row['duration_ms'] }),
    outcome: outcomeOf(row),
    ...(row['next'] !== null && { next: row['next'] }),
    ...(row['relayed'] === 1 && { relayed: true }),
  }));
}

/** Reads a row with an `answer`. @throws {ArchiveError} `damaged`. */
export function toAnswer({ capture, answer }: Row): ReceiverAnswer | undefined {
  return answer === null ? undefined : parsed(receiverAnswer, capture, () => JSON.parse(String(answer)) as unknown);
}

function outcomeOf({
  status,
  failure,
  code,
}: Row): 'started' | { status: number } | { failure: string; code?: string } {
  if (typeof status === 'number') return { status };
  if (typeof failure !== 'string') return 'started';
  return { failure, ...(typeof code === 'string' && { code }) };
}

/** Returns the columns of an attempt. */
export function attemptColumns(attempt: CaptureAttempt): Record<string, SQLInputValue> {
  const { capture, at, target, number, run, item, durationMs, outcome, next, relayed } = attempt;
  const failed = outcome !== 'started' && 'failure' in outcome ? outcome : undefined;
  return {
    capture,
    run: run ?? null,
    item: item ?? null,
    at,
    target,
    number,
    duration_ms: durationMs ?? null,
    status: outcome !== 'started' && 'status' in outcome ? outcome.status : null,
    failure: failed?.failure ?? null,
    code: failed?.code ?? null,
    next: next ?? null,
    relayed: Number(relayed === true),
  };
}

/** Reads a row of `images`. @throws {ArchiveError} `damaged`. */
export function toImage(row: Row): ImageEntry {
  const { capture, at, start, length, sha256, bytes, content_type: contentType, failure } = row;
  return parsed(imageEntry, capture, () => ({
    capture,
    at,
    offset: start,
    length,
    outcome: failure === null ? { sha256, bytes, contentType } : { failure },
  }));
}

/** Checks values by their schema: an archive may be foreign, and they become paths, requests and lines of a terminal. */
function parsed<Value>(schema: z.ZodType<Value>, id: SQLOutputValue | undefined, value: () => unknown): Value {
  const damaged = (cause: unknown): ArchiveError =>
    new ArchiveError('damaged', `The entry of capture ${String(id)} is damaged`, { cause });
  let given: unknown;
  try {
    given = value();
  } catch (cause) {
    throw damaged(cause);
  }
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  throw damaged(result.error);
}
