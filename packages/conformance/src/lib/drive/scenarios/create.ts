import { type Exchange, exchangesOf } from '../../observe/observation.ts';
import { absentBody, answersBody, type CallBody, emptyJsonBody, jsonBody } from '../calls/call-body.ts';
import { bearer } from '../calls/credentials.ts';
import { type Scenario, type Stage, TAKES_NOTHING } from './stage.ts';

const PASSPORT = answersBody('valid-answers', { ekyc_document_type: 'passport' });

export const createBodies: Scenario = {
  name: 'create: every body that is accepted',
  takes: () => ({ calls: 20, applications: 9 }),
  rules: ['create.*', 'application.*', 'answers.undeclared.*', 'info.data.*', 'convention.*'],
  when: 'together',
  run: async ({ calls, applications, form, plainForm, undeclaredAnswers, credentials }) => {
    const bodies: readonly CallBody[] = [
      absentBody,
      emptyJsonBody,
      jsonBody('empty-object', {}),
      answersBody('undeclared-key', undeclaredAnswers, Object.keys(undeclaredAnswers)),
      answersBody('missing-required', { home_address_country: 'THA' }),
      answersBody('valid-answers', { ekyc_document_type: 'front_card' }),
      PASSPORT,
      // Two creates may be equal, and are still two applications.
      PASSPORT,
    ];
    const creates = bodies.map(async (body, index) => {
      const { application } = await applications.create(calls, { form, body });
      if (application === undefined) return;
      await calls.call({ endpoint: 'result', application });
      const { infoUrl } = application;
      // Without the token: the URL may lead anywhere.
      if (infoUrl !== undefined && URL.canParse(infoUrl) && index < 2) {
        await calls.fetch({ endpoint: 'info', application, url: infoUrl, credential: credentials.absent });
      }
      if (body.kind === 'undeclared-key') {
        await calls.call({ endpoint: 'info', application, credential: credentials.absent });
      }
      applications.release(application);
    });
    if (plainForm !== undefined) {
      const { requiredKeys } = plainForm;
      creates.push(
        applications
          .create(calls, { form: plainForm, body: answersBody('missing-required', {}, requiredKeys) })
          .then(({ application }) => application && applications.release(application)),
      );
    }
    await Promise.all(creates);
  },
};

export const credit: Scenario = {
  name: 'create: credit',
  takes: ({ operator }) => (operator.readCredit === undefined ? TAKES_NOTHING : { calls: 3, applications: 2 }),
  rules: ['create.credit.*', 'create.status.*', 'error.*'],
  when: 'alone',
  run: async (stage) => {
    const { calls, applications, operator, form } = stage;
    if (operator.emptyWorkspace === undefined) {
      stage.skip('A workspace without credit (fixtures.noCreditToken, fixtures.noCreditFormSlug).', ['no-credit']);
    } else {
      const empty = await operator.emptyWorkspace();
      stage.keepSecret(empty.token);
      await applications.create(calls, { form: empty.form, credential: bearer(empty.token), credit: 'too-little' });
    }
    if (operator.readCredit === undefined)
      return stage.skip('An operator that reads the credit (operator.readCredit).', ['credit-reading']);
    await readingCredit(stage, async () => {
      for (const body of [absentBody, PASSPORT]) {
        const { application } = await applications.create(calls, { form, body, credit: 'enough' });
        if (application !== undefined) applications.release(application);
      }
    });
  },
};

/** Reads the credit before and after creates, if an operator can. @returns The creates. */
export async function readingCredit(
  { operator, recorder, clock }: Stage,
  create: () => Promise<void>,
): Promise<readonly Exchange[]> {
  const known = recorder.observations.length;
  const createdSince = (): readonly Exchange[] =>
    exchangesOf(recorder.observations.slice(known)).filter(({ condition }) => condition.endpoint === 'create');
  if (operator.readCredit === undefined) {
    await create();
    return createdSince();
  }
  const slot = recorder.begin('credit');
  const at = clock.now();
  const before = await operator.readCredit();
  await create();
  const after = await operator.readCredit();
  const creates = createdSince();
  slot.record({ at, before, after, creates: creates.map(({ id }) => id) });
  return creates;
}
