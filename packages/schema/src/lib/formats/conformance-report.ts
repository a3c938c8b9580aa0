import { z } from 'zod';

import { RULE_IDS } from '../rules/catalogue.ts';

const ruleId = z.enum(RULE_IDS);

/** How a run saw a rule. A rule without an observation is `not-exercised`, never `passed`. */
export const verdict = z.enum(['passed', 'failed', 'warned', 'not-exercised']);

const finding = z.strictObject({
  message: z.string(),
  /** JSON pointer into the body. */
  path: z.string().optional(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  observation: z.string(),
  /** The observations beside the first that the finding rests on. */
  also: z.array(z.string()).optional(),
  curl: z.string().optional(),
});

/** What one rule came to. */
export const ruleReport = z.strictObject({
  id: ruleId,
  section: z.string(),
  level: z.enum(['must', 'should']),
  binds: z.enum(['service', 'receiver', 'client']),
  title: z.string(),
  verdict,
  /** How many judgements were made; 0 exactly when not exercised. */
  observations: z.int().min(0),
  /** Ids of observations that the verdict rests on: the first few of them. */
  evidence: z.array(z.string()),
  /** Why the rule was not exercised and what to supply. */
  reason: z.string().optional(),
  findings: z.array(finding),
  /** Findings beyond those listed. */
  moreFindings: z.int().min(0).optional(),
  /** Set where a baseline names the rule. */
  baseline: z.enum(['known', 'expired', 'unexpected-pass']).optional(),
});

/** Report of a conformance run. @see docs/formats.md */
export const conformanceReport = z
  .strictObject({
    format: z.literal('idvkit.conformance-report'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    specVersion: z.literal('1.3.0'),
    target: z.strictObject({
      baseUrl: z.string(),
      formSlug: z.string(),
      kind: z.enum(['embedded-mock', 'mock', 'live', 'recorded']),
    }),
    startedAt: z.iso.datetime(),
    durationMs: z.number().min(0),
    seed: z.int(),
    /** False where the run was interrupted or stopped early; `stopped` says why. */
    complete: z.boolean(),
    stopped: z.string().optional(),
    summary: z.strictObject({
      passed: z.int(),
      failed: z.int(),
      warned: z.int(),
      notExercised: z.int(),
      /** Observations in all. */
      observations: z.int(),
    }),
    canaries: z.strictObject({ judged: z.int(), missed: z.array(z.string()) }),
    rules: z.array(ruleReport),
    discoveries: z.array(z.strictObject({ about: z.string(), seen: z.string(), observation: z.string() })),
    /** Fingerprints of the slugs of created applications, so that they can be told apart without being told. */
    created: z.array(z.string()),
  })
  .meta({ id: 'ConformanceReport' });

export type Verdict = z.infer<typeof verdict>;
export type RuleReport = z.infer<typeof ruleReport>;
export type ReportedFinding = z.infer<typeof finding>;
export type ConformanceReport = z.infer<typeof conformanceReport>;
