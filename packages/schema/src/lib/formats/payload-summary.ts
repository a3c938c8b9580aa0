import { z } from 'zod';

const bytes = z.int().min(0);
const count = z.int().min(0);

/** Sizes of the hits of an entry, in bytes. Percentiles come from a sketch and are within 1 % of the true ones. */
const hitSizes = z.strictObject({ min: bytes, p50: bytes, p95: bytes, p99: bytes, max: bytes });

/** The hits of one entry of a run. */
const hitsSummary = z.strictObject({
  count,
  /** Bytes of all hits together, the commas between them apart. */
  bytes,
  size: hitSizes.optional(),
  /** By path within a hit: elements of that array over all hits, and the most in one hit. */
  arrays: z.record(z.string(), z.strictObject({ elements: count, max: count })),
  /** By path within a hit: how often each value of a field that the profile names was seen. */
  values: z.record(z.string(), z.record(z.string(), count)),
  largest: z.array(z.strictObject({ index: count, offset: bytes, bytes, label: z.string().optional() })),
});

const entrySummary = z.strictObject({
  index: count,
  code: z.int().optional(),
  status: z.string().optional(),
  flags: z.record(z.string(), z.boolean()),
  /** What the entry says that it found, beside what `hits.count` holds. */
  totalHits: z.int().optional(),
  hits: hitsSummary,
});

const runSummary = z.strictObject({
  index: count,
  timestamp: z.string().optional(),
  flags: z.record(z.string(), z.boolean()),
  valuesList: z.array(z.string()),
  entries: z.array(entrySummary),
});

const summaryWarning = z.strictObject({ code: z.string(), path: z.string(), message: z.string() });

const documentSummary = z.strictObject({
  /** Bytes of the document. */
  bytes,
  event: z.record(z.string(), z.union([z.string(), z.number()])),
  application: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
  ekyc: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Parts of the document by size, as the bytes of their JSON text. */
  sections: z.array(z.strictObject({ path: z.string(), bytes })),
  providers: z.array(z.strictObject({ name: z.string(), runs: z.array(runSummary) })),
  warnings: z.array(summaryWarning),
});

/** Summary of payloads, as `idv-analyze --json` prints it. Personal values are masked unless asked for. @see docs/formats.md */
export const payloadSummary = z
  .strictObject({
    format: z.literal('idvkit.payload-summary'),
    version: z.literal(1),
    /** False where the input ended early or is malformed; `problem` then says where. */
    complete: z.boolean(),
    problem: z.string().optional(),
    bytes,
    documents: z.array(documentSummary),
  })
  .meta({ id: 'PayloadSummary' });

export type PayloadSummary = z.infer<typeof payloadSummary>;
export type DocumentSummary = z.infer<typeof documentSummary>;
export type RunSummary = z.infer<typeof runSummary>;
export type EntrySummary = z.infer<typeof entrySummary>;
export type HitsSummary = z.infer<typeof hitsSummary>;
export type SummaryWarning = z.infer<typeof summaryWarning>;
