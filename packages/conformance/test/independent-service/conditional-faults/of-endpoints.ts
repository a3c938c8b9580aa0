import { gzipSync } from 'node:zlib';

import { answersIn, changed, extended, isComplete, isPlain, onAnswer, onLetter, onResult } from '../changes.ts';
import type { ConditionalFault } from './conditional-fault.ts';

/** Faults of the five endpoints, of locales, errors and limits. */
export const FAULTS_OF_ENDPOINTS: readonly ConditionalFault[] = [
  {
    id: 'resend-refuses-scripts',
    slip: 'The route of resends takes locales of two letters only.',
    condition: 'resend under `zh-hans` and `zh-hant`',
    breaks: '`lang` (one of `en`, `th`, `zh-hans`, `zh-hant` …)',
    rule: 'locale.platform.accepted',
    shows: /^hook-submit, submitted, under zh-han[st]/,
    settings: () => ({
      answer: ({ call, next }) =>
        call.endpoint === 'hook-submit' && call.lang.startsWith('zh-') ? next({ lang: 'unknown' }) : next(),
    }),
  },
  {
    id: 'only-first-complaint',
    slip: 'Validation at creation stops at the first wrong answer.',
    condition: 'two wrong answers',
    breaks: '`422` on create: `error.detail` is an object keyed by `question_key`',
    rule: 'create.422.names-bad-key',
    shows: /^create, two wrong answers/,
    settings: () =>
      onAnswer(
        ({ call }) => call.endpoint === 'create',
        (answer) =>
          answer.status === 422
            ? {
                ...answer,
                json: changed(answer.json, 'error.detail', (detail) =>
                  Object.fromEntries(Object.entries(detail as object).slice(0, 1)),
                ),
              }
            : answer,
      ),
  },
  {
    id: 'nid-unchecked-for-passport',
    slip: 'The check of the national ID is skipped if a passport is announced.',
    condition: 'create with passport and a wrong `nid`',
    breaks: 'Supplied values are validated for format (regex, checksum, type) at creation',
    rule: 'create.answers.format-422',
    shows: /^create, wrong nid, passport/,
    settings: () => ({
      answer: ({ call, next }) => {
        const { nid: _, ...answers } = answersIn(call.body);
        const isPassport = call.endpoint === 'create' && answers['ekyc_document_type'] === 'passport';
        return isPassport ? next({ body: JSON.stringify({ answers }) }) : next();
      },
    }),
  },
  {
    id: 'input-parameter-cut',
    slip: 'Input parameters are kept in a column of 64 characters.',
    condition: 'input parameter of more than 64 characters',
    breaks: 'Declared input parameters return in the webhook `answers`. Strings have no length guarantee.',
    rule: 'answers.input-parameters.returned',
    shows: /^(result|submit_form|resend), long parameter/,
    settings: () => ({
      answer: ({ call, next }) => {
        if (call.endpoint !== 'create') return next();
        const body = call.body.replace(/("applicant_code":\s*")([^"]{64})[^"]+"/, '$1$2"');
        return body === call.body ? next() : next({ body });
      },
    }),
  },
  {
    id: 'expired-result-shows-prefill',
    slip: 'The result is empty while the form is open, and an expired form is not open.',
    condition: 'result of an expired application that was given answers at creation',
    breaks: 'For an unsubmitted application `answers` and `extra` are empty objects',
    rule: 'result.open.empty',
    shows: /^result, expired, /,
    settings: () =>
      onResult(
        ({ state }) => state === 'expired',
        (body, { prefilled }) =>
          extended(
            body,
            'answers',
            Object.fromEntries(Object.entries(prefilled).map(([key, value]) => [key, { value }])),
          ),
      ),
  },
  {
    id: 'result-stale-after-change',
    slip: 'The statuses of a result are cached at the first read after the submission, and never cleared.',
    condition: 'result read before and after a status change',
    breaks: 'Response `200`: exactly the webhook shape minus `event`',
    rule: 'result.equals-webhook',
    shows: /^result again, changed/,
    settings: () => {
      const cache = new Map<string, unknown>();
      return onResult(isComplete, (body, { slug }) =>
        changed(body, 'application.other_status', (statuses) => {
          cache.set(slug, cache.get(slug) ?? statuses);
          return cache.get(slug);
        }),
      );
    },
  },
  {
    id: 'result-under-other-form',
    slip: 'The result is looked up by its slug only.',
    condition: 'result under the path of another form',
    breaks: '`404`: Unknown resource',
    rule: 'result.unknown.404',
    shows: /^result, under the other form/,
    settings: () => ({
      answer: ({ call, application, next }) =>
        call.endpoint === 'result' && application !== undefined ? next({ formSlug: application.form.slug }) : next(),
    }),
  },
  {
    id: 'info-open-after-change',
    slip: 'The info compares the last status with "submitted", and a change replaces it.',
    condition: 'info after a status change',
    breaks: '`data.is_submitted`',
    rule: 'info.data.is-submitted',
    shows: /^info, changed \w+, good$/,
    settings: () =>
      onAnswer(
        ({ call, application }) => call.endpoint === 'info' && (application?.changes ?? 0) > 0,
        (answer) => ({ ...answer, json: changed(answer.json, 'data.is_submitted', () => false) }),
      ),
  },
  {
    id: 'info-gzip-cut',
    slip: 'The compressed info is sent without its last block.',
    condition: '`Accept-Encoding: gzip`',
    breaks: 'All bodies are JSON (`application/json`).',
    rule: 'convention.json',
    shows: /^info, open, gzip/,
    settings: () =>
      onAnswer(
        ({ call }) => call.endpoint === 'info' && String(call.headers['accept-encoding']).includes('gzip'),
        (answer) => {
          if (answer.status !== 200) return answer;
          const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
          return { status: 200, headers, bytes: gzipSync(JSON.stringify(answer.json)).subarray(0, -200) };
        },
      ),
  },
  {
    id: 'camera-submit-with-captures',
    slip: 'Submit checks that the captures are present, not that they are captures.',
    condition: 'submit of a camera flow with `ekyc_document` and `ekyc_liveness` in the body',
    breaks: 'On any flow with a document-scan or liveness step it always returns `422`',
    rule: 'submit.camera-flow.422',
    shows: /^submit, open camera, with captures/,
    settings: () => ({
      answer: ({ call, application, service, next }) => {
        const answer = next();
        const given = answersIn(call.body);
        const hasAll = application?.form.captures.every((capture) => capture in given) === true;
        if (call.endpoint !== 'submit' || application === undefined || isPlain(application)) return answer;
        if (answer.status !== 422 || !hasAll) return answer;
        service.complete(application);
        return { status: 200 };
      },
    }),
  },
  {
    id: 'camera-again-422',
    slip: 'Submit looks for camera steps before it looks at the status.',
    condition: 'submit of a submitted application of a camera flow',
    breaks: '`403` if already submitted (do not retry)',
    rule: 'submit.again.403',
    permitted: 'A flow with camera steps always returns `422`.',
    shows: /^submit, (submitted|changed) camera, good/,
    settings: () =>
      onAnswer(
        ({ call, application }) => call.endpoint === 'submit' && isComplete(application) && !isPlain(application),
        (answer, { call, application }) => {
          const isAdmitted = call.method === 'POST' && typeof call.token === 'object';
          if (answer.status !== 403 || !isAdmitted) return answer;
          const captures = application?.form.captures ?? [];
          return { status: 422, json: Object.fromEntries(captures.map((key) => [key, ['Required.']])) };
        },
      ),
  },
  {
    id: 'second-resend-lost',
    slip: 'A guard against double clicks drops a second resend within a minute, after the answer.',
    condition: 'second resend within a minute',
    breaks: '`204` means queued. The resent payload has the same shape as the original',
    rule: 'resend.delivers',
    shows: /^resend 2/,
    settings: () => {
      const firstMs = new Map<string, number>();
      return {
        letter: (letter, { application, resend, atMs, retries }) => {
          if (resend === 1 && retries === 0) firstMs.set(application.slug, atMs);
          return resend > 1 && atMs - (firstMs.get(application.slug) ?? 0) < 60_000 ? undefined : letter;
        },
      };
    },
  },
  {
    id: 'resend-repeats-last-event',
    slip: 'A resend delivers the last event of the application, whichever that was.',
    condition: 'resend after a status change',
    breaks: 'Lifecycle events are not replayable.',
    rule: 'resend.submission-only',
    shows: /^resend after a change|^hook-submit, changed \w+, good$/,
    settings: () =>
      onLetter(
        ({ resend, application }) => resend > 0 && application.changes > 0,
        (body) => {
          // Bodies of deliveries have both.
          const { event, application } = body as { event: object; application: object };
          const { version: _, ...header } = { version: 0, ...event };
          return { event: { ...header, type: 'update_status' }, application };
        },
      ),
  },
  {
    id: 'resend-of-deleted-204',
    slip: 'The resend asks the queue, which keeps deleted applications.',
    condition: 'resend of a deleted application',
    breaks: '`404`: Unknown resource; deleted application (for everyone, including info).',
    rule: 'resend.unknown.404',
    shows: /^hook-submit, deleted \w+, (good|other workspace)$/,
    settings: () =>
      onAnswer(
        ({ call, application }) => call.endpoint === 'hook-submit' && application?.deleted === true,
        (answer) => (answer.status === 404 ? { status: 204 } : answer),
      ),
  },
  {
    id: 'spanish-401',
    slip: 'The fixed text of a 401 was given to translators, and one of them answered.',
    condition: '401 under `es`',
    breaks: '`401` uses `No permission -- see authorization schemes`',
    rule: 'error.401.detail',
    shows: /^result with a wrong token, under es$/,
    settings: () =>
      onAnswer(
        ({ call }) => call.lang === 'es',
        (answer) =>
          answer.status === 401
            ? { ...answer, json: changed(answer.json, 'error.detail', () => 'Sin permiso: vea los esquemas') }
            : answer,
      ),
  },
  {
    id: 'info-heavy-in-burmese',
    slip: 'The info of `my` embeds its font.',
    condition: 'info under `my`',
    breaks: 'Roughly 57 kB per call.',
    rule: 'info.size.about-57-kb',
    shows: /^info without token, open, under my$/,
    settings: () =>
      onAnswer(
        ({ call }) => call.endpoint === 'info' && call.lang === 'my',
        (answer) =>
          answer.status === 200
            ? { ...answer, json: extended(answer.json, '', { font: 'd09GMgAB'.repeat(60_000) }) }
            : answer,
      ),
  },
];
