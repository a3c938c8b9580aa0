import { stat } from 'node:fs/promises';

import type { InputSource } from './input-source.ts';

/** Bytes of all inputs as they lie there, where all of them are ordinary files or captures. */
export async function totalBytesOf(sources: readonly InputSource[]): Promise<number | undefined> {
  let total = 0;
  for (const source of sources) {
    if (source.kind === 'capture') {
      total += source.bytes;
      continue;
    }
    const found = source.kind === 'file' ? await stat(source.path).catch(() => undefined) : undefined;
    if (!found?.isFile()) return undefined;
    total += found.size;
  }
  return total;
}
