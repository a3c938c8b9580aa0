import { Buffer } from 'node:buffer';

import type { HeaderList } from '../observe/observation.ts';

export interface ProxiedBody {
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** A call as it was on the wire. Plain data, to be sent to a thread. */
export interface ProxiedExchange {
  readonly number: number;
  readonly towards: 'service' | 'receiver';
  /** Arrival of the request line, in milliseconds since the epoch. */
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderList;
  readonly requestBody: ProxiedBody;
  readonly answer?: { readonly status: number; readonly headers: HeaderList; readonly body: ProxiedBody };
  readonly failure?: string;
}

const BODY_BYTES = 4 * 2 ** 20;
const TOTAL_BYTES = 64 * 2 ** 20;
const MAX_CALLS = 100_000;

export interface BodyTap {
  add(chunk: Uint8Array): void;
  readonly body: ProxiedBody;
}

/** How much is kept of what goes through. */
export interface BufferLimits {
  readonly bodyBytes: number;
  readonly totalBytes: number;
  readonly calls: number;
}

/** Traffic that was not kept. */
export interface NotKept {
  /** Calls that are none of the service's endpoints. */
  readonly other: number;
  /** CORS preflight requests. */
  readonly preflight: number;
  /** Calls beyond the limit. */
  readonly calls: number;
  /** Bodies that were longer than what is kept of one, or came when no more could be kept. */
  readonly bodies: number;
}

/** Keeps traffic in bounded memory, to be judged later. Whatever it does not keep still goes through. */
export class TrafficBuffer {
  readonly calls: ProxiedExchange[] = [];
  readonly #limits: BufferLimits;
  #remaining: number;
  readonly #left = { other: 0, preflight: 0, calls: 0, bodies: 0 };

  constructor({ bodyBytes = BODY_BYTES, totalBytes = TOTAL_BYTES, calls = MAX_CALLS }: Partial<BufferLimits> = {}) {
    this.#limits = { bodyBytes, totalBytes, calls };
    this.#remaining = totalBytes;
  }

  get notKept(): NotKept {
    return { ...this.#left };
  }

  leaveOut(why: 'other' | 'preflight'): void {
    this.#left[why] += 1;
  }

  /** Starts to copy a body. Bytes count immediately, so that parallel calls share the limit. */
  tap(): BodyTap {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let kept = 0;
    return {
      add: (chunk) => {
        size += chunk.byteLength;
        const room = Math.min(this.#limits.bodyBytes - kept, this.#remaining);
        // After a gap, nothing more is kept.
        if (room <= 0 || kept < size - chunk.byteLength) return;
        const part = chunk.byteLength <= room ? chunk : chunk.subarray(0, room);
        chunks.push(part);
        kept += part.byteLength;
        this.#remaining -= part.byteLength;
      },
      get body() {
        return { size, bytes: new Uint8Array(Buffer.concat(chunks)) };
      },
    };
  }

  /** @returns True if the call was kept. */
  add(call: ProxiedExchange): boolean {
    if (this.calls.length >= this.#limits.calls) {
      this.#left.calls += 1;
      this.#remaining += call.requestBody.bytes.byteLength + (call.answer?.body.bytes.byteLength ?? 0);
      return false;
    }
    for (const body of [call.requestBody, call.answer?.body]) {
      if (body !== undefined && body.size > body.bytes.byteLength) this.#left.bodies += 1;
    }
    this.calls.push(call);
    return true;
  }
}
