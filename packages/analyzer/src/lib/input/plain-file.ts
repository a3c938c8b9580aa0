import { open } from 'node:fs/promises';

import { compressionOf } from './decompress.ts';
import type { InputSource } from './input-source.ts';

/** A file whose bytes are the document's own, so that it can be read at any place. */
export interface PlainFile {
  readonly path: string;
  readonly bytes: number;
}

/** Tells whether an input is a file with one document that is not packed. */
export async function plainFileOf(source: InputSource): Promise<PlainFile | undefined> {
  if (source.kind !== 'file' || source.lines) return undefined;
  const file = await open(source.path).catch(() => undefined);
  if (!file) return undefined;
  try {
    const found = await file.stat();
    if (!found.isFile()) return undefined;
    const start = new Uint8Array(4);
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    if (compressionOf(start.subarray(0, bytesRead)) !== undefined) return undefined;
    return { path: source.path, bytes: found.size };
  } finally {
    await file.close();
  }
}
