import type { Token } from 'stream-json/parser.js';

import type { HitMeasures } from '../../src/lib/scan/hits-statistics.ts';
import type { ScalarKind, ScanHandler } from '../../src/lib/scan/scan-handler.ts';
import { ValueAssembler, type LocatedValue } from './located-value.ts';
import { MeasuredHits } from './measured-hits.ts';
import type { TokenPlace } from './token-places.ts';

/** Tells a handler the tokens of stream-json, as far as it wants to hear them, and measures hits from whole values. */
export class ReferenceScan {
  readonly #handler: ScanHandler;
  readonly #measures: HitMeasures;
  readonly #maxDepth: number;
  #depth = 0;
  /** Depth of the container of whose inside nothing is told. */
  #skipped: number | undefined;
  #hits: { readonly depth: number; readonly values: ValueAssembler; readonly measured: MeasuredHits } | undefined;

  constructor(handler: ScanHandler, limits: { readonly measures: HitMeasures; readonly maxDepth: number }) {
    this.#handler = handler;
    this.#measures = limits.measures;
    this.#maxDepth = limits.maxDepth;
  }

  /** @returns False where containers are nested too deeply. */
  token(token: Token, place: TokenPlace): boolean {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        if (this.#depth === this.#maxDepth) return false;
        this.#open(token.name === 'startObject' ? 'object' : 'array', place.offset);
        break;
      case 'endObject':
      case 'endArray':
        this.#close(place.end);
        break;
      case 'keyValue':
        if (this.#hits) this.#hits.values.key(token.value);
        else if (this.#skipped === undefined) this.#handler.key(token.value, place.offset);
        break;
      case 'stringValue':
        this.#scalar('string', token.value, place);
        break;
      case 'numberValue':
        this.#scalar('number', token.value, place);
        break;
      case 'trueValue':
      case 'falseValue':
        this.#scalar('boolean', String(token.value), place);
        break;
      case 'nullValue':
        this.#scalar('null', 'null', place);
        break;
      default:
    }
    return true;
  }

  /** Ends an array of hits that the document breaks off in. */
  stop(): void {
    if (this.#hits) this.#handler.hitsEnd?.(this.#hits.measured.statistics());
    this.#hits = undefined;
  }

  #open(kind: 'object' | 'array', offset: number): void {
    this.#depth += 1;
    if (this.#hits) this.#hits.values.open(kind, offset);
    else if (this.#skipped === undefined) {
      const mode = this.#handler.open(kind, offset);
      if (mode === 'hits' && kind === 'array') {
        const depth = this.#depth;
        this.#hits = { depth, values: new ValueAssembler(), measured: new MeasuredHits(this.#measures) };
      } else if (mode !== 'tokens') this.#skipped = this.#depth;
    }
  }

  #close(end: number): void {
    this.#depth -= 1;
    if (this.#hits && this.#depth >= this.#hits.depth) return this.#addHit(this.#hits.values.close(end));
    this.stop();
    if (this.#skipped !== undefined && this.#depth >= this.#skipped) return;
    this.#skipped = undefined;
    this.#handler.close(end);
  }

  #scalar(kind: ScalarKind, text: string, place: TokenPlace): void {
    if (this.#hits) this.#addHit(this.#hits.values.scalar(kind, text, place));
    else if (this.#skipped === undefined) {
      this.#handler.scalar(kind, this.#handler.wantsText() ? text : '', place.offset, place.end);
    }
  }

  #addHit(hit: LocatedValue | undefined): void {
    if (this.#hits && hit) this.#handler.hits?.(this.#hits.measured.add(hit));
  }
}
