import { html } from '@idvkit/cli-kit/html';
import {
  documentType,
  DEFAULT_LOCALE,
  isPlatformLocale,
  type AnswerInput,
  type MessagesByKey,
  type PlatformLocale,
} from '@idvkit/schema';
import type { Env, Hono } from 'hono';

import { stateOf, type StoredApplication } from '../../state/application.ts';
import { localeOf, type Form } from '../../state/form.ts';
import { applicationOf, formOf } from '../../state/workspace.ts';
import { malformedAnswers } from '../answers/answer-problems.ts';
import { toResponse } from '../endpoints/draft-response.ts';
import { readBodyBytes } from '../endpoints/request-body.ts';
import { catalogue } from '../info/messages/catalogue.ts';
import type { Service } from '../service.ts';
import { answersInvented, documentOf } from '../submission/invented-answers.ts';
import { valuesOf } from '../submission/service-answers.ts';
import { submissionOf } from '../submission/submission-of.ts';
import { applicantSubmission } from '../submission/submit-command.ts';
import type { WorkspaceRuntime } from '../workspace-runtime.ts';
import { answersOf, outcomesOf, postedTexts, problemTexts, questionsOf, textsOf, type Texts } from './answers.ts';
import { formView, toPageResponse } from './form-page.ts';

/** Last part of the path of the page that says that all is done. */
const DONE = 'done/';

interface Visit {
  readonly runtime: WorkspaceRuntime;
  readonly lang: PlatformLocale;
  readonly form: Form;
  readonly application: StoredApplication;
}

type FormCall = Readonly<Record<'lang' | 'formSlug' | 'slug' | 'rest', string>> & { readonly request: Request };

/** Adds the page behind `form_url`, and everything below it, to an app. @see Specification, "What the service does" */
export function routeHostedForm<AppEnv extends Env>(app: Hono<AppEnv>, service: Service): void {
  app.all('/:lang/form/:formSlug/:slug/:rest{.*}', async (context) => {
    const call = { request: context.req.raw, ...context.req.param() };
    const runtime = service.find({ slug: call.slug }) ?? service.main;
    const response = await answer(runtime, call);
    response.headers.set('date', new Date(runtime.clock.now()).toUTCString());
    return response;
  });
  // Links lose their last slash on the way to an applicant.
  app.get('/:lang/form/:formSlug/:slug', (context) => {
    const location = `${new URL(context.req.url).pathname}/`;
    return toResponse({ status: 308, headers: { location } }, new Date(service.main.clock.now()));
  });
}

async function answer(runtime: WorkspaceRuntime, call: FormCall): Promise<Response> {
  const { request, lang, formSlug, slug, rest } = call;
  const { pathname, search, searchParams } = new URL(request.url);
  if (!isPlatformLocale(lang)) {
    return new Response(null, { status: 302, headers: { location: `/${DEFAULT_LOCALE}${pathname}${search}` } });
  }
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  const body = isRead ? new Uint8Array() : await readBodyBytes(request, runtime.state.settings.maxBodyBytes);
  const application = applicationOf(runtime.state, slug);
  const form = formOf(runtime.state, formSlug);
  if (!form || application?.formSlug !== formSlug) return statePage({ lang }, 'missing', 404);
  if (request.method === 'GET') runtime.visits.add(slug, request);
  const visit = { runtime, lang: localeOf(form, lang), form, application };
  const state = stateOf(application);
  if (state === 'deleted' || (rest !== '' && rest !== DONE)) return statePage(visit, 'missing', 404);
  if (state === 'expired') return statePage(visit, 'expired', 410);
  if (!isRead && (request.method !== 'POST' || rest !== '')) return statePage(visit, 'refused', 403);
  if (rest === DONE) return state === 'submitted' ? statePage(visit, 'done', 200) : seeOther(visit, '');
  if (state === 'submitted') return statePage(visit, 'submitted', isRead ? 200 : 403);
  if (body === 'too-large') return statePage(visit, 'refused', 413);
  if (!isRead) return submit(visit, new URLSearchParams(new TextDecoder().decode(body)));
  if (request.method === 'GET') runtime.run([{ type: 'start', at: runtime.clock.now(), slug }]);
  return formPage(visit, textsOf({ ...valuesOf(application), ...(searchParams.has('fill') && invented(visit)) }));
}

/** Returns the answers of an invented person to the questions that are open. */
function invented({ runtime, form, application }: Visit): AnswerInput {
  const submission = submissionOf({}, documentOf(application, undefined), application.slug);
  return answersInvented({ form, application, submission, answers: {}, now: runtime.clock.now() });
}

function submit(visit: Visit, posted: URLSearchParams): Response {
  const { runtime, form, application } = visit;
  const { slug } = application;
  const at = runtime.clock.now();
  const keys = questionsOf(form).map(({ key }) => key);
  const texts = postedTexts(keys, posted);
  const answers = answersOf(form, texts);
  const document = documentOf(application, documentType.safeParse(texts.get('ekyc_document_type')).data);
  // The page shows the stored answers: one that is gone from it was taken back.
  const asked = { ...application, answers: omit(application.answers, keys) };
  const malformed = malformedAnswers(form, answers);
  const sound = omit(answers, Object.keys(malformed));
  const outcome = outcomesOf(form).find((each) => each === posted.get('outcome'));
  const options = { answers: sound, document, ...(outcome && { outcome }) };
  const prepared = applicantSubmission({ form, application: asked, now: at, invent: 'scanned' }, options);
  const problems = { ...(!prepared.command && prepared.problems), ...malformed };
  const step = form.steps.find(({ sections }) =>
    form.fields.some(({ key, section }) => Object.hasOwn(problems, key) && sections.includes(section)),
  )?.key;
  const cleared = keys.filter((key) => !Object.hasOwn(sound, key));
  // Answers are kept even if others are missing: the applicant may come back.
  runtime.run([{ type: 'save', at, slug, answers: sound, cleared, ...(step !== undefined && { step }) }]);
  if (!prepared.command || Object.keys(malformed).length > 0) return formPage(visit, texts, problems);
  runtime.run([prepared.command]);
  return seeOther(visit, DONE);
}

function omit<Value>(values: Readonly<Record<string, Value>>, keys: readonly string[]): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
}

function formPage(visit: Visit, texts: Texts, found: MessagesByKey = {}): Response {
  const { form, lang } = visit;
  const messages = catalogue[lang];
  const problems = problemTexts(form, found, { texts, messages });
  return toPageResponse({
    status: problems.size > 0 ? 422 : 200,
    lang,
    name: form.name,
    title: messages.page.title,
    content: formView({ form, texts, problems, messages }),
  });
}

/** Shows the state of the application of a visit, or that there is no such application. */
function statePage(
  at: Visit | Pick<Visit, 'lang'>,
  state: 'done' | 'submitted' | 'expired' | 'missing' | 'refused',
  status: number,
): Response {
  const { [state]: text, page } = catalogue[at.lang];
  const name = 'form' in at ? at.form.name : page.title;
  return toPageResponse({ status, lang: at.lang, name, title: text.title, content: html`<p>${text.text}</p>` });
}

/** Sends the browser to a page that it gets: going back or reloading posts nothing again. */
function seeOther({ lang, form, application }: Visit, rest: string): Response {
  const location = `/${lang}/form/${form.slug}/${application.slug}/${rest}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
