import type { Archive } from '@idvkit/archive';
import type { Html } from '@idvkit/cli-kit/html';

/** A request of the page, and what its response is made from. */
export interface Asked {
  readonly archive: Archive;
  /** Bearer secret of receivers. Default: nothing can be sent. */
  readonly secret?: string | undefined;
  /** Receiver that the page offers. Default: that of the last attempt in the archive, then the last one of the browser. */
  readonly target?: string | undefined;
  /** Hosts besides loopback that the page may send to. Default: none. */
  readonly allowHosts?: readonly string[] | undefined;
  /** Parameters of the address, then fields of the form. */
  readonly posted: URLSearchParams;
  /** Aborts when the page goes away or the server ends. */
  readonly signal: AbortSignal;
  /** Writes a part of the response before the rest is known. */
  readonly write: (part: Html) => void;
}

/** A refusal, with the status of its response. */
export class UiError extends Error {
  override readonly name = 'UiError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Reads a whole number; an absent one is 0. @throws {UiError} 400 if it is not from `min` to `max`. */
export function numberOf(posted: URLSearchParams, name: string, min = 0, max = Number.MAX_SAFE_INTEGER): number {
  const value = Number(posted.get(name));
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UiError(400, `Give "${name}" as a whole number from ${min} to ${max}.`);
}
