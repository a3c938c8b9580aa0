import { ENDPOINTS, PLATFORM_LOCALES } from '@idvkit/schema';

import { SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';
import { headerOf } from '../../observe/headers.ts';
import type { Exchange } from '../../observe/observation.ts';
import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { Scenario, Stage } from './stage.ts';

/** Creates carry a bad answer: its refusal shows that the locale was accepted, and nothing is created. */
export const platformLocales: Scenario = {
  name: 'locales: all 17 on every endpoint',
  rules: ['locale.platform.*', 'locale.outside-form-subset.*', 'info.locales.*'],
  when: 'together',
  run: async (stage) => {
    const { calls, applications, form, badBodies, credentials } = stage;
    const probe = await stage.probe();
    if (probe === undefined) return stage.skip('An application that could be created, or fixtures.openSlug.');
    const bad = badBodies.at(-1);
    // Otherwise 17 applications would be created.
    const refused = bad && (await applications.create(calls, { form, ...bad })).exchange?.response?.status === 422;
    if (!refused)
      stage.skip('Answers that a create refuses, so that it can be tried in every locale (fixtures.badAnswers).');
    await Promise.all(
      PLATFORM_LOCALES.map(async (lang) => {
        if (refused) await applications.create(calls, { form, lang, ...bad });
        await calls.call({ endpoint: 'result', application: probe, lang });
        await calls.call({ endpoint: 'info', application: probe, lang, credential: credentials.absent });
        await calls.call({ endpoint: 'submit', application: probe, lang, body: answersBody('missing-required', {}) });
        await calls.call({ endpoint: 'resend', application: probe, lang });
      }),
    );
  },
};

/** Segments that are not platform locales, one well-formed. */
const UNKNOWN = ['xx', 'pt-br'];

export const unknownLocales: Scenario = {
  name: 'locales: unknown ones redirect',
  rules: ['locale.unknown.*', 'auth.never-405'],
  when: 'together',
  run: async (stage) => {
    const { calls, unknown, credentials } = stage;
    const application = (await stage.probe()) ?? unknown;
    const attempts = SERVICE_ENDPOINTS.flatMap((endpoint) =>
      UNKNOWN.flatMap((lang) =>
        methodsOf(endpoint).flatMap((method) =>
          [credentials.valid, credentials.absent].map((credential) => ({ endpoint, lang, method, credential })),
        ),
      ),
    );
    await Promise.all(
      attempts.map(async (attempt) => {
        const body = attempt.method === 'POST' ? bodyOf(attempt.endpoint, stage) : undefined;
        const exchange = await calls.call({ ...attempt, application, ...(body && { body }) });
        const location = locationOf(exchange);
        if (location !== undefined) await calls.followLocation(exchange, location, attempt.credential);
      }),
    );
  },
};

function methodsOf(endpoint: ServiceEndpoint): readonly string[] {
  const own = ENDPOINTS[endpoint].method;
  return own === 'GET' ? ['GET'] : [own, 'GET'];
}

/** Returns a body that changes nothing even if accepted. */
function bodyOf(endpoint: ServiceEndpoint, { badBodies }: Stage): CallBody | undefined {
  if (endpoint === 'resend') return undefined;
  return endpoint === 'submit' ? answersBody('missing-required', {}) : badBodies.at(-1)?.body;
}

/** Returns the target of a redirect on the same host: others must not get the token. */
function locationOf({ request, response }: Exchange): string | undefined {
  if (response === undefined || response.status < 300 || response.status > 399) return undefined;
  const location = headerOf(response.headers, 'location');
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const url = new URL(location, request.url);
  return url.origin === new URL(request.url).origin ? url.href : undefined;
}
