import type { Captured } from '@idvkit/schema/formats';

export interface ImportedDelivery {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** As far as their order, case and repeats are known. Secrets are still among them. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: AsyncIterable<Uint8Array>;
  /** When it was received, in UTC; absent if the file does not say. */
  readonly receivedAt?: string | undefined;
  /** Status that it was answered with. Default null: none is known. */
  readonly answer?: number | undefined;
  /** How close the body is to the bytes that travelled. */
  readonly fidelity: NonNullable<Captured['fidelity']>;
  /** False if the file lacks a part of the body. Default true. */
  readonly isComplete?: boolean;
  /** True if only `event.type` shows that the body is a delivery. Default false. */
  readonly isBare?: boolean;
}

/** A part of a file: a delivery, or the reason why it is not one. */
export type ImportedPart =
  | { readonly kind: 'delivery'; readonly delivery: ImportedDelivery }
  | { readonly kind: 'skipped'; readonly why: string };

/** Reads the deliveries of a file, one after the other. Each body is to be read before the next delivery is asked for. */
export type ImportReader = (input: AsyncIterable<Uint8Array>) => AsyncGenerator<ImportedPart>;

/** An error in a file. Deliveries before it can be imported. The message ends a sentence: `line 3 is not valid JSON`. */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
}

/** Returns a delivery of which a file has only the body. */
export function bareBody(body: AsyncIterable<Uint8Array>): ImportedPart {
  const headers = [['Content-Type', 'application/json']] as const;
  const request = { method: 'POST', path: '/', headers, body };
  return { kind: 'delivery', delivery: { ...request, fidelity: 'decoded', isBare: true } };
}

export async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** Returns a time in UTC as journals write it; `undefined` if the text is not a time. */
export function momentOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  // Without an offset it is taken to be in UTC, as exports write it.
  const zoned = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const at = new Date(zoned);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
