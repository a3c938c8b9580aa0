import * as z from 'zod';

import { RULE_IDS } from '../rules/catalogue.ts';
import { COVERAGE_LEVELS, SUPPLIES } from '../rules/rule-entry.ts';
import { behaviour } from './behaviour.ts';
import { judgedTarget, judgingContext, observed } from './observed.ts';

const ruleId = z.enum(RULE_IDS);

/** How a run saw a rule. A rule without an observation is `not-exercised`, never `passed`. */
export const verdict = z.enum(['passed', 'failed', 'warned', 'not-exercised']);

/** Level of access that a rule needs; each level includes those before. */
export const coverageLevel = z.enum(COVERAGE_LEVELS);

/** One failed check, masked. */
const reportedFinding = z.strictObject({
  message: z.string(),
  /** JSON pointer into the body. */
  path: z.string().optional(),
  expected: z.unknown().optional(),
  actual: z.unknown().optional(),
  observation: z.string(),
  /** The observations beside the first that the finding rests on. */
  also: z.array(z.string()).optional(),
  /** Times that the finding rests on, and the seconds between them. */
  times: z.string().optional(),
  curl: z.string().optional(),
});

/** Something that the specification does not show and the target does. */
const reportedDiscovery = z.strictObject({
  about: z.string(),
  seen: z.string(),
  observation: z.string(),
  /** The observation that it goes against, if it takes two to see it. */
  against: z.string().optional(),
  /** Advice that no rule demands. */
  advice: z.string().optional(),
  /** The statuses that it is about: the rest of the condition is in a few words. */
  cells: z.array(z.strictObject({ endpoint: z.string(), condition: z.string(), status: z.int() })).optional(),
});

/** Result of one rule. */
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
  findings: z.array(reportedFinding),
  /** Findings beyond those listed. */
  moreFindings: z.int().min(0).optional(),
  /** Command that audits a receiver again by this rule, if it failed. */
  again: z.string().optional(),
  /**
   * Set where a baseline names the rule: it is broken as known; known, but no longer excused; passes though it is known to
   * fail; or nothing let it be judged.
   */
  baseline: z.enum(['known', 'expired', 'unexpected-pass', 'not-exercised']).optional(),
  /** Failed rules that kept this one from being tested. */
  blockedBy: z.array(ruleId).optional(),
});

/** Tuples of values of conditions, such as an endpoint with a locale and a state. */
const planCoverage = z.strictObject({
  /** Tuples that a call or delivery can have. */
  feasible: z.int().min(0),
  /** Tuples that a delivery had, or a call in which nothing else made it fail. */
  covered: z.int().min(0),
  /** Why the others were left out, and what to supply. */
  leftOut: z.array(z.strictObject({ reason: z.string(), tuples: z.int().min(1) })),
});

/** Report of a conformance run. @see docs/formats.md */
export const conformanceReport = z
  .strictObject({
    format: z.literal('idvkit.conformance-report'),
    version: z.literal(1),
    tool: z.strictObject({ name: z.string(), version: z.string() }),
    specVersion: z.literal('1.3.0'),
    target: judgedTarget,
    startedAt: z.iso.datetime(),
    durationMs: z.number().min(0),
    /** How much of it a live run spent waiting for deliveries, silence or time, without making calls. */
    waitedMs: z.number().min(0).optional(),
    seed: z.int(),
    /** False where the run was interrupted or stopped early; `stopped` says why. */
    complete: z.boolean(),
    stopped: z.string().optional(),
    /** Why the target could not be judged, or not wholly, and what to do about it. */
    problem: z.strictObject({ code: z.string(), message: z.string(), fix: z.string() }).optional(),
    /** True if warnings fail the run. */
    failOnWarning: z.boolean(),
    /** How the command ended: its exit code, and why as sentences. */
    exit: z.strictObject({ code: z.int().min(0).max(255), reasons: z.array(z.string()) }),
    summary: z.strictObject({
      passed: z.int(),
      failed: z.int(),
      warned: z.int(),
      notExercised: z.int(),
      /** How many of the failed and the warned a baseline knows and still excuses. */
      known: z.int(),
      /** Observations in all. */
      observations: z.int(),
    }),
    /** Calls to the service that failed without saying anything about its rules, if there were any. */
    flaky: z
      .strictObject({
        /** All calls, repetitions included. */
        calls: z.int(),
        /** Calls that were repeated: answered with 429 or 5xx, or the connection was closed. */
        repeated: z.int(),
        /** Calls without a whole answer that were not repeated, such as those that timed out. */
        unanswered: z.int(),
      })
      .optional(),
    selfCheck: z.strictObject({ judged: z.int(), missed: z.array(z.string()) }),
    /** Inputs of the judges besides the observations. */
    context: judgingContext,
    rules: z.array(ruleReport),
    /** How many rules of each coverage level were tested, of those that the run was to check. */
    levels: z.array(z.strictObject({ level: coverageLevel, rules: z.int().min(1), tested: z.int().min(0) })).optional(),
    /** Faults of the mock that would explain the failed rules, likeliest first. */
    diagnosis: z
      .array(
        z.strictObject({
          fault: z.string(),
          title: z.string(),
          /** Failed rules that the fault explains, and that no earlier fault of the list does. */
          explains: z.array(ruleId),
          /** How well the findings match those of the fault: 1 is a perfect match. */
          match: z.number().min(0).max(1),
          /** Other faults that explain the same findings, likeliest first. */
          alternatives: z.array(z.string()),
        }),
      )
      .optional(),
    discoveries: z.array(reportedDiscovery),
    /** Statuses, shapes, names and numbers that another run can be compared with. Absent if a receiver was audited. */
    behaviour: behaviour.optional(),
    /** Conditions under which the service was called, in pairs and triples. Only of runs that planned them. */
    plan: z
      .strictObject({
        pairs: planCoverage,
        triples: planCoverage.optional(),
        /** Conditions of the deliveries that came. */
        deliveries: z.strictObject({ pairs: planCoverage, triples: planCoverage.optional() }).optional(),
      })
      .optional(),
    /** Scenarios that did not run, or not to their end, why, and which supplies they lack. */
    skipped: z.array(
      z.strictObject({ scenario: z.string(), reason: z.string(), lacks: z.array(z.enum(SUPPLIES)).optional() }),
    ),
    /** Result of random sequences, if any were played. */
    fuzz: z
      .strictObject({
        /** Sequences, and steps in all of them, those of shrinking included. */
        runs: z.int(),
        steps: z.int(),
        seed: z.int(),
        findings: z.array(
          z.strictObject({
            rule: z.string(),
            /** Seed and path that play the sequence again, with the rule chosen alone. */
            seed: z.int(),
            path: z.string(),
            /** Steps of the shortest sequence. */
            steps: z.array(z.string()),
            observations: z.array(z.string()),
            /** Its calls, one line for a POSIX shell each. */
            curl: z.array(z.string()),
            /** Set if the budget of applications ended the search for a shorter sequence. */
            cutShort: z.literal(true).optional(),
          }),
        ),
      })
      .optional(),
    /** Everything that was observed, in the order in which it began. */
    observed: z.array(observed),
    /** Fingerprints of the slugs of created applications, so that they can be told apart without being told. */
    created: z.array(z.string()),
  })
  .meta({ id: 'ConformanceReport' });

/** Verdict on one rule. */
export type Verdict = z.infer<typeof verdict>;
/** Verdict, evidence and findings of one rule. */
export type RuleReport = z.infer<typeof ruleReport>;
/** One failed check, masked. */
export type ReportedFinding = z.infer<typeof reportedFinding>;
/** Report of a conformance run. */
export type ConformanceReport = z.infer<typeof conformanceReport>;
