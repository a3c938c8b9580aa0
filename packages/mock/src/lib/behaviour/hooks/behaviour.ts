import type { AttemptOutcome } from '@idvkit/delivery';
import type { JsonObject } from '@idvkit/json';
import type { AnswerInput, MessagesByKey } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Command, StateEvent } from '../../state/command.ts';
import type { Form } from '../../state/form.ts';
import type { EventType, Receiver, Workspace } from '../../state/workspace.ts';
import type { AnswerCondition, Call, Refusal } from './call.ts';
import type { DeliveryTrigger, History } from './history.ts';

/** An answer before it is written out. */
export interface Draft {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Absent: no body. Bytes go out as they are, everything else as JSON. */
  readonly body?: unknown;
}

/** A call that has been decided and carried out. */
export interface AnsweredCall extends Call {
  readonly condition: AnswerCondition;
  /** The workspace after the call. */
  readonly after: Workspace;
  /** The application after the call, or the one that it created. */
  readonly subject: StoredApplication | undefined;
  readonly events: readonly StateEvent[];
}

/** A delivery that is to be made to one receiver, with all its retries. */
export interface PlannedDelivery {
  readonly type: EventType;
  readonly trigger: DeliveryTrigger;
  readonly receiver: Receiver;
  /** As it stood when the delivery was queued: retries carry the same content. */
  readonly application: StoredApplication;
  /** As it stood when the delivery was queued. */
  readonly workspace: Workspace;
  /** Past of the application. */
  readonly history: History;
}

/** One attempt at a delivery. */
export interface DeliveryAttempt extends PlannedDelivery {
  readonly form: Form;
  /** 1-based. */
  readonly attempt: number;
  readonly now: number;
}

/** Where a payload goes, and what it is about. */
export type PayloadSubject =
  | ({ readonly carrier: 'delivery'; readonly nounce: string; readonly createdAt: string } & DeliveryAttempt)
  | {
      readonly carrier: 'result';
      readonly call: Call;
      readonly workspace: Workspace;
      readonly form: Form;
      readonly application: StoredApplication;
      readonly now: number;
    };

/** Which image a signed URL is about. `attempt` is 0 for the accepted one (the best frame, the accepted scan). */
export interface ImageSubject {
  readonly kind: 'document' | 'portrait' | 'liveness';
  readonly attempt: number;
  /** 1-based number of the frame, where a liveness attempt has several; else 1. */
  readonly frame: number;
}

/** Image and application of a signed URL. */
export interface ImageUrlSubject {
  readonly image: ImageSubject;
  readonly application: StoredApplication;
  /** Absent in a result. */
  readonly trigger?: DeliveryTrigger;
  /** The delivery attempt, or the call for a result, that carries it. */
  readonly carrier: DeliveryAttempt | Call;
  /** `event.created_at` of the delivery that carries it, or the time of the result; milliseconds since the epoch. */
  readonly at: number;
}

/**
 * The points at which the service decides something or writes something out. Each gets what is right, and the context it
 * was decided in, and returns what is done: the correct service returns it unchanged, a fault returns something else.
 * Everything in them is read-only; a fault returns a changed copy.
 */
export interface Behaviour {
  // Admission

  /** True if the first segment of a path is taken for a locale. */
  locale(reading: 'recognised' | 'unrecognised', call: Call): 'recognised' | 'unrecognised';
  /** Where a call with an unrecognised locale is sent: a path on this origin. */
  redirect(location: string, call: Call): string;
  /**
   * Every reason to refuse a call, the first of which is answered. Asked twice: once before the body is read (method,
   * credential, existence), and where that list comes back empty once more with what the endpoint itself finds (credit,
   * body, answers, state). A call whose reasons are taken away goes on as if nothing was wrong, as far as it can.
   */
  refusals(refusals: readonly Refusal[], call: Call): readonly Refusal[];
  /** Messages about answers, by question key: format at create; format, missing fields and captures at submit. */
  answerProblems(
    problems: MessagesByKey,
    check: { readonly call: Call; readonly form: Form; readonly answers: AnswerInput },
  ): MessagesByKey;
  /** The answers of a create or submit that are kept, undeclared ones having been dropped. */
  keptAnswers(
    kept: AnswerInput,
    check: { readonly call: Call; readonly form: Form; readonly answers: AnswerInput },
  ): AnswerInput;

  // Effects

  /** Effect of a call; none if it was refused or only reads. */
  effects(commands: readonly Command[], call: Call & { readonly condition: AnswerCondition }): readonly Command[];

  // Answers

  /** How long an answer is held back, in milliseconds of real time. */
  answerDelayMs(delayMs: number, call: Call & { readonly condition: AnswerCondition }): number;
  /** The answer as it goes out. */
  respond(draft: Draft, call: AnsweredCall): Draft;

  // Payloads

  /** The body of a result or of a delivery attempt: `event` (deliveries alone), `application`, `answers`, `extra`. */
  payload(document: JsonObject, subject: PayloadSubject): JsonObject;
  /** Nounce and `created_at` of a delivery attempt, before image URLs are made for it. */
  eventHeader(
    header: { readonly nounce: string; readonly createdAt: string },
    attempt: DeliveryAttempt,
  ): { readonly nounce: string; readonly createdAt: string };

  // Signed images

  /** Seconds for which a signed image URL works. */
  imageLifetimeSeconds(seconds: number, subject: ImageUrlSubject): number;
  /** A signed image URL. */
  imageUrl(url: string, subject: ImageUrlSubject): string;
  /** The signature that `q` carries. Both what is minted and what is demanded come from here. */
  imageSignature(
    signature: string,
    subject: {
      readonly slug: string;
      readonly image: ImageSubject;
      readonly salt: string;
      readonly expSeconds: number;
      readonly signingKey: string;
    },
  ): string;

  // Deliveries

  /** The deliveries that something brings about: one per receiver that subscribed to the type. */
  deliveries(
    planned: readonly PlannedDelivery[],
    cause: {
      readonly trigger: DeliveryTrigger;
      readonly type: EventType;
      readonly workspace: Workspace;
      readonly application: StoredApplication;
    },
  ): readonly PlannedDelivery[];
  /**
   * Method and headers of a delivery attempt, `authorization` and `content-type` among them, in lower case. The method is
   * that of the first attempt throughout.
   */
  deliveryRequest(
    request: { readonly method: string; readonly headers: Readonly<Record<string, string>> },
    delivery: DeliveryAttempt,
  ): { readonly method: string; readonly headers: Readonly<Record<string, string>> };
  /** True if a delivery is tried again. `attempt` is the one that just ended, 1-based. */
  retry(
    again: boolean,
    attempt: { readonly delivery: PlannedDelivery; readonly outcome: AttemptOutcome; readonly attempt: number },
  ): boolean;
  /** How long a receiver may take. */
  receiverTimeoutMs(timeoutMs: number, delivery: PlannedDelivery): number;
  /** True if a receiver is served whatever comes of the receivers before it. */
  independent(apart: boolean, delivery: PlannedDelivery): boolean;
}

/** A behaviour that departs from the correct one at some points. */
export type Overrides = Partial<Behaviour>;
