import { inSubmission } from './bodies.ts';
import { defineBreaches } from './breach.ts';
import { valueAt, without, withValue, type Path } from './edit.ts';

/** The key of the first provider of a submission. */
function providerOf(body: unknown): string {
  return Object.keys(Object(valueAt(body, ['extra', 'identity_aml'])))[0] ?? '';
}

/** A place in the first run. */
function run(body: unknown, ...path: Path): Path {
  return ['extra', 'identity_aml', providerOf(body), 0, ...path];
}

/** A place in the first entry of the first run. */
function entry(body: unknown, ...path: Path): Path {
  return run(body, 'output', providerOf(body), 0, ...path);
}

function toggled(body: unknown, path: Path): unknown {
  return withValue(body, path, valueAt(body, path) !== true);
}

/** Flags with every one of them false. */
function cleared(body: unknown, path: Path): unknown {
  const flags = Object.entries(Object(valueAt(body, path)));
  return Object.fromEntries(flags.map(([flag, value]) => [flag, typeof value === 'boolean' ? false : value]));
}

function flagsListed(body: unknown): readonly string[] {
  return Object.values(Object(valueAt(body, run(body, 'values_list')))).map(String);
}

/** Breaches of the rules about AML screening. */
export const identityAmlBreaches = defineBreaches({
  'aml.keyed-by-provider': inSubmission((body) => [
    withValue(body, ['extra', 'identity_aml'], Object.values(Object(valueAt(body, ['extra', 'identity_aml'])))),
    withValue(body, ['extra', 'identity_aml', providerOf(body)], valueAt(body, run(body))),
  ]),
  'aml.run.shape': inSubmission((body) => [
    without(body, run(body, 'input')),
    without(body, run(body, 'output')),
    without(body, run(body, 'result')),
    without(body, run(body, 'timestamp')),
    without(body, run(body, 'values_list')),
    withValue(body, run(body), 'clear'),
  ]),
  'aml.run.input-names': inSubmission((body) => [
    without(body, run(body, 'input', 'first_name')),
    withValue(body, run(body, 'input', 'last_name'), 7),
    withValue(body, run(body, 'input', 'date_of_birth'), '1990/04/17'),
  ]),
  'aml.run.input-is-editable-name': inSubmission((body) => [
    withValue(body, run(body, 'input', 'first_name'), 'Somebody'),
    withValue(body, run(body, 'input', 'last_name'), 'Else'),
  ]),
  'aml.run.output-nested-provider': inSubmission((body) => [
    withValue(body, run(body, 'output'), { entries: valueAt(body, run(body, 'output', providerOf(body))) }),
    withValue(body, run(body, 'output', providerOf(body)), {}),
  ]),
  'aml.entry.shape': inSubmission((body) => [
    without(body, entry(body, 'input')),
    without(body, entry(body, 'output')),
    without(body, entry(body, 'result')),
  ]),
  'aml.entry.output-shape': inSubmission((body) => [
    withValue(body, entry(body, 'output', 'code'), '200'),
    without(body, entry(body, 'output', 'status')),
    without(body, entry(body, 'output', 'content', 'data', 'hits')),
    withValue(body, entry(body, 'output', 'content', 'data', 'hits'), {}),
    withValue(body, entry(body, 'output', 'content'), []),
  ]),
  'aml.entry.result-flags': inSubmission((body) => [
    withValue(body, entry(body, 'result', 'is_in_pep'), 'no'),
    without(body, entry(body, 'result', 'is_in_fitness_probity')),
    withValue(body, entry(body, 'result', 'total_hits'), 1.5),
  ]),
  'aml.entry.hits-empty-when-not-found': inSubmission((body) => {
    const unfound = withValue(body, entry(body, 'result'), cleared(body, entry(body, 'result')));
    const summed = withValue(unfound, run(body, 'result'), cleared(body, run(body, 'result')));
    return [withValue(summed, run(body, 'values_list'), [])];
  }),
  'aml.run.result-flags': inSubmission((body) => [
    without(body, run(body, 'result', 'is_all_in_pep')),
    withValue(body, run(body, 'result', 'is_any_found'), 1),
    withValue(body, run(body, 'result', 'is_all_in_sanctions'), 'false'),
  ]),
  'aml.run.aggregate-any': inSubmission((body) => [toggled(body, run(body, 'result', 'is_any_found'))]),
  'aml.run.aggregate-all': inSubmission((body) => [
    toggled(body, run(body, 'result', 'is_all_found')),
    toggled(body, run(body, 'result', 'is_all_in_warnings')),
  ]),
  'aml.run.values-list-names-flags': inSubmission((body) => [
    withValue(body, run(body, 'values_list'), [...flagsListed(body), 'is_any_found']),
    withValue(body, run(body, 'values_list'), [...flagsListed(body), 'pep']),
  ]),
  'aml.run.values-list-lists-true': inSubmission((body) => [
    withValue(body, run(body, 'values_list'), flagsListed(body).slice(1)),
  ]),
  'aml.run.timestamp': inSubmission((body) => [
    withValue(body, run(body, 'timestamp'), 'now'),
    withValue(body, run(body, 'timestamp'), 1_767_582_000),
  ]),
});
