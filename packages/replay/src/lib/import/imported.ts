/** A delivery as a file of another tool tells it. */
export interface ImportedDelivery {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  /** As far as their order, case and repeats are known. Secrets are still among them. */
  readonly headers: readonly (readonly [string, string])[];
  readonly body: AsyncIterable<Uint8Array>;
  /** When it was received, in UTC; absent where the file does not say. */
  readonly receivedAt?: string | undefined;
  /** Status that it was answered with. Default null: none is known. */
  readonly answer?: number | undefined;
  /** How much of what travelled the body is. */
  readonly fidelity: 'wire' | 'decoded' | 'parsed';
  /** False where less of the body is in the file than there was. Default true. */
  readonly isComplete?: boolean;
}

/** What a reader makes of a part of a file: a delivery, or something that is none, and why. */
export type ImportedPart =
  | { readonly kind: 'delivery'; readonly delivery: ImportedDelivery }
  | { readonly kind: 'skipped'; readonly why: string };

/** What readers may ask for beside the file itself. */
export interface ReaderOptions {
  /**
   * Opens a file that the imported file names, relative to it.
   *
   * @throws {ImportProblem} if it may not be read.
   */
  readonly openFile: (path: string) => Promise<AsyncIterable<Uint8Array>>;
}

/** Reads the deliveries of a file, one after the other. Each body is to be read before the next delivery is asked for. */
export type ImportReader = (input: AsyncIterable<Uint8Array>, options: ReaderOptions) => AsyncGenerator<ImportedPart>;

/**
 * The file is not what it should be from some place on. What came before it can be kept. The message ends a sentence: `line 3
 * is not valid JSON`.
 */
export class ImportProblem extends Error {
  override readonly name = 'ImportProblem';
}

/** Bytes as a body. */
export async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

/** A moment in UTC as journals write it; `undefined` where it is none. */
export function momentOf(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  // Without an offset it is taken to be in UTC, as exports write it.
  const zoned = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?$/.test(text) ? `${text.replace(' ', 'T')}Z` : text;
  const at = new Date(zoned);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Headers of an object whose values are texts or arrays of them. */
export function headersOf(headers: unknown): [string, string][] {
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each: unknown): [string, string][] =>
      typeof each === 'string' || typeof each === 'number' ? [[name, String(each)]] : [],
    ),
  );
}
