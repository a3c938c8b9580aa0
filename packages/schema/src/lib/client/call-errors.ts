import type { PathKey } from '@idvkit/json';

import type { EndpointName } from '../endpoints/endpoint.ts';
import type { ServiceError } from '../errors/parse-error.ts';

/** A call of a client: an endpoint, or an image that a delivery names. */
export type CallName = EndpointName | 'image';

/** A call that failed. Neither its message nor its fields hold the token or a slug. */
export abstract class CallError extends Error {
  readonly endpoint: CallName;
  /** How often the call was made. */
  readonly tries: number;

  constructor({ endpoint, tries }: CallMade, message: string, cause?: unknown) {
    super(`Cannot ${ACTIONS[endpoint]}: ${message}`, ...(cause === undefined ? [] : [{ cause }]));
    this.endpoint = endpoint;
    this.tries = tries;
  }
}

/** Call that failed. */
export interface CallMade {
  readonly endpoint: CallName;
  readonly tries: number;
}

const ACTIONS: Readonly<Record<CallName, string>> = {
  create: 'create an application',
  result: 'read the result of an application',
  info: 'read an application',
  submit: 'submit an application',
  resend: 'have a webhook sent again',
  image: 'read an image',
};

/** The service refused: a 4xx, the redirect of an unknown locale, or 429 or 5xx for as often as it was asked. */
export class CallRefusedError extends CallError {
  override readonly name: string = 'CallRefusedError';
  readonly status: number;
  /** The body, read. */
  readonly error: ServiceError;
  /** How long a 429 or 503 asked to wait; undefined where it did not. */
  readonly retryAfterMs: number | undefined;

  constructor(made: CallMade, { status, error, retryAfterMs }: Refusal) {
    super(made, `the service answered ${status}, ${reasonOf(error)}${made.tries > 1 ? ` (${made.tries} tries)` : ''}.`);
    this.status = status;
    this.error = error;
    this.retryAfterMs = retryAfterMs;
  }
}

/** An answer other than the one that was hoped for. */
export interface Refusal {
  readonly status: number;
  readonly error: ServiceError;
  readonly retryAfterMs?: number | undefined;
}

/**
 * 461: the workspace holds too little credit for the whole flow. Every create fails until someone tops it up: raise an alert, and
 * create no more until then.
 *
 * @see Specification, "Status codes"
 */
export class NoCreditError extends CallRefusedError {
  override readonly name = 'NoCreditError';
}

/** The service refused an image after the `exp` of its URL: a resend brings fresh URLs. @see Specification, "Signed image URL" */
export class ImageExpiredError extends CallRefusedError {
  override readonly name = 'ImageExpiredError';
}

/** No answer came: the connection failed, or `timeoutMs` went by. Whether the service acted on the call is not known. */
export class NoAnswerError extends CallError {
  override readonly name = 'NoAnswerError';
  readonly reason: 'timeout' | 'connection';

  constructor(made: CallMade, reason: 'timeout' | 'connection', cause?: Error) {
    super(made, reason === 'timeout' ? 'no answer in time.' : `no connection (${cause?.message ?? 'unknown'}).`, cause);
    this.reason = reason;
  }
}

/** The service said that it did as asked, in a body that cannot be read. */
export class UnreadableAnswerError extends CallError {
  override readonly name = 'UnreadableAnswerError';
  readonly status: number;
  /** Where the body lacks what a client needs; empty where it is not JSON. */
  readonly path: readonly PathKey[];

  constructor(made: CallMade, { status, path, problem }: Unreadable) {
    super(made, `the answer ${status} ${problem}.`);
    this.status = status;
    this.path = path;
  }
}

/** Violation in a body. */
export interface Unreadable {
  readonly status: number;
  readonly path: readonly PathKey[];
  readonly problem: string;
}

function reasonOf(error: ServiceError): string {
  switch (error.kind) {
    case 'invalid-answers':
      return `invalid answers (${Object.keys(error.messages).join(', ')})`;
    case 'no-credit':
      return 'no credit: top up the workspace, every create fails until then';
    default:
      return error.kind.replaceAll('-', ' ');
  }
}
