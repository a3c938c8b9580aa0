import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

/** What is to be exported. */
export interface ExportSource {
  readonly archive: Archive;
  readonly captures: readonly Captured[];
  /** Address of a receiver without its path, for formats that need one. */
  readonly origin: string;
}

/** A file that an export is made of. */
export interface ExportedFile {
  /** Relative to the folder, where there are several. */
  readonly path: string;
  readonly content: AsyncIterable<string | Uint8Array> | string;
}

/** A format that captures are exported to. */
export interface ExportFormat {
  /** Whether it is a folder of files rather than one. */
  readonly isFolder: boolean;
  /** What is not in it, of what the archive knows. */
  readonly loses: string;
  readonly files: (source: ExportSource) => AsyncIterable<ExportedFile> | Iterable<ExportedFile>;
}

/** Reads a body, and looks twice at its being there. */
export function bodyOf({ archive }: ExportSource, captured: Captured): AsyncIterable<Uint8Array> {
  return (async function* body() {
    yield* await archive.openBody(captured);
  })();
}

/** The value of a header, whatever its case. */
export function headerOf({ headers }: Captured, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

/** Headers that whoever sends makes anew. */
const OF_THE_WAY: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'expect',
  'te',
  'trailer',
  'upgrade',
]);

/** Headers that can be sent again: without those of the connection, and those whose values were redacted. */
export function sendableHeaders({ headers }: Captured): readonly (readonly [string, string])[] {
  return headers.filter(([name, value]) => !OF_THE_WAY.has(name.toLowerCase()) && value !== '[redacted]');
}
