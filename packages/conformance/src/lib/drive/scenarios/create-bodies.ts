import { absentBody, answersBody, emptyJsonBody, jsonBody, type CallBody } from '../calls/call-body.ts';
import type { Scenario } from './stage.ts';

/** Creates with every kind of body that is accepted, reads the applications, and leaves them to other scenarios. */
export const createBodies: Scenario = {
  name: 'create: every body that is accepted',
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
      answersBody('valid-answers', { ekyc_document_type: 'passport' }),
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
