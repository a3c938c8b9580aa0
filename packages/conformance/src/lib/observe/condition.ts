import { ENDPOINTS, type EndpointName } from '@idvkit/schema';
import type { Condition } from '@idvkit/schema/formats';

export type { Condition };

export type Endpoint = Condition['endpoint'];
export type Credential = Condition['credential'];
export type ApplicationState = Condition['application'];
export type Flow = Condition['flow'];
export type BodyClass = Condition['body'];

export type ServiceEndpoint = EndpointName;

export const SERVICE_ENDPOINTS = Object.keys(ENDPOINTS) as readonly ServiceEndpoint[]; // The keys of the table.

/** Tokens that no workspace has: a random one, and near misses of the right one. */
export const INVALID_TOKENS = ['invalid', 'cut', 'longer', 'padded', 'other-case'] as const satisfies Credential[];

/** Endpoints that always need the token. @see Specification, "Authentication" */
export const TOKEN_ENDPOINTS: readonly ServiceEndpoint[] = SERVICE_ENDPOINTS.filter((endpoint) => endpoint !== 'info');

export function isServiceEndpoint(endpoint: Endpoint): endpoint is ServiceEndpoint {
  return Object.hasOwn(ENDPOINTS, endpoint);
}

/** Condition of a call of which only endpoint and method are known. */
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
