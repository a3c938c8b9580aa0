import type { CorpusSummary, DocumentSummary, PayloadSummary } from '@idvkit/schema/formats';

import { compareTexts } from '../collect/compare-texts.ts';
import { Sketch } from '../collect/sketch.ts';
import { DayTable } from './day-table.ts';
import { ProviderTotals } from './provider-totals.ts';
import { submissionOf } from './submission-of.ts';
import { SubmissionTable } from './submission-table.ts';
import { TopPayloads } from './top-payloads.ts';
import { ValueTable } from './value-table.ts';

/** Most providers that are told apart: the first in the order of their names. */
const MAX_PROVIDERS = 64;

/** Sums up many payloads. */
export interface Collector {
  /** Adds the payloads that a summary shows; of an input with very many, that is not all of them. */
  add(summary: PayloadSummary): void;
  /** Adds one payload. */
  addDocument(document: DocumentSummary): void;
  /** Counts inputs that were not read at all: what they hold is missing. */
  skip(inputs: number): void;
  /** Adds all payloads of another corpus. */
  merge(corpus: CorpusSummary): void;
  /** What all payloads so far have in common. */
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
  const counts = { payloads: 0, incomplete: 0, unread: 0, bytes: 0, hits: 0, hitBytes: 0, undated: 0 };
  const tables = {
    events: new ValueTable(),
    forms: new ValueTable(),
    columns: new ValueTable(),
    warnings: new ValueTable(),
  };
  const submissions = new SubmissionTable();
  const providers = new Map<string, ProviderTotals>();
  const sizes = new Sketch();
  const hitsPerPayload = new Sketch();
  const days = new DayTable();
  const largest = new TopPayloads();
  const mostHits = new TopPayloads();
  const reached = new Set<CorpusSummary['limits'][number]['bound']>();

  const addDocument = (document: DocumentSummary): void => {
    const { application, event, outcome, bytes, hits } = document;
    counts.payloads += 1;
    counts.incomplete += document.complete ? 0 : 1;
    counts.bytes += bytes;
    counts.hits += hits;
    counts.hitBytes += document.hitBytes;
    tables.events.add(event.type ?? 'no event');
    tables.forms.add(application.form ?? 'no form');
    for (const { name, value } of outcome.columns) tables.columns.add(`${name}=${value}`);
    for (const code of new Set(document.warnings.map((warning) => warning.code))) tables.warnings.add(code);
    const submission = submissionOf(document);
    if (submission) submissions.add(submission);
    for (const provider of document.providers) totalsOf(provider.name)?.add(provider);
    sizes.add(bytes);
    hitsPerPayload.add(hits);
    const at = application.submittedAt ?? event.createdAt;
    const day = /^\d{4}-\d{2}-\d{2}/.exec(at ?? '')?.[0];
    if (day === undefined) counts.undated += 1;
    else days.add({ day, payloads: 1, bytes, hits, maxBytes: bytes });
    const named = { source: document.source ?? '', application: application.id, at };
    largest.add({ ...named, value: bytes });
    mostHits.add({ ...named, value: hits });
  };

  const totalsOf = (name: string): ProviderTotals | undefined => {
    const totals = providers.get(name) ?? new ProviderTotals();
    providers.set(name, totals);
    if (providers.size <= MAX_PROVIDERS) return totals;
    reached.add('providers');
    const last = [...providers.keys()].sort(compareTexts).at(-1);
    if (last !== undefined) providers.delete(last);
    return providers.get(name);
  };

  return {
    addDocument,
    skip: (inputs) => {
      counts.unread += inputs;
    },
    add: ({ documents, documentCount }) => {
      for (const document of documents) addDocument(document);
      if (documentCount > documents.length) reached.add('documents');
    },
    merge: (corpus) => {
      for (const name of ['payloads', 'incomplete', 'unread', 'bytes', 'hits', 'hitBytes', 'undated'] as const) {
        counts[name] += corpus[name];
      }
      for (const name of ['events', 'forms', 'columns', 'warnings'] as const) tables[name].merge(corpus[name]);
      submissions.merge(corpus.submissions);
      for (const { name, ...totals } of corpus.providers) totalsOf(name)?.merge(totals);
      sizes.merge(corpus.sizes);
      hitsPerPayload.merge(corpus.hitsPerPayload);
      for (const day of corpus.days) days.add(day);
      for (const named of corpus.largest) largest.add(named);
      for (const named of corpus.mostHits) mostHits.add(named);
      for (const { bound } of corpus.limits) reached.add(bound);
    },
    result: () => {
      if (days.dropped) reached.add('days');
      return {
        format: 'idvkit.corpus-summary',
        version: 1,
        complete: counts.incomplete === 0 && counts.unread === 0,
        payloads: counts.payloads,
        incomplete: counts.incomplete,
        unread: counts.unread,
        bytes: counts.bytes,
        hits: counts.hits,
        hitBytes: counts.hitBytes,
        events: tables.events.result(),
        forms: tables.forms.result(),
        submissions: submissions.result(),
        columns: tables.columns.result(),
        providers: [...providers]
          .sort(([a], [b]) => compareTexts(a, b))
          .map(([name, totals]) => ({ name, ...totals.result() })),
        warnings: tables.warnings.result(),
        sizes: sizes.result(),
        hitsPerPayload: hitsPerPayload.result(),
        days: days.result(),
        undated: counts.undated,
        largest: largest.result(sizes),
        mostHits: mostHits.result(hitsPerPayload),
        limits: [...reached].sort(compareTexts).map((bound) => ({ bound, path: '', kept: KEPT[bound] ?? 0 })),
      };
    },
  };
}

const KEPT: Partial<Record<CorpusSummary['limits'][number]['bound'], number>> = { providers: MAX_PROVIDERS };
