import type { Kind } from '../policy.ts';
import { searchEncoded } from './encoded-runs.ts';
import { CLASS, CONTINUING, LEADING, WORD } from './fold.ts';
import { LONGEST, type LeakBook } from './leak-book.ts';
import type { LeakForm, OnFound } from './leak-form.ts';
import { foldInto, ValueTable } from './value-table.ts';
import { percentDecoded, unescaped, type View } from './views.ts';

/** A place at which a value was found. */
export interface FoundValue {
  /** Bytes from the start. */
  readonly offset: number;
  readonly length: number;
  readonly form: LeakForm;
  readonly kind: Kind;
  /** The value, in lower case as far as it is ASCII. */
  readonly text: string;
}

/** JSON within JSON within JSON is read as far as this. */
const DEEPEST = 4;
/** Bytes that a byte may take in what is searched: as an escape within an escape. */
const WIDEST = 8;
const CARRIED = LONGEST * WIDEST;
/** Bytes at the end of a window whose meaning may depend on the next. */
const OPEN = 64;

/**
 * Searches bytes of any size for any number of values in one pass: the bytes as they are, and what they say once escapes of JSON,
 * percent-encoding, base64 or hexadecimal digits are read, all whatever the case of ASCII letters. So nothing has to be written in every
 * form that it may be found in, and what is partly encoded is found as well. Memory depends on the values alone.
 */
export class LeakSearch {
  readonly #book: LeakBook;
  readonly #table: ValueTable;
  #folded = new Uint8Array(1 << 12);
  #foldedView = new DataView(this.#folded.buffer);

  /** The book must not be written to while it is searched for. */
  constructor(book: LeakBook) {
    this.#book = book;
    this.#table = new ValueTable(book);
  }

  /** Searches a stream; values are found across the borders of its chunks. */
  async *search(stream: AsyncIterable<Uint8Array>): AsyncGenerator<FoundValue> {
    if (this.#book.size === 0) return;
    let window = new Uint8Array(1 << 12);
    /** Bytes of the window, and those of them that were searched to their end. */
    let [length, done, base] = [0, 0, 0];
    for await (const chunk of stream) {
      if (length + chunk.length > window.length) {
        const larger = new Uint8Array((length + chunk.length) * 2);
        larger.set(window.subarray(0, length));
        window = larger;
      }
      window.set(chunk, length);
      length += chunk.length;
      const to = Math.max(done, length - OPEN);
      yield* this.#within(window, length, { from: done, to, base });
      const dropped = Math.max(0, to - CARRIED);
      window.copyWithin(0, dropped, length);
      [length, done, base] = [length - dropped, to - dropped, base + dropped];
    }
    yield* this.#within(window, length, { from: done, to: length, base });
  }

  /** Values that end after `from` and up to `to`. */
  #within(
    bytes: Uint8Array,
    length: number,
    { from, to, base }: { readonly from: number; readonly to: number; readonly base: number },
  ): readonly FoundValue[] {
    const found = new Map<string, FoundValue>();
    const originals: View = { bytes, length, originOf: (at) => at };
    for (const { views, form } of viewsOf(originals)) {
      const view = views.at(-1) ?? originals;
      const onFound: OnFound = (value, start, end, encoding) => {
        const origin = (at: number): number => views.reduceRight((place, each) => each.originOf(place), at);
        const [first, last] = [origin(start), origin(end - 1) + 1];
        // The same place may be seen in several views.
        const key = `${value} ${first}`;
        if (last <= from || last > to || found.has(key)) return;
        found.set(key, {
          offset: base + first,
          length: last - first,
          form: encoding !== 'plain' ? encoding : last - first === end - start ? 'plain' : form,
          kind: this.#book.kindOf(value),
          text: this.#book.textOf(value),
        });
      };
      this.#searchView(view, onFound);
    }
    return [...found.values()];
  }

  #searchView({ bytes, length }: View, onFound: OnFound): void {
    if (this.#folded.length < length) {
      this.#folded = new Uint8Array(length * 2);
      this.#foldedView = new DataView(this.#folded.buffer);
    }
    const folded = this.#folded;
    foldInto(folded, bytes, length);
    this.#searchWords(folded, length, onFound);
    searchEncoded(bytes, length, this.#table, onFound);
  }

  /** Looks where words end, and characters beyond ASCII. */
  #searchWords(folded: Uint8Array, length: number, onFound: OnFound): void {
    const table = this.#table;
    const view = this.#foldedView;
    let end = 0;
    const onEnd = (value: number): void => {
      onFound(value, end - (this.#book.endOf(value) - this.#book.startOf(value)), end, 'plain');
    };
    let here = length > 0 ? (CLASS[folded[0] ?? 0] ?? 0) : 0;
    for (let at = 1; at <= length; at += 1) {
      const next = at < length ? (CLASS[folded[at] ?? 0] ?? 0) : 0;
      if (here !== next || here === LEADING) {
        if ((here === WORD && next !== WORD) || (here >= LEADING && next !== CONTINUING)) {
          end = at;
          table.endingAt(folded, view, at, false, onEnd);
        }
      }
      here = next;
    }
  }
}

/** The bytes, or what they say once their escapes are read, and each of these with percent-encoding read. */
function* viewsOf(originals: View): Generator<{ readonly views: readonly View[]; readonly form: LeakForm }> {
  let views: readonly View[] = [];
  let view = originals;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const read = unescaped(view.bytes, view.length);
    // Where nothing is escaped, there is one reading alone. The bytes themselves are no text of anybody where something is.
    if (read === undefined && depth > 0) break;
    if (read !== undefined) {
      views = [...views, read];
      view = read;
    }
    const form = read === undefined ? 'plain' : 'escaped';
    yield { views, form };
    const decoded = percentDecoded(view.bytes, view.length);
    if (decoded !== undefined) yield { views: [...views, decoded], form: 'percent-encoded' };
    if (read === undefined) break;
  }
}
