import * as z from 'zod';

import { notEmpty } from '../check/lengths.ts';
import { RULE_IDS } from '../rules/catalogue.ts';

const baselineEntry = z.strictObject({
  rule: z.enum(RULE_IDS).meta({ description: 'Id of the rule that is known to be broken.' }),
  reason: z.string().check(notEmpty()).meta({ description: 'Why it is, or where that is being dealt with.' }),
  expires: z.iso
    .date('must be a day that exists, such as 2026-12-31')
    .meta({ description: 'Last day on which that is excused.', examples: ['2026-12-31'] }),
});

/**
 * Rules that a target is known to break. They do not fail a run until they expire; one that passes all the same does, so
 * that baselines shrink.
 *
 * @example
 * baseline.parse({
 *   format: 'idvkit.conformance-baseline',
 *   version: 1,
 *   rules: [{ rule: 'create.status.201', reason: 'Fixed in the next release', expires: '2026-12-31' }],
 * })
 * @see docs/formats.md
 */
export const baseline = z
  .strictObject({
    $schema: z.string().exactOptional().meta({ description: 'JSON Schema of this file, for editors.' }),
    format: z.literal('idvkit.conformance-baseline'),
    version: z.literal(1),
    rules: z
      .array(baselineEntry)
      .refine((rules) => new Set(rules.map(({ rule }) => rule)).size === rules.length, 'names a rule twice'),
  })
  .meta({ id: 'ConformanceBaseline', description: 'Rules that a target is known to break.' });

/** File of rules that are known to fail. */
export type Baseline = z.infer<typeof baseline>;
/** One rule that is known to fail, with its reason and expiry date. */
export type BaselineEntry = z.infer<typeof baselineEntry>;
