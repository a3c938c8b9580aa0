import * as z from 'zod';

const flag = z.boolean().optional();

/** What was screened. @see Specification, "`extra.identity_aml`" */
export const amlSearchInput = z.looseObject({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  date_of_birth: z.string().optional(),
});

/** Flags of one entry of a run. @see Specification, "`extra.identity_aml`" */
export const amlEntryResult = z.looseObject({
  is_found: flag,
  is_in_pep: flag,
  is_in_warnings: flag,
  is_in_sanctions: flag,
  is_in_adverse_media: flag,
  is_in_fitness_probity: flag,
  total_hits: z.number().optional(),
});

/** The provider's search record. @see Specification, "`extra.identity_aml`" */
export const amlSearchRecord = z.looseObject({ hits: z.array(z.unknown()).optional() });

/** One entry under the provider key of a run's output. @see Specification, "`extra.identity_aml`" */
export const amlEntry = z.looseObject({
  input: z.unknown(),
  output: z
    .looseObject({
      code: z.number().optional(),
      status: z.string().optional(),
      content: z.looseObject({ data: amlSearchRecord.optional() }).optional(),
    })
    .optional(),
  result: amlEntryResult.optional(),
});

/** Flags of a run over all of its entries. @see Specification, "`extra.identity_aml`" */
export const amlRunResult = z.looseObject({
  is_all_found: flag,
  is_any_found: flag,
  is_all_in_pep: flag,
  is_any_in_pep: flag,
  is_all_in_warnings: flag,
  is_any_in_warnings: flag,
  is_all_in_sanctions: flag,
  is_any_in_sanctions: flag,
  is_all_in_adverse_media: flag,
  is_any_in_adverse_media: flag,
  is_all_in_fitness_probity: flag,
  is_any_in_fitness_probity: flag,
});

/** One screening. Read the entries of `output` with {@link amlEntriesOf}. @see Specification, "`extra.identity_aml`" */
export const amlRun = z.looseObject({
  input: amlSearchInput.optional(),
  output: z.record(z.string(), z.unknown()).optional(),
  result: amlRunResult.optional(),
  timestamp: z.string().optional(),
  values_list: z.array(z.string()).optional(),
});

/** AML screening by provider name, each an array of runs. @see Specification, "`extra.identity_aml`" */
export const identityAml = z.record(z.string(), z.array(amlRun));

/**
 * Reads the entries of a run, which its output holds under the name of the provider. What is no entry is passed over.
 *
 * @see Specification, "`extra.identity_aml`"
 *
 * @example
 * for (const [provider, runs] of Object.entries(delivery.extra?.identity_aml ?? {}))
 *   for (const run of runs) for (const entry of amlEntriesOf(run, provider)) review(entry.result?.total_hits)
 */
export function amlEntriesOf(run: AmlRun, provider: string): readonly AmlEntry[] {
  const entries = z.array(z.unknown()).safeParse(run.output?.[provider]).data ?? [];
  return entries.flatMap((entry) => amlEntry.safeParse(entry).data ?? []);
}

export type AmlSearchInput = z.infer<typeof amlSearchInput>;
export type AmlEntryResult = z.infer<typeof amlEntryResult>;
export type AmlSearchRecord = z.infer<typeof amlSearchRecord>;
export type AmlEntry = z.infer<typeof amlEntry>;
export type AmlRunResult = z.infer<typeof amlRunResult>;
export type AmlRun = z.infer<typeof amlRun>;
export type IdentityAml = z.infer<typeof identityAml>;
