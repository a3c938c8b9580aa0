import { setImmediate } from 'node:timers/promises';

import { isComplete, isPlain, changed, onAnswer, onLetter, onResult, answersIn, extended } from '../changes.ts';
import type { Application } from '../records.ts';
import type { ConditionalFault } from './conditional-fault.ts';

/** Turns of the event loop that a transaction takes. */
const TURNS_OF_TRANSACTION = 1000;

/** Faults of creation, of `application` and of its states. */
export const FAULTS_OF_APPLICATIONS: readonly ConditionalFault[] = [
  {
    id: 'form-url-shared-by-prefill',
    slip: 'The short link of a form is looked up by the answers it is filled with.',
    condition: 'two creates with the same answers',
    breaks: 'A `form_url` is bound to exactly one application',
    rule: 'create.form-url.unique',
    shows: /^create twice, same answers/,
    settings: () => {
      const links = new Map<string, unknown>();
      return onAnswer(
        ({ call }) => call.endpoint === 'create' && Object.keys(answersIn(call.body)).length > 0,
        (answer, { call }) => ({
          ...answer,
          json: changed(answer.json, 'form_url', (url) => {
            const key = `${call.formSlug} ${call.body}`;
            links.set(key, links.get(key) ?? url);
            return links.get(key);
          }),
        }),
      );
    },
  },
  {
    id: 'credit-held-for-passport',
    slip: 'The fee for reading the chip of a passport is booked when the form is prepared.',
    condition: 'create with `ekyc_document_type` passport',
    breaks: 'Creating an application consumes no credit.',
    rule: 'create.credit.not-consumed',
    shows: /^credit after create, passport/,
    settings: () =>
      onAnswer(
        ({ call }) => call.endpoint === 'create' && answersIn(call.body)['ekyc_document_type'] === 'passport',
        (answer, { service, call }) => {
          const workspace = service.workspaces.find(
            ({ tokens }) => typeof call.token === 'object' && tokens.has(call.token.value),
          );
          if (answer.status === 201 && workspace !== undefined) workspace.credit -= 1;
          return answer;
        },
      ),
  },
  {
    id: 'credit-unchecked-with-answers',
    slip: 'Creates with answers take the code of the import, which does not look at the credit.',
    condition: 'too little credit, and a create with answers',
    breaks:
      'the service checks that the workspace holds enough credit to complete the whole flow; if not, create fails with `461`',
    rule: 'create.credit.461',
    shows: /^create with too little credit, answers/,
    settings: () => ({
      answer: ({ call, service, next }) => {
        const answer = next();
        const { token } = call;
        const workspace = service.workspaces.find(({ tokens }) => typeof token === 'object' && tokens.has(token.value));
        if (answer.status !== 461 || workspace === undefined) return answer;
        if (Object.keys(answersIn(call.body)).length === 0) return answer;
        const { credit } = workspace;
        workspace.credit = Infinity;
        const created = next();
        workspace.credit = credit;
        return created;
      },
    }),
  },
  {
    id: 'result-id-of-history-row',
    slip: 'The query of the result joins the history of changes and takes the id of its row.',
    condition: 'result after a status change',
    breaks: '`id`: Internal application id. `no`: fixed prefix `COK00` followed by the zero-padded `id`.',
    rule: 'application.id.stable',
    shows: /^result(, changed \w+, good| again, changed)$/,
    settings: () =>
      onResult(
        ({ changes }) => changes > 0,
        (body, { id, changes }) => {
          const row = id + 1000 * changes;
          return extended(body, 'application', { id: row, no: `COK00${String(row).padStart(4, '0')}` });
        },
      ),
  },
  {
    id: 'update-status-without-submission-time',
    slip: 'The event of a status change reads the submission time from the camera session, which a plain flow lacks.',
    condition: '`update_status` of a flow without camera steps',
    breaks: '`submitted_at`: Null until the applicant submits.',
    rule: 'application.submitted-at.set-when-complete',
    shows: /^update_status plain/,
    settings: () =>
      onLetter(
        ({ type, application }) => type === 'update_status' && isPlain(application),
        (body) => changed(body, 'application.submitted_at', () => null),
      ),
  },
  {
    id: 'drop-off-slug-in-lower-case',
    slip: 'The job that expires forms reads slugs from the search index, which keeps them in lower case.',
    condition: '`drop_off`',
    breaks: '`detail.slug` from create is the correlation key. It returns as `application.slug` in webhooks.',
    rule: 'application.slug.correlates-create',
    shows: /^drop_off/,
    settings: () =>
      onLetter(
        ({ type }) => type === 'drop_off',
        (body) => changed(body, 'application.slug', (slug) => String(slug).toLowerCase()),
      ),
  },
  {
    id: 'drop-off-without-ekyc-on-plain',
    slip: 'The event of an expiry takes `ekyc` from the camera session, which a plain flow lacks.',
    condition: '`drop_off` of a flow without camera steps',
    breaks: '`ekyc` (string enum, lower-case, always present)',
    rule: 'other-status.ekyc.present',
    shows: /^drop_off plain/,
    settings: () =>
      onLetter(
        ({ type, application }) => type === 'drop_off' && isPlain(application),
        (body) => changed(body, 'application.other_status.ekyc', () => undefined),
      ),
  },
  {
    id: 'deleted-info-in-cache',
    slip: 'The info is cached by its path, and a deletion clears the path of the default locale only.',
    condition: 'info read under a locale other than `en`, deletion, and read again',
    breaks: 'A deleted application is a further condition (every read gives `404`)',
    rule: 'info.deleted.404',
    shows: /^info without token, deleted, read before under (?!en|xx)/,
    settings: () => {
      const cache = new Map<string, ReturnType<Parameters<typeof onAnswer>[1]>>();
      return {
        answer: ({ call, application, next }) => {
          if (call.endpoint !== 'info' || call.lang === 'en') return next();
          const cached = cache.get(call.path);
          if (application?.deleted === true && cached !== undefined) return cached;
          const answer = next();
          if (answer.status === 200) cache.set(call.path, answer);
          return answer;
        },
      };
    },
  },
  {
    id: 'submitted-info-open-in-arabic',
    slip: 'The middleware for scripts from right to left renders the form before the token is looked at.',
    condition: 'info of a submitted application under `ar`, without a token',
    breaks: 'Get application info without `Authorization` requires the token once submitted',
    rule: 'info.submitted.no-token-refused',
    shows: /^info without token, submitted, under ar$/,
    settings: () => ({
      answer: ({ call, application, next }) => {
        const isOpen = call.endpoint === 'info' && call.lang === 'ar' && call.token === 'absent';
        return isOpen && isComplete(application) ? next({ token: tokenOf(application) }) : next();
      },
    }),
  },
  {
    id: 'resend-of-expired-delivers',
    slip: 'The queue of resends leaves out applications that are incomplete, and forgets those that have expired.',
    condition: 'resend of an expired application',
    breaks: 'Resend webhook returns `204` even for an application never submitted; no webhook then arrives.',
    rule: 'resend.never-submitted.no-delivery',
    shows: /^hook-submit, expired \w+, good$/,
    settings: () =>
      onAnswer(
        ({ call, application }) => call.endpoint === 'hook-submit' && application?.state === 'expired',
        (answer, { service, application }) => {
          if (answer.status === 204 && application !== undefined) service.hooks.resend(application);
          return answer;
        },
      ),
  },
  {
    id: 'changed-application-submits-again',
    slip: 'A status change writes the review into the column that the guard of submit reads.',
    condition: 'submit of a plain application after a status change',
    breaks: '`complete`, Submit endpoint called, Already submitted: `complete` (unchanged), `403`',
    rule: 'submit.again.403',
    shows: /^submit, changed plain, good/,
    settings: () => ({
      answer: ({ call, application, next }) => {
        if (call.endpoint !== 'submit' || application?.changes === 0 || !isComplete(application)) return next();
        if (!isPlain(application)) return next();
        application.state = 'incomplete';
        const answer = next();
        application.state = 'complete';
        return answer;
      },
    }),
  },
  {
    id: 'concurrent-submits',
    slip: 'The status is read before a slow transaction and not locked.',
    condition: 'two submits at the same time',
    breaks: '`complete`, Submit endpoint called, Already submitted: `complete` (unchanged), `403`',
    rule: 'submit.again.403',
    shows: /^submit twice, at the same time$/,
    settings: () => ({
      answer: async ({ call, application, next }) => {
        if (call.endpoint !== 'submit' || application === undefined || !isPlain(application)) return next();
        const { state } = application;
        for (let turn = 0; turn < TURNS_OF_TRANSACTION; turn += 1) await setImmediate();
        application.state = state;
        const answer = next();
        if (answer.status !== 200 && application.submittedMs !== undefined) application.state = 'complete';
        return answer;
      },
    }),
  },
];

export function tokenOf({ workspace }: Application): { readonly value: string } {
  return { value: [...workspace.tokens][0] ?? '' };
}
