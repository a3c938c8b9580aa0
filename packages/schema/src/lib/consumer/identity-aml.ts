import * as z from 'zod';

import type { amlSearchRecord as strictRecord } from '../aml/identity-aml.ts';
import { OUTPUT_VALUES } from '../aml/output-values.ts';
import { openObject } from './open.ts';

const flag = z.boolean().optional();
const hits = z.array(z.unknown()).optional();

/** The person that a run screened. @see Specification, "`extra.identity_aml`" */
export const amlSearchInput = openObject({
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  date_of_birth: z.string().optional(),
});

/** Flags of one entry of a run. @see Specification, "`extra.identity_aml`" */
export const amlEntryResult = openObject({
  is_found: flag,
  is_in_pep: flag,
  is_in_warnings: flag,
  is_in_sanctions: flag,
  is_in_adverse_media: flag,
  is_in_fitness_probity: flag,
  total_hits: z.number().optional(),
});

/** The provider's search record. @see Specification, "`extra.identity_aml`" */
export const amlSearchRecord = openObject(
  // An open object keeps the other fields, which may have any type: naming them here would only make bundles larger.
  { hits } as { hits: typeof hits } & Omit<(typeof strictRecord)['shape'], 'hits'>,
);

/** One entry under the provider key of a run's output. @see Specification, "`extra.identity_aml`" */
export const amlEntry = openObject({
  input: z.unknown().optional(),
  output: openObject({
    code: z.number().optional(),
    status: z.string().optional(),
    content: openObject({ data: amlSearchRecord.optional() }).optional(),
  }).optional(),
  result: amlEntryResult.optional(),
});

/** Flags of a run over all of its entries. @see Specification, "`extra.identity_aml`" */
export const amlRunResult = openObject({
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
export const amlRun = openObject({
  input: amlSearchInput.optional(),
  output: z.record(z.string(), z.unknown()).meta({ additionalProperties: OUTPUT_VALUES }).optional(),
  result: amlRunResult.optional(),
  timestamp: z.string().optional(),
  values_list: z.array(z.string()).optional(),
});

/** AML screening by provider name, each an array of runs. @see Specification, "`extra.identity_aml`" */
export const identityAml = z.record(z.string(), z.array(amlRun));
