/** A client's webhook endpoint, as it was entered in the portal. */
export interface Receiver {
  readonly id: string;
  /** Where deliveries go. May carry a path and a query of its own. */
  readonly url: string;
  /** Sent as `Authorization: Bearer …` with every delivery. */
  readonly secret: string;
}

/** Values that are new in each attempt. Spelled `nounce`, as the service spells it. */
export interface DeliveryHeader {
  /** `event.nounce`. */
  readonly nounce: string;
  /** `event.created_at`: ISO 8601 with `+00:00`, when this attempt is made. */
  readonly createdAt: string;
}

/** A body, whole or in parts. Parts are asked for as fast as the receiver takes them. */
export type DeliveryBody = string | Uint8Array | AsyncIterable<Uint8Array>;

/** Delivery to a receiver. */
export interface DeliveryContent {
  /** Makes the body of one attempt, fresh image URLs included. Called once per attempt, when it starts. */
  body(header: DeliveryHeader): DeliveryBody;
  /**
   * Headers of one attempt, called once after `body`: sent in this order, with this case, repeats included. One of a name that
   * the policy gives too stands in for the policy's.
   */
  headers?(header: DeliveryHeader): readonly HeaderField[];
}

/** One header of a request. */
export type HeaderField = readonly [name: string, value: string];

/** Why there was no answer, apart from time running out. */
export type FailureReason =
  /** Nothing listens at the address. */
  | 'refused'
  /** The connection ended before an answer, or what came was no HTTP. */
  | 'reset'
  /** No secure connection: an invalid certificate, for instance. */
  | 'tls'
  /** The host name is not known. */
  | 'unknown-host'
  /** The address cannot be reached, or cannot be an address of a receiver. */
  | 'unreachable';

/** The beginning of what a receiver answered. */
export interface AnswerBody {
  /** `Content-Type`, if there is one. */
  readonly contentType?: string;
  /** At most 4 KiB. */
  readonly bytes: Uint8Array;
  /** False if there may be more. */
  readonly complete: boolean;
}

/** How an attempt ended. */
export type AttemptOutcome =
  /** `body` resolves at its end, after 4 KiB or after a second. Only with {@link SenderOptions.keepsAnswers}. */
  | { readonly kind: 'answered'; readonly status: number; readonly body?: Promise<AnswerBody> }
  /** No answer within the time limit. */
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'failed'; readonly reason: FailureReason; readonly code?: string }
  /** Cut short from our side: the signal aborted, or the sender was closed. */
  | { readonly kind: 'cancelled' };

/** One try to deliver. */
export interface Attempt extends DeliveryHeader {
  readonly receiverId: string;
  /** 1 for the first try, up to 4. */
  readonly number: number;
  /** When the attempt started, in milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** When the response headers were there or hope was given up, in milliseconds since the Unix epoch. */
  readonly endedAt: number;
  readonly outcome: AttemptOutcome;
  /** Consequence for the delivery. */
  readonly next: 'delivered' | 'retry' | 'given-up';
}
