import type { JsonPath } from '@idvkit/json';

import { decodeText } from './json-text.ts';
import type { Kind } from './policy.ts';

/** A value or key that was replaced. The object is used again for the next one: copy what you keep. */
export interface Replaced {
  readonly kind: Kind;
  readonly path: JsonPath;
  /** As it was, decoded. */
  readonly original: string;
  /** As it stood in the body, quotes and escapes included: from `start` to one before `end`. */
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether it is a string or a key. */
  readonly isText: boolean;
  /** Where it stood, and where its replacement stands, in bytes, quotes included; of keys, -1. */
  readonly from: { readonly offset: number; readonly length: number };
  readonly to: { readonly offset: number; readonly length: number };
}

/** One that is decoded only where somebody asks for what it was. */
export class ReplacedValue implements Replaced {
  kind: Kind = 'text';
  path: JsonPath = [];
  source: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  isText = false;
  readonly from: { offset: number; length: number } = { offset: 0, length: 0 };
  readonly to: { offset: number; length: number } = { offset: 0, length: 0 };

  get original(): string {
    const raw = this.source.subarray(this.start, this.end);
    return this.isText ? decodeText(raw) : raw.toString('latin1');
  }
}
