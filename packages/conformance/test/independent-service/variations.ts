import { gzipSync } from 'node:zlib';

import type { RunOptions } from '../../src/index.ts';
import { type Answer, failure, missing } from './answering.ts';
import { changed, extended, isComplete, onAnswer, onContent } from './changes.ts';
import { FORMS, type Form } from './forms.ts';
import type { Settings } from './settings.ts';
import { escaped, spelledOtherwise } from './spelling.ts';

/** Settings with which the service still keeps every sentence of the specification. */
export interface Variation {
  readonly id: string;
  /** How the service differs. */
  readonly differs: string;
  readonly settings: () => Settings;
  /** What a team with such a service configures in another way. */
  readonly config?: (config: RunOptions) => RunOptions;
}

const [CAMERA, PLAIN] = FORMS as [Form, Form];
const FOREVER = (): boolean => true;

/** Answers every so many-th call in another way, before anything is done. */
export function every(nth: number, answer: Answer): Settings {
  let calls = 0;
  return {
    answer: ({ next }) => {
      calls += 1;
      return calls % nth === 0 ? answer : next();
    },
  };
}

export const busyEvery = (nth: number): Settings => every(nth, { status: 429, headers: { 'Retry-After': '0' } });

/** Ways in which sound services differ from the one in this folder. */
export const VARIATIONS: readonly Variation[] = [
  {
    id: 'spelling',
    differs: 'JSON over many lines, reversed and unknown keys, whole seconds, scores such as 70.000',
    settings: () => ({ write: spelledOtherwise }),
  },
  {
    id: 'escapes',
    differs: 'every other letter than those of ASCII as an escape, no spaces',
    settings: () => ({ write: escaped }),
  },
  {
    id: 'gzip',
    differs: 'gzip where it is accepted, a connection for each call, header names in capitals',
    settings: () =>
      onAnswer(FOREVER, (answer, { call }) => {
        const headers = { ...answer.headers, CONNECTION: 'close', 'CACHE-CONTROL': 'no-store' };
        const accepted = String(call.headers['accept-encoding']).includes('gzip');
        if (answer.json === undefined || !accepted) return { ...answer, headers };
        const bytes = gzipSync(JSON.stringify(answer.json));
        const { status } = answer;
        return {
          status,
          bytes,
          headers: { ...headers, 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        };
      }),
  },
  {
    id: 'hosts',
    differs: 'the form on another host, redirects as absolute addresses, images as SVG',
    settings: () => ({
      ...onAnswer(FOREVER, (answer, { call, service }) => {
        if (answer.status === 302) return { ...answer, headers: { Location: `${service.origin}/en${call.path}` } };
        if (call.endpoint !== 'create') return answer;
        const json = changed(answer.json, 'form_url', (url) =>
          String(url).replace(/^http:..[^/]+/, 'https://go.example'),
        );
        return { ...answer, json };
      }),
      image: (_, next) => {
        const answer = next();
        const bytes = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
        return answer.status === 200 ? { status: 200, bytes, headers: { 'Content-Type': 'image/svg+xml' } } : answer;
      },
    }),
  },
  {
    id: 'refusals',
    differs:
      'redirects to `//host`; 404 for images and info that need a token, and for a submit of an expired application; two messages',
    settings: () => ({
      answer: ({ call, service, application, next }) => {
        const answer = next();
        const host = service.origin.replace('http:', '');
        if (answer.status === 302) return { ...answer, headers: { Location: `${host}/en${call.path}` } };
        if (answer.status === 400) return failure(422, { body: ['Send JSON.', 'Or nothing.'] });
        const isExpired = call.endpoint === 'submit' && call.method === 'POST' && application?.state === 'expired';
        if (isExpired && answer.status === 403 && typeof call.token === 'object') return missing();
        if (answer.status === 422) {
          return { ...answer, json: changed(changed(answer.json, '*', twoMessages), 'error.detail.*', twoMessages) };
        }
        const isClosed = call.endpoint === 'info' && call.method === 'GET' && isComplete(application);
        return isClosed && answer.status === 403 ? missing() : answer;
      },
      image: (_, next) => {
        const answer = next();
        return answer.status === 403 ? missing() : answer;
      },
    }),
  },
  {
    id: 'limits',
    differs: '429 for each 23rd call, without Retry-After',
    settings: () => every(23, { status: 429 }),
  },
  {
    id: 'errors',
    differs: 'a 500 with a page for each 173rd call',
    settings: () =>
      every(173, { status: 500, bytes: Buffer.from('<h1>Sorry</h1>'), headers: { 'Content-Type': 'text/html' } }),
  },
  {
    id: 'slow',
    differs: 'submissions 3 s after the act, retries 5 s apart, receivers one after the other',
    settings: () => ({ submitsAfterMs: 3000, spacingMs: 5000, oneAfterTheOther: true }),
  },
  {
    id: 'sparse',
    differs: 'few answers, no screening, no status columns, no lifecycle events',
    settings: () => ({
      ...onContent(FOREVER, (body) => {
        const bare = changed(body, 'application.other_status', (statuses) => only(statuses, ['ekyc']));
        const unscreened = changed(bare, 'extra.identity_aml', () => undefined);
        return changed(unscreened, 'answers', (answers) => only(answers, FEW_ANSWERS));
      }),
      eventsOf: (happening) => (happening === 'submitted' ? ['submit_form'] : []),
    }),
    config: ({ receiver, ...config }) => ({ ...config, receiver: { ...receiver, events: ['submit_form'] } }),
  },
  {
    id: 'columns',
    differs: 'columns with Thai, German and empty names, `ekyc` of an open application pass, a longer number',
    settings: () =>
      onContent(FOREVER, (body, { state, id }) => {
        const columns = { สถานะสาขา: 'Approved', Prüfung: '-', '': 'Not Started' };
        const wide = extended(extended(body, 'application.other_status', columns), 'application', {
          no: `COK00${String(id).padStart(12, '0')}`,
        });
        return state === 'incomplete' ? extended(wide, 'application.other_status', { ekyc: 'pass' }) : wide;
      }),
  },
  {
    id: 'document-scan-only',
    differs: 'a flow with a document scan and no liveness',
    settings: () => ({ forms: [{ ...CAMERA, captures: ['ekyc_document'] }, PLAIN] }),
  },
  {
    id: 'many-providers',
    differs: 'two providers, two runs each',
    settings: () =>
      onContent(isComplete, (body) =>
        changed(body, 'extra.identity_aml', (screening) => {
          const [runs = []] = Object.values(screening as Record<string, readonly unknown[]>);
          const renamed: unknown = JSON.parse(JSON.stringify(runs).replaceAll('argus_watch', 'northlist'));
          return { argus_watch: [...runs, ...runs], northlist: [...(renamed as unknown[]), ...(renamed as unknown[])] };
        }),
      ),
  },
  {
    id: 'scores-between-bands',
    differs: 'a score of 60.4 counts as no match',
    settings: () =>
      onContent(
        (application) => isComplete(application) && application.checks?.score === 60.4,
        (body) =>
          changed(
            changed(body, 'application.other_status.ekyc', () => 'fail'),
            'extra.ekyc.face_compare.status',
            () => 'not_match',
          ),
      ),
  },
  {
    id: 'locales',
    differs: 'a form without `en`, locales in any letter case',
    settings: () => ({
      forms: [
        { ...CAMERA, locales: ['th', 'lo'] },
        { ...PLAIN, locales: ['de'] },
      ],
      answer: ({ call, next }) => next({ lang: call.lang.toLowerCase() }),
    }),
  },
  {
    id: 'plain-form-without-required-answers',
    differs: 'a plain form whose answers are all optional',
    settings: () => ({ forms: [CAMERA, OPTIONAL] }),
  },
  {
    id: 'base-path',
    differs: 'a base URL with a path',
    settings: () => ({ basePath: '/gw/idv' }),
  },
  {
    id: 'update-status-on-every-change',
    differs: '`update_status` after a submission and an expiry, too',
    settings: () => ({
      eventsOf: (happening) =>
        happening === 'changed'
          ? ['update_status']
          : [happening === 'submitted' ? 'submit_form' : 'drop_off', 'update_status'],
    }),
  },
  {
    id: 'provider-down',
    differs: 'a screening provider that answers 503, without a search record',
    settings: () =>
      onContent(
        (application) => isComplete(application),
        (body) => {
          const down = changed(body, 'extra.identity_aml.*.*.output.*.*.output', () => ({
            code: 503,
            status: 'failure',
          }));
          const nothing = changed(down, 'extra.identity_aml.*.*.output.*.*.result', nothingFound);
          const unlisted = changed(nothing, 'extra.identity_aml.*.*.values_list', () => []);
          return changed(unlisted, 'extra.identity_aml.*.*.result', nothingFound);
        },
      ),
  },
];

/** A plain form whose answers are all optional. */
const OPTIONAL: Form = { ...PLAIN, fields: PLAIN.fields.map(({ key, complain }) => ({ key, complain })) };

const FEW_ANSWERS = ['home_address_country', 'ekyc_document_type', 'consent_date', 'applicant_code', 'branch_no'];

function only(members: unknown, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(members as object).filter(([key]) => keys.includes(key)));
}

function twoMessages(messages: unknown): unknown {
  return Array.isArray(messages) ? [...(messages as unknown[]), 'Please look again.'] : messages;
}

function nothingFound(flags: unknown): object {
  return Object.fromEntries(
    Object.entries(flags as object).map(([key, value]) => [key, typeof value === 'number' ? 0 : false]),
  );
}
