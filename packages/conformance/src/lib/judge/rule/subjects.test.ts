import { expect, it } from 'vitest';

import { delivery, exchange } from '../../../../test/judges-payload/observe.ts';
import { FORM, SLUG, submission } from '../../../../test/judges-payload/submission.ts';
import type { Flow } from '../../observe/condition.ts';
import { subjectsOf } from './subjects.ts';

const OTHER_FORM = 'another-form';

it.each<[string, Flow[], { slug: string; formSlug: string }, string]>([
  ['the calls about its application', ['plain'], { slug: SLUG, formSlug: OTHER_FORM }, 'plain'],
  ['the calls about its form', ['camera'], { slug: 'another-slug', formSlug: FORM }, 'camera'],
  ['no call about either', ['camera'], { slug: 'another-slug', formSlug: OTHER_FORM }, 'unknown'],
  ['the last call that shows one', ['camera', 'plain', 'unknown'], { slug: SLUG, formSlug: OTHER_FORM }, 'plain'],
  ['calls that show none', ['unknown-form'], { slug: SLUG, formSlug: FORM }, 'unknown'],
])('a payload has the flow of %s', (_name, flows, { slug, formSlug }, flow) => {
  const calls = flows.map((each) => exchange({ slug, formSlug, condition: { endpoint: 'info', flow: each } }));
  const { payload } = subjectsOf([...calls, delivery(submission())]);

  expect(payload.map((each) => each.flow)).toEqual([flow]);
});
