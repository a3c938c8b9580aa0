import type { Application, EventType, Hook } from './records.ts';

/** One attempt to deliver an event to one receiver. */
export interface Attempt {
  readonly type: EventType;
  readonly application: Application;
  readonly hook: Hook;
  /** Place of the receiver in the list, from 0. */
  readonly place: number;
  /** Attempts before this one. */
  readonly retries: number;
  /** 0 for the event itself, n for the nth resend. */
  readonly resend: number;
  /** Time of the attempt. */
  readonly atMs: number;
}

/** What an attempt sends. */
export interface Letter {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** How deliveries differ from those of the specification. */
export interface DeliverySettings {
  /** Changes what an attempt sends; undefined sends nothing. Default: sends it as it is. */
  readonly letter?: (letter: Letter, attempt: Attempt) => Letter | undefined;
  /** Returns whether to deliver again after a status, 0 for none. Default: after 5xx, three times. */
  readonly again?: (status: number, attempt: Attempt) => boolean;
  /** Milliseconds between retries. Default: `INDEPENDENT_RETRY_SPACING_MS`, or 50. */
  readonly spacingMs?: number;
  /** Milliseconds that a receiver has. Default: `INDEPENDENT_RECEIVER_TIMEOUT_MS`, or the 30 s of the specification. */
  readonly timeoutMs?: number | ((attempt: Attempt) => number);
  /** Milliseconds that an attempt has been on its way when it leaves here, as on a busy machine. Default: none. */
  readonly transitMs?: (retries: number) => number;
  /** Writes the body of an answer or a delivery. Default: as JSON. */
  readonly write?: (body: unknown) => string;
  /** Whether a receiver hears of an event when the one before it has answered. Default: all hear at once. */
  readonly oneAfterTheOther?: boolean;
}
