import * as z from 'zod';

import { bytes, count, reachedLimit, sketch, valueCounts } from './counted.ts';
import { hitShape, scoredHit } from './hits-summary.ts';
import { duplicatedIds, screeningTotals } from './payload-summary.ts';

/** A screening provider over all payloads. */
const providerTotals = z.strictObject({ name: z.string(), ...screeningTotals.shape, shape: hitShape });

/** Line of a payload in its source, if there is one payload per line. */
const line = z.int().min(1).optional();

/** A payload that is far from the others, by where it came from. */
const outlier = z.strictObject({
  source: z.string(),
  line,
  value: z.number().min(0),
  /** Id of the application, as far as the payload says. */
  application: z.number().optional(),
  at: z.string().optional(),
  /** Above the upper quartile by more than one and a half times the distance of the quartiles, as logarithms. */
  far: z.boolean(),
});

/**
 * Summary of many payloads: the merge of their summaries. Merging is associative and commutative.
 *
 * A payload that came several times (a retry, a resend) is one submission: the same slug and time of submission.
 *
 * @see docs/formats.md
 */
export const corpusSummary = z
  .strictObject({
    format: z.literal('idvkit.corpus-summary'),
    version: z.literal(1),
    /** False where an input was not read to its end, or not at all. */
    complete: z.boolean(),
    payloads: count,
    /** Payloads that were not read to their end. */
    incomplete: count,
    /** Inputs that could not be opened, or that an interruption came before. */
    unread: count,
    bytes,
    hits: count,
    hitBytes: bytes,
    /** On the clients' own blacklists, beside the hits. */
    blacklistHits: count,
    events: valueCounts,
    forms: valueCounts,
    /** Submissions: deliveries of one submission count once, the latest delivery tells its outcome. */
    submissions: z.strictObject({
      distinct: count,
      /** Payloads of submissions. */
      deliveries: count,
      /** False if there were more than are remembered: the numbers are then estimated from a sample. */
      exact: z.boolean(),
      /** Deliveries beyond the first of a submission. */
      repeated: count,
      /** `other_status.ekyc` of completed applications. */
      outcomes: valueCounts,
      faceStatuses: valueCounts,
      documentTypes: valueCounts,
      /** Flags that some run of the submission has raised. */
      flags: valueCounts,
      /** Values of each that are kept, so that summaries can be merged. */
      kept: z.array(
        z.strictObject({
          key: z.string(),
          deliveries: count,
          at: z.string(),
          /** Raised flags and outcome, as `name=value`. */
          facts: z.array(z.string()),
        }),
      ),
    }),
    /** Status columns of the workspaces, as `name=value`. */
    columns: valueCounts,
    providers: z.array(providerTotals),
    /** Payloads that a warning is about, by its code. */
    warnings: valueCounts,
    sizes: sketch,
    hitsPerPayload: sketch,
    /** The highest scores first. */
    highest: z.array(
      z.strictObject({ source: z.string(), line, provider: z.string(), run: count, entry: count, ...scoredHit.shape }),
    ),
    /** Added up over payloads: an id counts for each payload that has it. */
    duplicates: duplicatedIds,
    /** By day, from the time of the submission, or else of the delivery. */
    days: z.array(z.strictObject({ day: z.string(), payloads: count, bytes, hits: count, maxBytes: bytes })),
    undated: count,
    largest: z.array(outlier),
    mostHits: z.array(outlier),
    limits: z.array(reachedLimit),
  })
  .meta({ id: 'CorpusSummary' });

/** Merged summary of several payloads. */
export type CorpusSummary = z.infer<typeof corpusSummary>;
