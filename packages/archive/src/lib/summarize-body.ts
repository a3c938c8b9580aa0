import { createHash } from 'node:crypto';

import { JsonTextError, ValueReader, type JsonPath, type ValueKind, type ReadValue } from '@idvkit/json';

import type { AmlFlag, CaptureSummary } from './capture-entry.ts';

/** A signed image URL in a body. It is a secret. */
export interface ImageUrl {
  readonly url: string;
  /** Where it stands in the body as bytes, quotes left out. */
  readonly offset: number;
  readonly length: number;
}

/** Result of one pass over a body. */
export interface BodySummary {
  readonly summary: CaptureSummary;
  /** The first {@link MAX_IMAGES} of them. */
  readonly images: readonly ImageUrl[];
}

const MAX_VALUE_BYTES = 8_192;
/** Delivery carries some ten images; more than this are counted and not remembered. */
export const MAX_IMAGES = 1_000;

/** Path of a signed image URL. @see Specification, "Signed image URL" */
const imagePath = /\/api\/ekyc\/[^/]+\/result\/image\//;
const amlFlag = /^is_any_in_(pep|warnings|sanctions|adverse_media|fitness_probity)$/;

/** A value that is neither an object nor an array. */
type Scalar = string | number | boolean | null;
type Mutable = { -readonly [Key in keyof CaptureSummary]: CaptureSummary[Key] };

/**
 * Reads of a body what lists and filters need, in one pass and constant memory. A body that is not JSON gives what was found before.
 * @see Specification, "Envelope"
 */
export class BodySummarizer {
  readonly #reader = new ValueReader({ isWanted, onValue: (value) => this.#see(value) }, { maxBytes: MAX_VALUE_BYTES });
  readonly #found: Mutable = { json: false, images: 0 };
  readonly #aml = new Set<AmlFlag>();
  readonly #images: ImageUrl[] = [];
  #screened = false;
  #hasFailed = false;

  write(part: Uint8Array): void {
    if (!this.isHopeless) this.#try(() => this.#reader.write(part));
  }

  /** True if it showed that the body is not a JSON object: what follows says nothing more. */
  get isHopeless(): boolean {
    return this.#hasFailed;
  }

  end(): BodySummary {
    if (!this.isHopeless) this.#try(() => this.#reader.end());
    const summary = {
      ...this.#found,
      json: !this.isHopeless,
      ...(this.#screened && { aml: [...this.#aml].sort() }),
    };
    return { summary, images: this.#images };
  }

  #try(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      this.#hasFailed = true;
    }
  }

  #see({ path, start, end, head }: ReadValue): void {
    if (end - start > MAX_VALUE_BYTES) return;
    const value = JSON.parse(head.toString()) as Scalar; // It is JSON, and no container: none is wanted.
    const [section, first, second] = path;
    if (section === 'event' && path.length === 2) this.#seeEvent(first, value);
    else if (section === 'application') this.#seeApplication(path, value);
    else if (section === 'extra' && first === 'identity_aml') this.#seeAml(path, value);
    else if (typeof value === 'string' && second !== undefined && imagePath.test(value)) {
      this.#found.images += 1;
      if (this.#images.length < MAX_IMAGES)
        this.#images.push({ url: value, offset: start + 1, length: end - start - 2 });
    }
  }

  #seeEvent(key: JsonPath[number] | undefined, value: Scalar): void {
    // JSON can write numbers that are infinite here.
    if (key === 'version' && typeof value === 'number' && Number.isFinite(value)) this.#found.version = value;
    if (typeof value !== 'string') return;
    if (key === 'type') this.#found.type = value;
    else if (key === 'created_at') this.#found.createdAt = value;
    else if (key === 'nounce') this.#found.nounce = value;
  }

  #seeApplication([, key, inner, ...deeper]: JsonPath, value: Scalar): void {
    if (key === 'submitted_at' && (value === null || typeof value === 'string')) this.#found.submittedAt = value;
    if (typeof value !== 'string' || deeper.length > 0) return;
    if (key === 'other_status' && inner === 'ekyc') this.#found.ekyc = value;
    if (inner !== undefined) return;
    if (key === 'slug') this.#found.slug = fingerprintSlug(value);
    else if (key === 'form') this.#found.form = value;
    else if (key === 'status') this.#found.status = value;
  }

  /** `extra.identity_aml.<provider>[].result.is_any_in_…` */
  #seeAml(path: JsonPath, value: Scalar): void {
    if (typeof value !== 'boolean') return;
    const flag = amlFlag.exec(String(path[5]))?.[1];
    if (flag === undefined) return;
    this.#screened = true;
    if (value) this.#aml.add(flag as AmlFlag); // The expression lists them.
  }
}

/** Image URLs deeper than this are passed over. */
const DEEPEST = 9;

/** True if anything is read of a value. Most values are skipped, and cost nothing. */
function isWanted(path: JsonPath, kind: ValueKind, start: number): boolean {
  if (path.length === 0 && kind !== 'object') throw new JsonTextError('malformed', 'It is not an object', start);
  if (kind === 'object' || kind === 'array') return false;
  const [section, first] = path;
  if (section === 'event') return path.length === 2;
  if (section === 'application') return path.length === 2 || path.length === 3;
  if (section !== 'extra') return false;
  if (first === 'identity_aml') return path.length === 6 && path[4] === 'result' && kind === 'boolean';
  return path.length > 2 && path.length <= DEEPEST && kind === 'string';
}

/** Returns a fingerprint of a slug, the same everywhere: the slug itself protects an application that was not submitted yet. */
export function fingerprintSlug(slug: string): string {
  return createHash('sha256').update(`idvkit.slug\0${slug}`).digest('hex').slice(0, 12);
}
