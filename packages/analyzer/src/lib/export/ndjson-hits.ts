import type { ExportedHit, HitSink } from './exported-hit.ts';
import { OutputFile } from './output-file.ts';

const encoder = new TextEncoder();

/**
 * Writes hits as NDJSON: on each line an object that says where the hit is, and has it as `hit_json`, in the bytes that were
 * received but for line ends. Nothing of a hit is kept.
 *
 * @see docs/formats.md, "Exported hits"
 */
export class NdjsonHits implements HitSink {
  readonly #file: OutputFile;

  constructor(path: string) {
    this.#file = new OutputFile(path);
  }

  add(hit: ExportedHit): void {
    const { source, document, submission, provider, run, entry, list, number, label = null, parts } = hit;
    const { index, offset, bytes } = hit;
    const within = { run, entry, list, number, hit_index: index, start_byte: offset, bytes };
    const place = { source, document, submission, provider, ...within };
    const before = JSON.stringify({ ...place, label });
    this.#file.write(encoder.encode(`${before.slice(0, -1)},"hit_json":`));
    for (const part of parts()) this.#file.write(onOneLine(part));
    this.#file.write(encoder.encode('}\n'));
  }

  commit(): void {
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

/** Line ends stand between tokens alone, where a space says the same. */
function onOneLine(part: Uint8Array): Uint8Array {
  if (!part.includes(0x0a) && !part.includes(0x0d)) return part;
  return part.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));
}
