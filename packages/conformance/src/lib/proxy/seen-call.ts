import type { HeaderList } from '../observe/observation.ts';

/** A body that went through: how long it was, and as much of it as is kept. */
export interface SeenBody {
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** A call that went through, as it was on the wire. Plain data: it goes to another thread to be judged. */
export interface SeenCall {
  /** Its place among all calls that went through, from 1. */
  readonly number: number;
  readonly towards: 'service' | 'receiver';
  /** When its request line arrived, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  /** Address of what it was made on, behind the proxy. */
  readonly url: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: SeenBody;
  /** Absent where no answer came. */
  readonly answer?: { readonly status: number; readonly headers: HeaderList; readonly body: SeenBody };
  /** Why there is no whole answer. */
  readonly failure?: string;
}
