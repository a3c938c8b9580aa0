import type { Replaced } from '../replaced.ts';
import { judgeBytes, type JudgedBytes } from './byte-values.ts';
import { LeakBook } from './leak-book.ts';
import { spellingsOf } from './spellings.ts';
import { beginningOf, isStrong, leakTextsOf } from './telling.ts';

/** Bytes of values that are held at once; a body with more is read once more for each lot. */
const LOT_BYTES = 32 * 2 ** 20;

/** Values to look for, each once, up to a bound of memory. */
export class LeakValues {
  readonly book: LeakBook = new LeakBook();
  readonly #skip: number;
  readonly #lotBytes: number;
  /** Originals that were told of, and those of them that are held. */
  #seen = 0;
  #taken = 0;
  #count = 0;
  readonly #judged: JudgedBytes = { from: 0, to: 0, isSearchable: false, isStrong: false };

  /**
   * @param options.skip Originals that earlier lots hold.
   * @param options.lotBytes Bytes that are held. Default 32 MiB.
   */
  constructor({ skip = 0, lotBytes = LOT_BYTES }: { readonly skip?: number; readonly lotBytes?: number } = {}) {
    this.#skip = skip;
    this.#lotBytes = lotBytes;
    this.#taken = skip;
  }

  /** How many values are held, however many ways there are to spell them. */
  get count(): number {
    return this.#count;
  }

  /** Takes the searchable parts of an original. */
  add(replaced: Replaced): void {
    const { kind, path } = replaced;
    if (kind === 'flag') return;
    this.#seen += 1;
    if (this.#seen <= this.#skip || this.book.length >= this.#lotBytes) return;
    this.#taken = this.#seen;
    const wordByWord = isAboutApplicant(path);
    if (!wordByWord && replaced.isText && kind !== 'image-url' && this.#addBytes(replaced)) return;
    for (const text of leakTextsOf(kind, replaced.original, wordByWord)) {
      const traits = { kind, isWide: wordByWord || isStrong(beginningOf(text)) };
      const isAscii = !/[^\0-\u007F]/.test(text);
      let isNew = false;
      for (const spelling of isAscii ? [text] : spellingsOf(beginningOf(text)))
        if (this.book.add(Buffer.from(spelling), traits)) isNew = true;
      if (isNew) this.#count += 1;
    }
  }

  /** Takes a value of ASCII as a whole. @returns whether it is one. */
  #addBytes({ kind, source, start, end }: Replaced): boolean {
    const judged = this.#judged;
    if (!judgeBytes(source, start + 1, end - 1, judged)) return false;
    const { from, to, isSearchable } = judged;
    if (isSearchable && this.book.addPart(source, { from, to, kind, isWide: judged.isStrong })) this.#count += 1;
    return true;
  }

  /** The values that are not held yet, once they are told of again; `undefined` where all are. */
  next(): LeakValues | undefined {
    return this.#taken < this.#seen ? new LeakValues({ skip: this.#taken, lotBytes: this.#lotBytes }) : undefined;
  }
}

/** Values of screenings are searched for as a whole: the words of an article are nobody's. */
function isAboutApplicant([section, part, , , member]: readonly (string | number)[]): boolean {
  return section !== 'extra' || part === 'ekyc' || (part === 'identity_aml' && member === 'input');
}
