import type { RuleId } from '@idvkit/schema/rules';

import type { BodyClass, Condition, ServiceEndpoint } from '../../observe/condition.ts';
import { type Failure, type FailureKind, failuresOf, isServiceCondition, type ServiceCondition } from './failures.ts';

/** Outline of the body of an answer. Its content is checked by the rules about bodies. */
export type BodyShape =
  | 'created'
  | 'result'
  | 'info'
  | 'empty'
  | 'redirect'
  | 'envelope'
  /** The envelope, its detail a map of question key to messages. */
  | 'envelope-of-messages'
  /** The map itself, without an envelope. */
  | 'messages'
  | 'bare-detail';

export interface ExpectedAnswer {
  readonly status: number;
  readonly body: BodyShape;
  readonly rule: RuleId;
  /** False if only something unknown may call for this answer. */
  readonly certain: boolean;
}

/**
 * Lists the answers that a call may get. If several reasons make it fail, any of their answers is accepted.
 * @returns `undefined` if something unknown decides, or the specification does not show it.
 */
export function expectedAnswers(condition: Condition): readonly ExpectedAnswer[] | undefined {
  if (!known.has(condition)) known.set(condition, isServiceCondition(condition) ? answersFor(condition) : undefined);
  return known.get(condition);
}

/** A cache: every status rule asks for the answers to every call. */
const known = new WeakMap<Condition, readonly ExpectedAnswer[] | undefined>();

function answersFor(condition: ServiceCondition): readonly ExpectedAnswer[] | undefined {
  const { endpoint } = condition;
  const failures = failuresOf(condition);
  const sure = failures.filter((failure) => failure.certain);
  // The answer to another method is not shown, except the redirect, which comes "on every endpoint and method".
  if (sure.some(({ kind }) => kind === 'other-method')) {
    const redirected = sure.find(({ kind }) => kind === 'unrecognised-locale');
    return redirected && answersTo(redirected, endpoint);
  }
  if (sure.length > 0) {
    const due = sure.flatMap((failure) => answersTo(failure, endpoint));
    const others = failures.flatMap((failure) => answersTo(failure, endpoint));
    return [...due, ...others.filter((other) => due.every(({ status }) => status !== other.status))];
  }
  // Enough credit is seldom known: success is due, and a 461 is not the service's fault.
  if (failures.some(({ kind }) => kind !== 'too-little-credit')) return undefined;
  const success = { ...SUCCESSES[endpoint](condition), certain: true };
  return [success, ...failures.flatMap((failure) => answersTo(failure, endpoint))];
}

/** Checks that a call must succeed, as far as the service decides. */
export function mustSucceed(condition: Condition): boolean {
  return (expectedAnswers(condition) ?? []).some(({ status, certain }) => certain && status < 300);
}

const CREATED_BY_BODY: Readonly<Partial<Record<BodyClass, RuleId>>> = {
  absent: 'create.body.empty-accepted',
  empty: 'create.body.empty-accepted',
  'empty-object': 'create.body.empty-accepted',
  'undeclared-key': 'create.answers.unknown-key-accepted',
  'missing-required': 'create.required.deferred',
};

type Due = Omit<ExpectedAnswer, 'certain'>;

function due(status: number, rule: RuleId, body: BodyShape = 'envelope'): Due {
  return { status, body, rule };
}

const SUCCESSES: Readonly<Record<ServiceEndpoint, (condition: ServiceCondition) => Due>> = {
  create: ({ body }) => due(201, CREATED_BY_BODY[body] ?? 'create.status.201', 'created'),
  result: () => due(200, 'result.status.200', 'result'),
  info: ({ application, credential }) => {
    if (application === 'submitted') return due(200, 'info.submitted.with-token-200', 'info');
    return due(200, credential === 'absent' ? 'info.open.no-token-200' : 'info.open.with-token-200', 'info');
  },
  submit: () => due(200, 'submit.plain-flow.200-empty', 'empty'),
  resend: ({ application }) =>
    due(204, application === 'open' ? 'resend.never-submitted.204' : 'resend.status.204-empty', 'empty'),
};

const UNKNOWN_RULES = {
  create: 'create.form-unknown.404',
  result: 'result.unknown.404',
  info: 'info.unknown.404',
  submit: 'submit.unknown.404',
  resend: 'resend.unknown.404',
} as const satisfies Record<ServiceEndpoint, RuleId>;

const DELETED_RULES = {
  ...UNKNOWN_RULES,
  result: 'result.deleted.404',
  info: 'info.deleted.404',
} as const satisfies Record<ServiceEndpoint, RuleId>;

function notFound(endpoint: ServiceEndpoint, rule: RuleId): readonly Due[] {
  return [due(404, rule, endpoint === 'resend' ? 'bare-detail' : 'envelope')];
}

function unauthorised(endpoint: ServiceEndpoint, status: number, rule: RuleId): readonly Due[] {
  if (endpoint !== 'info') return [due(status, rule)];
  // The endpoint's own list of errors has neither 401 nor 403, but 404: that refuses as well.
  return [due(status, 'info.submitted.no-token-refused'), due(404, 'info.submitted.no-token-refused')];
}

function unsuitable(endpoint: ServiceEndpoint): readonly Due[] {
  if (endpoint === 'submit') return [due(422, 'submit.status.documented', 'messages')];
  return [due(400, 'create.status.documented'), due(422, 'create.status.documented', 'envelope-of-messages')];
}

const ANSWERS: Readonly<Record<FailureKind, (endpoint: ServiceEndpoint) => readonly Due[]>> = {
  'unrecognised-locale': () => [due(302, 'locale.unknown.302', 'redirect')],
  'get-on-post-only': () => [due(403, 'auth.get-on-post-only.403')],
  'other-method': () => [],
  'absent-credential': (endpoint) => unauthorised(endpoint, 403, 'auth.absent.403'),
  'invalid-token': (endpoint) => unauthorised(endpoint, 401, 'auth.invalid-token.401'),
  'revoked-token': (endpoint) => unauthorised(endpoint, 401, 'auth.revoked-token.401'),
  'other-scheme': (endpoint) => unauthorised(endpoint, 401, 'auth.other-scheme.401'),
  'other-workspace': (endpoint) => [401, 403, 404].map((status) => due(status, `${endpoint}.status.documented`)),
  'unknown-form': (endpoint) => notFound(endpoint, UNKNOWN_RULES[endpoint]),
  'unknown-slug': (endpoint) => notFound(endpoint, UNKNOWN_RULES[endpoint]),
  'deleted-application': (endpoint) => notFound(endpoint, DELETED_RULES[endpoint]),
  'expired-application': (endpoint) =>
    endpoint === 'info'
      ? [due(403, 'info.status.documented'), due(404, 'info.status.documented')]
      : [403, 404, 422].map((status) => due(status, 'submit.status.documented')),
  'already-submitted': () => [due(403, 'submit.again.403')],
  'camera-flow': () => [due(422, 'submit.camera-flow.422', 'messages')],
  'missing-required': () => [due(422, 'submit.422.names-missing', 'messages')],
  'bad-format': () => [due(422, 'create.answers.format-422', 'envelope-of-messages')],
  'nested-answers': unsuitable,
  'unsuitable-body': unsuitable,
  'too-little-credit': () => [due(461, 'create.credit.461')],
};

function answersTo({ kind, certain }: Failure, endpoint: ServiceEndpoint): readonly ExpectedAnswer[] {
  return ANSWERS[kind](endpoint).map((answer) => ({ ...answer, certain }));
}

/** Statuses that each endpoint's section lists, without 429 and 5xx. @see Specification, "Endpoints" */
export const DOCUMENTED_STATUSES: Readonly<Record<ServiceEndpoint, readonly number[]>> = {
  create: [201, 400, 401, 403, 404, 422, 461],
  result: [200, 401, 403, 404],
  info: [200, 400, 404],
  submit: [200, 401, 403, 404, 422],
  resend: [204, 401, 403, 404],
};

/** Checks that the endpoint's own section, or the authentication table, lists a status for a call. */
export function isDocumented(status: number, endpoint: ServiceEndpoint, condition: Condition): boolean {
  if (status === 429 || status >= 500 || DOCUMENTED_STATUSES[endpoint].includes(status)) return true;
  if (status === 302) return condition.locale !== 'platform';
  if (endpoint !== 'info' || (status !== 401 && status !== 403)) return false;
  // Info refuses once submitted; its answer to a bad token before that is not shown.
  const bad = condition.credential !== 'absent' && condition.credential !== 'valid';
  return bad || (condition.application !== 'open' && condition.credential !== 'valid');
}
