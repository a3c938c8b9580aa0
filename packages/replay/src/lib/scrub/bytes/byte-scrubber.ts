import type { Sink } from '@idvkit/json/splice';

import type { TextScrubber } from '../text.ts';
import { classOf, NONE, readCharacter } from './code-points.ts';
import { DIVIDES, hostOfLink, portOf } from './link-parts.ts';
import { hashEnd, hashNext, MAX_KEPT_LENGTH, RunCache } from './run-cache.ts';
import { ALPHA, DIGIT, HEX, specialEnd, TRAITS } from './special-runs.ts';

const BACKSLASH = 0x5c;
const AT_SIGN = 0x40;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const NUMBER_SIGN = 0x23;
const COLON = 0x3a;
const SOLIDUS = 0x2f;
const DOT = 0x2e;
const NOWHERE = Buffer.from('example');
const WWW = Buffer.from('www');

/**
 * Replaces texts as {@link TextScrubber} does, byte by byte: no text is decoded but the words that are met for the first time. What
 * it cannot do like that it leaves to the other: texts with escapes, e-mail addresses, encoded characters, links within text, bytes that are no UTF-8.
 */
export class ByteScrubber {
  readonly #scrubber: TextScrubber;
  readonly #cache = new RunCache();
  /** Bytes of the text under way that were made, and where they go. */
  #out: Uint8Array = new Uint8Array(0);
  #at = 0;
  #sink: Sink | undefined;

  constructor(scrubber: TextScrubber) {
    this.#scrubber = scrubber;
  }

  /**
   * Replaces a text in which no known value of the applicant stands.
   *
   * @param source Holds the text, without quotes, as it stands in a body.
   * @returns whether it could; where not, nothing was written.
   */
  replace(source: Uint8Array, from: number, to: number, sink: Sink): boolean {
    let [hasDigit, isAscii, isLink] = [false, true, false];
    for (let at = from; at < to; at += 1) {
      const byte = source[at] ?? 0;
      if (byte >= 0x80) isAscii = false;
      const traits = TRAITS[byte] ?? 0;
      if ((traits & DIGIT) !== 0) hasDigit = true;
      else if (byte === BACKSLASH || byte === AT_SIGN) return false;
      else if (byte === PERCENT && isHex(source[at + 1]) && isHex(source[at + 2])) return false;
      else if (byte === AMPERSAND && source[at + 1] === NUMBER_SIGN) return false;
      else if (byte === COLON && source[at + 1] === SOLIDUS && source[at + 2] === SOLIDUS) isLink = true;
    }
    // As much as words can grow, and room for what one of them may add.
    const start = sink.reserve((to - from) * 2 + LEEWAY);
    this.#sink = sink;
    this.#out = sink.bytes;
    this.#at = start;
    const isDone = isLink ? isAscii && this.#link(source, from, to) : this.#runs(source, from, to, hasDigit);
    sink.wrote(isDone ? this.#at : start);
    return isDone;
  }

  /** Replaces each run of letters, marks and numerals, and copies what is between them. */
  #runs(source: Uint8Array, from: number, to: number, isDated: boolean): boolean {
    this.#makeRoom(to - from);
    let out = this.#out;
    let made = this.#at;
    let isAfterSpecial = false;
    for (let at = from; at < to;) {
      const start = at;
      let hash = 0;
      const mayBeSpecial: boolean = isDated && !isAfterSpecial && ((TRAITS[source[at] ?? 0] ?? 0) & HEX) !== 0;
      const special: number = mayBeSpecial ? specialEnd(source, at, to) : 0;
      isAfterSpecial = special !== 0;
      for (; at < special; at += 1) hash = hashNext(hash, source[at] ?? 0);
      const runTo = isAfterSpecial ? special : to;
      while (at < runTo) {
        const byte = source[at] ?? 0;
        if (((TRAITS[byte] ?? 0) & (DIGIT | ALPHA)) !== 0) {
          hash = hashNext(hash, byte);
          at += 1;
          continue;
        }
        if (byte < 0x80) break;
        const character = readCharacter(source, at, to);
        if (character === -1) return false;
        if (classOf(character >> 3) === NONE) break;
        for (const end = at + (character & 7); at < end; at += 1) hash = hashNext(hash, source[at] ?? 0);
      }
      if (at > start) {
        this.#at = made;
        this.#put(source, start, at, hashEnd(hash));
        this.#makeRoom(to - at);
        out = this.#out;
        made = this.#at;
      }
      // What no word is made of, up to the next that may be.
      while (at < to) {
        const byte = source[at] ?? 0;
        if ((TRAITS[byte] ?? 0) & (DIGIT | ALPHA)) break;
        if (byte >= 0x80) {
          const character = readCharacter(source, at, to);
          if (character === -1) return false;
          if (classOf(character >> 3) !== NONE) break;
          const end = at + (character & 7);
          isAfterSpecial = false;
          for (; at < end; at += 1) out[made++] = source[at] ?? 0;
          continue;
        }
        isAfterSpecial = false;
        out[made++] = byte;
        at += 1;
      }
    }
    this.#at = made;
    return true;
  }

  /** Replaces a link that is the whole text: its host leads nowhere after. */
  #link(source: Uint8Array, from: number, to: number): boolean {
    const host = hostOfLink(source, from, to);
    if (host === 0) return false;
    this.#copy(source, from, host);
    let end = host;
    while (end < to && source[end] !== SOLIDUS && source[end] !== 0x3f && source[end] !== 0x23) end += 1;
    const port = portOf(source, host, end);
    this.#host(source, host, port);
    this.#makeRoom(to - port);
    this.#copy(source, port, end);
    let at = end;
    while (at < to) {
      if (DIVIDES[source[at] ?? 0] === 1) {
        this.#copy(source, at, at + 1);
        at += 1;
        continue;
      }
      let part = at;
      while (part < to && DIVIDES[source[part] ?? 0] === 0) part += 1;
      this.#part(source, at, part);
      this.#makeRoom(to - part);
      at = part;
    }
    return true;
  }

  #host(source: Uint8Array, from: number, to: number): void {
    let at = from;
    for (let dot = from; dot < to; dot += 1) {
      if (source[dot] !== DOT) continue;
      const isWww = dot - at === 3 && WWW.compare(source, at, dot) === 0;
      const start = this.#at;
      if (isWww) this.#copy(source, at, dot);
      else this.#part(source, at, dot);
      for (let made = start; made < this.#at; made += 1) {
        const byte = this.#out[made] ?? 0;
        if (byte >= 0x41 && byte <= 0x5a) this.#out[made] = byte + 0x20;
      }
      this.#copy(source, dot, dot + 1);
      at = dot + 1;
      this.#makeRoom(to - at);
    }
    this.#copy(NOWHERE, 0, NOWHERE.length);
  }

  #part(source: Uint8Array, from: number, to: number): void {
    this.#runs(source, from, to, true);
  }

  /** Puts what stands for a run. */
  #put(source: Uint8Array, from: number, to: number, hash: number): void {
    const cache = this.#cache;
    const record = to - from > MAX_KEPT_LENGTH ? 0 : cache.find(source, from, to, hash);
    if (record === 0) return this.#putNew(source, from, to, hash);
    const length = cache.lengthOf(record);
    if (this.#at + length > this.#out.length) this.#makeRoom(length + LEEWAY);
    const made = cache.bytes;
    const out = this.#out;
    let at = this.#at;
    for (let next = cache.startOf(record), end = next + length; next < end; next += 1) {
      out[at] = made[next] ?? 0;
      at += 1;
    }
    this.#at = at;
  }

  #putNew(source: Uint8Array, from: number, to: number, hash: number): void {
    const run = Buffer.from(source.buffer, source.byteOffset + from, to - from);
    const made = Buffer.from(this.#scrubber.run(run.toString()));
    // Long numbers hardly come again.
    if (to - from < 6 || !isNumber(run)) this.#cache.keep(run, hash, made);
    this.#makeRoom(made.length + LEEWAY + to - from);
    this.#out.set(made, this.#at);
    this.#at += made.length;
  }

  #copy(source: Uint8Array, from: number, to: number): void {
    const out = this.#out;
    let at = this.#at;
    for (let next = from; next < to; next += 1) {
      out[at] = source[next] ?? 0;
      at += 1;
    }
    this.#at = at;
  }

  /** Sees to it that so many bytes and a little more can be written. */
  #makeRoom(bytes: number): void {
    if (this.#at + bytes + LEEWAY <= this.#out.length) return;
    const sink = this.#sink;
    if (sink === undefined) return;
    sink.extend(this.#at, bytes * 2 + LEEWAY);
    this.#out = sink.bytes;
  }
}

function isHex(byte: number | undefined): boolean {
  return ((TRAITS[byte ?? 0] ?? 0) & HEX) !== 0;
}

function isNumber(run: Uint8Array): boolean {
  return run.every((byte) => ((TRAITS[byte] ?? 0) & DIGIT) !== 0);
}

/** Room for what is written between two looks at how much there is. */
const LEEWAY = 256;
