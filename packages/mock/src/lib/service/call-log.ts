import type { AnswerCondition, Credential, Endpoint } from '../behaviour/hooks/call.ts';

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
