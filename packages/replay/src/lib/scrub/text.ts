import { dayOf, MONTH_WORDS, MONTHS, shiftedDate, type CalendarDate } from './dates.ts';
import { replaceDigits, replaceNationalId, replaceToken } from './opaque.ts';
import { LIKE_LETTERS, scriptOf } from './scripts.ts';
import type { Subject } from './subject.ts';
import { canonicalWord, styledLike } from './words.ts';

const LETTER = String.raw`\p{L}${LIKE_LETTERS}`;
const AT_START = String.raw`(?<![${LETTER}\p{N}])`;
const GAP = String.raw`[^${LETTER}\p{M}\p{N}]`;
const NUMERIC_DATE = String.raw`(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})(?!\d)`;
const NAMED_DATE = String.raw`\d{1,2}[ -](?:${[...MONTH_WORDS.keys()].join('|')})[ -]\d{4}(?!\d)`;
const ID = String.raw`\d(?:${GAP}{0,3}\d){12}(?!\d)`;
const GROUPED = String.raw`\d(?:[ -]?\d){8,11}(?!\d)`;
const SPELLED = String.raw`\d{1,2}(?:${GAP}{1,3}\d{1,2}(?!\d)){2,40}`;
const APART = String.raw`(?=\d+${GAP}{1,3}\d)(?:${ID}|${GROUPED}|${SPELLED})`;
const NUMBER = `${AT_START}(?:${NUMERIC_DATE}|${NAMED_DATE}|${APART})`;
const UUID = String.raw`${AT_START}[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}(?![${LETTER}\p{N}])`;
const RUN = String.raw`[${LETTER}\p{M}\p{N}]+`;
/** Lengths are bounded, so that no text makes the search slow. */
const URL_LIKE = String.raw`(?:[hH][tT]{2}[pP]|[fF][tT][pP]|[wW][sS])[sS]?:\/\/[^\s"'<>]{1,4000}`;
const EMAIL = String.raw`[^\s@"'<>(),;:\\/]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{1,63}`;
const ENCODED_CHARACTER = String.raw`%[\da-fA-F]{2}|&#(?:\d{2,7}|[xX][\da-fA-F]{2,6});`;
const ENCODED = String.raw`[\w.~-]{0,64}(?:(?:${ENCODED_CHARACTER})[\w.~-]{0,64})+`;

const SPECIAL = new RegExp(`${UUID}|${NUMBER}`, 'uy');
const ADDRESSED = new RegExp(`${URL_LIKE}|${EMAIL}|${ENCODED}|${UUID}|${NUMBER}|${RUN}`, 'gu');
const HAS_ENCODED = new RegExp(ENCODED_CHARACTER, 'u');
const HAS_ADDRESS = new RegExp(`@|://|${ENCODED_CHARACTER}`, 'u');
const IS_NUMERIC_DATE = new RegExp(`^${NUMERIC_DATE}$`, 'u');
const IS_NAMED_DATE = new RegExp(`^${NAMED_DATE}$`, 'u');
const IS_NUMBER = new RegExp(String.raw`^\d(?:${GAP}*\d)*$`, 'u');
const SCRIPT_PART = new RegExp(String.raw`[${LETTER}\p{M}]+|\p{N}+`, 'gu');
const ASCII_LETTERS = /^[A-Za-z]+$/;
const ASCII_DIGITS = /^\d+$/;
const ASCII_BOTH = /^[\dA-Za-z]+$/;
const URL_PART = /[^/?#&=;,+:@!$'()*[\]]+/g;
const YEAR_FIRST = ['year', 'month', 'day'] as const;
const MONTH_FIRST = ['month', 'day', 'year'] as const;
const DAY_FIRST = ['day', 'month', 'year'] as const;
/** Names that may be looked up lead nowhere under it. */
const NOWHERE = 'example';
const MAX_CACHED = 100_000;

/**
 * Replaces all of a text but its punctuation: words by words of their script, digits by digits, dates by dates that moved. Schemes of
 * links stay, and hosts become ones that lead nowhere. The same word becomes the same everywhere, so names in running text fit the others.
 */
export class TextScrubber {
  readonly #subject: Subject;
  readonly #known = new Map<string, string>();

  constructor(subject: Subject) {
    this.#subject = subject;
  }

  text(text: string): string {
    for (const [literal, replacement] of this.#subject.literals) {
      if (text.length < literal.length || !text.includes(literal)) continue;
      return text
        .split(literal)
        .map((part) => this.text(part))
        .join(replacement);
    }
    if (HAS_ADDRESS.test(text)) return text.replace(ADDRESSED, (match) => this.#match(match));
    return this.#runs(text);
  }

  /** Replaces runs of letters, marks and numerals, dates, UUIDs and numbers in groups. */
  #runs(text: string): string {
    let made = '';
    let from = 0;
    for (let at = 0; at < text.length;) {
      const start = at;
      while (at < text.length && isOfRun(text, at)) at += 1;
      if (at === start) {
        at += 1;
        continue;
      }
      const first = text.charCodeAt(start);
      if ((first >= 0x30 && first <= 0x39) || (at - start === 8 && text.charAt(at) === '-')) {
        SPECIAL.lastIndex = start;
        if (SPECIAL.test(text)) at = SPECIAL.lastIndex;
      }
      made += text.slice(from, start) + this.#match(text.slice(start, at));
      from = at;
    }
    return from === 0 ? text : made + text.slice(from);
  }

  date(text: string): string {
    return dayOf(text) === undefined ? this.text(text) : this.#shifted(text);
  }

  nationalId(text: string): string {
    return replaceNationalId(this.#subject.key, text) ?? this.text(text);
  }

  /** Replaces an identifier as a whole; a national id becomes another. */
  token(text: string): string {
    const known = this.#subject.literals.find(([literal]) => literal === text)?.[1];
    if (known !== undefined) return known;
    return /[^\0-\u007F]/.test(text)
      ? this.text(text)
      : (replaceNationalId(this.#subject.key, text) ?? replaceToken(this.#subject.key, text));
  }

  number(text: string): string {
    const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/s.exec(text) ?? [];
    if (rest === '') return `${sign}${this.#digits(whole)}`;
    const [, fraction = '', exponent = ''] = /^(?:\.(\d+))?(.*)$/s.exec(rest) ?? [];
    const digits = fraction === '' ? '' : `.${replaceDigits(this.#subject.key, `1${fraction}`).slice(1)}`;
    const number = `${replaceDigits(this.#subject.key, whole)}${digits}${exponent}`;
    if (Number.isFinite(Number(number))) return `${sign}${number}`;
    // Too large to be read; as small a number of as many digits can be.
    return `${sign}1${'0'.repeat(whole.length - 1)}${fraction === '' ? '' : `.0${digits.slice(2)}`}${exponent}`;
  }

  #match(match: string): string {
    const cached = this.#known.get(match);
    if (cached !== undefined) return cached;
    const replacement = this.#replace(match);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    if (match.length < 64) this.#known.set(match, replacement);
    return replacement;
  }

  #replace(match: string): string {
    if (ASCII_LETTERS.test(match)) return this.#word(match);
    if (ASCII_DIGITS.test(match)) return this.#digits(match);
    if (ASCII_BOTH.test(match)) return replaceToken(this.#subject.key, match);
    if (IS_NUMERIC_DATE.test(match)) return this.#shifted(match);
    if (HAS_ENCODED.test(match) && !match.includes('://') && !match.includes('@')) return this.#encoded(match);
    if (IS_NUMBER.test(match)) {
      const digits = this.#digits(match.replaceAll(/\D/g, ''));
      let at = 0;
      return match.replaceAll(/\d/g, () => digits[at++] ?? '');
    }
    if (match.includes('://')) return this.#url(match);
    if (match.includes('@')) return this.#email(match);
    if (IS_NAMED_DATE.test(match)) return this.#shiftedNamed(match);
    if (/^[\da-fA-F-]+$/.test(match) && match.length === 36) return replaceToken(this.#subject.key, match);
    return match.replace(SCRIPT_PART, (part) => (/^\p{N}/u.test(part) ? this.#numerals(part) : this.#letters(part)));
  }

  /** Replaces digits: a national id, a year, a date without hyphens, or any number. */
  #digits(digits: string): string {
    if (digits.length === 13) {
      const id = replaceNationalId(this.#subject.key, digits);
      if (id !== undefined) return id;
    }
    const year = Number(digits.slice(0, 4));
    if (year >= 1900 && year <= 2100) {
      if (digits.length === 4) return String(this.#subject.yearFor(year));
      const dashed = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`;
      if (digits.length === 8 && dayOf(dashed) !== undefined) return this.#shifted(dashed).replaceAll('-', '');
    }
    // A number of a mobile phone is the same with its country and without.
    const [, before = '', number = digits] = /^(66|0)([1-9]\d{8})$/.exec(digits) ?? [];
    return before + replaceDigits(this.#subject.key, number);
  }

  /** Replaces digits in their own script; fractions and other numerals become ASCII digits. */
  #numerals(numerals: string): string {
    return numerals.replace(/\p{Nd}+|\p{N}/gu, (run) => {
      if (!/^\p{Nd}/u.test(run)) return String(this.#subject.key.draws('numeral', run)(10));
      const points = Array.from(run, (char) => char.codePointAt(0) ?? 0);
      const values = points.map((point) => digitValue(point));
      const replaced = this.#digits(values.join(''));
      return points
        .map((point, at) => String.fromCodePoint(point - (values[at] ?? 0) + Number(replaced[at] ?? 0)))
        .join('');
    });
  }

  #letters(run: string): string {
    const parts: string[] = [];
    let script: unknown;
    for (const char of run) {
      const own = scriptOf(char.codePointAt(0) ?? 0) ?? script;
      if (parts.length > 0 && (script === undefined || own === script)) parts[parts.length - 1] += char;
      else parts.push(char);
      script = own;
    }
    return parts.map((part) => this.#aroundNames(part)).join('');
  }

  #aroundNames(run: string): string {
    for (const name of this.#subject.unspacedNames) {
      if (run.length > name.length && run.includes(name)) {
        return run
          .split(name)
          .map((part) => (part === '' ? '' : this.#letters(part)))
          .join(this.#word(name));
      }
    }
    return this.#word(run);
  }

  #word(word: string): string {
    const canonical = canonicalWord(word);
    if (canonical === '') return '';
    return styledLike(word, this.#subject.wordFor(canonical));
  }

  #shifted(text: string): string {
    const parts = text.split(/[-/.]/);
    // If the day cannot be told from the month, the day is taken to come first.
    const order = /^\d{4}/.test(text) ? YEAR_FIRST : Number(parts[1]) > 12 ? MONTH_FIRST : DAY_FIRST;
    const numberOf = (part: keyof CalendarDate): number => Number(parts[order.indexOf(part)]);
    const date = { year: numberOf('year'), month: numberOf('month'), day: numberOf('day') };
    const moved = shiftedDate(date, this.#subject.offsetDays);
    if (moved === undefined) return replaceDigits(this.#subject.key, text);
    let at = 0;
    return text.replaceAll(/\d+/g, (digits) => String(moved[order[at++] ?? 'day']).padStart(digits.length, '0'));
  }

  /** Moves `15 June 1987`. */
  #shiftedNamed(text: string): string {
    const [, day = '', before = '', word = '', after = '', year = ''] =
      /^(\d+)([ -])(\w+)([ -])(\d+)$/.exec(text) ?? [];
    const month = MONTH_WORDS.get(word) ?? 1;
    const moved = shiftedDate({ year: Number(year), month, day: Number(day) }, this.#subject.offsetDays);
    if (moved === undefined) return replaceDigits(this.#subject.key, text);
    const name = (MONTHS[moved.month - 1] ?? '').slice(0, word.length === 3 ? 3 : undefined);
    const styled = styledLike(word, name);
    return `${String(moved.day).padStart(day.length, '0')}${before}${styled}${after}${moved.year}`;
  }

  /** Replaces a text in percent-encoding or references of HTML by one that is written like it. */
  #encoded(text: string): string {
    const isPercent = text.includes('%');
    const scrubbed = this.text(decoded(text)).toWellFormed();
    return isPercent
      ? encodeURIComponent(scrubbed)
      : Array.from(scrubbed, (char) => `&#${char.codePointAt(0) ?? 0};`).join('');
  }

  #email(text: string): string {
    const at = text.lastIndexOf('@');
    return `${this.text(text.slice(0, at).replaceAll('@', ' ')).replaceAll(' ', '.')}@${this.host(text.slice(at + 1))}`;
  }

  #url(text: string): string {
    const [, scheme = '', authority = '', rest = ''] = /^([^:]+:\/\/)([^/?#]*)(.*)$/s.exec(text) ?? [];
    const [, user = '', host = ''] = /^(?:(.*)@)?([^@]*)$/s.exec(authority) ?? [];
    const parts = rest.replace(URL_PART, (part) => this.text(part));
    return `${scheme}${user === '' ? '' : `${this.text(user)}@`}${this.host(host)}${parts}`;
  }

  /** Replaces a host, and keeps its port: the new one leads nowhere. */
  host(text: string): string {
    const [, host = '', port = ''] = /^(.*?)(:\d+)?$/s.exec(text) ?? [];
    const labels = host.split('.').slice(0, -1);
    return `${[...labels.map((label) => (label === 'www' ? label : this.text(label).toLowerCase())), NOWHERE].join('.')}${port}`;
  }
}

/** Classes of the units of UTF-16, as far as they were met: 1 of those that words are made of, 2 of others. */
const CLASSES = new Uint8Array(0x1_00_00);
const OF_RUN = new RegExp(`^${RUN}$`, 'u');

/** Returns whether the character at a place is a letter, a mark or a numeral; its second half is if its first is. */
function isOfRun(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit >= 0xd800 && unit < 0xe000) {
    const isSecond = unit >= 0xdc00 && at > 0 && text.codePointAt(at - 1) !== text.charCodeAt(at - 1);
    return OF_RUN.test(String.fromCodePoint(text.codePointAt(isSecond ? at - 1 : at) ?? 0));
  }
  const known = CLASSES[unit];
  if (known !== 0) return known === 1;
  const isOf = OF_RUN.test(String.fromCharCode(unit));
  CLASSES[unit] = isOf ? 1 : 2;
  return isOf;
}

/** Reads percent-encoding of UTF-8, or else of bytes, and references of HTML. */
function decoded(text: string): string {
  const read = text.replace(/&#(?:(\d+)|[xX]([\da-fA-F]+));/g, (_, decimal?: string, hex?: string) => {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(point);
  });
  try {
    return decodeURIComponent(read);
  } catch {
    return read.replaceAll(/%([\da-fA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
}

/** Digits of every script stand ten in a row, from zero. */
function digitValue(codePoint: number): number {
  let zero = codePoint;
  while (codePoint - zero < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return codePoint - zero;
}
