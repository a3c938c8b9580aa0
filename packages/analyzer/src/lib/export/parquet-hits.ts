import type { HitProfile } from '@idvkit/schema/formats';

import { stepsOf, textsAt, writtenTexts } from '../collect/hit-text.ts';
import { numberOf } from '../scan/number-of.ts';
import { readHit, type ExportedHit, type HitSink } from './exported-hit.ts';
import { ParquetFile } from './parquet-file.ts';

/** A larger hit is not kept in memory: its row has no columns for its values. Most readers take no larger value anyway. */
const MAX_HIT_BYTES = 128 * 1024 * 1024;

/** A hit with its text, and the value that the text stands for. */
interface Row extends ExportedHit {
  readonly text: Buffer | undefined;
  readonly value: unknown;
}

/**
 * Writes hits as Parquet, a row each: where the hit is, the fields that the profile names, and the hit itself as JSON text in
 * the bytes that were received.
 *
 * @see docs/formats.md, "Exported hits"
 */
export class ParquetHits implements HitSink {
  readonly #file: ParquetFile<Row>;

  constructor(path: string, { id, score, matchStatus, riskLevel, types, matchTypes, sources }: HitProfile) {
    const textsOf = (paths: readonly (string | undefined)[]): ((row: Row) => readonly string[]) => {
      const all = paths.flatMap((each) => (each === undefined ? [] : [stepsOf(each)]));
      return ({ value }) => all.flatMap((steps) => textsAt(value, steps));
    };
    const [scores, statuses, levels] = [[score], [matchStatus], [riskLevel]].map(textsOf);
    const idSteps = id === undefined ? undefined : stepsOf(id);
    this.#file = new ParquetFile<Row>(
      path,
      [
        { name: 'source', type: 'text', valueOf: ({ source }) => source },
        { name: 'document', type: 'integer', valueOf: ({ document }) => document },
        { name: 'submission', type: 'text', valueOf: ({ submission }) => submission },
        { name: 'provider', type: 'text', valueOf: ({ provider }) => provider },
        { name: 'run', type: 'integer', valueOf: ({ run }) => run },
        { name: 'entry', type: 'integer', valueOf: ({ entry }) => entry },
        { name: 'list', type: 'text', valueOf: ({ list }) => list },
        { name: 'number', type: 'long', valueOf: ({ number }) => BigInt(number) },
        { name: 'hit_index', type: 'integer', valueOf: ({ index }) => index },
        { name: 'start_byte', type: 'long', valueOf: ({ offset }) => BigInt(offset) },
        { name: 'bytes', type: 'long', valueOf: ({ bytes }) => BigInt(bytes) },
        {
          name: 'id',
          type: 'text',
          isPersonal: true,
          valueOf: ({ value, text }) => idSteps && text && writtenTexts(value, text.toString(), idSteps)[0],
        },
        { name: 'label', type: 'text', isPersonal: true, valueOf: ({ label }) => label },
        { name: 'score', type: 'number', valueOf: (row) => finite(scores?.(row)[0] ?? '') },
        { name: 'match_status', type: 'text', valueOf: (row) => statuses?.(row)[0] },
        { name: 'risk_level', type: 'text', valueOf: (row) => levels?.(row)[0] },
        { name: 'types', type: 'texts', valueOf: textsOf(types) },
        { name: 'match_types', type: 'texts', valueOf: textsOf(matchTypes) },
        { name: 'sources', type: 'texts', valueOf: textsOf(sources) },
        { name: 'hit_json', type: 'json', isPersonal: true, valueOf: ({ text }) => text },
      ],
      { 'idvkit.hit-profile': JSON.stringify({ id, score, matchStatus, riskLevel, types, matchTypes, sources }) },
    );
  }

  add(hit: ExportedHit): void {
    const text = hit.bytes > MAX_HIT_BYTES ? undefined : readHit(hit);
    const value = text && (JSON.parse(text.toString()) as unknown);
    this.#file.add({ ...hit, text, value }, text?.length);
  }

  commit(): void {
    this.#file.commit();
  }

  discard(): void {
    this.#file.discard();
  }
}

function finite(text: string): number | undefined {
  const value = numberOf(text);
  return Number.isFinite(value) ? value : undefined;
}
