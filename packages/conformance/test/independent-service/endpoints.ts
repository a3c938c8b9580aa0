import { hash } from 'node:crypto';

import { type Answer, failure, forbidden, missing, unauthorized } from './answering.ts';
import type { Call } from './calls.ts';
import { type Form, PLATFORM_LOCALES, type Primitive } from './forms.ts';
import { imageUrl } from './images.ts';
import { infoOf } from './info.ts';
import { contentOf } from './payload.ts';
import type { Application, Workspace } from './records.ts';
import type { Service } from './service.ts';

/** Answers a call to one of the five endpoints. */
export function answerCall(service: Service, call: Call): Answer {
  const { basePath = '' } = service.settings;
  if (!PLATFORM_LOCALES.includes(call.lang)) {
    return { status: 302, headers: { Location: `${basePath}/en${call.path}` } };
  }
  const reads = call.endpoint === 'info' || call.endpoint === 'result';
  if (call.method !== (reads ? 'GET' : 'POST')) return forbidden();
  if (call.endpoint === 'info') return info(service, call);
  const workspace = admit(service, call);
  if ('status' in workspace) return workspace;
  const form = workspace.forms.find(({ slug }) => slug === call.formSlug);
  if (call.endpoint === 'create') return form === undefined ? missing() : create(service, workspace, form, call);
  const application = service.find(call.formSlug, call.slug);
  const known = application?.workspace === workspace ? application : undefined;
  if (call.endpoint === 'hook-submit') return resend(service, known);
  if (known === undefined) return missing();
  return call.endpoint === 'submit' ? submit(service, known, call) : result(service, known);
}

function admit({ workspaces }: Service, { token }: Call): Workspace | Answer {
  if (token === 'absent') return forbidden();
  if (token === 'unusable') return unauthorized();
  return workspaces.find(({ tokens }) => tokens.has(token.value)) ?? unauthorized();
}

function create(service: Service, workspace: Workspace, form: Form, { body, lang }: Call): Answer {
  const answers = readAnswers(body);
  if (answers === undefined) return failure(400, 'The body cannot be understood.');
  const complaints = complaintsAbout(form, answers);
  if (Object.keys(complaints).length > 0) return failure(422, complaints);
  if (workspace.credit < form.price) return failure(461, 'Top up before you go on.');

  const id = service.nextId();
  const { slugOf = lettersAndDigits } = service.settings;
  const slug = slugOf(id);
  const application: Application = {
    id,
    slug,
    form,
    workspace,
    columns: { Watchlist: '-', 'Branch check': 'Not Started' },
    answers: new Map(),
    prefilled: answers,
    state: 'incomplete',
    deleted: false,
    changes: 0,
    resends: 0,
  };
  keep(service, application, answers);
  service.applications.set(slug, application);
  const { origin } = service;
  const { basePath = '' } = service.settings;
  return {
    status: 201,
    json: {
      detail: { submitted_at: null, section: 'intro', step: 'welcome', slug, form: form.slug },
      form_url: `${origin}/apply/${lang}/${slug}`,
      info: `${origin}${basePath}/${lang}/api/forms/${form.slug}/applied-forms/${slug}/info/`,
    },
  };
}

function lettersAndDigits(id: number): string {
  return hash('sha256', `application ${id}`, 'base64url').replaceAll(/[-_]/g, 'x').slice(0, 20);
}

function result({ origin, clock }: Service, application: Application): Answer {
  return {
    status: 200,
    json: contentOf(application, (image) => imageUrl(origin, application.slug, image, clock.now())),
  };
}

/** Open to everyone until the application is submitted. */
function info(service: Service, call: Call): Answer {
  const application = service.find(call.formSlug, call.slug);
  if (application === undefined) return missing();
  if (application.state === 'complete') {
    const workspace = admit(service, call);
    if ('status' in workspace) return workspace;
    if (workspace !== application.workspace) return missing();
  }
  return { status: 200, json: infoOf(application) };
}

function submit(service: Service, application: Application, { body }: Call): Answer {
  if (application.state !== 'incomplete') return forbidden();
  const { form, answers } = application;
  const given = readAnswers(body) ?? {};
  const lacking = form.fields.filter(({ key, required }) => required && !(key in given) && !answers.has(key));
  const complaints = {
    ...complaintsAbout(form, given),
    ...Object.fromEntries([...lacking.map(({ key }) => key), ...form.captures].map((key) => [key, ['Required.']])),
  };
  if (Object.keys(complaints).length > 0) return { status: 422, json: complaints };
  keep(service, application, given);
  service.complete(application);
  return { status: 200 };
}

function resend({ hooks }: Service, application: Application | undefined): Answer {
  if (application === undefined) return { status: 404, json: { detail: 'No such application.' } };
  if (application.state === 'complete') hooks.resend(application);
  return { status: 204 };
}

/** Keeps what the form or its parameters name, and forgets the rest. */
function keep({ clock }: Service, { form, answers }: Application, given: Record<string, Primitive>): void {
  const names = new Set([...form.fields.map(({ key }) => key), ...form.parameters]);
  for (const [key, value] of Object.entries(given)) {
    if (!names.has(key)) continue;
    const now = clock.now();
    answers.set(key, { value, firstMs: answers.get(key)?.firstMs ?? now, lastMs: now });
  }
}

function complaintsAbout({ fields }: Form, given: Record<string, Primitive>): Record<string, readonly string[]> {
  return Object.fromEntries(
    fields.flatMap(({ key, complain }) => {
      const value = given[key];
      const complaint = value === undefined ? undefined : complain(value);
      return complaint === undefined ? [] : [[key, [complaint]]];
    }),
  );
}

/** The flat map of a body; empty where there is no body, nothing where it is not one. */
function readAnswers(body: string): Record<string, Primitive> | undefined {
  if (body.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null) return undefined;
    const answers: unknown = 'answers' in parsed ? parsed.answers : {};
    if (typeof answers !== 'object' || answers === null || Array.isArray(answers)) return undefined;
    const flat = Object.values(answers).every((value) => ['string', 'number', 'boolean'].includes(typeof value));
    // Every value has just been looked at.
    return flat ? (answers as Record<string, Primitive>) : undefined;
  } catch {
    return undefined;
  }
}
