import { proxyHint } from '@idvkit/delivery';
import { isObject, objectAt } from '@idvkit/json';

import type { Condition } from '../../observe/condition.ts';
import { headerOf, mediaTypeOf } from '../../observe/headers.ts';
import type { Exchange } from '../../observe/observation.ts';
import { answersBody } from '../calls/call-body.ts';
import type { CallFailure } from '../calls/call-failure.ts';
import { tokenRefused, type RunProblem } from '../calls/run-problem.ts';
import type { ServiceCalls, ApplicationSubject, FormSubject } from '../calls/service-calls.ts';
import type { Applications } from './applications.ts';

export interface PreflightOptions {
  readonly calls: ServiceCalls;
  readonly applications: Applications;
  readonly form: FormSubject;
  readonly unknown: ApplicationSubject;
  readonly trusted: boolean;
  readonly failureOf: (exchange: Exchange) => CallFailure['kind'] | undefined;
  readonly target: string;
}

export interface Preflight {
  readonly open?: ApplicationSubject;
  /** Set if the form may have no camera steps: what this shows, and what to do. */
  readonly withoutCamera?: string;
  readonly problem?: RunProblem;
}

/** Checks target, token and form with a read and a create. Wrong answers of the service are left to the rules. */
export async function preflight(options: PreflightOptions): Promise<Preflight> {
  const { calls, applications, form, unknown, trusted, failureOf, target } = options;
  const revise = trusted ? {} : { revise: doubt };
  const read = await calls.call({ endpoint: 'result', application: unknown, ...revise });
  const failure = failureOf(read);
  if (failure !== undefined) return { problem: problemOfFailure(failure, target) };
  if (isRedirect(read)) return { problem: redirects(read, options) };
  if (isTooMany(read)) return { problem: rateLimited(options) };

  const { exchange, application } = await applications.create(calls, { form, ...revise });
  if (application !== undefined && !trusted) return probeCamera(calls, application);
  if (application !== undefined) return { open: application };
  // Without any budget, reads are still judged.
  if (exchange === undefined) return {};
  if (isTooMany(exchange)) return { problem: rateLimited(options) };
  const createFailure = failureOf(exchange);
  const problem =
    createFailure === undefined ? problemOfAnswer(exchange, read, options) : problemOfFailure(createFailure, target);
  return problem === undefined ? {} : { problem };
}

/** Submits nothing: a flow with camera steps refuses, and names the captures that are missing. */
async function probeCamera(calls: ServiceCalls, application: ApplicationSubject): Promise<Preflight> {
  const form: FormSubject = { ...application.form, flow: 'unknown' };
  const body = answersBody('missing-required', {});
  const { response } = await calls.call({ endpoint: 'submit', application: { ...application, form }, body });
  const open = response?.status === 200 ? {} : { open: application };
  const doubt = response && withoutCamera({ status: response.status, json: response.body.json });
  if (doubt === undefined) return open;
  const reason = `A form with a document scan or liveness: "${form.slug}" seems to have neither, as ${doubt}. Choose another with --form-slug, and name this one in fixtures.plainFormSlug.`;
  return { ...open, withoutCamera: reason };
}

/** Returns what shows that a form has no camera steps, from the answer to a submit call without answers. */
export function withoutCamera({
  status,
  json,
}: {
  readonly status: number;
  readonly json: unknown;
}): string | undefined {
  if (status === 200) return 'a submit call without answers returns 200';
  if (status !== 422 || !isObject(json)) return undefined;
  const named = Object.keys(objectAt(json, 'error', 'detail') ?? json);
  const isCamera = named.length === 0 || named.includes('ekyc_document') || named.includes('ekyc_liveness');
  return isCamera ? undefined : 'the 422 of a submit call names no capture';
}

/** Makes token or form unknown if the call is refused. */
function doubt(condition: Condition, status: number | undefined): Condition {
  if (status === 401) return { ...condition, credential: 'unknown' };
  if (status === 404 && condition.endpoint === 'create') return { ...condition, flow: 'unknown' };
  return condition;
}

function isRedirect({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 300 && response.status <= 399;
}

function isTooMany({ response }: Exchange): boolean {
  return response?.status === 429;
}

function rateLimited({ target }: PreflightOptions): RunProblem {
  return {
    code: 'target-rate-limited',
    message: `Cannot check ${target}: it answers 429, too many requests, after every wait.`,
    fix: 'Try again later, and slower, with --rate.',
  };
}

function problemOfAnswer(create: Exchange, read: Exchange, options: PreflightOptions): RunProblem | undefined {
  const { target, form, trusted } = options;
  const status = create.response?.status ?? 0;
  if (isRedirect(create)) return redirects(create, options);
  if (isDown(create) && isDown(read)) return unavailable(create, options);
  const saysJson = isObject(create.response?.body.json);
  const isEmpty = create.response?.body.size === 0;
  if (!saysJson && ((status >= 200 && status < 300 && !isEmpty) || !isObject(read.response?.body.json))) {
    return {
      code: 'target-not-this-service',
      message: `Cannot check ${target}: it answers ${shown(create)}, and the service answers with JSON.`,
      fix: 'Set the base URL to the address in front of `/{lang}/api/forms/`. If it is right, a gateway answers in place of the service.',
    };
  }
  if (trusted) return undefined;
  if (status === 401) return tokenRefused(target);
  if (status === 404) {
    return {
      code: 'form-unknown',
      message: `Cannot create an application at ${target}: there is no form "${form.slug}" (404).`,
      fix: 'Choose a form with --form-slug, or with `formSlug` in the configuration: one of the workspace that the token belongs to.',
    };
  }
  return undefined;
}

function redirects({ request, response }: Exchange, { target }: PreflightOptions): RunProblem {
  const location = headerOf(response?.headers ?? [], 'location') ?? '';
  const to = URL.canParse(location, request.url) ? new URL(location, request.url).origin : undefined;
  const where = to === undefined || to === new URL(request.url).origin ? '' : ` to ${to}`;
  return {
    code: 'target-redirects',
    message: `Cannot check ${target}: it answers ${response?.status} and redirects calls${where} that the service would answer.`,
    fix: 'Set the base URL to the address that it redirects to, with https if only that differs.',
  };
}

function isDown({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 500;
}

function unavailable(exchange: Exchange, { target }: PreflightOptions): RunProblem {
  return {
    code: 'target-unavailable',
    message: `Cannot check ${target}: it answers ${shown(exchange)} to every call.`,
    fix: 'Try again when the service is up. A gateway or a maintenance page may answer in its place.',
  };
}

function shown({ response }: Exchange): string {
  if (response === undefined) return 'nothing';
  const { status, headers, body } = response;
  if (body.size === 0) return `${status} without a body`;
  if (isObject(body.json)) return `${status} with JSON`;
  if (/html/i.test(mediaTypeOf(headers))) return `${status} with HTML`;
  return `${status} with a body that is not JSON`;
}

type Failure = readonly [code: RunProblem['code'], state: string, fix: string];

const NO_ANSWER: Failure = [
  'target-unreachable',
  'connections end without an answer',
  'Check that the base URL leads to the service.',
];

const FAILURES: Readonly<Record<CallFailure['kind'], Failure>> = {
  refused: [
    'target-unreachable',
    'the connection is refused',
    'Check that it runs, and host and port of the base URL.',
  ],
  unresolved: ['target-unreachable', 'its host name is not known', 'Check the host name in the base URL.'],
  tls: [
    'target-unreachable',
    'no TLS connection comes about',
    'Check its certificate, and whether the base URL should start with http: NODE_EXTRA_CA_CERTS names your certificate authority.',
  ],
  reset: NO_ANSWER,
  other: NO_ANSWER,
  aborted: NO_ANSWER,
  'timed-out': [
    'target-hangs',
    'no answer comes in time',
    'Check that it runs; give slow targets more with `callTimeoutSeconds`.',
  ],
  'not-http': [
    'target-not-this-service',
    'what listens there does not speak HTTP',
    'Check host and port of the base URL, and whether it should start with https.',
  ],
  'too-large': [
    'target-not-this-service',
    'its answers are far larger than those of the service',
    'Check that the base URL leads to the service.',
  ],
};

/** Returns why a call got no answer, and what to do. */
export function problemOfFailure(kind: CallFailure['kind'], target: string): RunProblem {
  const [code, state, fix] = FAILURES[kind];
  const isUnreachable = code === 'target-unreachable';
  const hint = isUnreachable ? proxyHint(target) : undefined;
  const message = `Cannot ${isUnreachable ? 'reach' : 'check'} ${target}: ${state}.`;
  return { code, message, fix: hint === undefined ? fix : `${fix} ${hint}` };
}
