import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { corpusSummary } from './corpus-summary.ts';
import { bytes, count } from './counted.ts';
import { hitProfile } from './hit-profile.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One input of a task. */
const taskSource = z.strictObject({
  kind: z.enum(['file', 'url', 'capture']),
  /** As messages and summaries call it; never has the query of a URL. */
  name: z.string(),
  /** Path of the file, URL, or folder of the archive. The query of a URL may be a secret. */
  location: z.string(),
  /** Hash of the body of a capture. */
  sha256: sha256.optional(),
  /** Number of the capture. */
  capture: z.int().min(1).optional(),
  bytes: bytes.optional(),
  /** ETag of a URL or an object, time of modification of a file: a source that has another one has changed. */
  etag: z.string().optional(),
  /** True if it holds one document per line. */
  lines: z.boolean(),
  /** Whole lines of the source, in bytes, and the number of the first line. Default: all of the source. */
  range: z.strictObject({ start: bytes, end: bytes, line: z.int().min(1) }).optional(),
});

/** Work that one process does: one line of a plan. @see docs/formats.md */
export const analysisTask = z
  .strictObject({
    format: z.literal('idvkit.task'),
    version: z.literal(1),
    /** SHA-256 of all other members, without the queries of URLs: a plan of the same inputs has the same ids on every machine. */
    id: sha256,
    /** Name and version of the tool that made the plan. Another version does not do the task. */
    tool: z.string(),
    sources: z.array(taskSource).check(notEmpty()),
    options: z.strictObject({
      profile: hitProfile.optional(),
      reveal: z.boolean(),
      /** Rows of hits and deliveries, in files with the name of the task. */
      rows: z.literal('parquet').optional(),
    }),
  })
  .meta({ id: 'AnalysisTask' });

/** The result of a task. Two parts of one task are equal. @see docs/formats.md */
export const analysisPart = z
  .strictObject({
    format: z.literal('idvkit.part'),
    version: z.literal(1),
    /** Id of the task. */
    task: sha256,
    tool: z.string(),
    /** SHA-256 of `summary` as JSON without spaces. */
    sha256,
    summary: corpusSummary,
    /** The first inputs that could not be read to their end, for people. */
    failures: z.array(z.string()),
    /** How many there are. */
    failureCount: count,
  })
  .meta({ id: 'AnalysisPart' });

/** One input of a task. */
export type TaskSource = z.infer<typeof taskSource>;
/** Work that one process does. */
export type AnalysisTask = z.infer<typeof analysisTask>;
/** The result of a task. */
export type AnalysisPart = z.infer<typeof analysisPart>;
