import type { Scenario } from './stage.ts';

/** Asks for deliveries of applications that were never submitted, and of one that never was. */
export const neverSubmittedResend: Scenario = {
  name: 'resend: never submitted and unknown applications',
  // As with submit, refusals of resends mean something only beside one that was served.
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
