import { absentBody, jsonBody, notJsonBody } from '../calls/call-body.ts';
import type { Scenario } from './stage.ts';

export const createRefusals: Scenario = {
  name: 'create: what is refused',
  rules: ['create.answers.*', 'create.422.*', 'create.form-unknown.*', 'create.status.*', 'error.*'],
  when: 'together',
  run: async ({ calls, applications, form, unknownForm, badBodies, credentials }) => {
    const nested = jsonBody('nested-answers', { answers: { full_name: { first: 'Mali', last: 'Suk' } } });
    await Promise.all([
      ...badBodies.map((bad) => applications.create(calls, { form, ...bad })),
      applications.create(calls, { form, body: nested }),
      applications.create(calls, { form, body: notJsonBody }),
      applications.create(calls, { form: unknownForm, body: absentBody }),
      applications.create(calls, { form: unknownForm, body: absentBody, credential: credentials.invalid }),
    ]);
  },
};
