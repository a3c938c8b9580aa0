import { z } from 'zod';

import { credential, endpoint, type AnswerCondition } from '../behaviour/hooks/call.ts';
import { instant } from '../state/application.ts';

/** Calls that are remembered; of more, the oldest are forgotten. */
const REMEMBERED_CALLS = 10_000;

/** What a call leaves behind that tells it from others. It goes nowhere but to the audit's judges. */
export interface CallTrace {
  /** Digest of method, address, credential and body. */
  readonly sameness: string;
  /** When it arrived and when it was answered, in milliseconds of real time. */
  readonly arrivedMs: number;
  readonly answeredMs: number;
  /** Whether its body had answers, and one that is an object or an array. */
  readonly answers: 'none' | 'flat' | 'nested';
  /** What its answer told the client to wait. */
  readonly retryAfterSeconds?: number;
  /** Name of the signed image that it asked for. */
  readonly image?: string;
}

/** A call of the client, as the portal shows it. No body, no token. */
export const shownCall = z
  .strictObject({
    /** Number of the call in its workspace, from 1. */
    id: z.int(),
    /** On the workspace's clock. */
    at: instant,
    endpoint,
    method: z.string(),
    lang: z.string(),
    formSlug: z.string(),
    slug: z.string(),
    credential,
    /** Whether a token of the workspace is in the URL, where it does not belong. */
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
export interface CallLog {
  add(call: Omit<LoggedCall, 'id'>): LoggedCall;
  /** Forgets all calls; numbers go on. */
  clear(): void;
  readonly calls: readonly LoggedCall[];
}

/** Starts an empty log. */
export function createCallLog(): CallLog {
  const calls = new Map<number, LoggedCall>();
  let last = 0;
  return {
    add: (call) => {
      const id = (last += 1);
      const logged = { id, ...call };
      calls.set(id, logged);
      calls.delete(id - REMEMBERED_CALLS);
      return logged;
    },
    clear: () => calls.clear(),
    get calls() {
      return [...calls.values()];
    },
  };
}
