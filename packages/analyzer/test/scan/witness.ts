import type { HitBatch, HitsStatistics } from '../../src/lib/scan/hits-statistics.ts';
import type { ScanHandler, VisitMode } from '../../src/lib/scan/scan-handler.ts';

/** Takes what is under `hits` for hits, skips what is under `skip`, and writes down all that it is told. */
export class Witness implements ScanHandler {
  readonly told: unknown[] = [];
  readonly #identities = new Map<number, number>();
  #key = '';
  open(kind: 'object' | 'array', offset: number): VisitMode {
    const mode = this.#key === 'hits' ? 'hits' : this.#key === 'skip' ? 'skip' : 'tokens';
    this.#key = '';
    this.told.push([kind, offset]);
    return mode;
  }
  close(end: number): void {
    this.told.push(['close', end]);
  }
  key(text: string, offset: number): void {
    this.#key = text;
    this.told.push(['key', text, offset]);
  }
  scalar(kind: string, text: string, offset: number, end: number): void {
    this.told.push([kind, text, offset, end]);
  }
  wantsText(): boolean {
    return this.#key !== 'unwanted';
  }
  hits(batch: HitBatch): void {
    for (let index = 0; index < batch.count; index += 1) {
      this.told.push([batch.first + index, batch.offsets[index], batch.bytes[index]]);
      this.told.push([this.#alike(batch.identities[index] ?? 0), batch.label(index)]);
    }
  }
  hitsEnd(statistics: HitsStatistics): void {
    this.told.push({
      ...statistics,
      paths: statistics.paths.map((path) => ({ ...path, tally: path.tally && [path.tally, ...path.tally.counts] })),
    });
  }
  /** Identities mean nothing but whether they are equal: numbers them as they come. */
  #alike(identity: number): number | string {
    if (Number.isNaN(identity)) return 'none';
    const known = this.#identities.get(identity) ?? this.#identities.size;
    this.#identities.set(identity, known);
    return known;
  }
}
