import { defineFault, type Fault } from './fault.ts';
import { changingPayload, leavingOut } from './points.ts';

const RUN = 'extra.identity_aml.*.*';
const ENTRY = `${RUN}.output.*.*`;

type Members = Readonly<Record<string, unknown>>;

export const identityAmlFaults: readonly Fault[] = [
  defineFault({
    rule: 'aml.keyed-by-provider',
    title: 'lists runs without their provider',
    points: changingPayload('extra.identity_aml', (providers) => Object.values(providers as Members).flat()),
  }),
  defineFault({
    rule: 'aml.run.shape',
    title: 'leaves out values_list',
    points: leavingOut(`${RUN}.values_list`),
  }),
  defineFault({
    rule: 'aml.run.input-names',
    title: 'writes the birth date that was screened day first',
    points: changingPayload(`${RUN}.input.date_of_birth`, (date) => String(date).split('-').toReversed().join('/')),
  }),
  defineFault({
    rule: 'aml.run.input-is-editable-name',
    title: 'screens another name than the applicant gave',
    points: changingPayload(`${RUN}.input.first_name`, (name) => `${String(name)} A.`),
  }),
  defineFault({
    rule: 'aml.run.output-nested-provider',
    title: 'nests entries under another key than the provider',
    points: changingPayload(`${RUN}.output`, (output) => ({ entries: Object.values(output as Members)[0] })),
  }),
  defineFault({
    rule: 'aml.entry.shape',
    title: 'leaves out what an entry screened',
    points: leavingOut(`${ENTRY}.input`),
  }),
  defineFault({
    rule: 'aml.entry.output-shape',
    title: 'writes the code of an entry as text',
    points: changingPayload(`${ENTRY}.output.code`, String),
  }),
  defineFault({
    rule: 'aml.entry.result-flags',
    title: 'leaves out a flag of an entry',
    points: leavingOut(`${ENTRY}.result.is_in_fitness_probity`),
  }),
  defineFault({
    rule: 'aml.entry.hits-empty-when-not-found',
    title: 'lists a hit although it found nothing',
    points: changingPayload(ENTRY, (entry) => {
      const { output, result } = entry as { output: { content: { data: Members } }; result: Members };
      if (result['is_found'] === true) return entry;
      const data = { ...output.content.data, hits: [{}] };
      return { ...(entry as Members), output: { ...output, content: { ...output.content, data } } };
    }),
  }),
  defineFault({
    rule: 'aml.run.result-flags',
    title: 'leaves out a flag of a run',
    points: leavingOut(`${RUN}.result.is_all_in_warnings`),
  }),
  defineFault({
    rule: 'aml.run.aggregate-any',
    title: 'turns is_any_found round',
    points: changingPayload(`${RUN}.result.is_any_found`, (found) => found !== true),
  }),
  defineFault({
    rule: 'aml.run.aggregate-all',
    title: 'turns is_all_found round',
    points: changingPayload(`${RUN}.result.is_all_found`, (found) => found !== true),
  }),
  defineFault({
    rule: 'aml.run.values-list-names-flags',
    title: 'names lists instead of flags',
    points: changingPayload(`${RUN}.values_list.*`, (name) => String(name).replace('is_any_in_', '')),
  }),
  defineFault({
    rule: 'aml.run.values-list-lists-true',
    title: 'leaves values_list empty',
    points: changingPayload(`${RUN}.values_list`, () => []),
  }),
  defineFault({
    rule: 'aml.run.timestamp',
    title: 'dates runs to the day',
    points: changingPayload(`${RUN}.timestamp`, (at) => String(at).slice(0, 10)),
  }),
];
