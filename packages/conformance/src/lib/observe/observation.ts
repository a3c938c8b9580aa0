import type { Condition } from './condition.ts';
import type { MessageBody } from './message-body.ts';
import type { SentDelivery } from './sent-delivery.ts';

/** Names an observation in a report: `x12` an exchange, `d3` a delivery, `a1` an action, `w2` a watch, `c1` credit, `e1` effects. */
export type ObservationId = string;

/** Header names and values in the order they travelled, repeats included. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** One request to the service, or to a client's receiver, and what came back. */
export interface Exchange {
  readonly kind: 'exchange';
  readonly id: ObservationId;
  /** When the request left, in milliseconds since the epoch on the run's clock. */
  readonly at: number;
  readonly condition: Condition;
  /** `lang`, `form_slug` and `slug` of the path, as far as it has them. */
  readonly lang?: string;
  readonly formSlug?: string;
  readonly slug?: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: HeaderList;
    readonly body: MessageBody;
  };
  /** Absent where no answer came; `failure` then says why. */
  readonly response?: {
    readonly status: number;
    readonly headers: HeaderList;
    readonly body: MessageBody;
    readonly durationMs: number;
  };
  /** Why there is no whole answer: refused, reset, timed out, answered something that is not HTTP. */
  readonly failure?: string;
  /** Set where the same call was made again because of this answer (429, 5xx): the last one counts for its status. */
  readonly repeated?: boolean;
  /** What was delivered, where the run plays the service against a client's receiver. */
  readonly sent?: SentDelivery;
  /** Which scenario made the call; absent in recorded traffic. */
  readonly scenario?: string;
}

/** What a receiver did with a delivery. */
export type ReceiverAnswer =
  | { readonly kind: 'status'; readonly status: number; readonly at: number }
  /** Held without an answer; `closedAt` is when the service gave up the connection. */
  | { readonly kind: 'none'; readonly closedAt?: number };

/** One delivery that arrived at a receiver of ours. */
export interface Delivery {
  readonly kind: 'delivery';
  readonly id: ObservationId;
  /** When the request line arrived, on the run's clock. */
  readonly at: number;
  /** Which of the receivers it came to. */
  readonly receiver: string;
  /** How its Authorization compares with the receiver's own secret. The secret itself is not kept. */
  readonly bearer: 'match' | 'mismatch' | 'absent' | 'other-scheme' | 'unknown';
  /** Whether it came over HTTPS; absent where that cannot be told (behind a tunnel). */
  readonly tls?: boolean;
  readonly request: {
    readonly method: string;
    readonly url: string;
    /** Without Authorization. */
    readonly headers: HeaderList;
    readonly body: MessageBody;
  };
  readonly answer: ReceiverAnswer;
  /** `application.slug` of the body, where it has one. */
  readonly slug?: string;
}

/** Something that an operator arranged, or that a fixture says was arranged before the run. */
export interface Action {
  readonly kind: 'action';
  readonly id: ObservationId;
  /** When the operator was asked; for a fixture, a moment before the run. */
  readonly at: number;
  readonly action: 'submit' | 'expire' | 'delete' | 'change-status';
  readonly slug: string;
}

/** A period in which every delivery about an application would have been seen: the evidence of silence. */
export interface Watch {
  readonly kind: 'watch';
  readonly id: ObservationId;
  /** Start of the period, on the run's clock. */
  readonly at: number;
  readonly until: number;
  readonly slug: string;
  /** Receivers that were subscribed and listening all the while. */
  readonly receivers: readonly string[];
  /** Event types that they are known to get; `submit_form` alone where left out, as lifecycle events need enabling. */
  readonly events?: readonly string[];
}

/**
 * Credit of a workspace before and after some creates, as an operator read it, with nothing in between that runs a
 * verification step there.
 */
export interface CreditCheck {
  readonly kind: 'credit';
  readonly id: ObservationId;
  /** When the first balance was read. */
  readonly at: number;
  readonly before: number;
  readonly after: number;
  /** The create calls in between. */
  readonly creates: readonly ObservationId[];
}

/** What deliveries to a client's receiver are to show of how often it processes a submission. */
export type EffectCase = 'once' | 'apart' | 'again' | 'changed' | 'at-once' | 'after-lifecycle';

/** How many submissions a client's receiver had processed before and after some deliveries, as its own probe tells. */
export interface EffectCheck {
  readonly kind: 'effects';
  readonly id: ObservationId;
  /** When the first number was read. */
  readonly at: number;
  readonly shows: EffectCase;
  readonly before: number;
  readonly after: number;
  /** Submissions among the deliveries, each counted once however often it was delivered. */
  readonly submissions: number;
  /** The deliveries in between. */
  readonly deliveries: readonly ObservationId[];
}

/**
 * Evidence: everything that happened, in the order in which it began. Where a clock stands still, the order in the list
 * alone tells what came first: an exchange and an action stand before the deliveries that they caused.
 */
export type Observation = Exchange | Delivery | Action | Watch | CreditCheck | EffectCheck;

/** Lists the exchanges among observations. */
export function exchangesOf(observations: readonly Observation[]): readonly Exchange[] {
  return observations.filter((observation) => observation.kind === 'exchange');
}
