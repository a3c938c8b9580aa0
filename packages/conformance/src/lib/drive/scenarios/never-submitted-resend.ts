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
