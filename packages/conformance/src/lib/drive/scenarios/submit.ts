import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import type { Call } from '../calls/service-client.ts';
import type { PlainForm } from '../operators/operator.ts';
import { type Scenario, type Stage, TAKES_NOTHING } from './stage.ts';

export const cameraSubmit: Scenario = {
  name: 'submit: a flow with camera steps',
  takes: () => ({ calls: 7, applications: 0 }),
  // Rules about refusals also need a served call, which is here.
  rules: [
    'auth.*',
    'locale.unknown.*',
    'submit.camera-flow.*',
    'submit.422.*',
    'submit.unknown.*',
    'submit.status.*',
    'error.*',
  ],
  when: 'together',
  run: async (stage) => {
    const { calls, applications, form, unknown, plainForm } = stage;
    const answers = plainForm?.answers ?? {};
    const application = await applications.take(calls, form);
    if (application !== undefined) {
      await calls.call({ endpoint: 'result', application });
      const captures = ['ekyc_document', 'ekyc_liveness'];
      await calls.call({ endpoint: 'submit', application, body: answersBody('missing-required', {}) });
      await calls.call({ endpoint: 'submit', application, body: answersBody('missing-required', answers, captures) });
      // Captures are not given as text.
      const texts = { ...answers, ekyc_document: 'front_card', ekyc_liveness: 'idle' };
      await calls.call({ endpoint: 'submit', application, body: answersBody('valid-answers', texts) });
      await calls.call({ endpoint: 'result', application });
    } else stage.skip('An application that could be created.');
    await calls.call({ endpoint: 'submit', application: unknown, body: answersBody('missing-required', {}) });
  },
};

export const plainFlow: Scenario = {
  name: 'submit: a flow without camera steps',
  takes: ({ plainForm }) => (plainForm === undefined ? TAKES_NOTHING : { calls: 14, applications: 1 }),
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
    const { calls, applications, arrange, operator, plainForm, unknown, credentials } = stage;
    if (plainForm === undefined)
      return stage.skip('A form without camera steps (fixtures.plainFormSlug).', ['plain-form']);
    // Incomplete answers could be refused before the slug is looked up.
    const known = isCompletable(plainForm) ? completeBody(plainForm) : answersBody('unknown', plainForm.answers);
    await calls.call({ endpoint: 'submit', application: { ...unknown, form: plainForm }, body: known });
    const first = await applications.take(calls, plainForm);
    if (first === undefined) return stage.skip('An application that could be created.');
    const submitted = await submitIncomplete(stage, plainForm, first);
    if (submitted !== undefined) await readSubmitted(stage, plainForm, submitted);

    const open = submitted === undefined ? first : await applications.take(calls, plainForm);
    if (open === undefined) return;
    const body = completeBody(plainForm);
    await calls.call({ endpoint: 'result', application: open });
    for (const credential of [credentials.absent, credentials.invalid]) {
      await calls.call({ endpoint: 'submit', application: open, body, credential });
      await calls.call({ endpoint: 'result', application: open });
    }
    // A form that accepted no answers accepts any.
    if (submitted !== undefined || isCompletable(plainForm)) {
      await arrange.delivering(open, () => calls.call({ endpoint: 'submit', application: open, body }));
      return readSubmitted(stage, plainForm, { ...open, state: 'submitted' });
    }
    const arranged = await arrange.delivering(open, () => arrange.submit(open));
    if (arranged !== undefined) return readSubmitted(stage, plainForm, arranged);
    if (operator.submitPlain === undefined) {
      stage.skip('Answers that complete the form without camera steps (fixtures.plainAnswers).', ['plain-form']);
    }
  },
};

function isCompletable({ answers, requiredKeys }: PlainForm): boolean {
  return Object.keys(answers).length > 0 || requiredKeys?.length === 0;
}

const completeBody = ({ answers }: PlainForm): CallBody => answersBody('valid-answers', answers);

/** Submits without what the form requires. @returns The application if the service accepted: nothing was required. */
async function submitIncomplete(
  { calls, arrange }: Stage,
  { answers, requiredKeys }: PlainForm,
  application: ApplicationSubject,
): Promise<ApplicationSubject | undefined> {
  const [first] = requiredKeys ?? [];
  const { [first ?? '']: _, ...others } = answers;
  const bodies = [
    ...(requiredKeys?.length === 0 ? [] : [answersBody('missing-required', {}, requiredKeys)]),
    ...(first === undefined ? [] : [answersBody('missing-required', others, [first])]),
  ];
  const revise = requiredKeys === undefined ? { revise: unlessTaken } : {};
  for (const body of bodies) {
    const arrive = arrange.awaiting(application);
    const { response } = await calls.call({ endpoint: 'submit', application, body, ...revise });
    if (response?.status !== 200) continue;
    await arrive();
    return { ...application, state: 'submitted' };
  }
  return undefined;
}

/** If required keys are unknown, an accepted empty submit shows that there are none. */
const unlessTaken: NonNullable<Call['revise']> = (condition, status) =>
  status === 200 ? { ...condition, body: 'valid-answers' } : condition;

async function readSubmitted(
  { calls, applications, credentials }: Stage,
  form: PlainForm,
  application: ApplicationSubject,
): Promise<void> {
  applications.adopt(application);
  await calls.call({ endpoint: 'result', application });
  await calls.call({ endpoint: 'info', application });
  await calls.call({ endpoint: 'info', application, credential: credentials.absent });
  await calls.call({ endpoint: 'submit', application, body: completeBody(form) });
  await calls.call({ endpoint: 'result', application });
}
