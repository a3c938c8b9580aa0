import * as z from 'zod';

import { bytes, count, reachedLimit, sketch, spread, valueCounts } from './counted.ts';
import { hitPlace, hitShape, hitsSummary, leftOutHits, repeatedIds, scoredHit } from './hits-summary.ts';

const flags = z.record(z.string(), z.boolean());
/** Names of flags that say something else than what they sum up. */
const contradicted = z.array(z.string());

/** Why an input was not read to its end, and where. Values of the payload are never part of it. */
export const readingProblem = z.strictObject({
  code: z.enum(['cut-off', 'malformed', 'several-documents', 'too-deep', 'unreadable', 'interrupted', 'empty']),
  message: z.string(),
  /** Bytes from the start of the input. */
  offset: bytes.optional(),
  line: z.int().min(1).optional(),
  /** Byte within the line, 1-based. */
  column: z.int().min(1).optional(),
  /** To the value that was being read. */
  path: z.string().optional(),
});

const entrySummary = z.strictObject({
  index: count,
  code: z.int().optional(),
  status: z.string().optional(),
  flags,
  contradicted,
  /** `result.total_hits`: what the entry says that it found, beside what `hits.count` holds. */
  totalHits: z.int().optional(),
  /** Description of the provider's search record. */
  record: z.strictObject({
    totalHits: z.number().optional(),
    totalMatches: z.number().optional(),
    limit: z.number().optional(),
    offset: z.number().optional(),
    totalBlacklistHits: z.number().optional(),
    matchStatus: z.string().optional(),
    riskLevel: z.string().optional(),
  }),
  /** Bytes of the entry. */
  bytes,
  hits: z.union([hitsSummary, leftOutHits]),
  /** Elements of `blacklist_hits`: hits on the client's own blacklist. They are not among the hits. */
  blacklistHits: count,
});

const runSummary = z.strictObject({
  index: count,
  timestamp: z.string().optional(),
  flags,
  contradicted,
  valuesList: z.array(z.string()),
  /** Bytes of the run. */
  bytes,
  entries: z.array(entrySummary),
});

/** Totals of runs, entries and hits of screenings. They count entries and runs whose details are left out, too. */
export const screeningTotals = z.strictObject({
  runs: count,
  runsWithHits: count,
  entries: count,
  hits: count,
  hitBytes: bytes,
  blacklistHits: count,
  /** Entries by code and status: `200 success`. */
  codes: valueCounts,
  /** Runs in which the flag is true. */
  flags: valueCounts,
  matchStatuses: valueCounts,
  riskLevels: valueCounts,
  types: valueCounts,
  sources: valueCounts,
  matchTypes: valueCounts,
  hitsPerEntry: sketch,
});

const providerSummary = z.strictObject({
  name: z.string(),
  totals: screeningTotals,
  runs: z.array(runSummary),
  /** Of the hits of all its runs. */
  shape: hitShape,
});

/** Further warnings of a summary, besides broken rules of the catalogue. */
export const SUMMARY_SIGNS = [
  'aml.entry.total-hits-differ',
  'aml.entry.record-total-differs',
  'aml.entry.hits-fill-limit',
  'aml.entry.ids-repeated',
  'aml.entry.found-without-hits',
  'payload.duplicate-key',
  'payload.not-a-payload',
] as const;

const summaryWarning = z.strictObject({
  /** Id of a rule of the catalogue that the payload breaks, or one of {@link SUMMARY_SIGNS}. */
  code: z.string(),
  /** `cut` where the payload may not be whole, `rule` where it breaks a rule, `note` for anything else. */
  kind: z.enum(['rule', 'cut', 'note']),
  level: z.enum(['must', 'should']),
  path: z.string(),
  message: z.string(),
});

/** A try of a check by camera. */
const attemptSummary = z.strictObject({
  check: z.enum(['liveness', 'identity_document']),
  attempt: z.int().optional(),
  status: z.string().optional(),
  createdAt: z.string().optional(),
});

/** A part of a payload and how many bytes of JSON text it takes, its parts included. Parts of all hits are summed up by path. */
export interface SizeNode {
  readonly name: string;
  readonly bytes: number;
  /** How many values these bytes are of; left out where it is one. */
  readonly count?: number | undefined;
  /** The largest parts first; what their bytes lack is keys, punctuation, white space and parts too small to be listed. */
  readonly parts: SizeNode[];
}

const sizeNode: z.ZodType<SizeNode> = z
  .strictObject({
    name: z.string(),
    bytes,
    count: count.optional(),
    get parts() {
      return z.array(sizeNode);
    },
  })
  .meta({ id: 'SizeNode' });

/** Different ids of hits, and how many of them are in more than one place. */
export const duplicatedIds = z.strictObject({
  ids: count,
  /** False if there are more ids than are kept: other numbers are then estimates from a sample, by which 0 stays 0. */
  exact: z.boolean(),
  /** Ids that are kept: all, or those of the sample. */
  kept: count,
  inSeveralEntries: count,
  inSeveralRuns: count,
  inSeveralProviders: count,
});

/** The hits of all entries together. */
const screeningSummary = z.strictObject({
  ...screeningTotals.shape,
  size: spread.optional(),
  sizes: sketch,
  ids: repeatedIds,
  /** The highest scores first. */
  highest: z.array(z.strictObject({ provider: z.string(), run: count, entry: count, ...scoredHit.shape })),
  largest: z.array(z.strictObject({ provider: z.string(), run: count, entry: count, ...hitPlace.shape })),
  duplicates: duplicatedIds,
  /** Left out if all numbers are exact: of more than 1,024 providers, one that is there twice may count twice. */
  exact: z.literal(false).optional(),
});

/** A cell of the evidence card, with its place in the input. Values that may identify a person are masked unless asked for. */
const evidenceCell = z.strictObject({
  value: z.string().optional(),
  /** How it compares with the applicant's `input`. `unclear`: another form or script, or the hit is too large to be read. */
  agrees: z.enum(['agrees', 'differs', 'not-given', 'unclear']).optional(),
  offset: bytes.optional(),
  bytes: bytes.optional(),
});

/** Evidence for reviewers. */
const evidenceCard = z.strictObject({
  /** Flags of runs: the lists that some entry raised, and the names of flags that contradict others. Those with contradictions first. */
  runs: z.array(
    z.strictObject({
      provider: z.string(),
      run: count,
      raised: z.array(z.string()),
      contradicted: z.array(z.string()),
      /** False if some entry lacks a flag to compare with. */
      compared: z.boolean(),
      entries: count,
      /** Of the flags; `bytes` is 0 if the run has none, or did not end. */
      offset: bytes,
      bytes,
    }),
  ),
  /** Sanctions before others, exact matches before others, then by score. */
  hits: z.array(
    z.strictObject({
      provider: z.string(),
      run: count,
      entry: count,
      number: count,
      offset: bytes,
      bytes,
      list: evidenceCell,
      match: evidenceCell,
      /** As written; `≈` and the number if the hit is too large to be read. */
      score: evidenceCell,
      name: evidenceCell,
      birthDate: evidenceCell,
      country: evidenceCell,
    }),
  ),
  /** False if a hit that is not shown might come before one that is. */
  exact: z.boolean(),
  /** Articles with a title by the profile, and how many different titles. Both are estimates if they are not exact. */
  stories: z.strictObject({ articles: count, distinct: count, exact: z.boolean() }),
});

/** Summary of one JSON document. */
export const documentSummary = z.strictObject({
  /** Place among the documents of the input. */
  index: count,
  /** Where it came from, as far as that was told: a file, a delivery of an archive. */
  source: z.string().optional(),
  /** Bytes from the start of the input. */
  offset: bytes,
  bytes,
  /** False where it ended early or is malformed; `problem` then says where. */
  complete: z.boolean(),
  problem: readingProblem.optional(),
  event: z.strictObject({
    type: z.string().optional(),
    version: z.number().optional(),
    createdAt: z.string().optional(),
  }),
  application: z.strictObject({
    id: z.number().optional(),
    form: z.string().optional(),
    /** Key that all deliveries of a submission share: a hash of its slug and time. */
    submission: z.string().optional(),
    status: z.string().optional(),
    submittedAt: z.string().nullable().optional(),
  }),
  outcome: z.strictObject({
    ekyc: z.string().optional(),
    faceScore: z.number().optional(),
    faceStatus: z.string().optional(),
    documentType: z.string().optional(),
    /** Status columns of the workspace. */
    columns: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  }),
  attempts: z.array(attemptSummary),
  /** How many answers there are. */
  answers: count,
  /** Over all providers. */
  hits: count,
  hitBytes: bytes,
  /** On the client's own blacklist, beside the hits. */
  blacklistHits: count,
  screening: screeningSummary,
  /** Only of an input that `idvkit analyze` reads by itself. */
  evidence: evidenceCard.optional(),
  /** Parts of the document by size. */
  tree: sizeNode,
  providers: z.array(providerSummary),
  warnings: z.array(summaryWarning),
  /** Bounds that were hit: what the summary does not show. */
  limits: z.array(reachedLimit),
});

/** Summary of payloads, as `idvkit analyze --json` prints it. Personal values are masked unless asked for. @see docs/formats.md */
export const payloadSummary = z
  .strictObject({
    format: z.literal('idvkit.payload-summary'),
    version: z.literal(1),
    /** False where an input was not read to its end; `problem` then says why and where. */
    complete: z.boolean(),
    problem: readingProblem.optional(),
    bytes,
    /** How many documents were read; `documents` shows the first of them, where there are many. */
    documentCount: count,
    documents: z.array(documentSummary),
  })
  .meta({ id: 'PayloadSummary' });

/** Result of `idvkit analyze --json` for one input. */
export type PayloadSummary = z.infer<typeof payloadSummary>;
/** Summary of one JSON document. */
export type DocumentSummary = z.infer<typeof documentSummary>;
/** Evidence for reviewers: flags, first hits, stories. */
export type EvidenceCard = z.infer<typeof evidenceCard>;
/** Counts of runs, entries and hits. */
export type ScreeningTotals = z.infer<typeof screeningTotals>;
/** Hits of all entries together. */
export type ScreeningSummary = z.infer<typeof screeningSummary>;
/** Summary of one screening provider. */
export type ProviderSummary = z.infer<typeof providerSummary>;
/** Summary of one screening run. */
export type RunSummary = z.infer<typeof runSummary>;
/** Summary of one screening entry. */
export type EntrySummary = z.infer<typeof entrySummary>;
/** Broken rule, sign of a cut payload, or note. */
export type SummaryWarning = z.infer<typeof summaryWarning>;
/** Reason why an input was not read to its end. */
export type ReadingProblem = z.infer<typeof readingProblem>;
