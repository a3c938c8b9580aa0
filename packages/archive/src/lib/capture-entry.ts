import type { AmlList } from '@idvkit/schema';
import type { Captured } from '@idvkit/schema/formats';

/** AML screening flags that can be asked for: `is_any_in_pep` of a run is `pep`. */
export type AmlFlag = AmlList;

/** Values of a body to list and filter by. A value that the body does not have is absent. */
export interface CaptureSummary {
  /** False where the body is not a JSON object. */
  readonly json: boolean;
  /** `event.type`. */
  readonly type?: string;
  /** `event.version`. */
  readonly version?: number;
  /** `event.created_at`, as written. */
  readonly createdAt?: string;
  /** `event.nounce`. */
  readonly nounce?: string;
  /** Fingerprint of `application.slug`, which is a secret itself; see {@link fingerprintSlug}. */
  readonly slug?: string;
  /** `application.form`. */
  readonly form?: string;
  /** `application.status`. */
  readonly status?: string;
  /** `application.submitted_at`, as written; null where it is null. */
  readonly submittedAt?: string | null;
  /** `application.other_status.ekyc`. */
  readonly ekyc?: string;
  /** Lists in which a screening run found the applicant: `is_any_in_…` is true in one of them. Absent without screening. */
  readonly aml?: readonly AmlFlag[];
  /** Signed image URLs in the body. */
  readonly images: number;
}

/** One capture as the index knows it. */
export interface CaptureEntry {
  readonly captured: Captured;
  readonly summary: CaptureSummary;
  /** In the order they were added. */
  readonly tags: readonly string[];
  /** The last answer of a receiver, whether it was passed on while captured or sent later. */
  readonly lastOutcome?: { readonly status: number } | { readonly failure: string };
}

/**
 * How receivers took a capture. `missed`: no receiver answered 2xx, also if nothing was sent. `failed`: the last attempt was not answered
 * 2xx; one that was interrupted does not count.
 */
export type ReceiverState = 'missed' | 'failed';

/** Which captures. Members that are left out choose nothing; several are all to hold. */
export interface CaptureFilter {
  /** Any of these `event.type`. */
  readonly types?: readonly string[];
  /** The slug itself; only its fingerprint is compared. */
  readonly slug?: string;
  readonly form?: string;
  readonly nounce?: string;
  /** Any of these `application.status`. */
  readonly statuses?: readonly string[];
  /** Any of these `other_status.ekyc`. */
  readonly ekyc?: readonly string[];
  /** Any of these was found by the screening. */
  readonly aml?: readonly AmlFlag[];
  /** Any of these. */
  readonly bearers?: readonly Captured['bearer'][];
  /** Any of these answers; null is not an answer. */
  readonly answers?: readonly (number | null)[];
  /** Any of these spans of statuses, both ends included: of the last receiver, or of the answer if no receiver had it. */
  readonly results?: readonly (readonly [from: number, to: number])[];
  /** Any of these. */
  readonly receivers?: readonly ReceiverState[];
  readonly complete?: boolean;
  /** False: bodies that are not JSON object. */
  readonly json?: boolean;
  /** Received then or later. */
  readonly since?: Date;
  /** Received before then. */
  readonly until?: Date;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  /** All of these. */
  readonly tags?: readonly string[];
  /** Any of these spans of numbers, both ends included. */
  readonly numbers?: readonly (readonly [first: number, last: number])[];
  /** First and last number, both included. */
  readonly ids?: readonly [first: number, last: number];
  /** Bodies that hold all of these, in any writing of JSON. Bodies that are large or travelled compressed are listed, too: search them yourself. */
  readonly texts?: readonly string[];
  /** Hash of the body, or its beginning. */
  readonly sha256?: string;
  /** Default `recorded`: as they were numbered. */
  readonly order?: 'recorded' | 'newest';
  readonly limit?: number;
  /** Captures to leave out first. Default 0. */
  readonly offset?: number;
}

/** Values that captures have, each with the number of captures that have it. Most frequent first. */
export type CaptureFacets = Readonly<
  Record<'type' | 'status' | 'ekyc' | 'form' | 'bearer' | 'aml' | 'tag', readonly FacetValue[]>
>;

export interface FacetValue {
  readonly value: string;
  readonly captures: number;
}
