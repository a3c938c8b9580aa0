import { randomBytes } from 'node:crypto';

import { ValueFinder, type FoundValue } from '@idvkit/json';
import { DOCUMENTED_KEYS, DOCUMENTED_VALUES, type FieldPrivacy, type PrivacyClass } from '@idvkit/schema/privacy';
import { catalogue } from '@idvkit/schema/rules';

import { decoded } from '../../judge/expectation/recognise-request.ts';
import { Fingerprints } from './fingerprints.ts';
import { isReadable } from './is-readable.ts';
import { isMoment, MASKED, MOMENT } from './shape-of.ts';
import { type BodyValue, valuesIn } from './values-in.ts';

/** Numbers with fewer digits are masked only in their field: they turn up everywhere by chance. */
const MIN_NUMBER_LENGTH = 6;
/** Numbers of applications turn up in texts about them, so shorter ones count. */
const MIN_ID_LENGTH = 4;
const MIN_SIGNATURE_LENGTH = 4;
const MAX_TEXT = 1024;

/** Personal values and public words of one run. */
export class Knowledge {
  readonly #learned = new ValueFinder<string>();
  readonly #fingerprints: Fingerprints;
  readonly #slugs = new Set<string>();
  readonly #segments = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #hidden = new Set<string>();

  /** @param key Default: a fresh one, so that no one can try out slugs on a report. */
  constructor(key: string = randomBytes(16).toString('hex')) {
    this.#fingerprints = new Fingerprints(key);
  }

  learnSecret(secret: string): void {
    this.#learned.add(secret, '[secret]');
  }

  learnSlug(slug: string): void {
    if (this.#slugs.has(slug)) return;
    this.#slugs.add(slug);
    this.#learned.add(slug, this.#fingerprints.of(slug));
  }

  /** Learns a readable part of addresses: a form, a locale, a part of the service's path. */
  learnSegment(segment: string): void {
    this.#segments.add(segment);
  }

  learnHost(host: string): void {
    this.#hosts.add(host.toLowerCase());
  }

  /** Learns a readable key, of the form or our own calls. */
  learnKey(key: string): void {
    this.#keys.add(key);
  }

  /** Learns everything personal in a body of any depth. */
  learnBody(body: unknown): void {
    for (const found of valuesIn(body)) this.#learnValue(found);
  }

  /** Learns the slug of an address, and parameters such as the `q` of a signed image URL. */
  learnUrl(url: string): void {
    const slug = /\/(?:applied-forms|api\/ekyc)\/([^/?#]+)/.exec(url)?.[1];
    if (slug !== undefined) this.learnSlug(decoded(slug));
    const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
    for (const pair of query.split('&')) {
      const [name, value = ''] = pair.split(/=(.*)/s, 2);
      if (name !== 'exp' && value.length >= MIN_SIGNATURE_LENGTH) this.#learned.add(decoded(value), '[signature]');
    }
  }

  fingerprint(slug: string): string {
    this.learnSlug(slug);
    return this.#fingerprints.of(slug);
  }

  isReadable(text: string, privacy: FieldPrivacy): boolean {
    return isReadable(text, privacy, (segment) => this.isSegment(segment));
  }

  /** Checks if a field hid exactly this text, which is not searched for in other texts. */
  isHidden(text: string): boolean {
    return this.#hidden.has(text);
  }

  isSlug(text: string): boolean {
    return this.#slugs.has(text);
  }

  isSegment(text: string): boolean {
    return this.#segments.has(text);
  }

  isHost(text: string): boolean {
    return this.#hosts.has(text.toLowerCase());
  }

  isKey(key: string): boolean {
    return DOCUMENTED_KEYS.has(key) || this.#keys.has(key);
  }

  isIn(text: string): boolean {
    return this.#learned.isIn(text);
  }

  /** Replaces everything learned in a text, and cuts it after 1,024 characters. */
  takenOutOf(text: string): string {
    // Also finds values that the cut would split.
    const looked = text.slice(0, 2 * MAX_TEXT);
    const limit = text.length > MAX_TEXT ? MAX_TEXT : text.length;
    const moments = [...looked.matchAll(ALL_MOMENTS)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
    }));
    const isOfMoment = ({ start, end }: FoundValue<string>): boolean =>
      moments.some((moment) => moment.start <= start && end <= moment.end);
    let masked = '';
    let rest = 0;
    for (const found of this.#learned.find(looked)) {
      if (found.start >= limit) break;
      if (isOfMoment(found)) continue;
      masked += looked.slice(rest, found.start) + found.label;
      rest = found.end;
    }
    return masked + looked.slice(rest, Math.max(rest, limit)) + (text.length > limit ? '…' : '');
  }

  #learnValue({ value, privacy, isId }: BodyValue): void {
    const { class: kind } = privacy;
    const text = String(value);
    if (kind === 'slug' && typeof value === 'string') this.learnSlug(value);
    else if (kind === 'link' && typeof value === 'string') this.learnUrl(value);
    else if (!this.isReadable(text, privacy)) {
      if (CLOSED.has(kind)) {
        this.#hidden.add(text);
        return;
      }
      if (/^\d+$/.test(text) && text.length < (isId ? MIN_ID_LENGTH : MIN_NUMBER_LENGTH)) return;
      // Many things happen at the same time: it identifies no one.
      if (isMoment(text)) return;
      if (this.#segments.has(text)) return;
      if (isOwnWording(text) && !/\d{4}/.test(text)) {
        this.#hidden.add(text);
        return;
      }
      this.#learned.add(text, MASKED);
      if (text.includes('://')) this.learnUrl(text);
    }
  }
}

/** Classes whose invalid values are hidden, but not searched for in other texts. */
const CLOSED: ReadonlySet<PrivacyClass> = new Set([
  'public',
  'enum',
  'time',
  'count',
  'random',
  'wording',
  'link',
  'slug',
] as const);
const ALL_MOMENTS = new RegExp(MOMENT.source, 'g');

const OWN_WORDS: ReadonlySet<string> = new Set(
  [
    'idvkit',
    'conformance',
    ...Object.values(catalogue).flatMap(({ title, section }) => [title, section]),
    ...DOCUMENTED_KEYS,
    ...DOCUMENTED_VALUES,
  ]
    .flatMap(wordsOf)
    .map((word) => word.toLowerCase()),
);

/** Checks for a text of only our own words. As a personal value, it is masked only in its field. */
function isOwnWording(text: string): boolean {
  return wordsOf(text).every((word) => OWN_WORDS.has(word.toLowerCase()));
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{M}]+/gu) ?? [];
}
