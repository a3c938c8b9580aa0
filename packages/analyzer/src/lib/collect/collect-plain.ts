import { arrayAt, at, objectAt, stringAt } from '@idvkit/json';
import type { ScreeningSummary } from '@idvkit/schema/formats';

import type { HitBatch, HitMeasures, HitsStatistics } from '../scan/hits-statistics.ts';
import type { ScanHandler } from '../scan/scan-handler.ts';
import { WasmScanner } from '../scan/wasm/wasm-scanner.ts';
import { PAYLOAD_BOUNDS } from './bounds.ts';
import { DuplicateIds } from './duplicate-ids.ts';
import { FIELDS } from './entry-fields.ts';
import { HitFactsCollector, NO_STATISTICS, noHits, type HitFacts, type HitsOptions } from './hits-collector.ts';
import { IdentityTally } from './identity-tally.ts';
import type { ScreenedPayload } from './payload-collector.ts';
import { parsePlainJson } from './plain-json.ts';
import { shown } from './shown-text.ts';
import { withRecord } from './with-record.ts';

/** Part of a payload's summary that a corpus needs. The bytes of containers are not measured. */
export interface PlainPayload extends ScreenedPayload {
  readonly duplicateIds: ScreeningSummary['duplicates'];
  /** Statistics of each array of hits of a provider. */
  statisticsOf(provider: string): readonly HitsStatistics[];
}

/** Room to find repeated ids in, for one document after the other. */
export class PlainRoom {
  readonly identities: IdentityTally = new IdentityTally();
  readonly duplicateIds: DuplicateIds = new DuplicateIds();
}

/**
 * Collects a small payload that is whole in memory. Of its text, only hits are scanned.
 *
 * @returns `undefined` if all of it has to be scanned.
 */
export function collectPlain(
  bytes: Uint8Array,
  options: HitsOptions & { readonly measures: HitMeasures },
  { identities, duplicateIds }: PlainRoom,
): PlainPayload | undefined {
  const json = parsePlainJson(bytes);
  const found = json && entriesWithHits(json.value);
  // An array under the key `hits` may be anywhere.
  if (json === undefined || found?.length !== json.hitArrays.length) return undefined;
  const { offset = 0, measures } = options;
  const entries = new Map<unknown, HitFacts>();
  const statisticsOf = new Map<string, HitsStatistics[]>();
  const collected = { hits: 0, hitBytes: 0 };
  duplicateIds.clear();
  let last: EntryWithHits['place'] | undefined;
  for (const [index, { place, entry, record }] of found.entries()) {
    const { start = 0, end = 0 } = json.hitArrays[index] ?? {};
    const collector = new HitFactsCollector({ ...options, offset: offset + start, first: collected.hits }, identities);
    const statistics = measureHits(bytes.subarray(start, end), collector, measures);
    entries.set(entry, withRecord(collector.facts(statistics), statusOf(record)));
    if (last && (last.run !== place.run || last.provider !== place.provider)) duplicateIds.endRun();
    if (last && last.provider !== place.provider) duplicateIds.endProvider();
    last = place;
    duplicateIds.addEntry(identities.identities());
    statisticsOf.set(place.provider, [...(statisticsOf.get(place.provider) ?? []), statistics]);
    collected.hits += collector.count;
    collected.hitBytes += collector.bytes;
    record['hits'] = [];
  }
  duplicateIds.endRun();
  return {
    ...collected,
    bytes: json.end - json.start,
    skeleton: { root: json.value, dropped: 0, isCut: () => false, bytesOf: () => 0 },
    blacklistHits: 0,
    hitsOf: (entry) => entries.get(entry) ?? noHits(),
    blacklistHitsOf: () => 0,
    statisticsOf: (provider) => statisticsOf.get(provider) ?? [],
    duplicateIds: duplicateIds.result(),
    duplicateKeys: [],
  };
}

interface EntryWithHits {
  readonly place: { readonly provider: string; readonly run: number; readonly entry: number };
  /** The value of the entry. */
  readonly entry: unknown;
  /** Object that holds the array of hits. */
  readonly record: Record<string, unknown>;
}

/** Lists the entries that have hits, in the order of the text. @returns `undefined` if that order is not known, or there are many. */
function entriesWithHits(root: unknown): EntryWithHits[] | undefined {
  const providers = Object.entries(objectAt(root, 'extra', 'identity_aml') ?? {});
  const found: EntryWithHits[] = [];
  let entries = 0;
  for (const [provider, runs] of providers) {
    // Objects list integer keys first.
    if (/^(?:\d+|hits)$/.test(provider)) return undefined;
    for (const [run, { output }] of (arrayAt(runs) ?? []).map(objectOrEmpty).entries()) {
      for (const [entry, value] of (arrayAt(output, provider) ?? []).entries()) {
        entries += 1;
        const record = at(value, 'output', 'content', 'data');
        // Hits are numbered in the order of the text.
        if ((arrayAt(record, 'blacklist_hits')?.length ?? 0) > 0) return undefined;
        if ((arrayAt(record, 'hits')?.length ?? 0) === 0) continue;
        const owner = record as Record<string, unknown>; // It has the key.
        found.push({ place: { provider, run, entry }, entry: value, record: owner });
      }
    }
  }
  return providers.length <= PAYLOAD_BOUNDS.providers && entries <= PAYLOAD_BOUNDS.entries ? found : undefined;
}

function statusOf(record: unknown): Parameters<typeof withRecord>[1] {
  return {
    ...shown('matchStatus', stringAt(record, 'match_status'), FIELDS.matchStatus),
    ...shown('riskLevel', stringAt(record, 'risk_level'), FIELDS.riskLevel),
  };
}

function objectOrEmpty(value: unknown): { readonly [key: string]: unknown } {
  return objectAt(value) ?? {};
}

function measureHits(array: Uint8Array, collector: HitFactsCollector, measures: HitMeasures): HitsStatistics {
  const hits = new HitsHandler(collector);
  const scanner = new WasmScanner(hits, { measures });
  try {
    scanner.write(array);
    scanner.end();
  } finally {
    scanner.stop();
  }
  return hits.statistics;
}

/** Takes a document that is one array of hits. */
class HitsHandler implements ScanHandler {
  readonly #collector: HitFactsCollector;
  statistics = NO_STATISTICS;

  constructor(collector: HitFactsCollector) {
    this.#collector = collector;
  }

  open(): 'hits' {
    return 'hits';
  }

  close(): void {}

  key(): void {}

  wantsText(): boolean {
    return false;
  }

  scalar(): void {}

  hits(batch: HitBatch): void {
    this.#collector.addBatch(batch);
  }

  hitsEnd(statistics: HitsStatistics): void {
    this.statistics = statistics;
  }
}
