import { ENTRY, RUN, append, drop, put } from './change.ts';
import { breaks, type Example } from './example.ts';

export const identityAmlExamples: readonly Example[] = [
  breaks('aml.keyed-by-provider', 'an array', put('extra.identity_aml', [])),
  breaks('aml.keyed-by-provider', 'one run without its array', put('extra.identity_aml.watchdog', { input: {} })),
  breaks('aml.run.shape', 'no timestamp', drop(`${RUN}.timestamp`)),
  breaks('aml.run.shape', 'values_list as a text', put(`${RUN}.values_list`, 'is_any_in_sanctions')),
  breaks('aml.run.input-names', 'a number as last name', put(`${RUN}.input.last_name`, 7)),
  breaks('aml.run.input-names', 'no date', put(`${RUN}.input.date_of_birth`, '17.04.1990')),
  breaks('aml.run.input-is-editable-name', 'the name on the document', put(`${RUN}.input.first_name`, 'Somchai')),
  breaks('aml.run.output-nested-provider', 'another key', put(`${RUN}.output`, { other: [] })),
  breaks('aml.entry.shape', 'no result', drop(`${ENTRY}.result`)),
  breaks('aml.entry.shape', 'no input', drop(`${ENTRY}.input`)),
  breaks('aml.entry.output-shape', 'code as a text', put(`${ENTRY}.output.code`, '200')),
  breaks('aml.entry.output-shape', 'no hits', drop(`${ENTRY}.output.content.data.hits`)),
  breaks('aml.entry.result-flags', 'a text', put(`${ENTRY}.result.is_in_pep`, 'false')),
  breaks('aml.entry.result-flags', 'a total as text', put(`${ENTRY}.result.total_hits`, '0')),
  breaks(
    'aml.entry.hits-empty-when-not-found',
    'hits of nobody',
    append(`${RUN}.output.watchdog.1.output.content.data.hits`, () => ({})),
  ),
  breaks('aml.run.result-flags', 'missing', drop(`${RUN}.result.is_all_in_warnings`)),
  breaks('aml.run.aggregate-any', 'nothing found', put(`${RUN}.result.is_any_found`, false)),
  breaks('aml.run.aggregate-all', 'found by all', put(`${RUN}.result.is_all_found`, true)),
  breaks(
    'aml.run.values-list-names-flags',
    'an is_all_ flag',
    append(`${RUN}.values_list`, () => 'is_all_in_pep'),
  ),
  breaks('aml.run.values-list-names-flags', 'names of lists', put(`${RUN}.values_list`, ['sanctions'])),
  breaks('aml.run.values-list-lists-true', 'one left out', put(`${RUN}.values_list`, [])),
  breaks(
    'aml.run.values-list-lists-true',
    'one that is false',
    append(`${RUN}.values_list`, () => 'is_any_in_pep'),
  ),
  breaks('aml.run.timestamp', 'no date-time', put(`${RUN}.timestamp`, 'just now')),
];
