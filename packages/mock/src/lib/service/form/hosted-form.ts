import type { AnswerInput, PlatformLocale } from '@idvkit/schema';

import { stateOf } from '../../state/application.ts';
import { readBodyBytes } from '../endpoints/request-body.ts';
import type { HostedForm, HostedFormCall } from '../hosted-form.ts';
import { catalogue } from '../info/messages/catalogue.ts';
import { answersInvented } from '../submission/invented-answers.ts';
import { submissionOf } from '../submission/submission-of.ts';
import { answersOf, clearedKeys, outcomeOf, postedEntry, storedEntry, textsOf, type Entry } from './entry.ts';
import { formView } from './form-view.ts';
import { toPageResponse } from './page.ts';
import { problemsOf, worded, type Problems } from './problems.ts';
import { isSameOrigin } from './same-origin.ts';
import { stateView, type PageState } from './state-view.ts';

/** What follows `form_url` in the path of the page that says that all is done. */
const DONE = 'done';

/**
 * Serves the page behind `form_url`: the form while the application is open, and where things stand otherwise. It works
 * without a script. What the camera would see is chosen instead.
 *
 * @see Specification, "What the service does"
 */
export const hostedForm: HostedForm = (call) => {
  const { request, application, path } = call;
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const state = stateOf(application);
  if (state === 'deleted' || (path !== '' && path !== DONE)) return statePage(call, 'missing', 404);
  if (state === 'expired') return statePage(call, 'expired', 410);
  if (!reads && (request.method !== 'POST' || path !== '')) return statePage(call, 'refused', 403);
  if (path === DONE) return state === 'submitted' ? statePage(call, 'done', 200) : seeOther(call, '');
  if (state === 'submitted') return statePage(call, 'submitted', reads ? 200 : 403);
  if (!reads) return answerPost(call);
  if (request.method === 'GET') call.start();
  return formPage(call, storedEntry(call.form, application));
};

/** Says that there is no such form, to who followed a link that leads nowhere. */
export function missingPage(lang: PlatformLocale): Promise<Response> {
  const messages = catalogue[lang];
  return toPageResponse({
    status: 404,
    lang,
    messages,
    name: messages.page.title,
    title: messages.missing.title,
    alternatives: [],
    keepsEntry: false,
    content: stateView('missing', messages),
  });
}

async function answerPost(call: HostedFormCall): Promise<Response> {
  const { request, origin, form, application } = call;
  if (!isSameOrigin(request, origin)) return statePage(call, 'refused', 403);
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get('content-type') ?? '')) {
    return statePage(call, 'refused', 415);
  }
  const bytes = await readBodyBytes(request, call.workspace.settings.maxBodyBytes);
  if (bytes === 'too-large') return statePage(call, 'refused', 413);
  const posted = new URLSearchParams(new TextDecoder().decode(bytes));
  const entry = postedEntry(form, application, posted);
  switch (posted.get('action')) {
    case 'show':
      return formPage(call, entry);
    case 'fill':
      return formPage(call, { ...entry, texts: textsOf(form, inventedFor(call, entry)) });
    default:
      return submit(call, entry);
  }
}

function submit(call: HostedFormCall, entry: Entry): Response | Promise<Response> {
  const { form, application, lang } = call;
  const messages = catalogue[lang];
  const answers = answersOf(form, entry);
  const problems = problemsOf({ form, application, entry, answers, messages });
  const sound = Object.fromEntries(Object.entries(answers).filter(([key]) => !Object.hasOwn(problems, key)));
  const wrong = form.fields.find(({ key }) => Object.hasOwn(problems, key));
  const step = form.steps.find(({ sections }) => wrong && sections.includes(wrong.section))?.key;
  // What was answered is kept even where something else is missing: the applicant may come back to it.
  call.save({ answers: sound, cleared: clearedKeys(form, application, answers), ...(step && { step }) });
  if (Object.keys(problems).length > 0) return formPage(call, entry, problems);
  const refused = call.submit({ ...outcomeOf(form, entry), answers });
  if (Object.keys(refused).length === 0) return seeOther(call, `${DONE}/`);
  return formPage(call, entry, worded(form, refused, answers, messages));
}

function inventedFor({ form, application, now }: HostedFormCall, entry: Entry): AnswerInput {
  const submission = submissionOf(outcomeOf(form, entry), entry.document, application.slug);
  return answersInvented({ form, application: { ...application, answers: {} }, submission, answers: {}, now });
}

function formPage(call: HostedFormCall, entry: Entry, problems: Problems = {}): Promise<Response> {
  const { form, application, lang } = call;
  const messages = catalogue[lang];
  const wrong = Object.keys(problems).length > 0;
  return toPageResponse({
    status: wrong ? 422 : 200,
    lang,
    messages,
    name: form.name,
    title: wrong ? messages.page.problems : messages.page.title,
    alternatives: alternativesOf(call, ''),
    keepsEntry: true,
    content: formView({ form, application, entry, problems, lang, messages }),
  });
}

function statePage(call: HostedFormCall, state: PageState, status: number): Promise<Response> {
  const { form, lang } = call;
  const messages = catalogue[lang];
  return toPageResponse({
    status,
    lang,
    messages,
    name: form.name,
    title: messages[state].title,
    alternatives: alternativesOf(call, state === 'done' ? `${DONE}/` : ''),
    keepsEntry: false,
    content: stateView(state, messages),
  });
}

function alternativesOf(
  { form, application }: HostedFormCall,
  rest: string,
): readonly { readonly lang: PlatformLocale; readonly path: string }[] {
  return form.availableLocales.map((lang) => ({
    lang,
    path: `/${lang}/form/${form.slug}/${application.slug}/${rest}`,
  }));
}

/** Sends the browser on to a page that it then gets, so that going back or reloading posts nothing again. */
function seeOther({ form, application, lang }: HostedFormCall, rest: string): Response {
  const location = `/${lang}/form/${form.slug}/${application.slug}/${rest}`;
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}
