/**
 * Which secret a delivery to a client's receiver carried. `near`: one that only resembles the receiver's own. `open`: its
 * own, written in a way about which the specification and HTTP leave a receiver its choice.
 */
export type SentSecret = 'own' | 'wrong' | 'near' | 'open' | 'absent';

/** What a delivery has that a plain one has not, each of them something that a receiver has to put up with. */
export type SentTrait =
  | 'lifecycle'
  | 'unknown-type'
  | 'sparse'
  | 'unknown-fields'
  | 'custom-status'
  | 'duplicate'
  | 'out-of-order'
  | 'large';

/** What the run delivered to a client's receiver, in the service's place. */
export interface SentDelivery {
  /** As one phrase without values: `a submission, its secret cut off`. */
  readonly what: string;
  readonly secret: SentSecret;
  /** Without any, it is a plain submission: what any receiver takes. */
  readonly traits: readonly SentTrait[];
  readonly body: 'delivery' | 'not-json';
  /** Which part of the audit it belongs to: its first delivery, its last, or one in between. */
  readonly stage: 'start' | 'under-way' | 'end';
  /** Set on a lifecycle event that is the first event about its application. */
  readonly isFirst?: true;
  /** Set where no answer came within 30 seconds. */
  readonly timedOut?: true;
}
