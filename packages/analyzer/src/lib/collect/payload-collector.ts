import type {
  HitShape,
  HitsSummary,
  LeftOutHits,
  ReachedLimit,
  ScreeningSummary,
  ScreeningTotals,
  SizeNode,
} from '@idvkit/schema/formats';

import type { HitBatch, HitsStatistics } from '../scan/hits-statistics.ts';
import { numberAt } from '../scan/number-at.ts';
import type { ScalarKind, ScanHandler, VisitMode } from '../scan/scan-handler.ts';
import { PAYLOAD_BOUNDS, type PayloadBounds } from './bounds.ts';
import { DuplicateIds } from './duplicate-ids.ts';
import { FIELDS, FLAGS } from './entry-fields.ts';
import { HitTotals, type CollectedEntry } from './hit-totals.ts';
import { HitsCollector, NO_STATISTICS, noHits, type HitFacts, type HitsOptions } from './hits-collector.ts';
import { IdentityTally } from './identity-tally.ts';
import { modeForHits, PayloadPath, type ContainerRole } from './payload-path.ts';
import { ReviewedHits, type EntryPlace, type ReviewOptions } from './reviewed-hits.ts';
import { ShapeTotals } from './shape-totals.ts';
import { shownOf, shownText } from './shown-text.ts';
import { MAX_NODES, SizeTree } from './size-tree.ts';
import { createContainer, Skeleton, type Container, type PayloadSkeleton } from './skeleton.ts';
import { withRecord } from './with-record.ts';

/** Bytes of a key or text that a scan has to hand over; what is longer is taken for cut off. */
export const MAX_TEXT_BYTES = 4_096;
/** Levels below the document that are listed by size. */
const MAX_TREE_DEPTH = 16;
/** Most arrays of hits of which a limit is listed. */
const MAX_LIMITS = 256;
/** Most keys that occur twice which are named. */
const MAX_DUPLICATES = 16;

/** An open container: where it begins, and its place in the skeleton. */
interface Frame {
  readonly offset: number;
  readonly container: Container | undefined;
}

/** A payload outside its hits, and what was collected of the hits of each entry. */
export interface ScreenedPayload<Hits = HitFacts> {
  readonly bytes: number;
  readonly skeleton: PayloadSkeleton;
  /** Hits of an entry, as the skeleton has it; those without a status or level have that of the search record. */
  hitsOf(entry: unknown): Hits;
  /** Number of hits on the blacklist of an entry. */
  blacklistHitsOf(entry: unknown): number;
  readonly hits: number;
  readonly hitBytes: number;
  readonly blacklistHits: number;
  /** Paths of keys that occur twice in one object, within hits and outside. */
  readonly duplicateKeys: readonly string[];
}

/** A payload as it was collected: what a summary is made of. */
export interface CollectedPayload extends ScreenedPayload<HitsSummary | LeftOutHits> {
  readonly offset: number;
  /** Bytes from the start of the input to that of the document's text, white space included. */
  readonly base: number;
  readonly skeleton: Skeleton;
  readonly screening: ScreeningSummary;
  totalsOf(provider: string): ScreeningTotals;
  /** The shape of all hits of a provider. */
  shapeOf(provider: string): HitShape;
  readonly tree: SizeNode;
  readonly limits: readonly ReachedLimit[];
  /** Present if they were asked for. */
  readonly reviewed: ReviewedHits | undefined;
}

/** A run that is read. Its entries count once it ends: a key that follows twice replaces them. */
interface OpenRun {
  readonly index: number;
  flags: Record<string, boolean>;
  /** Entries before the last one. */
  totals: HitTotals | undefined;
  last: CollectedEntry | undefined;
}

/** An entry that is read. */
interface OpenEntry {
  readonly index: number;
  /** In the skeleton, if it has room. */
  container: Container | undefined;
  code: number | undefined;
  status: string | undefined;
  matchStatus: string | undefined;
  riskLevel: string | undefined;
  hits: HitsCollector | undefined;
  statistics: HitsStatistics;
  blacklistHits: number;
}

/** Collects one payload while a scan tells it. What it keeps does not grow with the number of hits. */
export class PayloadCollector implements ScanHandler {
  readonly #options: HitsOptions;
  readonly #bounds: PayloadBounds;
  readonly #frames: Frame[] = [];
  readonly #path = new PayloadPath();
  readonly #skeleton: Skeleton;
  readonly #tree = new SizeTree();
  readonly #identities: IdentityTally;
  readonly #duplicateIds: DuplicateIds;
  /** Hits of entries by their container in the skeleton. */
  readonly #details = new Map<Container, HitsSummary>();
  readonly #counts = new Map<Container, Pick<OpenEntry, 'blacklistHits'> & { readonly count: number }>();
  readonly #totals = new Map<string, HitTotals>();
  /** Of providers for which there is no room. */
  #rest: HitTotals;
  #provider: HitTotals;
  /** False once totals may hold a provider twice. */
  #isExact = true;
  #providerName = '';
  #run: OpenRun | undefined;
  #entry: OpenEntry | undefined;
  readonly #reviewed: ReviewedHits | undefined;
  readonly #duplicates = new Set<string>();
  readonly #limits: ReachedLimit[] = [];
  /** The array of hits that is read, if it is one of an entry's own hits. */
  #current: HitsCollector | undefined;
  /** Hits in the text so far. */
  #hits = 0;
  #cutTexts = 0;
  #start: number | undefined;
  #end = 0;

  /** @param review Asks for the hits that reviewers see first. */
  constructor(options: HitsOptions, review?: ReviewOptions) {
    this.#options = options;
    this.#reviewed = review && new ReviewedHits(review);
    this.#bounds = options.bounds ?? PAYLOAD_BOUNDS;
    this.#skeleton = new Skeleton(this.#bounds);
    this.#identities = new IdentityTally(this.#bounds.ids);
    this.#duplicateIds = new DuplicateIds(this.#bounds.ids);
    this.#rest = new HitTotals(options.top);
    this.#provider = this.#rest;
  }

  open(kind: 'object' | 'array', offset: number): VisitMode {
    this.#start ??= offset;
    this.#end = offset + 1;
    const parent = this.#frames.at(-1);
    const step = this.#path.next();
    this.#begin(step);
    this.#note(step, undefined);
    const container = this.#keepContainer(kind, parent, step);
    const role = this.#path.open(kind, step);
    this.#frames.push({ offset, container });
    if (this.#frames.length <= MAX_TREE_DEPTH) this.#tree.open(nameOf(step));
    const mode = modeForHits(role, kind);
    if (role === 'entry' && this.#entry) this.#entry.container = container;
    if (role === 'hits' && mode === 'hits' && this.#entry) {
      this.#current = new HitsCollector({ ...this.#options, first: this.#hits }, this.#identities);
      this.#entry.hits = this.#current;
    }
    if (role === 'run-result') return 'tokens';
    return mode === 'skip' && container && role !== 'opaque' ? 'tokens' : mode;
  }

  close(end: number): void {
    this.#end = end;
    const frame = this.#frames.pop();
    this.#path.close();
    if (!frame) return;
    if (this.#frames.length < MAX_TREE_DEPTH) this.#tree.close(end - frame.offset);
    this.#skeleton.close(frame.container, frame.offset, end);
  }

  key(text: string): void {
    this.#path.key(text);
  }

  wantsText(): boolean {
    const frame = this.#frames.at(-1);
    return frame === undefined || frame.container !== undefined || NOTED.has(this.#path.role);
  }

  scalar(kind: ScalarKind, text: string, offset: number, end: number): void {
    this.#start ??= offset;
    this.#end = end;
    const frame = this.#frames.at(-1);
    const step = this.#path.next();
    if (this.#frames.length < MAX_TREE_DEPTH) this.#tree.scalar(nameOf(step), end - offset);
    const isCut = end - offset > MAX_TEXT_BYTES;
    const value = isCut && kind === 'number' ? Number.NaN : valueOf(kind, text);
    this.#begin(step);
    this.#note(step, value);
    if (!this.#keep(value, frame, step) || !isCut) return;
    this.#cutTexts += 1;
    this.#skeleton.markCut(frame?.container, step);
  }

  hits(batch: HitBatch): void {
    this.#current?.addBatch(batch);
    if (this.#current) this.#reviewed?.addBatch(batch, this.#place(), this.#hits);
    this.#hits += batch.count;
    const last = batch.count - 1;
    this.#end = numberAt(batch.offsets, last) + numberAt(batch.bytes, last);
  }

  stories(hashes: Float64Array): void {
    if (this.#current) this.#reviewed?.addStories(hashes, this.#place());
  }

  hitsEnd(statistics: HitsStatistics): void {
    const isOwn = this.#current !== undefined;
    this.#current = undefined;
    this.#tree.hits(statistics.paths);
    for (const { path, duplicateKeys } of statistics.paths) {
      if (duplicateKeys > 0) this.#addDuplicate(() => `${this.#pathText()}[].${path}`);
    }
    if (statistics.limited) this.#addLimit({ bound: 'paths', path: this.#pathText(), kept: statistics.paths.length });
    if (!this.#entry) return;
    if (!isOwn) this.#entry.blacklistHits = statistics.count;
    else {
      this.#entry.statistics = statistics;
      this.#reviewed?.endEntry(statistics);
      if (!this.#identities.identities().exact) {
        this.#addLimit({ bound: 'ids', path: this.#pathText(), kept: this.#bounds.ids });
      }
    }
  }

  /** Forgets what a value replaces that begins now: of two with the same key, the last one counts. */
  #begin(step: string | number): void {
    const role = this.#path.roleOf(step);
    switch (role) {
      case 'extra':
      case 'aml':
        this.#clearScreening();
        break;
      case 'runs':
        this.#beginProvider(String(step));
        break;
      case 'run':
        this.#endRun();
        this.#run = { index: Number(step), flags: {}, totals: undefined, last: undefined };
        break;
      case 'run-result':
        if (this.#run) this.#run.flags = {};
        break;
      case 'run-output':
      case 'entries':
        this.#clearEntries();
        break;
      case 'entry':
        this.#endEntry();
        this.#entry = { index: Number(step), container: undefined, code: undefined, status: undefined, ...noRecord() };
        break;
      case 'entry-output':
        if (this.#entry) Object.assign(this.#entry, { code: undefined, status: undefined, ...noRecord() });
        this.#reviewed?.forget(this.#place());
        break;
      case 'content':
      case 'record':
        if (this.#entry) Object.assign(this.#entry, noRecord());
        this.#reviewed?.forget(this.#place());
        break;
      case 'hits':
        if (this.#entry) Object.assign(this.#entry, NO_HITS);
        this.#reviewed?.forget(this.#place());
        break;
      case 'blacklist':
        if (this.#entry) this.#entry.blacklistHits = 0;
        break;
      default:
    }
  }

  /** Takes what totals need of the values of a run and an entry. @param value `undefined` for a container. */
  #note(step: string | number, value: unknown): void {
    const text = typeof value === 'string' ? value : undefined;
    switch (this.#path.role) {
      case 'run-result':
        if (!this.#run || !FLAGS.has(String(step))) break;
        if (typeof value === 'boolean') this.#run.flags[step] = value;
        else delete this.#run.flags[step];
        break;
      case 'entry-output':
        if (!this.#entry) break;
        if (step === 'code') this.#entry.code = Number.isSafeInteger(value) ? Number(value) : undefined;
        else if (step === 'status') this.#entry.status = text && shownOf(text, FIELDS.status);
        break;
      case 'record':
        if (!this.#entry) break;
        if (step === 'match_status') this.#entry.matchStatus = text && shownOf(text, FIELDS.matchStatus);
        else if (step === 'risk_level') this.#entry.riskLevel = text && shownOf(text, FIELDS.riskLevel);
        break;
      default:
    }
  }

  #clearScreening(): void {
    this.#run = undefined;
    this.#entry = undefined;
    this.#totals.clear();
    this.#details.clear();
    this.#counts.clear();
    this.#rest = new HitTotals(this.#options.top);
    this.#provider = this.#rest;
    this.#isExact = true;
    this.#duplicateIds.clear();
    this.#reviewed?.clear();
  }

  #beginProvider(name: string): void {
    this.#endRun();
    this.#duplicateIds.endProvider();
    this.#providerName = name;
    if (this.#totals.delete(name)) {
      this.#duplicateIds.markMixed();
      this.#reviewed?.forget({ provider: name });
    }
    if (this.#totals.size >= this.#bounds.members) {
      this.#provider = this.#rest;
      // Its name is not kept, so that it may be there twice.
      this.#isExact = false;
      this.#duplicateIds.markMixed();
    } else {
      this.#provider = this.#newTotals();
      this.#totals.set(name, this.#provider);
    }
  }

  #newTotals(): HitTotals {
    return new HitTotals(this.#options.top, { hasShape: this.#totals.size < this.#bounds.providers });
  }

  #clearEntries(): void {
    this.#entry = undefined;
    if (!this.#run) return;
    this.#run.totals = undefined;
    this.#run.last = undefined;
    this.#duplicateIds.clearRun();
    this.#reviewed?.forget({ provider: this.#providerName, run: this.#run.index });
  }

  #endEntry(): void {
    const { entry, run } = { entry: this.#entry, run: this.#run };
    this.#entry = undefined;
    if (!entry || !run) return;
    if (run.last) {
      run.totals ??= new HitTotals(this.#options.top, { hasShape: true });
      run.totals.addEntry(run.last);
    }
    const { code, status, blacklistHits, container, hits, statistics } = entry;
    const count = hits?.count ?? 0;
    if (container && (count > 0 || blacklistHits > 0)) this.#counts.set(container, { count, blacklistHits });
    const place = { provider: this.#providerName, run: run.index, entry: entry.index };
    const isLeftOut = count > 0 && (container === undefined || this.#details.size >= this.#bounds.entries);
    const counted = { place, code, status, blacklistHits, isLeftOut };
    if (!hits || count === 0) {
      run.last = { ...counted, hits: noHits(), largest: [] };
      return;
    }
    if (container && !isLeftOut) this.#details.set(container, withRecord(hits.result(statistics), entry));
    const facts = withRecord(hits.facts(statistics), entry);
    run.last = { ...counted, hits: facts, sizes: hits.sizes, largest: hits.largest(), statistics };
    this.#duplicateIds.addEntry(this.#identities.identities());
  }

  #endRun(): void {
    this.#endEntry();
    const run = this.#run;
    this.#run = undefined;
    if (!run) return;
    if (run.totals) this.#provider.merge(run.totals);
    if (run.last) this.#provider.addEntry(run.last);
    this.#provider.addRun(run, { hasHits: (run.totals?.hits ?? 0) + (run.last?.hits.count ?? 0) > 0 });
    this.#duplicateIds.endRun();
  }

  /** Place of the entry that is read. */
  #place(): EntryPlace {
    return { provider: this.#providerName, run: this.#run?.index ?? 0, entry: this.#entry?.index ?? 0 };
  }

  /** Path of the innermost container for people: `extra.identity_aml.provider[0].output`. */
  #pathText(): string {
    return this.#path.steps
      .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index === 0 ? '' : '.'}${shownText(step)}`))
      .join('');
  }

  /** Returns what was collected, also of a payload that did not end. */
  result(): CollectedPayload {
    this.#endRun();
    const start = this.#start ?? 0;
    this.#tree.finish((depth) => this.#end - (this.#frames[depth]?.offset ?? 0));
    const path = 'extra.identity_aml';
    const all = new HitTotals(this.#options.top);
    for (const totals of [...this.#totals.values(), this.#rest]) all.merge(totals);
    const shapeless = [...this.#totals.values()].filter(({ shape, hits }) => !shape && hits > 0).length;
    const limits: readonly (ReachedLimit & { readonly dropped: number })[] = [
      { bound: 'fields', path: '', kept: this.#skeleton.values, dropped: this.#skeleton.dropped },
      { bound: 'entries', path, kept: this.#details.size, dropped: all.leftOut },
      {
        bound: 'providers',
        path,
        kept: this.#bounds.providers,
        dropped: shapeless + Number(this.#rest.hits > 0),
      },
      { bound: 'parts', path: '', kept: MAX_NODES, dropped: this.#tree.dropped },
      { bound: 'texts', path: '', kept: MAX_TEXT_BYTES, dropped: this.#cutTexts },
    ];
    const screening: ScreeningSummary = {
      ...all.result(),
      duplicates: this.#duplicateIds.result(),
      ...(!this.#isExact && { exact: false }),
    };
    const counted = (entry: unknown): { readonly count: number; readonly blacklistHits: number } =>
      this.#counts.get(entry as Container) ?? NO_COUNTS; // Whatever it is, it is looked up.
    return {
      offset: start + (this.#options.offset ?? 0),
      base: this.#options.offset ?? 0,
      bytes: this.#end - start,
      skeleton: this.#skeleton,
      tree: this.#tree.result(),
      screening,
      hitsOf: (entry) => {
        const { count } = counted(entry);
        if (count === 0) return noHits();
        return this.#details.get(entry as Container) ?? { count, leftOut: true }; // As above.
      },
      blacklistHitsOf: (entry) => counted(entry).blacklistHits,
      totalsOf: (provider) => (this.#totals.get(provider) ?? new HitTotals(0)).totals(),
      shapeOf: (provider) => (this.#totals.get(provider)?.shape ?? new ShapeTotals()).result(),
      hits: screening.hits,
      hitBytes: screening.hitBytes,
      blacklistHits: screening.blacklistHits,
      duplicateKeys: [...this.#duplicates],
      reviewed: this.#reviewed,
      limits: [...this.#limits, ...limits.filter(({ dropped }) => dropped > 0)],
    };
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

  #addLimit(limit: ReachedLimit): void {
    if (this.#limits.length < MAX_LIMITS) this.#limits.push(limit);
  }
}

function nameOf(step: string | number): string {
  return typeof step === 'number' ? `[${step}]` : shownText(step);
}

/** Roles of containers of which totals need values. */
const NOTED: ReadonlySet<ContainerRole | undefined> = new Set<ContainerRole>(['run-result', 'entry-output', 'record']);
const NO_HITS = { hits: undefined, statistics: NO_STATISTICS };
const NO_COUNTS = { count: 0, blacklistHits: 0 };

function noRecord(): Omit<OpenEntry, 'index' | 'container' | 'code' | 'status'> {
  return { matchStatus: undefined, riskLevel: undefined, ...NO_HITS, blacklistHits: 0 };
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
