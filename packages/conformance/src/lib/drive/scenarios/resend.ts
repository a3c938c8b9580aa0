import { stringAt } from '@idvkit/json';

import { DEFAULT_DELIVERY_WITHIN_MS } from '../../judge/rule/rule.ts';
import type { Scenario } from './stage.ts';

export const neverSubmittedResend: Scenario = {
  name: 'resend: never submitted and unknown applications',
  takes: () => ({ calls: 5, applications: 0 }),
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

/** If nothing is delivered to this run: the plan of deliveries resends too. */
export const resendSubmitted: Scenario = {
  name: 'resend: a submitted application',
  rules: ['resend.status.*', 'auth.*', 'locale.unknown.*'],
  when: 'later',
  run: async ({ applications, calls, receivers, skip }) => {
    if (receivers !== undefined) return;
    const application = applications.all.find(({ state }) => state === 'submitted');
    if (application !== undefined) await calls.call({ endpoint: 'resend', application });
    else
      skip('A submitted application: operator.submit, fixtures.submittedSlug, or a form without camera steps.', [
        'submitted-application',
        'plain-form',
      ]);
  },
};

/** Time after which a lifecycle event is from no earlier cause. */
export const SETTLED_MS = DEFAULT_DELIVERY_WITHIN_MS + 1000;

export const resendAfterLifecycle: Scenario = {
  name: 'resend: after a lifecycle event',
  rules: ['resend.submission-only'],
  when: 'last',
  run: async (stage) => {
    const { applications, arrange, calls, clock, recorder } = stage;
    // The plan of deliveries does it if waiting costs nothing.
    if (!Number.isFinite(clock.affordableMs)) return;
    const changed = new Set(
      recorder.observations
        .filter((each) => each.kind === 'delivery')
        .filter(({ request }) => stringAt(request.body.json, 'event', 'type') === 'update_status')
        .map(({ slug }) => slug),
    );
    const application = applications.all.findLast(({ state, slug }) => state === 'submitted' && changed.has(slug));
    if (application === undefined)
      return stage.skip('A delivered update_status: receiver.events, and an operator that changes a status.', [
        'receiver',
        'status-change',
      ]);
    if (clock.affordableMs < SETTLED_MS)
      return stage.skip('Time: a minute of patience (patienceSeconds), or a clock that can be moved.', ['patience']);
    await clock.pass(SETTLED_MS, 'so that no status change is under way');
    await arrange.delivering(application, () => calls.call({ endpoint: 'resend', application }));
  },
};
