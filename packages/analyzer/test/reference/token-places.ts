import type { Token } from 'stream-json/parser.js';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** What may stand between two tokens: white space, commas and colons. */
const BETWEEN = new Set([0x20, 0x09, 0x0a, 0x0d, 0x2c, 0x3a]);

/** Where a token stands: bytes from the start of the input; `end` is one past the last. */
export interface TokenPlace {
  readonly offset: number;
  readonly end: number;
}

/**
 * Finds the places of tokens, which stream-json does not tell. It knows no grammar: that a text is JSON is for stream-json to
 * say, and between two tokens of JSON there is little to get wrong.
 */
export class TokenPlaces {
  #bytes = Buffer.alloc(0);
  #at = 0;
  /** Offset of the first of `#bytes`. */
  #base = 0;

  /** Bytes up to the end of the last token. */
  get offset(): number {
    return this.#base + this.#at;
  }

  /** Adds the text in which the next tokens are. */
  append(chunk: Uint8Array): void {
    this.#base += this.#at;
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), chunk]);
    this.#at = 0;
  }

  /** Place of the next token. */
  next(token: Token): TokenPlace {
    while (BETWEEN.has(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    const offset = this.offset;
    this.#at += this.#lengthOf(token);
    return { offset, end: this.offset };
  }

  #lengthOf(token: Token): number {
    switch (token.name) {
      case 'keyValue':
      case 'stringValue': {
        let end = this.#at + 1;
        while (this.#bytes[end] !== QUOTE) end += this.#bytes[end] === BACKSLASH ? 2 : 1;
        return end + 1 - this.#at;
      }
      case 'numberValue':
        return token.value.length;
      case 'trueValue':
      case 'nullValue':
        return 4;
      case 'falseValue':
        return 5;
      default:
        return 1;
    }
  }
}
