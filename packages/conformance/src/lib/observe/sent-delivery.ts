/**
 * Secret of a delivery to a client's receiver. `near`: similar to the right one. `open`: the right one in a form that
 * the specification and HTTP leave open.
 */
export type SentSecret = 'own' | 'wrong' | 'near' | 'open' | 'absent';

/** Property that a plain delivery does not have and a receiver must accept. */
export type SentTrait =
  | 'lifecycle'
  | 'unknown-type'
  | 'sparse'
  | 'unknown-fields'
  | 'custom-status'
  | 'duplicate'
  | 'out-of-order'
  | 'large';

/** A delivery of the run to a client's receiver. */
export interface SentDelivery {
  /** Phrase without values: `a submission, its secret cut off`. */
  readonly what: string;
  readonly secret: SentSecret;
  /** Empty for a plain submission. */
  readonly traits: readonly SentTrait[];
  readonly body: 'delivery' | 'not-json';
  /** Position in the audit: the first delivery, the last, or one in between. */
  readonly stage: 'start' | 'under-way' | 'end';
  /** Set if a lifecycle event is the first event about its application. */
  readonly isFirst?: true;
  /** Set if no answer came within 30 seconds. */
  readonly timedOut?: true;
}
