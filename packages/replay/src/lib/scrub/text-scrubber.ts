import { isIP } from 'node:net';

import { Pseudonyms, type CalendarDate } from './pseudonyms.ts';
import type { ScrubKey } from './scrub-key.ts';

/** Characters that stay: punctuation, white space, currencies. Anything else may be read as a letter or a digit. */
const STAYS = String.raw`\0-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u007F\p{P}\p{Z}\p{Sc}`;
const RUN = `[^${STAYS}]+`;
const AT_START = `(?<![^${STAYS}])`;
const AT_END = `(?![^${STAYS}])`;
/** Lengths are bounded, so that no text makes the search slow. */
const DATA = String.raw`data:[\w.+/-]{0,80}(?:;[\w.=-]{1,40}){0,4},[^\s"'<>]*`;
const URL_LIKE = String.raw`(?:[hH][tT]{2}[pP]|[fF][tT][pP]|[wW][sS])[sS]?:\/\/[^\s"'<>]{1,4000}`;
const EMAIL = String.raw`[^\s@"'<>(),;:\\/]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}\p{N}-]{1,63}`;
const ENCODED_CHARACTER = String.raw`%[\da-fA-F]{2}|&#(?:\d{2,7}|[xX][\da-fA-F]{2,6});|\\u[\da-fA-F]{4}`;
const ENCODED = String.raw`[\w.~-]{0,64}(?:(?:${ENCODED_CHARACTER})[\w.~-]{0,64})+`;
const IP = String.raw`${AT_START}(?:\d{1,3}(?:\.\d{1,3}){3}(?!\.\d)|(?:[\da-fA-F]{0,4}:){2,7}[\da-fA-F]{0,4})${AT_END}`;
const UUID = String.raw`${AT_START}[\da-fA-F]{8}-(?:[\da-fA-F]{4}-){3}[\da-fA-F]{12}${AT_END}`;
const DATE = String.raw`${AT_START}(?:\d{4}([-/.])\d{1,2}\1\d{1,2}(?:T\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:?\d\d)?)?|\d{1,2}([-/.])\d{1,2}\2\d{4})${AT_END}`;
const GAP = String.raw`[^\p{L}\p{M}\p{N}]`;
/** Digits that stand apart are one number: one by one they would be a table of ten entries. */
const NUMBER = String.raw`${AT_START}(?=\d+${GAP}{1,3}\d)(?:\d(?:${GAP}{0,3}\d){12}(?!\d)|\d(?:[ -]?\d){8,11}(?!\d)|\d{1,2}(?:${GAP}{1,3}\d{1,2}(?!\d)){2,40})`;

const PARTS = new RegExp([DATA, URL_LIKE, EMAIL, ENCODED, UUID, DATE, IP, NUMBER, RUN].join('|'), 'gu');
const IS_DATE = new RegExp(`^${DATE}$`, 'u');
const IS_NUMBER = new RegExp(String.raw`^\d(?:${GAP}*\d)*$`, 'u');
const HAS_ENCODED = new RegExp(ENCODED_CHARACTER, 'u');
const SIMPLE_PARTS = new RegExp(RUN, 'gu');
/** Text in which each run is a part. */
const IS_SIMPLE = /^[A-Za-z ,']*$/;
const URL_PART = /[^/?#&=;,+:@!$'()*[\]]+/g;
const PLAIN_DATA =
  /^data:(?:(?:application|audio|image|text|video)\/[a-z\d.+-]{1,40})?(?:;charset=utf-8)?(?:;base64)?,/i;
const MAX_KNOWN = 100_000;
const YEAR_FIRST = ['year', 'month', 'day'] as const;
const MONTH_FIRST = ['month', 'day', 'year'] as const;
const DAY_FIRST = ['day', 'month', 'year'] as const;

/**
 * Replaces all of a text but its punctuation, run by run: words by words, digits by digits, dates by dates. The same run becomes the same
 * everywhere. Links keep their schemes and get hosts that lead nowhere.
 */
export class TextScrubber {
  readonly pseudonyms: Pseudonyms;
  /** The same few words come in every delivery. */
  readonly #known = new Map<string, string>();

  constructor(key: ScrubKey) {
    this.pseudonyms = new Pseudonyms(key);
  }

  text(text: string): string {
    return text.replace(IS_SIMPLE.test(text) ? SIMPLE_PARTS : PARTS, (part) => this.#part(part));
  }

  /** Replaces a number of JSON. */
  number(text: string): string {
    const [, sign = '', whole = '', fraction, exponent = ''] = /^(-?)(\d+)(?:\.(\d+))?(.*)$/s.exec(text) ?? [];
    if (fraction === undefined && exponent === '') return `${sign}${this.pseudonyms.integer(whole)}`;
    const decimals = fraction === undefined ? '' : `.${this.pseudonyms.digits(`1${fraction}`).slice(1)}`;
    const made = `${sign}${this.pseudonyms.digits(whole)}${decimals}`;
    // Too large to be read with its exponent.
    return Number.isFinite(Number(`${made}${exponent}`)) ? `${made}${exponent}` : made;
  }

  /** Replaces a host, and keeps its port: the new one leads nowhere. */
  host(text: string): string {
    const [, host = '', port = ''] = /^(.*?)(:\d+)?$/s.exec(text) ?? [];
    if (isIP(host) !== 0) return `${this.pseudonyms.ip(host)}${port}`;
    const labels = host.split('.').slice(0, -1);
    return `${[...labels.map((label) => (label === 'www' ? label : this.pseudonyms.label(label))), 'example'].join('.')}${port}`;
  }

  #part(part: string): string {
    let made = this.#known.get(part);
    if (made === undefined) {
      made = this.#replaced(part);
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      if (part.length < 64) this.#known.set(part, made);
    }
    return made;
  }

  #replaced(part: string): string {
    const { pseudonyms } = this;
    if (/^[A-Za-z]+$/.test(part)) return pseudonyms.word(part);
    if (/^\d+$/.test(part)) return pseudonyms.digits(part);
    if (/^[\dA-Za-z]+$/.test(part)) return pseudonyms.token(part);
    if (part.startsWith('data:') && part.includes(',')) return this.#data(part);
    if (/^\w{2,5}:\/\//.test(part)) return this.#url(part);
    if (part.includes('@')) return this.#email(part);
    // Letters of ASCII can stand in any encoding.
    if (HAS_ENCODED.test(part)) return pseudonyms.label(part);
    if (/^[\dA-Fa-f-]{36}$/.test(part)) return pseudonyms.token(part);
    if (isIP(part) !== 0) return pseudonyms.ip(part);
    if (IS_DATE.test(part)) return this.#date(part);
    if (IS_NUMBER.test(part)) return this.#number(part);
    return /[^\0-\u007F]/.test(part) ? pseudonyms.word(part) : pseudonyms.token(part);
  }

  /** Replaces numerals in groups by others in the same groups. */
  #number(text: string): string {
    const digits = this.pseudonyms.digits(text.replaceAll(/\D/g, ''));
    let at = 0;
    return text.replaceAll(/\d/g, () => digits[at++] ?? '');
  }

  #date(text: string): string {
    const [date = '', time = ''] = text.split(/(?=T)/);
    const parts = date.split(/[-/.]/);
    // If the day and the month are not distinct, the day is taken to come first.
    const order = /^\d{4}/.test(date) ? YEAR_FIRST : Number(parts[1]) > 12 ? MONTH_FIRST : DAY_FIRST;
    const numberOf = (part: keyof CalendarDate): number => Number(parts[order.indexOf(part)]);
    const made = this.pseudonyms.date({ year: numberOf('year'), month: numberOf('month'), day: numberOf('day') });
    if (made === undefined) return this.#number(date) + time.replaceAll(/\d/g, '0');
    let at = 0;
    const shown = date.replaceAll(/\d+/g, (digits) => String(made[order[at++] ?? 'day']).padStart(digits.length, '0'));
    return shown + time.replaceAll(/\d/g, '0');
  }

  /** Keeps the type, and fills the data: it is as long, and valid base64. */
  #data(text: string): string {
    const at = text.indexOf(',') + 1;
    const head = PLAIN_DATA.test(text) ? text.slice(0, at) : 'data:,';
    return head + text.slice(at).replaceAll(/[^=]/g, 'A');
  }

  #email(text: string): string {
    const at = text.lastIndexOf('@');
    return `${this.text(text.slice(0, at).replaceAll('@', '.'))}@${this.host(text.slice(at + 1))}`;
  }

  #url(text: string): string {
    const [, scheme = '', user = '', host = '', rest = ''] =
      /^([^:]+:\/\/)(?:([^/?#]*)@)?([^/?#@]*)(.*)$/s.exec(text) ?? [];
    const parts = rest.replace(URL_PART, (part) => this.text(part));
    return `${scheme}${user === '' ? '' : `${this.text(user)}@`}${this.host(host)}${parts}`;
  }
}
