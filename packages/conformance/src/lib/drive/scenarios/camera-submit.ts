import { answersBody } from '../calls/call-body.ts';
import type { Scenario } from './stage.ts';

export const cameraSubmit: Scenario = {
  name: 'submit: a flow with camera steps',
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
      await calls.call({ endpoint: 'result', application });
    } else stage.skip('An application that could be created.');
    await calls.call({ endpoint: 'submit', application: unknown, body: answersBody('missing-required', {}) });
  },
};
