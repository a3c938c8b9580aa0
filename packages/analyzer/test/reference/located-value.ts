import type { ScalarKind } from '../../src/lib/scan/scan-handler.ts';
import type { TokenPlace } from './token-places.ts';

/** A JSON value as it was read, with its place in the input. */
export type LocatedValue = TokenPlace &
  (
    | { readonly kind: 'object'; readonly members: (readonly [key: string, value: LocatedValue])[] }
    | { readonly kind: 'array'; readonly elements: LocatedValue[] }
    | { readonly kind: ScalarKind; readonly text: string }
  );

type Open = Exclude<LocatedValue, { readonly text: string }> & { end: number };

/** Puts values together from their parts. */
export class ValueAssembler {
  readonly #open: Open[] = [];
  /** Keys of the containers that are open. */
  readonly #keys: string[] = [];
  #key = '';

  /** How many containers are open. */
  get depth(): number {
    return this.#open.length;
  }

  open(kind: 'object' | 'array', offset: number): void {
    this.#open.push(
      kind === 'object' ? { kind, offset, end: offset, members: [] } : { kind, offset, end: offset, elements: [] },
    );
    this.#keys.push(this.#key);
  }

  key(text: string): void {
    this.#key = text;
  }

  /** @returns The value, if it is whole and in no other. */
  close(end: number): LocatedValue | undefined {
    const value = this.#open.pop();
    this.#key = this.#keys.pop() ?? '';
    if (value === undefined) return undefined;
    value.end = end;
    return this.#put(value);
  }

  /** @returns The value, if it is in no other. */
  scalar(kind: ScalarKind, text: string, place: TokenPlace): LocatedValue | undefined {
    return this.#put({ kind, text, ...place });
  }

  #put(value: LocatedValue): LocatedValue | undefined {
    const parent = this.#open.at(-1);
    if (parent === undefined) return value;
    if (parent.kind === 'object') parent.members.push([this.#key, value]);
    else parent.elements.push(value);
    return undefined;
  }
}
