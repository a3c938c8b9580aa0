import {
  ENDPOINT_METHODS,
  isServiceEndpoint,
  type ApplicationState,
  type BodyClass,
  type Condition,
  type Credential,
  type Endpoint,
  type Flow,
} from '../../src/lib/observe/condition.ts';

/** A call with nothing wrong: the endpoint's own method, the token, an open application of a camera flow. */
export function ordinaryCall(condition: Partial<Condition> & Pick<Condition, 'endpoint'>): Condition {
  const { endpoint } = condition;
  return {
    method: isServiceEndpoint(endpoint) ? ENDPOINT_METHODS[endpoint] : 'GET',
    locale: 'platform',
    credential: 'valid',
    application: endpoint === 'create' ? 'none' : 'open',
    flow: 'camera',
    body: endpoint === 'create' ? 'valid-answers' : 'absent',
    credit: 'enough',
    ...condition,
  };
}

const ENDPOINTS: readonly Endpoint[] = ['create', 'result', 'info', 'submit', 'resend', 'image', 'other'];
const CREDENTIALS: readonly Credential[] = ['valid', 'invalid', 'revoked', 'other-scheme', 'absent', 'unknown'];
const STATES: readonly ApplicationState[] = [
  'open',
  'submitted',
  'expired',
  'deleted',
  'unknown-slug',
  'none',
  'unknown',
];
const FLOWS: readonly Flow[] = ['camera', 'plain', 'unknown-form', 'unknown'];
const BODIES: readonly BodyClass[] = [
  'absent',
  'empty',
  'empty-object',
  'valid-answers',
  'undeclared-key',
  'bad-format',
  'missing-required',
  'nested-answers',
  'not-json',
  'unknown',
];
const LOCALES: readonly Condition['locale'][] = ['platform', 'unrecognised', 'unknown'];

let conditions: readonly Condition[] | undefined;

/** Every condition that there is, with some methods standing for all. */
export function allConditions(): readonly Condition[] {
  conditions ??= ENDPOINTS.flatMap((endpoint) =>
    ['GET', 'POST', 'DELETE'].flatMap((method) =>
      LOCALES.flatMap((locale) =>
        CREDENTIALS.flatMap((credential) => ofCall({ endpoint, method, locale, credential })),
      ),
    ),
  );
  return conditions;
}

function ofCall(call: Pick<Condition, 'endpoint' | 'method' | 'locale' | 'credential'>): readonly Condition[] {
  const states: readonly ApplicationState[] = call.endpoint === 'create' ? ['none'] : STATES;
  const credits: readonly Condition['credit'][] =
    call.endpoint === 'create' ? ['enough', 'too-little', 'unknown'] : ['enough'];
  return states.flatMap((application) =>
    FLOWS.flatMap((flow) =>
      BODIES.flatMap((body) => credits.map((credit) => ({ ...call, application, flow, body, credit }))),
    ),
  );
}
