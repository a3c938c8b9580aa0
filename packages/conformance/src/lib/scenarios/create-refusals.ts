import { absentBody, answersBody, jsonBody, notJsonBody, type CallBody } from '../drive/call-body.ts';
import type { AnswerInputs } from '../drive/run-options.ts';
import type { Scenario } from './stage.ts';

/** Creates that are to be refused: values that break their format, an unknown form, bodies of the wrong shape. */
export const createRefusals: Scenario = {
  name: 'create: what is refused',
  rules: ['create.answers.*', 'create.422.*', 'create.form-unknown.*', 'create.status.*', 'error.*'],
  when: 'together',
  run: async ({ calls, applications, form, unknownForm, badAnswers, credentials }) => {
    const attempts: readonly CallBody[] = [
      ...badBodies(badAnswers),
      jsonBody('nested-answers', { answers: { full_name: { first: 'Mali', last: 'Suk' } } }),
      notJsonBody,
    ];
    await Promise.all([
      ...attempts.map((body) => applications.create(calls, { form, body })),
      applications.create(calls, { form: unknownForm, body: absentBody }),
      applications.create(calls, { form: unknownForm, body: absentBody, credential: credentials.invalid }),
    ]);
  },
};

/** One body per bad answer, and one with all of them, beside an answer that is in order. */
function badBodies(badAnswers: AnswerInputs): readonly CallBody[] {
  const keys = Object.keys(badAnswers);
  const each = keys.map((key) => answersBody('bad-format', { [key]: badAnswers[key] ?? '' }, [key]));
  const good = { home_address_country: 'THA' };
  return keys.length === 0 ? [] : [...each, answersBody('bad-format', { ...good, ...badAnswers }, keys)];
}
