import { readAt, replaceAt } from '@idvkit/json';

import { defineBreaches, gone, missing, on, values } from './breach.ts';
import { asText, dayFirst, dayOnly, list, text } from './change.ts';

const RUN = 'extra.identity_aml.*.*';
const ENTRY = `${RUN}.output.*.*`;

const toggled = (flag: unknown): unknown => (typeof flag === 'boolean' ? !flag : flag);

/** Breaches of the rules about AML screening. */
export const identityAmlBreaches = defineBreaches({
  'aml.keyed-by-provider': [
    ...on('extra.identity_aml', {
      title: 'lists runs without their provider',
      change: (providers) => Object.values(Object(providers)).flat(),
    }),
    ...on('extra.identity_aml.*', { change: (runs) => readAt(runs, '0') }),
  ],
  'aml.run.shape': [
    ...on(`${RUN}.values_list`, { title: 'leaves out values_list', change: gone }),
    ...on(`${RUN}.timestamp`, { variant: 'timestamp', title: 'leaves out when a screening ran', change: gone }),
    ...missing(on, `${RUN}.input`, `${RUN}.output`, `${RUN}.result`),
    ...on(RUN, { change: () => 'clear' }),
  ],
  'aml.run.input-names': [
    ...on(`${RUN}.input.date_of_birth`, {
      title: 'writes the birth date that was screened day first',
      change: dayFirst,
    }),
    ...on(`${RUN}.input.first_name`, ...values({ th: 'สมชาย' })),
    ...on(`${RUN}.input.last_name`, ...values(7)),
  ],
  'aml.run.input-is-editable-name': [
    ...on(`${RUN}.input.first_name`, {
      title: 'screens another name than the applicant gave',
      change: text((name) => `${name} A.`),
    }),
    ...on(`${RUN}.input.last_name`, {
      variant: 'latin-name',
      title: 'screens the name that was read in Latin script',
      change: () => 'Latin',
    }),
  ],
  'aml.run.output-nested-provider': on(
    `${RUN}.output`,
    {
      title: 'nests entries under another key than the provider',
      change: (output) => ({ entries: Object.values(Object(output))[0] }),
    },
    { change: (output) => replaceAt(output, '*', () => ({})) },
  ),
  'aml.entry.shape': [
    ...on(`${ENTRY}.input`, { title: 'leaves out what an entry screened', change: gone }),
    ...missing(on, `${ENTRY}.output`, `${ENTRY}.result`),
  ],
  'aml.entry.output-shape': [
    ...on(`${ENTRY}.output.code`, { title: 'writes the code of an entry as text', change: asText }),
    ...missing(on, `${ENTRY}.output.status`, `${ENTRY}.output.content.data.hits`),
    ...on(`${ENTRY}.output.content.data.hits`, ...values({})),
    ...on(`${ENTRY}.output.content`, ...values([])),
  ],
  'aml.entry.result-flags': [
    ...on(`${ENTRY}.result.is_in_fitness_probity`, { title: 'leaves out a flag of an entry', change: gone }),
    ...on(
      `${ENTRY}.result.total_hits`,
      { variant: 'total-hits', title: 'writes the number of hits as text', change: asText },
      ...values(1.5),
    ),
    ...on(`${ENTRY}.result.is_in_pep`, ...values('no')),
  ],
  'aml.entry.hits-empty-when-not-found': on(ENTRY, {
    title: 'lists a hit although it found nothing',
    change: (entry) =>
      readAt(entry, 'result.is_found') === true ? entry : replaceAt(entry, 'output.content.data.hits', () => [{}]),
  }),
  'aml.run.result-flags': [
    ...on(`${RUN}.result.is_all_in_warnings`, { title: 'leaves out a flag of a run', change: gone }),
    ...on(`${RUN}.result.is_any_in_adverse_media`, {
      variant: 'text',
      title: 'writes a flag of a run as text',
      change: asText,
    }),
    ...on(`${RUN}.result.is_any_found`, ...values(1)),
  ],
  'aml.run.aggregate-any': on(`${RUN}.result.is_any_found`, { title: 'turns is_any_found round', change: toggled }),
  'aml.run.aggregate-all': [
    ...on(`${RUN}.result.is_all_found`, { title: 'turns is_all_found round', change: toggled }),
    ...on(`${RUN}.result.is_all_in_warnings`, { change: toggled }),
  ],
  'aml.run.values-list-names-flags': [
    ...on(`${RUN}.values_list.*`, {
      title: 'names lists instead of flags',
      change: text((name) => name.replace('is_any_in_', '')),
    }),
    ...on(
      `${RUN}.values_list`,
      { change: list((names) => [...names, 'is_any_found']) },
      { change: list((names) => [...names, 'pep']) },
    ),
  ],
  'aml.run.values-list-lists-true': [
    // Nothing is missing from an empty list if no flag is true.
    ...on(RUN, {
      title: 'leaves values_list empty',
      change: (run) =>
        Object.values(Object(readAt(run, 'result'))).includes(true) ? replaceAt(run, 'values_list', () => []) : run,
    }),
    ...on(`${RUN}.values_list`, {
      variant: 'one-too-few',
      title: 'leaves out the last flag of values_list',
      change: list((names) => names.slice(0, -1)),
    }),
    ...on(RUN, {
      change: (run) =>
        readAt(run, 'result.is_any_in_pep') === false
          ? replaceAt(
              run,
              'values_list',
              list((names) => [...names, 'is_any_in_pep']),
            )
          : run,
    }),
  ],
  'aml.run.timestamp': on(
    `${RUN}.timestamp`,
    { title: 'dates runs to the day', change: dayOnly },
    ...values('now', 1_767_582_000),
  ),
});
