import { setTimeout as delay } from 'node:timers/promises';

import { DEFAULT_LOCALE, isPlatformLocale } from '@idvkit/schema';

import type { Behaviour } from '../../behaviour/hooks/behaviour.ts';
import type { Call, Endpoint, Refusal, RequestBody } from '../../behaviour/hooks/call.ts';
import { applicationOf } from '../../state/workspace.ts';
import type { Service } from '../service.ts';
import type { Disturbance } from '../throttle.ts';
import type { WorkspaceRuntime } from '../workspace-runtime.ts';
import { admissionRefusals } from './admission.ts';
import { createEndpoint } from './create.ts';
import { toResponse } from './draft-response.ts';
import type { Decision, EndpointContext, EndpointRules } from './endpoint.ts';
import { imageEndpoint } from './image.ts';
import { infoEndpoint } from './info.ts';
import { readCall, type CallTarget } from './read-call.ts';
import { refusalDraft } from './refusal-draft.ts';
import { readRequestBody } from './request-body.ts';
import { resendEndpoint } from './resend.ts';
import { resultEndpoint } from './result.ts';
import { submitEndpoint } from './submit.ts';
import { traceOf } from './trace.ts';

const endpoints: Readonly<Record<Endpoint, EndpointRules>> = {
  create: createEndpoint,
  result: resultEndpoint,
  info: infoEndpoint,
  submit: submitEndpoint,
  resend: resendEndpoint,
  image: imageEndpoint,
};

type LoggedRequest = Omit<Parameters<WorkspaceRuntime['calls']['add']>[0], 'condition' | 'status' | 'trace'>;

/** A call that has been decided. */
type Outcome = Pick<Decision, 'condition' | 'commands' | 'draft'>;

/**
 * Answers a call on an endpoint. At each step the behaviour of the workspace has the last word. Nothing is awaited between the first
 * look at the state and the last change to it: calls cannot interleave.
 */
export async function answerCall(service: Service, request: Request, target: CallTarget): Promise<Response> {
  const arrivedMs = performance.now();
  const { maxBodyBytes } = readCall(service, request, target).call.workspace.settings;
  const body: RequestBody = takesBody(target.endpoint)
    ? await readRequestBody(request, maxBodyBytes)
    : { kind: 'empty' };

  const { call, runtime } = readCall(service, request, { ...target, body });
  const { behaviour } = runtime;
  service.lastOrigin = call.origin;
  const { condition, commands: correct, draft } = decide({ call, body, draw: service.draw }, runtime);
  const commands = behaviour.effects(correct, { ...call, condition });
  const events = runtime.run(commands);
  const after = runtime.state;
  const created = commands.find((command) => command.type === 'create');
  const subject = applicationOf(after, created?.slug ?? call.slug);
  const answer = behaviour.respond(draft({ workspace: after, application: subject }), {
    ...call,
    condition,
    after,
    subject,
    events,
  });

  const delayMs = behaviour.answerDelayMs(0, { ...call, condition });
  // Everything was decided before: calls that meet cannot get between each other meanwhile.
  if (delayMs > 0) await delay(delayMs);
  const trace = traceOf({ call, request, body, answer, arrivedMs, behaviour });
  const logged = runtime.calls.add({ ...logEntry(call), condition, status: answer.status, trace });
  service.observer.onCall?.(after.id, logged);
  return toResponse(answer, new Date(runtime.clock.now()));
}

function takesBody(endpoint: Endpoint): boolean {
  return endpoint === 'create' || endpoint === 'submit';
}

function decide(
  asked: Pick<EndpointContext, 'call' | 'body' | 'draw'>,
  { behaviour, throttle }: WorkspaceRuntime,
): Outcome {
  const { call } = asked;
  const { endpoint, application, form } = call;
  const reading = endpoint === 'image' || isPlatformLocale(call.lang) ? 'recognised' : 'unrecognised';
  if (behaviour.locale(reading, call) === 'unrecognised') return redirected(behaviour, call);

  const disturbance = throttle.count(call.workspace.settings, call.now);
  const rules = endpoints[endpoint];
  const [notAdmitted] = behaviour.refusals(admissionRefusals(call, rules.method, disturbance), call);
  if (notAdmitted) return refused(notAdmitted, call, disturbance);

  // Here only where a fault let a call in that names nothing: there is nothing to go on with.
  if (!form) return refused({ condition: 'unknown-form', status: 404 }, call);
  const context = { ...asked, form, behaviour };
  if (rules.names === 'form') return refusable(rules.decide(context), context);
  if (!application) return refused({ condition: 'unknown-application', status: 404 }, call);
  return refusable(rules.decide({ ...context, application }), context);
}

function refusable(decision: Decision, { call, behaviour }: Pick<EndpointContext, 'call' | 'behaviour'>): Outcome {
  const [refusal] = behaviour.refusals(decision.refusals, call);
  return refusal ? refused(refusal, call) : decision;
}

function refused(refusal: Refusal, { endpoint }: Call, disturbance?: Disturbance): Outcome {
  const draft = refusalDraft(refusal, endpoint);
  const wait = disturbance?.status === 429 ? { 'retry-after': String(disturbance.retryAfterSeconds) } : {};
  return {
    condition: refusal.condition,
    commands: [],
    draft: () => ({ ...draft, headers: { ...draft.headers, ...wait } }),
  };
}

/** @see Specification, "Endpoints" */
function redirected(behaviour: Behaviour, call: Call): Outcome {
  const location = behaviour.redirect(`/${DEFAULT_LOCALE}${call.url.pathname}${call.url.search}`, call);
  return { condition: 'unrecognised-locale', commands: [], draft: () => ({ status: 302, headers: { location } }) };
}

function logEntry(call: Call): LoggedRequest {
  const { now: at, endpoint, method, lang, formSlug, slug, credential, url, workspace } = call;
  const tokens = [...workspace.tokens, ...workspace.revokedTokens];
  const tokenInUrl = tokens.some((token) => url.href.includes(encodeURIComponent(token)));
  return { at, endpoint, method, lang, formSlug, slug, credential, tokenInUrl };
}
