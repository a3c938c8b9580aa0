import { ENDPOINTS } from '@idvkit/schema';

import type { ServiceEndpoint } from '../../observe/condition.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { DOCUMENTED_STATUSES, expectedAnswers } from '../expectation/expected-answers.ts';
import { type FailureKind, failuresOf, isServiceCondition, type ServiceCondition } from '../expectation/failures.ts';
import type { DiscoveredStatus, Discovery } from './discovery.ts';

const FAILURES: Readonly<Record<FailureKind, string>> = {
  'unrecognised-locale': 'an unrecognised locale',
  'get-on-post-only': 'GET',
  'other-method': 'another method',
  'absent-credential': 'no token',
  'invalid-token': 'a wrong token',
  'revoked-token': 'a revoked token',
  'other-scheme': 'another scheme of authorization',
  'other-workspace': 'a token of another workspace',
  'unknown-form': 'an unknown form_slug',
  'unknown-slug': 'an unknown slug',
  'deleted-application': 'a deleted application',
  'expired-application': 'an expired application',
  'already-submitted': 'a submitted application',
  'camera-flow': 'a flow with camera steps',
  'missing-required': 'required answers missing',
  'bad-format': 'an answer in a bad format',
  'nested-answers': 'nested answers',
  'unsuitable-body': 'a body of another kind',
  'too-little-credit': 'too little credit',
};

export function* openStatuses(observations: readonly Observation[]): Generator<Discovery> {
  const otherMethods = new Map<string, { readonly cells: Map<string, DiscoveredStatus>; readonly first: string }>();
  for (const exchange of observations) {
    if (exchange.kind !== 'exchange' || exchange.response === undefined) continue;
    const { condition, response, id } = exchange;
    const { status } = response;
    // The redirect of an unrecognised locale is specified, whatever else is wrong.
    if (!isServiceCondition(condition) || status === 429 || status >= 500 || condition.locale !== 'platform') continue;
    if (isOtherMethod(condition)) {
      const answered = `${methodOf(exchange)} answers ${status}`;
      const { endpoint } = condition;
      const endpoints = otherMethods.get(answered) ?? { cells: new Map(), first: id };
      endpoints.cells.set(endpoint, { endpoint, condition: methodOf(exchange), status });
      otherMethods.set(answered, endpoints);
      continue;
    }
    const answers = expectedAnswers(condition);
    const statuses = new Set(answers?.filter(({ certain }) => certain).map((answer) => answer.status));
    const call = callOf(exchange, condition);
    const seen = {
      seen: `${call.method} on ${call.endpoint}${call.of}${call.with} answers ${status}`,
      observation: id,
      cells: [{ endpoint: call.endpoint, condition: call.condition, status }],
    };
    if (status === 400) yield { about: 'what gives a 400', ...seen };
    else if (statuses.size > 1) yield { about: 'which reason comes first', ...seen };
    else if (answers === undefined && isInformative(condition)) yield { about: 'calls left open', ...seen };
    else if (answers?.every((answer) => answer.status !== status) && isOutside(condition, status)) {
      yield { about: 'statuses that are not listed', ...seen };
    }
  }
  for (const [answered, { cells, first: observation }] of otherMethods) {
    const seen = `${answered} on ${[...cells.keys()].toSorted().join(', ')}`;
    yield { about: 'other methods', seen, observation, cells: [...cells.values()] };
  }
}

function isOtherMethod(condition: ServiceCondition): boolean {
  return failuresOf(condition).some(({ kind }) => kind === 'other-method');
}

function methodOf({ request }: Exchange): string {
  return /^[A-Z]{1,10}$/i.test(request.method) ? request.method.toUpperCase() : 'another method';
}

function isInformative({ application, flow, credential, body, locale }: ServiceCondition): boolean {
  return ![application, flow, credential, body, locale].includes('unknown');
}

function isOutside({ endpoint }: ServiceCondition, status: number): boolean {
  return !DOCUMENTED_STATUSES[endpoint].includes(status);
}

interface DescribedCall {
  readonly method: string;
  readonly endpoint: ServiceEndpoint;
  readonly of: string;
  readonly with: string;
  /** Everything but the endpoint and its own method. */
  readonly condition: string;
}

function callOf(exchange: Exchange, { endpoint, body, application, ...rest }: ServiceCondition): DescribedCall {
  const kinds = failuresOf({ endpoint, body, application, ...rest })
    .filter(({ kind, certain }) => certain || kind !== 'too-little-credit')
    .map(({ kind }) => (kind === 'unsuitable-body' ? (BODIES[body] ?? FAILURES[kind]) : FAILURES[kind]));
  const isStateSaid =
    endpoint === 'create' || kinds.some((kind) => kind.endsWith('application') || kind.endsWith('slug'));
  const state = isStateSaid ? [] : [APPLICATIONS[application] ?? 'an application'];
  const reasons = kinds.filter((reason) => reason !== 'GET');
  const method = methodOf(exchange);
  const otherMethod = method === ENDPOINTS[endpoint].method ? [] : [method];
  return {
    method,
    endpoint,
    of: state.map((text) => ` of ${text}`).join(''),
    with: reasons.length > 0 ? ` with ${reasons.join(', ')}` : '',
    condition: [...otherMethod, ...state, ...reasons].join(', '),
  };
}

const APPLICATIONS: Readonly<Partial<Record<ServiceCondition['application'], string>>> = {
  open: 'an open application',
  submitted: 'a submitted application',
  expired: 'an expired application',
};

const BODIES: Readonly<Partial<Record<ServiceCondition['body'], string>>> = {
  absent: 'no body',
  empty: 'an empty body',
  'empty-object': 'the body {}',
  'undeclared-key': 'an undeclared key',
  'bad-format': 'an answer in a bad format',
  'nested-answers': 'nested answers',
  'not-object': 'an array as body',
  'not-json': 'a body that is not JSON',
};
