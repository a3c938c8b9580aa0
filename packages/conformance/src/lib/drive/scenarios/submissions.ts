import type { SubmitOptions } from '@idvkit/mock';
import type { AnswerInput } from '@idvkit/schema';

import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { ApplicationSubject } from '../calls/service-calls.ts';
import { type Scenario, type Stage, TAKES_NOTHING } from './stage.ts';

/** Outcomes that cover every branch of a payload: score bands at their edges, each failing check, each match. */
export const OUTCOMES: readonly SubmitOptions[] = [
  { score: 88.5, retries: 1, aml: 'none' },
  { score: 70, document: 'passport', retries: 2 },
  { score: 69, aml: 'pep' },
  { score: 61 },
  { score: 60, aml: 'sanctions' },
  { liveness: 'fail' },
  { documentScan: 'fail' },
];

/** Number of submissions if outcomes cannot be chosen: some are resent, one is not. */
const UNCHOSEN = 3;

/** The first create carries input parameters and an undeclared key. */
export const submissions: Scenario = {
  name: 'submissions: every outcome of the checks',
  takes: ({ operator }) => (operator.submit === undefined ? TAKES_NOTHING : { calls: 75, applications: 2 }),
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
      await readSubmitted(stage, fixture, 'all-apart');
    }
    if (operator.submit === undefined) {
      if (fixture === undefined)
        stage.skip('An operator that submits (operator.submit), or fixtures.submittedSlug.', ['submitted-application']);
      return;
    }
    const outcomes = operator.choosesOutcome === true ? OUTCOMES : OUTCOMES.slice(0, UNCHOSEN);
    const submitted = await Promise.all(outcomes.map((outcome, index) => submitOne(stage, outcome, index)));
    for (const application of submitted) if (application !== undefined) stage.applications.adopt(application);
  },
};

async function submitOne(stage: Stage, outcome: SubmitOptions, index: number): Promise<ApplicationSubject | undefined> {
  const { calls, applications, arrange, form, inputParameters, undeclaredAnswers } = stage;
  const body =
    index === 0
      ? answersBody('undeclared-key', { ...inputParameters, ...undeclaredAnswers }, Object.keys(undeclaredAnswers))
      : answersBody('valid-answers', inputParameters);
  const given =
    index === 1
      ? (await applications.create(calls, { form, body: prefilled(inputParameters) })).application
      : undefined;
  const open =
    given ??
    (index < 2 ? (await applications.create(calls, { form, body })).application : await applications.take(calls, form));
  if (open === undefined) return undefined;
  const submitted = await arrange.delivering(open, () => arrange.submit(open, outcome));
  if (submitted !== undefined) await readSubmitted(stage, submitted, WITHOUT_EFFECT[index % WITHOUT_EFFECT.length]);
  return submitted;
}

/** Answers that an applicant with a passport corrects or leaves out, and long parameters. A form may refuse them. */
function prefilled(inputParameters: AnswerInput): CallBody {
  const long = Object.entries(inputParameters).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.padEnd(LONG, '-long') : value,
  ]);
  return answersBody('unknown', {
    ...Object.fromEntries(long),
    ekyc_document_type: 'passport',
    full_name_first_name: 'Mali',
    full_name_last_name: 'Suk',
    nid: '1101700230708',
  });
}

const LONG = 100;

/** Calls without effect on a submitted application. Most get one kind only, as either could cause what follows. */
type WithoutEffect = 'refused' | 'again' | 'all' | 'all-apart';

const WITHOUT_EFFECT: readonly WithoutEffect[] = ['refused', 'again', 'all'];
const APART_MS = 3000;

async function readSubmitted(
  stage: Stage,
  application: ApplicationSubject,
  withoutEffect: WithoutEffect = 'all',
): Promise<void> {
  const { calls, credentials, clock } = stage;
  const { absent, invalid, otherSchemes } = credentials;
  await calls.call({ endpoint: 'result', application });
  await calls.call({ endpoint: 'info', application });
  for (const credential of [absent, invalid]) {
    await calls.call({ endpoint: 'result', application, credential });
    await calls.call({ endpoint: 'info', application, credential });
  }
  const again = answersBody('missing-required', {});
  if (withoutEffect !== 'again') {
    await calls.call({ endpoint: 'submit', application, body: again, credential: absent });
    for (const credential of [absent, invalid, ...otherSchemes.slice(0, 1)]) {
      await calls.call({ endpoint: 'resend', application, credential });
    }
  }
  if (withoutEffect === 'all-apart') await clock.pass(APART_MS, 'so that deliveries can be distinguished');
  if (withoutEffect !== 'refused') await calls.call({ endpoint: 'submit', application, body: again });
  await calls.call({ endpoint: 'result', application });
}
