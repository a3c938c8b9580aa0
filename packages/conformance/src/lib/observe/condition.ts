/**
 * What a call was made on. `other` is any path that is no endpoint of the service; `receiver` is a client's webhook, where
 * the run plays the service.
 */
export type Endpoint = 'create' | 'result' | 'info' | 'submit' | 'resend' | 'image' | 'receiver' | 'other';

/** The five endpoints of the service. @see Specification, "Endpoints" */
export const SERVICE_ENDPOINTS = ['create', 'result', 'info', 'submit', 'resend'] as const;

/** One of the five endpoints. */
export type ServiceEndpoint = (typeof SERVICE_ENDPOINTS)[number];

/** The method that each endpoint is called with. @see Specification, "Endpoints" */
export const ENDPOINT_METHODS: Readonly<Record<ServiceEndpoint, 'GET' | 'POST'>> = {
  create: 'POST',
  result: 'GET',
  info: 'GET',
  submit: 'POST',
  resend: 'POST',
};

/** Tells whether a call went to one of the five endpoints. */
export function isServiceEndpoint(endpoint: Endpoint): endpoint is ServiceEndpoint {
  return endpoint !== 'image' && endpoint !== 'receiver' && endpoint !== 'other';
}

/** Which credential a call carried. @see Specification, "Authentication" */
export type Credential = 'valid' | 'invalid' | 'revoked' | 'other-scheme' | 'absent' | 'unknown';

/**
 * State of the application that a call names, when the call was made. `open`: created, neither submitted nor expired.
 * `none`: the endpoint names no application.
 */
export type ApplicationState = 'open' | 'submitted' | 'expired' | 'deleted' | 'unknown-slug' | 'none' | 'unknown';

/** Kind of the flow that a call names: whether it has a document-scan or liveness step. */
export type Flow = 'camera' | 'plain' | 'unknown-form' | 'unknown';

/** What a call carried in its body. */
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
 * Everything about a call that decides how it must be answered. Expectations are keyed by it. What is not known is
 * `unknown`, and a rule that depends on it does not judge the call.
 */
export interface Condition {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** `unknown`: letter case alone tells the segment from a platform locale, and what then happens is not shown. */
  readonly locale: 'platform' | 'unrecognised' | 'none' | 'unknown';
  readonly credential: Credential;
  readonly application: ApplicationState;
  readonly flow: Flow;
  readonly body: BodyClass;
  /** Keys of the body that break their format, where `body` is `bad-format`; missing required keys on `missing-required`. */
  readonly badKeys?: readonly string[];
  readonly credit: 'enough' | 'too-little' | 'unknown';
}
