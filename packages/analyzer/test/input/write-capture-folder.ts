import { Archive } from '@idvkit/archive';

import { changeDatabase, details, streamOf } from '../../../archive/test/written-archive.ts';

/** A capture to be written. */
export interface WrittenCapture {
  readonly body: string;
  readonly broken?: true;
  readonly erased?: true;
}

async function* brokenStream(body: string): AsyncGenerator<Uint8Array> {
  yield* streamOf(body);
  throw new Error('The sender went away');
}

/** Writes a capture archive. @param damage SQL that damages it. */
export async function writeCaptureFolder(
  path: string,
  captures: readonly WrittenCapture[],
  damage?: string,
): Promise<void> {
  const archive = Archive.create(path);
  const writer = archive.openWriter();
  for (const { body, broken, erased } of captures) {
    const { id } = await writer.keep(broken ? brokenStream(body) : streamOf(body), details);
    if (erased) await archive.erase([id]);
  }
  await archive.close();
  if (damage !== undefined) changeDatabase(path, damage);
}
