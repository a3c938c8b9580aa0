import type { Behaviour, Call, DeliveryAttempt, PlannedDelivery } from '@idvkit/mock';
import { isPlatformLocale } from '@idvkit/schema';

import { bodyClassOf } from './body-class.ts';
import { credentialClassOf } from './credential-class.ts';

/** What calls and deliveries have values of. Those before `locale` are only ever values of a fault itself. */
export const DIMENSIONS = [
  'endpoint',
  'method',
  'answer',
  'outcome',
  'locale',
  'state',
  'credential',
  'flow',
  'body',
  'credit',
  'event',
  'receiver',
  'attempt',
  'statusChanged',
  'resent',
  'expired',
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** The values of a call or of a delivery attempt. A call has no `event`, a delivery no `locale`, and so on. */
export type Values = Readonly<Partial<Record<Dimension, string>>>;

/** The point of the mock's behaviour at which a fault departs from it. */
export type Point = keyof Behaviour;

type Subject = NonNullable<Call['application']>;

const OWN_METHOD = { create: 'POST', result: 'GET', info: 'GET', submit: 'POST', resend: 'POST', image: 'GET' };

const EVENTS = {
  submission: 'submission',
  resend: 'resend',
  'status-change': 'update_status',
  expiry: 'drop_off',
};

/** Returns the values of a call. */
export function valuesOfCall(call: Call): Values {
  const { endpoint, method, state, form, application, history, lang, workspace } = call;
  const own = OWN_METHOD[endpoint];
  return {
    endpoint,
    method: method === own ? 'own' : method === 'GET' ? 'get' : 'other',
    ...(endpoint !== 'image' && { locale: isPlatformLocale(lang) ? lang : 'unknown' }),
    ...(endpoint !== 'create' && { state }),
    credential: credentialClassOf(call),
    flow: flowOf(form),
    ...bodyClassOf(call),
    credit: creditOf(workspace.credit, form?.creditCost ?? 0),
    statusChanged: isSome(history['status-change']),
    resent: isSome(history.resend),
    // An application that is expired now is no news.
    expired: state === 'expired' ? 'no' : isSome(history.expiry),
    ...(application && outcomeOf(application)),
  };
}

/** Returns the values of a delivery attempt. A second resend is a resend of an application that was resent before. */
export function valuesOfDelivery(delivery: PlannedDelivery, attempt: number): Values {
  const { application, receiver, trigger, history, workspace } = delivery;
  const event = EVENTS[trigger];
  const index = workspace.receivers.findIndex(({ id }) => id === receiver.id);
  return {
    event,
    receiver: ['first', 'second'][index] ?? 'other',
    attempt: String(attempt),
    flow: flowOf(workspace.forms[application.formSlug]),
    // Every other event has one state.
    ...(event === 'update_status' && { state: stateOf(application) }),
    statusChanged: isSome(history['status-change']),
    resent: isSome(history.resend),
    expired: 'no',
    ...outcomeOf(application),
  };
}

type Contexts = { readonly [Name in Point]: Parameters<Behaviour[Name]>[1] };

/**
 * Returns the values of the call or delivery about which a point decides. The signature of an image has none, as it is for the delivery that
 * carries it and for the call that reads it. At `deliveries`, the point decides about many: see there.
 */
export function valuesAt(point: Exclude<Point, 'deliveries'>, context: unknown): Values | undefined {
  // The context is that of the point.
  const of = <Name extends Point>(_name: Name): Contexts[Name] => context as Contexts[Name];
  switch (point) {
    case 'locale':
    case 'redirect':
    case 'refusals':
    case 'effects':
    case 'answerDelayMs':
    case 'respond':
      return valuesOfCall(of(point));
    case 'answerProblems':
    case 'keptAnswers':
      return valuesOfCall(of(point).call);
    case 'payload': {
      const subject = of(point);
      return subject.carrier === 'result' ? valuesOfCall(subject.call) : valuesOfDelivery(subject, subject.attempt);
    }
    case 'imageLifetimeSeconds':
    case 'imageUrl': {
      const { carrier } = of(point);
      return isAttempt(carrier) ? valuesOfDelivery(carrier, carrier.attempt) : valuesOfCall(carrier);
    }
    case 'eventHeader':
    case 'deliveryRequest':
      return valuesOfDelivery(of(point), of(point).attempt);
    case 'receiverTimeoutMs':
    case 'independent':
      return valuesOfDelivery(of(point), 1);
    case 'retry': {
      const { delivery, outcome, attempt } = of(point);
      const answer = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
      return { ...valuesOfDelivery(delivery, attempt), answer };
    }
    case 'imageSignature':
      return undefined;
  }
}

function isAttempt(carrier: Call | DeliveryAttempt): carrier is DeliveryAttempt {
  return 'trigger' in carrier;
}

function isSome(times = 0): 'yes' | 'no' {
  return times > 0 ? 'yes' : 'no';
}

function creditOf(credit: number, cost: number): string {
  if (credit <= 0) return 'none';
  return credit < cost ? 'too-little' : 'enough';
}

function flowOf(form: Call['form']): string {
  if (form === undefined) return 'unknown';
  return form.steps.some(({ kind }) => kind !== 'questions') ? 'camera' : 'plain';
}

function stateOf({ deletedAt, status }: Subject): string {
  if (deletedAt !== null) return 'deleted';
  return { incomplete: 'open', complete: 'submitted', expired: 'expired' }[status];
}

/** Returns what a submission came to: the first thing about it that is not as in a pass. */
function outcomeOf({ submission }: Subject): Values {
  if (submission === null) return {};
  const { document, documentScan, liveness, retries, score, aml } = submission;
  if (documentScan === 'fail') return { outcome: 'document-failed' };
  if (liveness === 'fail') return { outcome: 'liveness-failed' };
  if (score <= 60) return { outcome: 'not-match' };
  if (score < 70) return { outcome: 'need-review' };
  if (aml !== 'none') return { outcome: aml };
  if (retries > 0) return { outcome: 'retried' };
  return { outcome: document === 'passport' ? 'passport' : 'pass' };
}
