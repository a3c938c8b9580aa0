import { answersBody } from '../drive/call-body.ts';
import type { ApplicationSubject } from '../drive/subject.ts';
import type { SubmissionOutcome } from '../operator/outcome.ts';
import type { Scenario, Stage } from './stage.ts';

/** Outcomes that between them show every branch of a payload: each score band at its edge, each check failing, each match. */
const OUTCOMES: readonly SubmissionOutcome[] = [
  { score: 88.5, retries: 1, aml: 'none' },
  { score: 70, document: 'passport', retries: 2 },
  { score: 69, aml: 'pep' },
  { score: 61 },
  { score: 60, aml: 'sanctions' },
  { liveness: 'fail' },
  { documentScan: 'fail' },
];

/**
 * Has applicants submit, with the checks coming out one way and another, and reads what the service then says of them. The
 * first is created with input parameters, beside a key that is neither a field nor declared.
 */
export const submissions: Scenario = {
  name: 'submissions: every outcome of the checks',
  rules: [
    'application.*',
    'other-status.*',
    'answers.*',
    'face-compare.*',
    'liveness.*',
    'identity-document.*',
    'image.*',
    'aml.*',
    'convention.*',
    'result.*',
    'info.submitted.*',
    'info.data.*',
    'submit.again.*',
    'event.*',
    'delivery.*',
    'resend.*',
    'auth.no-leak',
    'auth.refused.*',
  ],
  when: 'submitted',
  run: async (stage) => {
    const { operator } = stage;
    const fixture = operator.existing?.('submitted');
    if (fixture !== undefined) {
      stage.arrange.presume('submit', fixture);
      stage.applications.adopt(fixture);
      await readSubmitted(stage, fixture);
    }
    if (operator.submit === undefined) {
      if (fixture === undefined) stage.lacks('An operator that submits (operator.submit), or fixtures.submittedSlug.');
      return;
    }
    const outcomes = operator.choosesOutcome === true ? OUTCOMES : OUTCOMES.slice(0, 1);
    await Promise.all(outcomes.map((outcome, index) => submitOne(stage, outcome, index)));
  },
};

async function submitOne(stage: Stage, outcome: SubmissionOutcome, index: number): Promise<void> {
  const { calls, applications, arrange, form, inputParameters, undeclaredAnswers } = stage;
  const body =
    index === 0
      ? answersBody('undeclared-key', { ...inputParameters, ...undeclaredAnswers }, Object.keys(undeclaredAnswers))
      : answersBody('valid-answers', inputParameters);
  const open =
    index < 2 ? (await applications.create(calls, { form, body })).application : await applications.take(calls, form);
  if (open === undefined) return;
  const submitted = await arrange.delivering(open, () => arrange.submit(open, outcome));
  if (submitted === undefined) return;
  applications.adopt(submitted);
  await readSubmitted(stage, submitted);
}

async function readSubmitted({ calls, credentials }: Stage, application: ApplicationSubject): Promise<void> {
  const { absent, invalid } = credentials;
  await calls.call({ endpoint: 'result', application });
  await calls.call({ endpoint: 'info', application });
  for (const credential of [absent, invalid]) {
    await calls.call({ endpoint: 'result', application, credential });
    await calls.call({ endpoint: 'info', application, credential });
    await calls.call({ endpoint: 'resend', application, credential });
    await calls.call({ endpoint: 'submit', application, credential, body: answersBody('missing-required', {}) });
  }
  await calls.call({ endpoint: 'submit', application, body: answersBody('missing-required', {}) });
  await calls.call({ endpoint: 'result', application });
}
