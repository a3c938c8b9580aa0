import { ENDPOINT_METHODS, SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';
import type { Exchange } from '../../observe/observation.ts';
import { answersBody, type CallBody } from '../calls/call-body.ts';
import type { Scenario, Stage } from './stage.ts';

/** Segments that are no locale of the platform, one of them well-formed. */
const UNKNOWN = ['xx', 'pt-br'];

/** Calls every endpoint, with its own method and with GET, under locales that nobody knows, and follows where that leads. */
export const unknownLocales: Scenario = {
  name: 'locales: unknown ones redirect',
  rules: ['locale.unknown.*', 'auth.never-405'],
  when: 'together',
  run: async (stage) => {
    const { calls, form, unknown, credentials } = stage;
    const application = (await stage.probe()) ?? unknown;
    await Promise.all(
      SERVICE_ENDPOINTS.flatMap((endpoint) =>
        UNKNOWN.flatMap((lang) =>
          methodsOf(endpoint).flatMap((method) =>
            [credentials.valid, credentials.absent].map(async (credential) => {
              const target = endpoint === 'create' ? { form } : { application };
              const body = method === 'POST' ? bodyOf(endpoint, stage) : undefined;
              const exchange = await calls.call({
                endpoint,
                ...target,
                lang,
                method,
                credential,
                ...(body === undefined ? {} : { body }),
              });
              const location = locationOf(exchange);
              if (location !== undefined) await calls.followLocation(exchange, location, credential);
            }),
          ),
        ),
      ),
    );
  },
};

function methodsOf(endpoint: ServiceEndpoint): readonly string[] {
  const own = ENDPOINT_METHODS[endpoint];
  return own === 'GET' ? ['GET'] : [own, 'GET'];
}

/** Bodies that would change nothing if they were taken. */
function bodyOf(endpoint: ServiceEndpoint, { badBodies }: Stage): CallBody | undefined {
  if (endpoint === 'resend') return undefined;
  return endpoint === 'submit' ? answersBody('missing-required', {}) : badBodies.at(-1)?.body;
}

/** Where a redirect leads, if that is still the service: what it sends elsewhere gets no token from us. */
function locationOf({ request, response }: Exchange): string | undefined {
  if (response === undefined || response.status < 300 || response.status > 399) return undefined;
  const location = response.headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (location === undefined || !URL.canParse(location, request.url)) return undefined;
  const url = new URL(location, request.url);
  return url.origin === new URL(request.url).origin ? url.href : undefined;
}
