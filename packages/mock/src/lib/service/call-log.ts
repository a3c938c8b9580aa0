import type { AnswerCondition, Credential, Endpoint } from '../behaviour/call.ts';

/** Calls that are remembered; of more, the oldest are forgotten. */
const REMEMBERED_CALLS = 10_000;

/** A call of the client, as the audit lists it. No body, no token. */
export interface LoggedCall {
  /** Number of the call in its workspace, from 1. */
  readonly id: number;
  /** Milliseconds since the Unix epoch, on the workspace's clock. */
  readonly at: number;
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly lang: string;
  readonly formSlug: string;
  readonly slug: string;
  readonly credential: Credential;
  /** Whether a token of the workspace is in the URL, where it does not belong. */
  readonly tokenInUrl: boolean;
  readonly condition: AnswerCondition;
  readonly status: number;
}

/** Remembers the calls of a workspace's client. */
export interface CallLog {
  add(call: Omit<LoggedCall, 'id'>): LoggedCall;
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
    get calls() {
      return [...calls.values()];
    },
  };
}
