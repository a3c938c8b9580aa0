import type { Condition } from '@idvkit/schema/formats';

export type { Condition };

export type Endpoint = Condition['endpoint'];
export type Credential = Condition['credential'];
export type ApplicationState = Condition['application'];
export type Flow = Condition['flow'];
export type BodyClass = Condition['body'];

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
