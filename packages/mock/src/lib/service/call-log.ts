import * as z from 'zod';

import { credential, endpoint, type AnswerCondition } from '../behaviour/hooks/call.ts';
import { instant } from '../state/application.ts';

/** Calls that are remembered; of more, the oldest are forgotten. */
const MAX_CALLS = 10_000;

/** Traits of a call that identify it. Only the audit's judges read them. */
export interface CallTrace {
  /** Digest of method, address, credential and body. */
  readonly sameness: string;
  /** When it arrived and when it was answered, in milliseconds of real time. */
  readonly arrivedMs: number;
  readonly answeredMs: number;
  /** True if its body had answers, and one that is an object or an array. */
  readonly answers: 'none' | 'flat' | 'nested';
  /** True if its Authorization header is one word, such as a token without `Bearer`. */
  readonly isBareToken: boolean;
  /** Wait that its answer asked of the client. */
  readonly retryAfterSeconds?: number;
  /** Name of the signed image that it asked for. */
  readonly image?: string;
}

/** A call of the client, as the portal shows it. No body, no token. */
export const shownCall = z
  .strictObject({
    id: z.int(),
    /** On the workspace's clock. */
    at: instant,
    endpoint,
    method: z.string(),
    lang: z.string(),
    formSlug: z.string(),
    slug: z.string(),
    credential,
    /** True if a token of the workspace is in the URL, where it does not belong. */
    tokenInUrl: z.boolean(),
    condition: z.string().meta({ description: 'Under which condition it was answered, `created` for instance' }),
    status: z.int(),
  })
  .readonly()
  .meta({ id: 'PortalCall' });

/** A call of the client, as the audit judges it. */
export interface LoggedCall extends z.infer<typeof shownCall> {
  readonly condition: AnswerCondition;
  readonly trace: CallTrace;
}

/** Remembers the calls of a workspace's client. */
export class CallLog {
  readonly #calls = new Map<number, LoggedCall>();
  #last = 0;

  add(call: Omit<LoggedCall, 'id'>): LoggedCall {
    const id = (this.#last += 1);
    const logged = { id, ...call };
    this.#calls.set(id, logged);
    this.#calls.delete(id - MAX_CALLS);
    return logged;
  }

  /** Forgets all calls; numbers go on. */
  clear(): void {
    this.#calls.clear();
  }

  get calls(): readonly LoggedCall[] {
    return [...this.#calls.values()];
  }
}
