import type { BodyReference } from '@idvkit/archive';

/** One thing to read, named but not opened yet. Plain data, which can be sent to another thread, except `remote`. */
export type InputSource = {
  /** As messages and summaries call it; never has the query of a URL, which may be a secret. */
  readonly name: string;
  /** True if it holds one document per line (NDJSON). */
  readonly lines: boolean;
} & (
  | { readonly kind: 'stdin' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  /** An object that is read from elsewhere: all of it, or some of its bytes. */
  | { readonly kind: 'remote'; readonly open: OpenRemote }
  /** The body of a capture; `bytes` is its length as received. */
  | { readonly kind: 'capture'; readonly body: BodyReference; readonly bytes: number }
);

/** Opens an object. @param range First byte, and the byte after the last. Default: all bytes. */
export type OpenRemote = (
  signal: AbortSignal,
  range?: { readonly start: number; readonly end: number },
) => Promise<AsyncIterable<Uint8Array>>;

const LINES = /\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i;

/** Returns true if a name says that there is one document per line. */
export function namesLines(name: string): boolean {
  return LINES.test(name);
}
