export type { Checked, Fixture, Unchecked } from './lib/fixtures/define-fixture.ts';
export { FixtureError } from './lib/fixtures/fixture-error.ts';
export { fixtures, type FixtureOptions, type SubmissionFixtureOptions } from './lib/fixtures/fixtures.ts';
export type { DeepPartial } from './lib/fixtures/overrides.ts';
export type { About } from './lib/generators/subject.ts';
