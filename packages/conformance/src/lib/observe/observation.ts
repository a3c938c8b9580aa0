import type { Condition } from './condition.ts';
import type { MessageBody } from './message-body.ts';

/**
 * Id of an observation in a report: `x12` exchange, `d3` delivery, `a1` action, `w2` watch, `c1` credit, `e1` effects.
 */
export type ObservationId = string;

/** Header names and values as they travelled, in order and with repeats. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/**
 * Phrase that names a body without its message, and says how it was read: `body.json, read as a result`. Time, address and status of
 * such an observation are stand-ins, which no report shows.
 */
export type GivenBody = string;

/** A request to the service or a client's receiver, with its answer. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly id: ObservationId;
  /** Time of the request on the run's clock, in milliseconds since the epoch. */
  readonly at: number;
  readonly condition: Condition;
  /** Path parameters, if the path has them. */
  readonly lang?: string;
  readonly formSlug?: string;
  readonly slug?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: MessageBody;
  };
  /** Absent if no answer came; `failure` then says why. */
  readonly response?: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: MessageBody;
    /** Until the answer was read, on the clock of the run. */
    readonly durationMs: number;
  };
  /** Reason for a missing or incomplete answer. */
  readonly failure?: string;
  /** Set if the call was repeated after this answer (429, 5xx), or without one: only the last attempt counts. */
  readonly repeated?: boolean;
  /** Delivery to a client's receiver, where the run plays the service. */
  readonly sent?: SentDelivery;
  /** Scenario that made the call; absent in recorded traffic. */
  readonly scenario?: string;
  readonly given?: GivenBody;
}

/** Answer of a receiver. */
export type ReceiverAnswer =
  | { readonly kind: 'status'; readonly status: number; readonly at: number }
  /** No answer; `closedAt` is when the service closed the connection. */
  | { readonly kind: 'none'; readonly closedAt?: number };

/** A delivery to one of our receivers. */
export interface Delivery {
  readonly kind: 'delivery';
  readonly id: ObservationId;
  /** Arrival of the request line, on the run's clock. */
  readonly at: number;
  readonly receiver: string;
  /** Comparison with the receiver's secret, which is not kept. */
  readonly bearer: 'match' | 'mismatch' | 'absent' | 'other-scheme' | 'unknown';
  /** True for HTTPS; absent if unknown (behind a tunnel). */
  readonly tls?: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Without Authorization. */
    readonly headers: HeaderList;
    readonly body: MessageBody;
  };
  readonly answer: ReceiverAnswer;
  readonly slug?: string;
  readonly given?: GivenBody;
}

/** An action of an operator, or one before the run according to a fixture. */
export interface Action {
  readonly kind: 'action';
  readonly id: ObservationId;
  /** Time of the request to the operator; for a fixture, before the run. */
  readonly at: number;
  readonly action: 'submit' | 'expire' | 'delete' | 'change-status';
  readonly slug: string;
}

/** A period in which no delivery about an application could be missed: evidence of silence. */
export interface Watch {
  readonly kind: 'watch';
  readonly id: ObservationId;
  /** Start of the period, on the run's clock. */
  readonly at: number;
  readonly until: number;
  readonly slug: string;
  /** Receivers that were subscribed and listening throughout. */
  readonly receivers: readonly string[];
  /** Event types known to be enabled. Default: only `submit_form`. */
  readonly events?: readonly string[];
}

/** Credit of a workspace before and after some creates, without verification steps in between. */
export interface CreditCheck {
  readonly kind: 'credit';
  readonly id: ObservationId;
  readonly at: number;
  readonly before: number;
  readonly after: number;
  readonly creates: readonly ObservationId[];
}

/** Case in which an audit counts processed submissions. */
export type EffectCase = 'once' | 'apart' | 'again' | 'changed' | 'at-once' | 'after-lifecycle';

/** Number of submissions that a receiver had processed before and after some deliveries, by its probe. */
export interface EffectCheck {
  readonly kind: 'effects';
  readonly id: ObservationId;
  readonly at: number;
  readonly shows: EffectCase;
  readonly before: number;
  readonly after: number;
  /** Distinct submissions among the deliveries. */
  readonly submissions: number;
  readonly deliveries: readonly ObservationId[];
}

/**
 * Evidence, in the order in which it began. If a clock stands still, the order in the list counts: exchanges and
 * actions precede the deliveries they caused.
 */
export type Observation = Exchange | Delivery | Action | Watch | CreditCheck | EffectCheck;

/** Lists the exchanges among observations. */
export function exchangesOf(observations: readonly Observation[]): readonly Exchange[] {
  return observations.filter((observation) => observation.kind === 'exchange');
}

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
  /** Empty for a plain submission. The first one names the rule that judges the delivery. */
  readonly traits: readonly SentTrait[];
  readonly body: 'delivery' | 'not-json';
  /** Position in the audit: the first delivery, the last, or one in between. */
  readonly stage: 'start' | 'under-way' | 'end';
  /** Set if the application was never submitted. */
  readonly isFirst?: true;
  /** Set if no answer came within 30 seconds. */
  readonly timedOut?: true;
}
