import type { Scenario } from './stage.ts';

export const neverSubmittedResend: Scenario = {
  name: 'resend: never submitted and unknown applications',
  // Rules about refusals also need a served call, which is here.
  rules: [
    'auth.*',
    'locale.unknown.*',
    'resend.never-submitted.*',
    'resend.unknown.*',
    'resend.404.*',
    'resend.status.*',
    'error.*',
  ],
  when: 'together',
  run: async ({ calls, applications, form, unknown, credentials }) => {
    const open = await applications.take(calls, form);
    if (open !== undefined) {
      await calls.call({ endpoint: 'resend', application: open });
      await calls.call({ endpoint: 'resend', application: open });
    }
    await calls.call({ endpoint: 'resend', application: unknown });
    await calls.call({ endpoint: 'resend', application: unknown, credential: credentials.absent });
  },
};

/** Largest number of applications to resend, at most half: the others show what comes unasked. */
const RESENT = 3;

export const resendSubmitted: Scenario = {
  name: 'resend: submitted applications',
  rules: [
    'resend.*',
    'application.*',
    'image.fresh-on-resend',
    'event.nounce.*',
    'delivery.*',
    'application.submitted-at.stable',
    'image.exp.*',
  ],
  when: 'later',
  run: async (stage) => {
    const { calls, applications, arrange, operator } = stage;
    const all = applications.all.filter(({ state }) => state === 'submitted');
    const withImages = all.filter(({ form }) => form.flow === 'camera');
    const submitted = [...new Set([...withImages, ...all])].slice(0, Math.min(RESENT, Math.ceil(all.length / 2)));
    if (submitted.length === 0) {
      const fixture = operator.existing?.('submitted');
      if (fixture === undefined) {
        return stage.skip(
          'A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.',
        );
      }
      arrange.presume('submit', fixture);
      applications.adopt(fixture);
      submitted.push(fixture);
    }
    await Promise.all(
      submitted.map(async (application) => {
        await arrange.delivering(application, () => calls.call({ endpoint: 'resend', application }));
        await calls.call({ endpoint: 'result', application });
      }),
    );
  },
};
