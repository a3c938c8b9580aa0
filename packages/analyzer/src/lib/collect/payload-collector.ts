import type { HitShape, HitsSummary, ReachedLimit, ScreeningSummary, SizeNode } from '@idvkit/schema/formats';

import type { HitBatch, HitsStatistics } from '../scan/hits-statistics.ts';
import { numberAt } from '../scan/number-at.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan/scan-handler.ts';
import { DuplicateIds } from './duplicate-ids.ts';
import { HitsCollector, noHits, type HitFacts, type HitsOptions } from './hits-collector.ts';
import { IdentityTally, MAX_IDS } from './identity-tally.ts';
import { modeForHits, PayloadPath } from './payload-path.ts';
import { ShapeTotals } from './shape-totals.ts';
import { shownText } from './shown-text.ts';
import { MAX_NODES, SizeTree } from './size-tree.ts';
import { createContainer, Skeleton, type Container, type PayloadSkeleton } from './skeleton.ts';

/** Bytes of a key or text that a scan has to hand over; what is longer is taken for cut off. */
export const MAX_TEXT_BYTES = 4_096;
/** Most entries of a document whose hits are summed up each for itself. */
export const MAX_ENTRIES = 256;
/** Most providers whose hits have a shape of their own. */
export const MAX_PROVIDERS = 32;
/** Levels below the document that are listed by size. */
const MAX_TREE_DEPTH = 16;
/** Most keys that occur twice which are named. */
const MAX_DUPLICATES = 16;

/** An open container: where it begins, and its place in the skeleton. */
interface Frame {
  readonly offset: number;
  readonly container: Container | undefined;
}

/** A payload outside its hits, and what was collected of the hits of each entry. */
export interface ScreenedPayload<Hits extends HitFacts = HitFacts, Shape = unknown> {
  readonly bytes: number;
  readonly skeleton: PayloadSkeleton;
  hitsOf(provider: string, run: number, entry: number): Hits;
  /** The shape of all hits of a provider. */
  shapeOf(provider: string): Shape;
  readonly duplicateIds: ScreeningSummary['duplicates'];
  readonly hits: number;
  readonly hitBytes: number;
  /** Paths of keys that occur twice in one object, within hits and outside. */
  readonly duplicateKeys: readonly string[];
}

/** A payload as it was collected: what a summary is made of. */
export interface CollectedPayload extends ScreenedPayload<HitsSummary, HitShape> {
  readonly offset: number;
  readonly skeleton: Skeleton;
  readonly tree: SizeNode;
  readonly limits: readonly ReachedLimit[];
}

/** Collects one payload while a scan tells it. What it keeps does not grow with the number of hits. */
export class PayloadCollector implements ScanHandler {
  readonly #options: HitsOptions;
  readonly #frames: Frame[] = [];
  readonly #path = new PayloadPath();
  readonly #skeleton = new Skeleton();
  readonly #tree = new SizeTree();
  readonly #identities = new IdentityTally();
  readonly #duplicateIds = new DuplicateIds();
  readonly #entries = new Map<string, HitsSummary>();
  readonly #shapes = new Map<string, ShapeTotals>();
  readonly #duplicates = new Set<string>();
  readonly #limits: ReachedLimit[] = [];
  #current: HitsCollector | undefined;
  #hits = 0;
  #hitBytes = 0;
  #droppedEntries = 0;
  #droppedProviders = 0;
  #cutTexts = 0;
  #start: number | undefined;
  #end = 0;

  constructor(options: HitsOptions) {
    this.#options = options;
  }

  open(kind: 'object' | 'array', offset: number): VisitMode {
    this.#start ??= offset;
    this.#end = offset + 1;
    const parent = this.#frames.at(-1);
    const step = this.#path.next();
    const container = this.#keepContainer(kind, parent, step);
    const role = this.#path.open(kind, step);
    this.#frames.push({ offset, container });
    if (this.#frames.length <= MAX_TREE_DEPTH) this.#tree.open(nameOf(step));
    const mode = modeForHits(role, kind);
    if (mode === 'hits' && this.#hasRoomForEntry()) {
      this.#current = new HitsCollector({ ...this.#options, first: this.#hits }, this.#identities);
    }
    return mode === 'skip' && container && role !== 'opaque' ? 'tokens' : mode;
  }

  close(end: number): void {
    this.#end = end;
    const frame = this.#frames.pop();
    this.#path.close();
    if (!frame) return;
    if (this.#frames.length < MAX_TREE_DEPTH) this.#tree.close(end - frame.offset);
    this.#skeleton.close(frame.container, end - frame.offset);
  }

  key(text: string): void {
    this.#path.key(text);
  }

  wantsText(): boolean {
    const frame = this.#frames.at(-1);
    return frame === undefined || frame.container !== undefined;
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    this.#start ??= offset;
    this.#end = end;
    const frame = this.#frames.at(-1);
    const step = this.#path.next();
    if (this.#frames.length < MAX_TREE_DEPTH) this.#tree.scalar(nameOf(step), end - offset);
    const isCut = end - offset > MAX_TEXT_BYTES;
    const value = isCut && kind === 'number' ? Number.NaN : valueOf(kind, text);
    if (!this.#keep(value, frame, step) || !isCut) return;
    this.#cutTexts += 1;
    this.#skeleton.markCut(frame?.container, step);
  }

  hits(batch: HitBatch): void {
    this.#current?.addBatch(batch);
    this.#hits += batch.count;
    for (let at = 0; at < batch.count; at += 1) this.#hitBytes += numberAt(batch.bytes, at);
    const last = batch.count - 1;
    this.#end = numberAt(batch.offsets, last) + numberAt(batch.bytes, last);
  }

  hitsEnd(statistics: HitsStatistics): void {
    const hits = this.#current;
    this.#current = undefined;
    this.#tree.hits(statistics.paths);
    this.#addShape(this.#path.entry.provider, statistics);
    for (const { path, duplicateKeys } of statistics.paths) {
      if (duplicateKeys > 0) this.#addDuplicate(() => `${this.#pathText()}[].${path}`);
    }
    if (statistics.limited) this.#addLimit({ bound: 'paths', path: this.#pathText(), kept: statistics.paths.length });
    if (hits === undefined) this.#droppedEntries += 1;
    else {
      const summary = hits.result(statistics);
      this.#entries.set(this.#entryKey(), summary);
      this.#duplicateIds.add(this.#path.entry, this.#identities.identities());
      const { ids } = summary;
      if (!ids.exact) this.#addLimit({ bound: 'ids', path: this.#pathText(), kept: MAX_IDS });
    }
  }

  /** Path of the innermost container for people: `extra.identity_aml.provider[0].output`. */
  #pathText(): string {
    return this.#path.steps
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${shownText(step)}`))
      .join('');
  }

  /** Returns what was collected, also of a payload that did not end. */
  result(): CollectedPayload {
    const start = this.#start ?? 0;
    this.#tree.finish((depth) => this.#end - (this.#frames[depth]?.offset ?? 0));
    const path = 'extra.identity_aml';
    const limits: readonly (ReachedLimit & { readonly dropped: number })[] = [
      { bound: 'fields', path: '', kept: this.#skeleton.values, dropped: this.#skeleton.dropped },
      { bound: 'entries', path, kept: MAX_ENTRIES, dropped: this.#droppedEntries },
      { bound: 'providers', path, kept: MAX_PROVIDERS, dropped: this.#droppedProviders },
      { bound: 'parts', path: '', kept: MAX_NODES, dropped: this.#tree.dropped },
      { bound: 'texts', path: '', kept: MAX_TEXT_BYTES, dropped: this.#cutTexts },
    ];
    return {
      offset: start + (this.#options.offset ?? 0),
      bytes: this.#end - start,
      skeleton: this.#skeleton,
      tree: this.#tree.result(),
      hitsOf: (provider, run, entry) => this.#entries.get(entryKey(provider, run, entry)) ?? noHits(),
      shapeOf: (provider) => (this.#shapes.get(provider) ?? new ShapeTotals()).result(),
      duplicateIds: this.#duplicateIds.result(),
      hits: this.#hits,
      hitBytes: this.#hitBytes,
      duplicateKeys: [...this.#duplicates],
      limits: [...this.#limits, ...limits.filter(({ dropped }) => dropped > 0)],
    };
  }

  #addShape(provider: string, statistics: HitsStatistics): void {
    let shape = this.#shapes.get(provider);
    if (!shape) {
      if (this.#shapes.size >= MAX_PROVIDERS) {
        this.#droppedProviders += 1;
        return;
      }
      shape = new ShapeTotals();
      this.#shapes.set(provider, shape);
    }
    shape.addStatistics(statistics);
  }

  #keepContainer(kind: 'object' | 'array', parent: Frame | undefined, step: string | number): Container | undefined {
    const container = createContainer(kind);
    return this.#keep(container, parent, step) ? container : undefined;
  }

  /** Keeps a value in the skeleton, and notes a key that its object had already. @returns False if there is no room for it or its container. */
  #keep(value: unknown, frame: Frame | undefined, step: string | number): boolean {
    const result = this.#skeleton.put(value, frame?.container, step);
    if (result === 'replaced') {
      this.#addDuplicate(() => [this.#pathText(), nameOf(step)].filter((part) => part !== '').join('.'));
    }
    return result !== 'dropped';
  }

  #addDuplicate(path: () => string): void {
    if (this.#duplicates.size < MAX_DUPLICATES) this.#duplicates.add(path());
  }

  #hasRoomForEntry(): boolean {
    return this.#entries.size < MAX_ENTRIES || this.#entries.has(this.#entryKey());
  }

  #entryKey(): string {
    const { provider, run, entry } = this.#path.entry;
    return entryKey(provider, run, entry);
  }

  #addLimit(limit: ReachedLimit): void {
    if (this.#limits.length < MAX_ENTRIES) this.#limits.push(limit);
  }
}

function nameOf(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : shownText(step);
}

/** Returns the key of an entry among all entries of a payload. */
export function entryKey(provider: string, run: number, entry: number): string {
  return JSON.stringify([provider, run, entry]);
}

function valueOf(kind: ScalarKind, text: string): unknown {
  switch (kind) {
    case 'string':
      return text;
    case 'number':
      return Number(text);
    case 'boolean':
      return text === 'true';
    default:
      return null;
  }
}
