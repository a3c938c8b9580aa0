import { DEFAULT_LOCALE, ENDPOINTS, PLATFORM_LOCALES } from '@idvkit/schema';
import { condition } from '@idvkit/schema/formats';

import { type FailureKind, failuresOf } from '../../judge/expectation/failures.ts';
import { type Condition, isServiceEndpoint, SERVICE_ENDPOINTS, type ServiceEndpoint } from '../../observe/condition.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import type { CoveringOptions } from './covering-space.ts';
import { type Past, PASTS, Pasts } from './pasts.ts';

/** Everything that decides the answer to a call: one known value for each. */
export interface CallRow {
  readonly endpoint: ServiceEndpoint;
  /** `own`: that of the endpoint. */
  readonly method: string;
  readonly credential: Exclude<Condition['credential'], 'unknown'>;
  readonly application: Exclude<Condition['application'], 'unknown'>;
  readonly flow: Exclude<Condition['flow'], 'unknown'>;
  /** A platform locale, or `unrecognised`. */
  readonly locale: string;
  readonly body: Exclude<Condition['body'], 'unknown'>;
  readonly credit: Exclude<Condition['credit'], 'unknown'>;
  /** Past of the application. */
  readonly past: Past;
}

const { credential, application, flow, body, credit } = condition.shape;

/** The factor with the most values is last: a search that fails does not try each of them. */
export const CALL_FACTORS: CoveringOptions<CallRow>['factors'] = {
  endpoint: SERVICE_ENDPOINTS,
  method: ['own', 'GET', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'],
  application: application.exclude(['unknown']).options,
  past: Object.keys(PASTS) as Past[], // The keys of the table.
  flow: flow.exclude(['unknown']).options,
  credential: credential.exclude(['unknown']).options,
  body: body.exclude(['unknown']).options,
  credit: credit.exclude(['unknown']).options,
  locale: [...PLATFORM_LOCALES, 'unrecognised'],
};

/** A statement about a row; about a part of one, only if it holds for every row with this part. */
type IsSo = (row: Partial<CallRow>) => boolean;

/** Reasons why no call has some combinations of values. @see Specification, "Endpoints", "Authentication" */
const INFEASIBLE: readonly (readonly [reason: string, has: IsSo])[] = [
  [
    'Only create names no application.',
    ({ endpoint, application }) =>
      endpoint !== undefined && application !== undefined && (endpoint === 'create') !== (application === 'none'),
  ],
  [
    'An application belongs to a form that exists.',
    ({ application, flow }) => flow === 'unknown-form' && !['none', 'unknown-slug', undefined].includes(application),
  ],
  [
    'Only create and submit take a body.',
    ({ endpoint, method, body }) => {
      if (body === undefined || body === 'absent') return false;
      const takesBody = endpoint === undefined || endpoint === 'create' || endpoint === 'submit';
      return !takesBody || !['own', undefined].includes(method);
    },
  ],
  [
    'What happened to an application fits its state.',
    ({ application, past }) => application !== undefined && past !== undefined && !PASTS[past].includes(application),
  ],
  [
    'The method of an endpoint is its own.',
    ({ endpoint, method }) => endpoint !== undefined && method === ENDPOINTS[endpoint].method,
  ],
  [
    'Create belongs to the workspace of its token.',
    ({ endpoint, credential }) => endpoint === 'create' && credential === 'other-workspace',
  ],
];

export const isFeasible: IsSo = (row) => !INFEASIBLE.some(([, has]) => has(row));

/** Returns the condition of a row; what is absent is as in a call that succeeds. */
export function conditionOf(row: Partial<CallRow> & Pick<CallRow, 'endpoint'>): Condition {
  const { endpoint, credential = 'valid', flow = 'plain', credit = 'enough' } = row;
  const { application = endpoint === 'create' ? 'none' : 'open', locale = DEFAULT_LOCALE } = row;
  const method = methodOf(row);
  const { body = endpoint === 'submit' && method === 'POST' ? 'valid-answers' : 'absent' } = row;
  return {
    endpoint,
    method,
    credential,
    application,
    flow,
    locale: locale === 'unrecognised' ? 'unrecognised' : 'platform',
    body,
    credit,
  };
}

/** Returns the method of a call. */
export function methodOf({ endpoint, method = 'own' }: Partial<CallRow> & Pick<CallRow, 'endpoint'>): string {
  return method === 'own' ? ENDPOINTS[endpoint].method : method;
}

/** Returns the rows of calls; values that are not known are absent. */
export function rowsOf(observations: readonly Observation[]): readonly Partial<CallRow>[] {
  const pasts = new Pasts();
  return observations.flatMap((observation) => {
    const row = observation.kind === 'exchange' ? rowOf(observation, pasts) : undefined;
    pasts.note(observation);
    return row ?? [];
  });
}

function rowOf({ condition, lang, slug }: Exchange, pasts: Pasts): Partial<CallRow> | undefined {
  const { endpoint, method, credential, application, flow, locale, body, credit } = condition;
  if (!isServiceEndpoint(endpoint)) return undefined;
  return {
    endpoint,
    method: method === ENDPOINTS[endpoint].method ? 'own' : method,
    past: pasts.of(slug, application),
    ...(credential !== 'unknown' && { credential }),
    ...(application !== 'unknown' && { application }),
    ...(flow !== 'unknown' && { flow }),
    ...(locale === 'unrecognised' && { locale }),
    ...(locale === 'platform' && lang !== undefined && { locale: lang }),
    ...(body !== 'unknown' && { body }),
    ...(credit !== 'unknown' && { credit }),
  };
}

/** The factor to blame for a failure, and if it hides the others: a late refusal shows that the rest was read. */
const CAUSES: Readonly<Record<FailureKind, readonly [factor: keyof CallRow, isEarly: boolean]>> = {
  'unrecognised-locale': ['locale', true],
  'get-on-post-only': ['method', true],
  'other-method': ['method', true],
  'absent-credential': ['credential', true],
  'invalid-token': ['credential', true],
  'revoked-token': ['credential', true],
  'other-scheme': ['credential', true],
  'other-workspace': ['credential', true],
  'unknown-form': ['flow', true],
  'unknown-slug': ['application', true],
  'deleted-application': ['application', true],
  'expired-application': ['application', true],
  'already-submitted': ['application', true],
  'camera-flow': ['flow', false],
  'missing-required': ['body', false],
  'bad-format': ['body', false],
  'nested-answers': ['body', true],
  'unsuitable-body': ['body', true],
  'too-little-credit': ['credit', true],
};

/** Lists the factors that hide others: those that make a call fail, or a bad token where none is needed, which shows nothing elsewhere. */
export function hidingFactors(row: Partial<CallRow>): readonly (keyof CallRow)[] {
  const refusing = refusingFactors(row);
  if (refusing.length > 0) return refusing;
  const { endpoint, application, credential = 'valid' } = row;
  const isIgnored = endpoint === 'info' && application === 'open' && credential !== 'valid';
  return isIgnored ? ['endpoint', 'credential'] : [];
}

/**
 * Lists the factors whose values make a call fail. If one is refused early, the others show nothing; a service that misses
 * an early cause may still refuse for a late one, so that this hides the early one.
 */
export function refusingFactors(row: Partial<CallRow>): readonly (keyof CallRow)[] {
  const { endpoint, application, flow } = row;
  if (endpoint === undefined) return [];
  const isOther = row.method !== undefined && row.method !== 'own';
  const causes = failuresOf(conditionOf({ ...row, endpoint }))
    .map(({ kind }) => CAUSES[kind])
    .filter(([, isEarly]) => isEarly || !isOther);
  if (!causes.some(([, isEarly]) => isEarly)) return [];
  // An unknown form has unknown applications only.
  const isImplied = flow === 'unknown-form' && application === 'unknown-slug';
  const factors = new Set(causes.map(([factor]) => (factor === 'application' && isImplied ? 'flow' : factor)));
  return [...factors].filter((factor) => row[factor] !== undefined);
}
