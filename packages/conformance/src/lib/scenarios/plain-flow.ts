import { answersBody } from '../drive/call-body.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import type { Scenario, Stage } from './stage.ts';

/** Takes a form without camera steps from create through submission over the interface, and submits it again. */
export const plainFlow: Scenario = {
  name: 'submit: a flow without camera steps',
  rules: [
    'submit.*',
    'event.submit-form.*',
    'event.version.*',
    'info.*',
    'auth.refused.*',
    'application.*',
    'answers.*',
    'result.*',
    'delivery.*',
  ],
  when: 'submitted',
  run: async (stage) => {
    const { calls, applications, plainForm, credentials } = stage;
    const { absent, invalid } = credentials;
    if (plainForm === undefined) return stage.lacks('A form without camera steps (fixtures.plainFormSlug).');
    const { answers, requiredKeys } = plainForm;
    const open = await applications.take(calls, plainForm);
    if (open === undefined) return stage.lacks('An application that could be created.');
    const complete = answersBody('valid-answers', answers);

    if (requiredKeys === undefined || requiredKeys.length > 0) {
      await calls.call({
        endpoint: 'submit',
        application: open,
        body: answersBody('missing-required', {}, requiredKeys),
      });
      const [first] = requiredKeys ?? [];
      if (first !== undefined) {
        const { [first]: _, ...others } = answers;
        await calls.call({
          endpoint: 'submit',
          application: open,
          body: answersBody('missing-required', others, [first]),
        });
      }
    }
    for (const credential of [absent, invalid]) {
      await calls.call({ endpoint: 'submit', application: open, body: complete, credential });
      await calls.call({ endpoint: 'result', application: open });
    }
    const submitted = await submitPlain(stage, open);
    if (submitted === undefined) {
      return stage.lacks('Answers that complete the form without camera steps (fixtures.plainAnswers).');
    }
    applications.adopt(submitted);
    await calls.call({ endpoint: 'result', application: submitted });
    await calls.call({ endpoint: 'info', application: submitted });
    await calls.call({ endpoint: 'info', application: submitted, credential: absent });
    await calls.call({ endpoint: 'submit', application: submitted, body: complete });
    await calls.call({ endpoint: 'result', application: submitted });
  },
};

/** Submits over the interface where it is known what completes the form, and otherwise has an operator do it. */
async function submitPlain(
  { calls, arrange, plainForm }: Stage,
  open: ApplicationSubject,
): Promise<ApplicationSubject | undefined> {
  const { answers = {} } = plainForm ?? {};
  if (Object.keys(answers).length === 0) return arrange.delivering(open, () => arrange.submit(open));
  const body = answersBody('valid-answers', answers);
  await arrange.delivering(open, () => calls.call({ endpoint: 'submit', application: open, body }));
  return { ...open, state: 'submitted' };
}
