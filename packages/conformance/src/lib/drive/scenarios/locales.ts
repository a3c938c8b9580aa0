import { PLATFORM_LOCALES } from '@idvkit/schema';

import { answersBody } from '../calls/call-body.ts';
import type { Scenario } from './stage.ts';

/** Creates carry a bad answer: its refusal shows that the locale was accepted, and nothing is created. */
export const platformLocales: Scenario = {
  name: 'locales: all 17 on every endpoint',
  rules: ['locale.platform.*', 'locale.outside-form-subset.*', 'info.locales.*'],
  when: 'together',
  run: async (stage) => {
    const { calls, applications, form, badBodies, credentials } = stage;
    const probe = await stage.probe();
    if (probe === undefined) return stage.skip('An application that could be created, or fixtures.openSlug.');
    const bad = badBodies.at(-1);
    // Otherwise 17 applications would be created.
    const refused = bad && (await applications.create(calls, { form, ...bad })).exchange?.response?.status === 422;
    if (!refused)
      stage.skip('Answers that a create refuses, so that it can be tried in every locale (fixtures.badAnswers).');
    await Promise.all(
      PLATFORM_LOCALES.map(async (lang) => {
        if (refused) await applications.create(calls, { form, lang, ...bad });
        await calls.call({ endpoint: 'result', application: probe, lang });
        await calls.call({ endpoint: 'info', application: probe, lang, credential: credentials.absent });
        await calls.call({ endpoint: 'submit', application: probe, lang, body: answersBody('missing-required', {}) });
        await calls.call({ endpoint: 'resend', application: probe, lang });
      }),
    );
  },
};
