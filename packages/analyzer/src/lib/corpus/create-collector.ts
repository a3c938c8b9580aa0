import type { CorpusSummary, PayloadSummary } from '@idvkit/schema/formats';

import { CORPUS_BOUNDS, type CorpusBounds } from '../collect/bounds.ts';
import { Sketch } from '../collect/sketch.ts';
import { ValueTable } from '../collect/value-table.ts';
import { compareTexts } from '../scan/compare-texts.ts';
import { DayTable } from './day-table.ts';
import type { DocumentFacts } from './document-facts.ts';
import { ProviderTotals } from './provider-totals.ts';
import { submissionOf } from './submission-of.ts';
import { SubmissionTable } from './submission-table.ts';
import { TopList } from './top-list.ts';
import { TopPayloads } from './top-payloads.ts';

/** Sums up many payloads. */
export interface Collector {
  /** Adds the payloads that a summary shows; of an input with very many, that is not all of them. */
  add(summary: PayloadSummary): void;
  /** Adds one payload. */
  addDocument(document: DocumentFacts): void;
  /** Counts inputs that were not read at all: what they hold is missing. */
  skip(inputs: number): void;
  /** Adds all payloads of another corpus. */
  merge(corpus: CorpusSummary): void;
  /** Returns the summary of all payloads so far. */
  result(): CorpusSummary;
}

/**
 * Creates a collector of what many payloads have in common: how many submissions by outcome, by flag and by provider code,
 * sizes over time, and the payloads that are far from the others. What it keeps does not grow with their number.
 *
 * Corpora merge in any order: parts that were computed in workers or on other machines give what one collector would have
 * given.
 *
 * @example
 * const collector = createCollector()
 * for (const file of files) collector.add(await summarize(createReadStream(file), { source: file }))
 * collector.result().submissions.outcomes.counts // [{ value: 'pass', count: 811 }, { value: 'fail', count: 17 }]
 */
export function createCollector(): Collector {
  return new CorpusCollector(CORPUS_BOUNDS);
}

/** Creates a collector with other bounds. */
export function createBoundedCollector(bounds: CorpusBounds): Collector {
  return new CorpusCollector(bounds);
}

const COUNTS = ['payloads', 'incomplete', 'unread', 'bytes', 'hits', 'hitBytes', 'blacklistHits', 'undated'] as const;
const DUPLICATES = ['ids', 'kept', 'inSeveralEntries', 'inSeveralRuns', 'inSeveralProviders'] as const;
const TABLES = ['events', 'forms', 'columns', 'warnings'] as const;

class CorpusCollector implements Collector {
  readonly #bounds: CorpusBounds;
  readonly #counts = {
    payloads: 0,
    incomplete: 0,
    unread: 0,
    bytes: 0,
    hits: 0,
    hitBytes: 0,
    blacklistHits: 0,
    undated: 0,
  };
  readonly #tables = {
    events: new ValueTable(),
    forms: new ValueTable(),
    columns: new ValueTable(),
    warnings: new ValueTable(),
  };
  readonly #submissions: SubmissionTable;
  readonly #providers = new Map<string, ProviderTotals>();
  readonly #sizes = new Sketch();
  readonly #hitsPerPayload = new Sketch();
  readonly #days: DayTable;
  readonly #largest = new TopPayloads();
  readonly #mostHits = new TopPayloads();
  readonly #highest = new TopList<CorpusSummary['highest'][number]>(({ score }) => score);
  readonly #duplicates = { ids: 0, kept: 0, inSeveralEntries: 0, inSeveralRuns: 0, inSeveralProviders: 0 };
  #hasAllIds = true;
  readonly #reached = new Set<CorpusSummary['limits'][number]['bound']>();

  constructor(bounds: CorpusBounds) {
    this.#bounds = bounds;
    this.#submissions = new SubmissionTable(bounds.submissions);
    this.#days = new DayTable(bounds.days);
  }

  add({ documents, documentCount }: PayloadSummary): void {
    for (const document of documents) this.addDocument(document);
    if (documentCount > documents.length) this.#reached.add('documents');
  }

  addDocument(document: DocumentFacts): void {
    const { application, event, outcome, bytes, hits } = document;
    this.#counts.payloads += 1;
    this.#counts.incomplete += document.complete ? 0 : 1;
    this.#counts.bytes += bytes;
    this.#counts.hits += hits;
    this.#counts.hitBytes += document.hitBytes;
    this.#counts.blacklistHits += document.blacklistHits;
    this.#tables.events.add(event.type ?? 'no event');
    this.#tables.forms.add(application.form ?? 'no form');
    for (const { name, value } of outcome.columns) this.#tables.columns.add(`${name}=${value}`);
    for (const code of new Set(document.warnings.map((warning) => warning.code))) this.#tables.warnings.add(code);
    const submission = submissionOf(document);
    if (submission) this.#submissions.add(submission);
    for (const provider of document.providers) this.#totalsOf(provider.name)?.add(provider);
    this.#sizes.add(bytes);
    this.#hitsPerPayload.add(hits);
    const at = application.submittedAt ?? event.createdAt;
    const day = /^\d{4}-\d{2}-\d{2}/.exec(at ?? '')?.[0];
    if (day === undefined) this.#counts.undated += 1;
    else this.#days.add({ day, payloads: 1, bytes, hits, maxBytes: bytes });
    const place = { source: document.source ?? '', ...(document.line !== undefined && { line: document.line }) };
    const named = { ...place, application: application.id, at };
    this.#largest.add(bytes, named);
    this.#mostHits.add(hits, named);
    const { highest, duplicates, exact } = document.screening;
    if (exact === false) this.#reached.add('providers');
    for (const hit of highest) if (this.#highest.wants(hit.score)) this.#highest.add({ ...place, ...hit });
    this.#addDuplicates(duplicates);
  }

  skip(inputs: number): void {
    this.#counts.unread += inputs;
  }

  merge(corpus: CorpusSummary): void {
    for (const name of COUNTS) this.#counts[name] += corpus[name];
    for (const name of TABLES) this.#tables[name].merge(corpus[name]);
    this.#submissions.merge(corpus.submissions);
    for (const { name, ...totals } of corpus.providers) this.#totalsOf(name)?.merge(totals);
    this.#sizes.merge(corpus.sizes);
    this.#hitsPerPayload.merge(corpus.hitsPerPayload);
    for (const day of corpus.days) this.#days.add(day);
    for (const named of corpus.largest) this.#largest.add(named.value, named);
    for (const named of corpus.mostHits) this.#mostHits.add(named.value, named);
    for (const hit of corpus.highest) this.#highest.add(hit);
    this.#addDuplicates(corpus.duplicates);
    for (const { bound } of corpus.limits) this.#reached.add(bound);
  }

  result(): CorpusSummary {
    if (this.#days.dropped) this.#reached.add('days');
    const { payloads, incomplete, unread, bytes, hits, hitBytes, blacklistHits, undated } = this.#counts;
    const { events, forms, columns, warnings } = this.#tables;
    return {
      format: 'idvkit.corpus-summary',
      version: 1,
      complete: incomplete === 0 && unread === 0,
      payloads,
      incomplete,
      unread,
      bytes,
      hits,
      hitBytes,
      blacklistHits,
      events: events.result(),
      forms: forms.result(),
      submissions: this.#submissions.result(),
      columns: columns.result(),
      providers: [...this.#providers]
        .sort(([a], [b]) => compareTexts(a, b))
        .map(([name, totals]) => ({ name, ...totals.result() })),
      warnings: warnings.result(),
      sizes: this.#sizes.result(),
      hitsPerPayload: this.#hitsPerPayload.result(),
      highest: this.#highest.result(),
      duplicates: { ...this.#duplicates, exact: this.#hasAllIds },
      days: this.#days.result(),
      undated,
      largest: this.#largest.result(this.#sizes),
      mostHits: this.#mostHits.result(this.#hitsPerPayload),
      limits: [...this.#reached]
        .sort(compareTexts)
        .map((bound) => ({ bound, path: '', kept: bound === 'providers' ? this.#bounds.providers : 0 })),
    };
  }

  #addDuplicates(duplicates: CorpusSummary['duplicates']): void {
    for (const name of DUPLICATES) this.#duplicates[name] += duplicates[name];
    this.#hasAllIds &&= duplicates.exact;
  }

  #totalsOf(name: string): ProviderTotals | undefined {
    const totals = this.#providers.get(name) ?? new ProviderTotals();
    this.#providers.set(name, totals);
    if (this.#providers.size <= this.#bounds.providers) return totals;
    this.#reached.add('providers');
    const last = [...this.#providers.keys()].sort(compareTexts).at(-1);
    if (last !== undefined) this.#providers.delete(last);
    return this.#providers.get(name);
  }
}
