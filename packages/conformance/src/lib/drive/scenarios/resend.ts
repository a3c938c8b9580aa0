import { stringAt } from '@idvkit/json';

import { DEFAULT_DELIVERY_WITHIN_MS } from '../../judge/rule/rule.ts';
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

/** Time after which a lifecycle event is from no earlier cause. */
const SETTLED_MS = DEFAULT_DELIVERY_WITHIN_MS + 1000;

export const resendAfterLifecycle: Scenario = {
  name: 'resend: after a lifecycle event',
  rules: ['resend.submission-only'],
  when: 'last',
  run: async (stage) => {
    const { applications, arrange, calls, clock, recorder } = stage;
    const changed = new Set(
      recorder.observations
        .filter((each) => each.kind === 'delivery')
        .filter(({ request }) => stringAt(request.body.json, 'event', 'type') === 'update_status')
        .map(({ slug }) => slug),
    );
    const application = applications.all.findLast(({ state, slug }) => state === 'submitted' && changed.has(slug));
    if (application === undefined)
      return stage.skip('A delivered update_status: receiver.events, and an operator that changes a status.');
    if (clock.affordableMs < SETTLED_MS)
      return stage.skip('Time: a minute of patience (patienceSeconds), or a clock that can be moved.');
    await clock.pass(SETTLED_MS, 'so that no status change is under way');
    await arrange.delivering(application, () => calls.call({ endpoint: 'resend', application }));
  },
};
