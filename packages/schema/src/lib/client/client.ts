import type { CreateResponse, InfoResponse, ResultResponse } from '../consumer/types.ts';
import type { AnswerInput } from '../endpoints/create.ts';
import type { PlatformLocale } from '../locale/platform-locales.ts';
import type { ReadingIssue } from '../reading/read-as.ts';
import type { CallName } from './call-errors.ts';

/** Clock of the client; the clocks of `@idvkit/delivery` are such. */
export interface ClientClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Calls `due` once, `delayMs` from now on.
   *
   * @returns A function that takes the call back.
   */
  schedule(delayMs: number, due: () => void): () => void;
}

/** A call that will be made again. */
export interface Retry {
  readonly endpoint: CallName;
  /** Status of the answer: 429 or 5xx. */
  readonly status: number;
  /** How often the call has been made so far. */
  readonly tries: number;
  /** How long the client waits before the next. */
  readonly waitMs: number;
}

/** Where a client calls, as whom, and how patiently. */
export interface ClientOptions {
  /** Where the service is, for example `https://idv.example.com`. */
  readonly baseUrl: string;
  /** The API token of the workspace. It goes into the `Authorization` header and nowhere else. */
  readonly token: string;
  /** Locale of the paths. Default: `en`. */
  readonly lang?: PlatformLocale;
  /** Makes a call. Default: the global `fetch`. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Default: the machine's clock. */
  readonly clock?: ClientClock;
  /** Numbers from 0 to below 1 that spread retries of many clients. Default: `Math.random`. */
  readonly random?: () => number;
  /** How long one try may take. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a call is made again after 429. Default: 5. */
  readonly maxBackOffs?: number;
  /** The longest wait between two tries; where the service asks for a longer one, the call fails. Default: 60,000. */
  readonly maxWaitMs?: number;
  /** Largest answer that is read. Default: 64 MiB. */
  readonly maxBytes?: number;
  /**
   * Called if a response differs from the contract: the client leaves out parts of another type, and keeps all else. Its messages quote
   * no value.
   */
  readonly onIssues?: (response: { readonly endpoint: CallName; readonly issues: readonly ReadingIssue[] }) => void;
  /** Told before each wait. */
  readonly onRetry?: (retry: Retry) => void;
}

/** Options that every call has. */
export interface CallOptions {
  /** The flow. */
  readonly formSlug: string;
  /** Another locale than the client's. */
  readonly lang?: PlatformLocale;
  /** Ends the call, also while it waits; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** An image, as the service sends it. */
export interface ServiceImage {
  readonly bytes: Uint8Array;
  /** `Content-Type`; null if absent. */
  readonly contentType: string | null;
}

/** Calls about an application. */
export interface ApplicationCallOptions extends CallOptions {
  /** `detail.slug` of its create. */
  readonly slug: string;
}

/**
 * The five endpoints of the service, and its images.
 *
 * Each call rejects with a `CallRefusedError` (a `NoCreditError` after 461), a `NoAnswerError` or an `UnreadableAnswerError`. 429
 * is called again with growing waits, no shorter than Retry-After asks; 5xx three times at most; any other 4xx, and a call that
 * had no answer, never.
 *
 * @see Specification, "Endpoints" and "Status codes"
 */
export interface Client {
  /**
   * Creates an application for one applicant. After a 5xx the service may have created one before the client tried again: the
   * one whose answer arrives is the one to keep.
   */
  create(options: CallOptions & { readonly answers?: AnswerInput }): Promise<CreateResponse>;
  /** Reads the result of an application. The webhook is the authority; this is for progress and recovery. */
  result(options: ApplicationCallOptions): Promise<ResultResponse>;
  /** Reads an application with its form, about 57 kB. Meant for the hosted form. */
  info(options: ApplicationCallOptions): Promise<InfoResponse>;
  /** Submits for the applicant. Flows with a document scan or a liveness check refuse with 422. */
  submit(options: ApplicationCallOptions & { readonly answers: AnswerInput }): Promise<void>;
  /**
   * Reads an image that a delivery or result names. The token goes to the origin of `baseUrl` only, and redirects are not followed.
   *
   * @throws {TypeError} for a URL elsewhere. Rejects with an `ImageExpiredError` if the service refuses it after its `exp`.
   * @see Specification, "Signed image URL"
   */
  image(options: { readonly url: string; readonly signal?: AbortSignal }): Promise<ServiceImage>;
  /** Has the webhook sent again. Resolves once it is queued; nothing comes for an application that was never submitted. */
  resend(options: ApplicationCallOptions): Promise<void>;
}
