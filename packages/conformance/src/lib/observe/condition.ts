/**
 * Target of a call. `other` is any path outside the service's endpoints; `receiver` is a client's webhook, which the
 * run calls as the service.
 */
export type Endpoint = 'create' | 'result' | 'info' | 'submit' | 'resend' | 'image' | 'receiver' | 'other';

/** The five endpoints of the service. @see Specification, "Endpoints" */
export const SERVICE_ENDPOINTS = ['create', 'result', 'info', 'submit', 'resend'] as const;

export type ServiceEndpoint = (typeof SERVICE_ENDPOINTS)[number];

/** Method of each endpoint. @see Specification, "Endpoints" */
export const ENDPOINT_METHODS: Readonly<Record<ServiceEndpoint, 'GET' | 'POST'>> = {
  create: 'POST',
  result: 'GET',
  info: 'GET',
  submit: 'POST',
  resend: 'POST',
};

export function isServiceEndpoint(endpoint: Endpoint): endpoint is ServiceEndpoint {
  return endpoint !== 'image' && endpoint !== 'receiver' && endpoint !== 'other';
}

/** Kind of credential of a call. @see Specification, "Authentication" */
export type Credential = 'valid' | 'invalid' | 'revoked' | 'other-scheme' | 'absent' | 'unknown';

/**
 * State of the application at the time of the call. `open`: neither submitted nor expired. `none`: the endpoint names
 * no application.
 */
export type ApplicationState = 'open' | 'submitted' | 'expired' | 'deleted' | 'unknown-slug' | 'none' | 'unknown';

/** Kind of flow: `camera` has a document-scan or liveness step. */
export type Flow = 'camera' | 'plain' | 'unknown-form' | 'unknown';

/** Kind of request body. */
export type BodyClass =
  | 'absent'
  | 'empty'
  | 'empty-object'
  | 'valid-answers'
  | 'undeclared-key'
  | 'bad-format'
  | 'missing-required'
  | 'nested-answers'
  | 'not-json'
  | 'unknown';

/**
 * Everything that decides how a call must be answered. A rule that depends on something `unknown` does not judge the
 * call.
 */
export interface Condition {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** `unknown`: the segment differs from a platform locale only in letter case, and the effect is not shown. */
  readonly locale: 'platform' | 'unrecognised' | 'none' | 'unknown';
  readonly credential: Credential;
  readonly application: ApplicationState;
  readonly flow: Flow;
  readonly body: BodyClass;
  /** Bad keys if `body` is `bad-format`; missing required keys if it is `missing-required`. */
  readonly badKeys?: readonly string[];
  readonly credit: 'enough' | 'too-little' | 'unknown';
}

/** What is unknown of a call if only its endpoint and method are known. */
export const UNKNOWN_CONDITION: Readonly<
  Record<Exclude<keyof Condition, 'endpoint' | 'method' | 'badKeys'>, 'unknown'>
> = {
  locale: 'unknown',
  credential: 'unknown',
  application: 'unknown',
  flow: 'unknown',
  body: 'unknown',
  credit: 'unknown',
};

/** State that each `application.status` stands for. */
export const STATUS_STATES: ReadonlyMap<string | undefined, 'open' | 'submitted' | 'expired'> = new Map([
  ['incomplete', 'open'],
  ['complete', 'submitted'],
  ['expired', 'expired'],
]);
