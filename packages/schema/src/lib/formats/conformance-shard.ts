import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { RULE_IDS } from '../rules/catalogue.ts';
import { reportedDiscovery, reportedFinding } from './conformance-report.ts';
import { count } from './counted.ts';
import { judgedTarget, judgingContext, observed } from './observed.ts';

const ruleId = z.enum(RULE_IDS);
/** Shards that --shard accepts. */
const MAX_SHARDS = 999_999;
const shardNumber = z.int().min(1).max(MAX_SHARDS);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A position in the whole recording: numbers that are compared one by one. */
const order = z.array(z.number().min(0)).check(notEmpty());
const evidence = z.array(z.strictObject({ order, value: z.string() }));

/** The result of checking one shard of recorded traffic. Everything personal in it is masked. @see docs/formats.md */
export const conformanceShard = z
  .strictObject({
    format: z.literal('idvkit.conformance-shard'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    /** Which shard it is, from 1, and how many there are. */
    shard: z.strictObject({ number: shardNumber, count: shardNumber }),
    /** Hash of the recording and of all options: only shards of one plan can be merged. */
    plan: sha256,
    target: judgedTarget,
    startedAt: z.iso.datetime(),
    durationMs: z.number().min(0),
    /** Why not all of the recording was read, if so. */
    stopped: z.string().optional(),
    context: judgingContext,
    /** What the judgements of each chosen rule add up to, or why the recording cannot decide it. */
    rules: z.array(
      z.strictObject({
        id: ruleId,
        undecidable: z.string().optional(),
        passes: count,
        failures: count,
        covered: z.array(z.string()),
        inconclusive: z.strictObject({ order, value: z.string() }).optional(),
        passing: evidence,
        failing: evidence,
        findings: z.array(z.strictObject({ order, value: reportedFinding })),
      }),
    ),
    /** Planted errors that were judged, and whether the rule found them. */
    selfCheck: z.array(
      z.strictObject({ rule: ruleId, trials: z.array(z.strictObject({ order, isFound: z.boolean() })) }),
    ),
    /** `kind` is a keyed hash: equal discoveries of several shards have the same. */
    discoveries: z.array(z.strictObject({ order, kind: z.string(), value: reportedDiscovery })),
    /** The observations of the shard, with the messages that findings point at. */
    observed: z.array(z.strictObject({ order, value: observed })),
  })
  .meta({ id: 'ConformanceShard' });

/** The result of checking one shard of recorded traffic. */
export type ConformanceShard = z.infer<typeof conformanceShard>;
