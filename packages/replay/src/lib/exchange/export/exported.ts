import type { Archive } from '@idvkit/archive';
import type { Captured } from '@idvkit/schema/formats';

import { isOfTheConnection } from '../../send/connection-headers.ts';

/** Address of a receiver without its path, for formats that need one: captures have none. */
export const RECEIVER_ORIGIN = 'http://127.0.0.1:8080';

export interface ExportSource {
  readonly archive: Archive;
  readonly captures: readonly Captured[];
}

export interface ExportedFile {
  /** Relative to the folder of the export. */
  readonly path: string;
  readonly content: AsyncIterable<string | Uint8Array> | string;
}

export interface ExportFormat {
  /** True for a folder of files, false for one file. */
  readonly isFolder: boolean;
  /** Parts of captures that the format does not have: the end of a sentence. */
  readonly loses: string;
  readonly files: (source: ExportSource) => AsyncIterable<ExportedFile> | Iterable<ExportedFile>;
}

export function bodyOf({ archive }: ExportSource, captured: Captured): AsyncIterable<Uint8Array> {
  return (async function* body() {
    yield* archive.openBody(captured);
  })();
}

/** Returns the headers that can be sent again: without those of the connection, and those whose values were redacted. */
export function sendableHeaders({ headers }: Captured): readonly (readonly [string, string])[] {
  return headers.filter(([name, value]) => !isOfTheConnection(name) && value !== '[redacted]');
}

export function bodyPath({ id }: Captured): string {
  return `bodies/${id}.body`;
}

/** Lists the files of an export that is a script with the bodies next to it. */
export function* scriptFiles(source: ExportSource, path: string, script: string): Generator<ExportedFile> {
  for (const captured of source.captures) yield { path: bodyPath(captured), content: bodyOf(source, captured) };
  yield { path, content: script };
}
