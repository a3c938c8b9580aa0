import * as z from 'zod';

import { passes } from '../check/check.ts';
import { keywordsOf, stated } from '../check/stated.ts';
import { integer } from '../conventions/integer.ts';
import { isoDate, timestamp } from '../conventions/timestamp.ts';
import { AML_FLAG_NAMES } from './aml-lists.ts';
import { nothingFoundHasNoHits } from './checks.ts';
import { ENTRIES, OUTPUT_VALUES } from './output-values.ts';

/** The person that was screened. One without a second name has one name only. Fields beyond these three are not shown, so others pass. */
export const amlSearchInput = z
  .looseObject({
    first_name: z.string().optional().meta({ description: 'First name: the answer `full_name_first_name`' }),
    last_name: z.string().optional().meta({ description: 'Last name: the answer `full_name_last_name`' }),
    date_of_birth: isoDate.optional().meta({ description: 'Date of birth, YYYY-MM-DD' }),
  })
  .meta({ id: 'AmlSearchInput', description: 'Person that was screened' });

/** Flags of one entry of a run. */
export const amlEntryResult = z
  .strictObject({
    is_found: z.boolean().meta({ description: 'The entry matched someone' }),
    is_in_pep: z.boolean().meta({ description: 'The entry is in lists of politically exposed persons' }),
    is_in_warnings: z.boolean().meta({ description: 'The entry is in lists of warnings' }),
    is_in_sanctions: z.boolean().meta({ description: 'The entry is in lists of sanctions' }),
    is_in_adverse_media: z.boolean().meta({ description: 'The entry is in lists of adverse media' }),
    is_in_fitness_probity: z.boolean().meta({ description: 'The entry is in lists of fitness and probity' }),
    total_hits: integer.min(0).optional().meta({ description: 'Number of hits' }),
  })
  .meta({ id: 'AmlEntryResult', description: 'Flags of the entry' });

const notShown = z.unknown().optional();

/**
 * The provider's search record. The specification names its fields, but shows a type only for `hits`, and no shape of a
 * hit.
 */
export const amlSearchRecord = z
  .looseObject({
    id: notShown,
    ref: notShown,
    hits: z.array(z.unknown()).meta({ description: 'Empty when nothing matched' }),
    tags: notShown,
    labels: notShown,
    limit: notShown,
    offset: notShown,
    filters: notShown,
    client_ref: notShown,
    created_at: notShown,
    updated_at: notShown,
    risk_level: notShown,
    total_hits: notShown,
    total_matches: notShown,
    assignee_id: notShown,
    searcher_id: notShown,
    search_term: notShown,
    submitted_term: notShown,
    match_status: notShown,
    blacklist_hits: notShown,
    total_blacklist_hits: notShown,
  })
  .meta({ id: 'AmlSearchRecord', description: 'Search record of the provider' });

/**
 * One entry under the provider key of a run's output. The shape of its `input` is not shown. A provider that failed sends no `content`.
 */
export const amlEntry = z
  .looseObject({
    input: z.unknown().nonoptional().meta({ description: 'Input of the entry; its shape is not shown' }),
    output: z
      .looseObject({
        code: integer.meta({ description: 'Status code of the provider' }),
        status: z.string().meta({ description: 'Status of the provider' }),
        content: z.looseObject({ data: amlSearchRecord }).optional().meta({ description: 'Holds the search record' }),
      })
      .meta({ description: 'Response of the provider' }),
    result: amlEntryResult,
  })
  .superRefine(passes(nothingFoundHasNoHits))
  .meta({ id: 'AmlEntry', ...keywordsOf(nothingFoundHasNoHits) });

/** Flags of a run over all of its entries. */
export const amlRunResult = z
  .strictObject({
    is_all_found: z.boolean().meta({ description: 'Every entry matched someone' }),
    is_any_found: z.boolean().meta({ description: 'At least one entry matched someone' }),
    is_all_in_pep: z.boolean().meta({ description: 'Every entry is in lists of politically exposed persons' }),
    is_any_in_pep: z.boolean().meta({ description: 'At least one entry is in lists of politically exposed persons' }),
    is_all_in_warnings: z.boolean().meta({ description: 'Every entry is in lists of warnings' }),
    is_any_in_warnings: z.boolean().meta({ description: 'At least one entry is in lists of warnings' }),
    is_all_in_sanctions: z.boolean().meta({ description: 'Every entry is in lists of sanctions' }),
    is_any_in_sanctions: z.boolean().meta({ description: 'At least one entry is in lists of sanctions' }),
    is_all_in_adverse_media: z.boolean().meta({ description: 'Every entry is in lists of adverse media' }),
    is_any_in_adverse_media: z.boolean().meta({ description: 'At least one entry is in lists of adverse media' }),
    is_all_in_fitness_probity: z.boolean().meta({ description: 'Every entry is in lists of fitness and probity' }),
    is_any_in_fitness_probity: z
      .boolean()
      .meta({ description: 'At least one entry is in lists of fitness and probity' }),
  })
  .meta({ id: 'AmlRunResult', description: 'Flags of the run over all of its entries' });

/** Names that `values_list` may hold. */
export const amlFlagName = z.enum(AML_FLAG_NAMES).meta({ id: 'AmlFlagName' });

const entriesBy = new WeakMap<readonly unknown[], z.ZodSafeParseResult<readonly AmlEntry[]>>();

/** Reads entries, once for each array: they are most of a payload. */
function readEntries(value: unknown): z.ZodSafeParseResult<readonly AmlEntry[]> {
  const schema = z.array(amlEntry);
  if (!Array.isArray(value)) return schema.safeParse(value);
  const read = entriesBy.get(value) ?? schema.safeParse(value);
  entriesBy.set(value, read);
  return read;
}

/** Checks that an output holds the entries of its provider, whose name only the key of the runs says. */
const holdsEntries = stated(
  // Some member of it is an array of entries.
  { type: 'object', properties: { output: { type: 'object', not: { additionalProperties: { not: ENTRIES } } } } },
  function (run) {
    const output = run.at('output');
    output.expect(
      output.members().some(({ value }) => readEntries(value).success),
      'The output of a run holds no array of screening entries',
    );
  },
);

/** One screening. `output` holds an array of entries under the provider's own name. */
export const amlRun = z
  .strictObject({
    input: amlSearchInput,
    output: z.record(z.string(), z.unknown()).meta({
      description: 'Output of the provider: an array of AmlEntry under the name of the provider',
      additionalProperties: OUTPUT_VALUES,
    }),
    result: amlRunResult,
    timestamp: timestamp.meta({ description: 'Time of the screening' }),
    values_list: z.array(amlFlagName).meta({ description: 'Names of the `is_any_in_*` flags' }),
  })
  .superRefine(passes(holdsEntries))
  .meta({ id: 'AmlRun', ...keywordsOf(holdsEntries) });

/**
 * AML screening by provider name, each an array of runs. Unbounded: it dominates the size of a delivery.
 *
 * @see Specification, "`extra.identity_aml` (AML screening)"
 */
export const identityAml = z
  .record(z.string(), z.array(amlRun))
  .superRefine((providers, context) => {
    for (const [provider, runs] of Object.entries(providers)) {
      runs.forEach((run, index) => {
        const entries = readEntries(Object.hasOwn(run.output, provider) ? run.output[provider] : undefined);
        if (entries.success) return;
        for (const issue of entries.error.issues) {
          context.addIssue({ ...issue, path: [provider, index, 'output', provider, ...issue.path] });
        }
      });
    }
  })
  .meta({ id: 'IdentityAml', description: 'Screening runs by name of the provider, of any size' });

export type AmlSearchInput = z.infer<typeof amlSearchInput>;
export type AmlEntryResult = z.infer<typeof amlEntryResult>;
export type AmlEntry = z.infer<typeof amlEntry>;
export type AmlRunResult = z.infer<typeof amlRunResult>;
export type AmlFlagName = z.infer<typeof amlFlagName>;
export type AmlRun = z.infer<typeof amlRun>;
export type IdentityAml = z.infer<typeof identityAml>;
