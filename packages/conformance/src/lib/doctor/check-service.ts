import { randomUUID } from 'node:crypto';

import { readSecret, type Io } from '@idvkit/cli-kit';
import { clearTextWarning, createCallRoute } from '@idvkit/delivery';
import { parseJson, stringAt } from '@idvkit/json';
import { createClient, type Client } from '@idvkit/schema/client';
import type { IdvkitConfig } from '@idvkit/schema/formats';
import { request } from 'undici';

import { callFailure, type CallFailure } from '../drive/calls/call-failure.ts';
import { readBounded } from '../drive/calls/read-bounded.ts';
import { problemOfFailure, withoutCamera } from '../drive/scenarios/preflight.ts';
import type { DoctorCheck } from './doctor-check.ts';

const TIMEOUT_MS = 15_000;
/** Answers to create and submit are far smaller. */
const MAX_BODY_BYTES = 65_536;
/** The service states times to the second, so a smaller difference means nothing. */
const MAX_SKEW_MS = 5_000;

export interface ServiceCheckOptions {
  readonly baseUrl: string | undefined;
  readonly formSlug: string | undefined;
  readonly config: IdvkitConfig;
  readonly io: Io;
  readonly clock: { now(): number };
  /** True to create an application: no other call shows if the form exists. */
  readonly create: boolean;
}

/** Checks address, clock, token and form of a service with one read call and, if asked for, one create. */
export async function checkService(options: ServiceCheckOptions): Promise<readonly DoctorCheck[]> {
  const { baseUrl, formSlug, config, io } = options;
  if (baseUrl === undefined) {
    const text = 'none: a run checks the embedded mock';
    return [{ about: 'base URL', state: 'note', text, fix: 'Give --base-url, or `baseUrl` in the configuration.' }];
  }
  const token = await readSecret(io, { what: 'API token', env: 'IDV_API_TOKEN', configured: config.token });
  const form = formSlug ?? 'idvkit-doctor';
  const url = new URL(baseUrl);
  if (`${url.username}${url.password}${url.search}${url.hash}` !== '') {
    const text = `the address of ${url.host} has credentials, a query or a fragment`;
    return [{ about: 'base URL', state: 'failed', text, fix: 'Give the address in front of `/{lang}/api/forms/`.' }];
  }
  const probe = createProbe(baseUrl, token ?? 'idvkit-doctor', config.lang);
  try {
    const read = await probe.call((client) => client.result({ formSlug: form, slug: `doctor-${randomUUID()}` }));
    const warning = clearTextWarning(baseUrl);
    if ('failure' in read) return [unreachable(read.failure, baseUrl)];
    return [
      { about: 'base URL', state: 'ok', text: `${new URL(baseUrl).origin} is reachable` },
      ...(warning === undefined ? [] : [{ about: 'base URL', state: 'note', text: warning } as const]),
      clockCheck(read, options),
      tokenCheck(read, token),
      await formCheck(probe, { ...options, isTokenGood: token !== undefined && read.status !== 401 }),
    ];
  } finally {
    await probe.close();
  }
}

interface Seen {
  readonly status: number;
  /** Value of the Date header. */
  readonly date: string | undefined;
  readonly json: unknown;
}

interface Probe {
  readonly call: (make: (client: Client) => Promise<unknown>) => Promise<Seen | { readonly failure: CallFailure }>;
  readonly close: () => Promise<void>;
}

/** Creates a client that makes each call once, by the proxy that a run would use, and keeps status and time. */
function createProbe(baseUrl: string, token: string, lang: IdvkitConfig['lang']): Probe {
  const route = createCallRoute({ connect: { timeout: TIMEOUT_MS } });
  let seen: Seen | undefined;
  let failure: CallFailure | undefined;
  const client = createClient({
    baseUrl,
    token,
    ...(lang !== undefined && { lang }),
    timeoutMs: TIMEOUT_MS,
    maxBackOffs: 0,
    fetch: async ({ method, url, headers, signal }) => {
      try {
        const call = { method, headers: Object.fromEntries(headers), signal, dispatcher: route.to(url) };
        const { statusCode: status, headers: answered, body } = await request(url, call);
        const { bytes } = await readBounded(body, { keepBytes: MAX_BODY_BYTES, stopBytes: MAX_BODY_BYTES });
        seen = { status, date: headerOf(answered['date']), json: jsonIn(bytes) };
        return new Response(null, { status });
      } catch (error) {
        failure = callFailure(error);
        throw error;
      }
    },
  });
  return {
    call: async (make) => {
      [seen, failure] = [undefined, undefined];
      // Only the status counts here: the client misses the body.
      await make(client).catch(() => undefined);
      return seen ?? { failure: failure ?? { kind: 'other', text: 'call failed' } };
    },
    close: () => route.close(),
  };
}

function jsonIn(bytes: Uint8Array): unknown {
  const parsed = parseJson(bytes, { maxBytes: MAX_BODY_BYTES });
  return parsed.ok ? parsed.value : undefined;
}

function headerOf(value: string | readonly string[] | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.[0];
}

function unreachable(failure: CallFailure, baseUrl: string): DoctorCheck {
  const { message, fix } = problemOfFailure(failure.kind, baseUrl);
  return { about: 'base URL', state: 'failed', text: message, fix };
}

function clockCheck({ date }: Seen, { clock, config }: ServiceCheckOptions): DoctorCheck {
  const about = 'clocks';
  const time = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(time)) return { about, state: 'note', text: 'the service states no time (Date header)' };
  const skewMs = clock.now() - time;
  const allowedMs = Math.max(MAX_SKEW_MS, (config.receiver?.clockSkewSeconds ?? 0) * 1000);
  // The Date header has whole seconds.
  const seconds = Math.abs(Math.round(skewMs / 1000));
  const text =
    seconds <= 1 ? 'in sync' : `this machine is ${seconds} s ${skewMs < 0 ? 'behind' : 'ahead of'} the service`;
  if (Math.abs(skewMs) <= allowedMs) return { about, state: 'ok', text };
  const fix = 'Set the clock of this machine, or allow for it with `receiver.clockSkewSeconds`.';
  return { about, state: 'failed', text, fix };
}

function tokenCheck({ status }: Seen, token: string | undefined): DoctorCheck {
  const about = 'API token';
  if (token === undefined) {
    const fix = 'Set IDV_API_TOKEN, or IDV_API_TOKEN_FILE to the path of a file that holds it.';
    return { about, state: 'failed', text: 'missing', fix };
  }
  if (status === 401) {
    const fix = 'Take a token that is not revoked from the portal (workspace, API Token).';
    return { about, state: 'failed', text: 'refused (401)', fix };
  }
  if (status === 404) return { about, state: 'ok', text: 'accepted' };
  const fix = 'Check that the base URL is the address in front of `/{lang}/api/forms/`.';
  return { about, state: 'failed', text: `not known: an unknown application returns ${status}, not 404`, fix };
}

async function formCheck(
  probe: Probe,
  { formSlug, create, isTokenGood }: ServiceCheckOptions & { readonly isTokenGood: boolean },
): Promise<DoctorCheck> {
  const about = 'form';
  if (formSlug === undefined) {
    return { about, state: 'failed', text: 'no form', fix: 'Give --form-slug, or `formSlug` in the configuration.' };
  }
  if (!create || !isTokenGood) {
    const fix = 'Only a create call shows if it exists: add --create.';
    return { about, state: 'note', text: 'not checked', ...(isTokenGood && { fix }) };
  }
  const seen: Seen | { readonly failure: CallFailure } = await probe.call((client) => client.create({ formSlug }));
  if ('failure' in seen) return { about, state: 'failed', text: seen.failure.text };
  if (seen.status === 201) return stepsCheck(probe, { formSlug, slug: stringAt(seen.json, 'detail', 'slug') });
  const fix =
    seen.status === 461
      ? 'The workspace has too little credit for the whole flow: top it up.'
      : 'Give a form of the workspace that the token belongs to.';
  return { about, state: 'failed', text: `a create returns ${seen.status}`, fix };
}

/** Submits nothing: a flow with camera steps refuses, and names the captures that are missing. */
async function stepsCheck(
  probe: Probe,
  { formSlug, slug }: { readonly formSlug: string; readonly slug: string | undefined },
): Promise<DoctorCheck> {
  const about = 'form';
  const ok = { about, state: 'ok', text: 'one application created' } as const;
  if (slug === undefined) return ok;
  const seen = await probe.call((client) => client.submit({ formSlug, slug, answers: {} }));
  const doubt = 'failure' in seen ? undefined : withoutCamera(seen);
  if (doubt === undefined) return ok;
  const text = `it seems to have no document scan and no liveness: ${doubt}`;
  return {
    about,
    state: 'failed',
    text,
    fix: 'Choose a form with camera steps; name this one in fixtures.plainFormSlug.',
  };
}
