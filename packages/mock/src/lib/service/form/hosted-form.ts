import { type AnswerInput, type PlatformLocale, DEFAULT_LOCALE, isPlatformLocale } from '@idvkit/schema';
import type { Env, Hono } from 'hono';

import { stateOf, type StoredApplication } from '../../state/application.ts';
import { localeOf, type Form } from '../../state/form.ts';
import { applicationOf, formOf } from '../../state/workspace.ts';
import { toResponse } from '../endpoints/draft-response.ts';
import { readBodyBytes } from '../endpoints/request-body.ts';
import { catalogue } from '../info/messages/catalogue.ts';
import type { Service } from '../service.ts';
import { answersInvented } from '../submission/invented-answers.ts';
import { submissionOf } from '../submission/submission-of.ts';
import { applicantSubmission } from '../submission/submit-command.ts';
import type { WorkspaceRuntime } from '../workspace-runtime.ts';
import {
  answersOf,
  clearedKeys,
  outcomeOf,
  postedEntry,
  presetEntry,
  presetsOf,
  storedEntry,
  textsOf,
  type Entry,
} from './entry.ts';
import { formView } from './form-view.ts';
import { toPageResponse, type Page } from './page.ts';
import { formatProblems, problemsOf, type Problems } from './problems.ts';
import { stateView, type PageState } from './state-view.ts';

/** What follows `form_url` in the path of the page that says that all is done. */
const DONE = 'done';

interface Visit {
  readonly request: Request;
  readonly runtime: WorkspaceRuntime;
  readonly lang: PlatformLocale;
  readonly origin: string;
  readonly form: Form;
  readonly application: StoredApplication;
}

/** Adds the page behind `form_url`, and everything below it, to an app. */
export function routeHostedForm<AppEnv extends Env>(app: Hono<AppEnv>, service: Service): void {
  app.all('/:lang/form/:formSlug/:slug/:rest{.*}', (context) => {
    const { lang, formSlug, slug, rest } = context.req.param();
    const path = rest.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
    return answerHostedForm(service, context.req.raw, { lang, formSlug, slug, path });
  });
  // Links lose their last slash on the way to an applicant.
  app.get('/:lang/form/:formSlug/:slug', (context) => {
    const location = `${new URL(context.req.url).pathname}/`;
    return toResponse({ status: 308, headers: { location } }, new Date(service.main.clock.now()));
  });
}

/**
 * Serves the page behind `form_url`: the form while the application is open, else its state. It needs no script and no camera.
 * @see Specification, "What the service does"
 */
async function answerHostedForm(
  service: Service,
  request: Request,
  at: { readonly lang: string; readonly formSlug: string; readonly slug: string; readonly path: string },
): Promise<Response> {
  const { lang, formSlug, slug, path } = at;
  const runtime = service.find({ slug }) ?? service.main;
  const { pathname, search, origin } = new URL(request.url);
  if (!isPlatformLocale(lang)) {
    const location = `/${DEFAULT_LOCALE}${pathname}${search}`;
    return toResponse({ status: 302, headers: { location } }, new Date(runtime.clock.now()));
  }
  const application = applicationOf(runtime.state, slug);
  const form = formOf(runtime.state, formSlug);
  if (!form || application?.formSlug !== formSlug) return dated(await statePage({ lang }, 'missing', 404), runtime);
  if (request.method === 'GET') runtime.visits.add(slug, request);
  const ownOrigin = service.publicOrigin ?? origin;
  const visit = { request, runtime, lang: localeOf(form, lang), origin: ownOrigin, form, application };
  return dated(await answerVisit(visit, path), runtime);
}

function dated(answer: Response, { clock }: WorkspaceRuntime): Response {
  if (!answer.headers.has('date')) answer.headers.set('date', new Date(clock.now()).toUTCString());
  return answer;
}

function answerVisit(visit: Visit, path: string): Response | Promise<Response> {
  const { request, runtime, form, application } = visit;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const state = stateOf(application);
  if (state === 'deleted' || (path !== '' && path !== DONE)) return statePage(visit, 'missing', 404);
  if (state === 'expired') return statePage(visit, 'expired', 410);
  if (!reads && (request.method !== 'POST' || path !== '')) return statePage(visit, 'refused', 403);
  if (path === DONE) return state === 'submitted' ? statePage(visit, 'done', 200) : seeOther(visit, '');
  if (state === 'submitted') return statePage(visit, 'submitted', reads ? 200 : 403);
  if (!reads) return answerPost(visit);
  if (request.method === 'GET') runtime.run([{ type: 'start', at: runtime.clock.now(), slug: application.slug }]);
  return formPage(visit, storedEntry(form, application));
}

async function answerPost(visit: Visit): Promise<Response> {
  const { request, runtime, origin, form } = visit;
  if (!isSameOrigin(request, origin)) return statePage(visit, 'refused', 403);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) {
    return statePage(visit, 'refused', 415);
  }
  const bytes = await readBodyBytes(request, runtime.state.settings.maxBodyBytes);
  if (bytes === 'too-large') return statePage(visit, 'refused', 413);
  // The application may have changed while the body arrived.
  const application = applicationOf(runtime.state, visit.application.slug) ?? visit.application;
  if (stateOf(application) !== 'open') return statePage(visit, 'refused', 403);
  const posted = new URLSearchParams(new TextDecoder().decode(bytes));
  const entry = postedEntry(form, application, posted);
  const current = { ...visit, application };
  const action = posted.get('action');
  const preset = presetsOf(form).find((each) => action === `as-${each}`);
  if (preset !== undefined) {
    const filled = presetEntry(entry, preset, application.slug);
    return formPage(current, { ...filled, texts: textsOf(form, inventedFor(current, filled)) });
  }
  switch (action) {
    case 'show':
      return formPage(current, entry);
    case 'fill':
      return formPage(current, { ...entry, texts: textsOf(form, inventedFor(current, entry)) });
    default:
      return submit(current, entry);
  }
}

function submit(visit: Visit, entry: Entry): Response | Promise<Response> {
  const { runtime, form, application, lang } = visit;
  const { slug } = application;
  const messages = catalogue[lang];
  const answers = answersOf(form, entry);
  const problems = problemsOf({ form, application, entry, answers, messages });
  const sound = Object.fromEntries(Object.entries(answers).filter(([key]) => !Object.hasOwn(problems, key)));
  const wrong = form.fields.find(({ key }) => Object.hasOwn(problems, key));
  const step = form.steps.find(({ sections }) => wrong && sections.includes(wrong.section))?.key;
  const at = runtime.clock.now();
  const cleared = clearedKeys(form, application, answers);
  // What was answered is kept even where something else is missing: the applicant may come back to it.
  runtime.run([{ type: 'save', at, slug, answers: sound, cleared, ...(step !== undefined && { step }) }]);
  if (Object.keys(problems).length > 0) return formPage(visit, entry, problems);
  const saved = applicationOf(runtime.state, slug) ?? application;
  const subject = { form, application: saved, now: at, invent: 'scanned' } as const;
  const prepared = applicantSubmission(subject, { ...outcomeOf(form, entry), answers });
  if (!prepared.command) {
    return formPage(visit, entry, formatProblems({ form, found: prepared.problems, answers, messages }));
  }
  runtime.run([prepared.command]);
  return seeOther(visit, `${DONE}/`);
}

/** Returns whether a post may come from the page itself. A client that is not a browser brings nobody's cookies. */
function isSameOrigin(request: Request, origin: string): boolean {
  const site = request.headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  const from = request.headers.get('origin');
  return from === null || from === origin || from === new URL(request.url).origin;
}

function inventedFor({ runtime, form, application }: Visit, entry: Entry): AnswerInput {
  const submission = submissionOf(outcomeOf(form, entry), entry.document, application.slug);
  const blank = { ...application, answers: {} };
  return answersInvented({ form, application: blank, submission, answers: {}, now: runtime.clock.now() });
}

function formPage(call: Visit, entry: Entry, problems: Problems = {}): Promise<Response> {
  const { form, application, lang } = call;
  const messages = catalogue[lang];
  const wrong = Object.keys(problems).length > 0;
  return toPageResponse({
    status: wrong ? 422 : 200,
    lang,
    name: form.name,
    title: wrong ? messages.page.problems : messages.page.title,
    alternatives: alternativesOf(call, ''),
    keepsEntry: true,
    content: formView({ form, application, entry, problems, lang, messages }),
  });
}

/** Says where things stand: of the application of a visit, or that there is none. */
function statePage(at: Visit | Pick<Visit, 'lang'>, state: PageState, status: number): Promise<Response> {
  const messages = catalogue[at.lang];
  return toPageResponse({
    status,
    lang: at.lang,
    name: 'form' in at ? at.form.name : messages.page.title,
    title: messages[state].title,
    alternatives: 'form' in at ? alternativesOf(at, state === 'done' ? `${DONE}/` : '') : [],
    keepsEntry: false,
    content: stateView(state, messages),
  });
}

function pathOf({ form, application }: Visit, lang: PlatformLocale, rest: string): string {
  return `/${lang}/form/${form.slug}/${application.slug}/${rest}`;
}

function alternativesOf(visit: Visit, rest: string): Page['alternatives'] {
  return visit.form.availableLocales.map((lang) => ({ lang, path: pathOf(visit, lang, rest) }));
}

/** Sends the browser on to a page that it then gets, so that going back or reloading posts nothing again. */
function seeOther(visit: Visit, rest: string): Response {
  const location = pathOf(visit, visit.lang, rest);
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
