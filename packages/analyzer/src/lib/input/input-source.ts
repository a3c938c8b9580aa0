import type { BodyReference } from '@idvkit/archive/read';

/** One thing to read, named but not opened yet. Plain data: it can be sent to another thread. */
export type InputSource = {
  /** As messages and summaries call it; never has the query of a URL, which may be a secret. */
  readonly name: string;
  /** True if it holds one document per line (NDJSON). */
  readonly lines: boolean;
} & (
  | { readonly kind: 'stdin' }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }
  /** The body of a capture; `bytes` is its length as received. */
  | { readonly kind: 'capture'; readonly body: BodyReference; readonly bytes: number }
);

const LINES = /\.(?:ndjson|jsonl)(?:\.(?:gz|zst))?$/i;

/** Returns true if a name says that there is one document per line. */
export function namesLines(name: string): boolean {
  return LINES.test(name);
}
