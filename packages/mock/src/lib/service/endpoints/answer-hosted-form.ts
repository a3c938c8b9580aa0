import { DEFAULT_LOCALE, isPlatformLocale } from '@idvkit/schema';

import { stateOf } from '../../state/application.ts';
import { applicationOf, formOf } from '../../state/workspace.ts';
import { declaredAnswers, formatProblems } from '../answers/answer-problems.ts';
import { localeOf } from '../form-locale.ts';
import { missingPage } from '../form/hosted-form.ts';
import type { HostedForm, HostedFormCall } from '../hosted-form.ts';
import type { Service } from '../service.ts';
import { applicantSubmission } from '../submission/submit-command.ts';
import type { WorkspaceRuntime } from '../workspace-runtime.ts';
import { toResponse } from './draft-response.ts';
import type { CallPath } from './read-call.ts';

/** Answers a request to the hosted form of an application, or to anything below it. */
export async function answerHostedForm(
  parts: { readonly service: Service; readonly hostedForm: HostedForm },
  request: Request,
  path: CallPath & { readonly rest: string },
): Promise<Response> {
  const { service, hostedForm } = parts;
  const { lang, formSlug, slug } = path;
  const runtime = service.find({ slug }) ?? service.main;
  const workspace = runtime.state;
  const application = applicationOf(workspace, slug);
  const form = formOf(workspace, formSlug);
  const now = runtime.clock.now();
  const url = new URL(request.url);
  if (!isPlatformLocale(lang)) {
    const location = `/${DEFAULT_LOCALE}${url.pathname}${url.search}`;
    return toResponse({ status: 302, headers: { location } }, new Date(now));
  }
  if (!form || application?.formSlug !== formSlug) return dated(await missingPage(lang), now);
  if (request.method === 'GET') runtime.visits.add(slug, request);
  const call = {
    request,
    path: path.rest.replaceAll(/^\/+|(?<!\/)\/+$/g, ''),
    lang: localeOf(form, lang),
    origin: service.publicOrigin ?? url.origin,
    workspace,
    form,
    application,
    now,
  };
  return dated(await hostedForm({ ...call, ...actions(runtime, formSlug, slug) }), runtime.clock.now());
}

function dated(answer: Response, now: number): Response {
  if (!answer.headers.has('date')) answer.headers.set('date', new Date(now).toUTCString());
  return answer;
}

/** What the page may do. Each looks at the application anew: it may have changed since the page was asked for. */
function actions(
  runtime: WorkspaceRuntime,
  formSlug: string,
  slug: string,
): Pick<HostedFormCall, 'start' | 'save' | 'submit'> {
  const at = (): number => runtime.clock.now();
  const current = (): Pick<HostedFormCall, 'form' | 'application'> | undefined => {
    const application = applicationOf(runtime.state, slug);
    const form = formOf(runtime.state, formSlug);
    return form && application && stateOf(application) === 'open' ? { form, application } : undefined;
  };
  const closed = { form: ['This form is no longer open.'] };
  return {
    start: () => {
      runtime.run([{ type: 'start', at: at(), slug }]);
    },
    save: ({ answers = {}, cleared = [], step }) => {
      const open = current();
      if (!open) return closed;
      const problems = formatProblems(open.form, answers);
      if (Object.keys(problems).length > 0) return problems;
      const kept = declaredAnswers(open.form, answers);
      runtime.run([{ type: 'save', at: at(), slug, answers: kept, cleared, ...(step !== undefined && { step }) }]);
      return {};
    },
    submit: (options) => {
      const open = current();
      if (!open) return closed;
      const prepared = applicantSubmission({ ...open, now: at(), invent: 'scanned' }, options);
      if (!prepared.command) return prepared.problems;
      runtime.run([prepared.command]);
      return {};
    },
  };
}
