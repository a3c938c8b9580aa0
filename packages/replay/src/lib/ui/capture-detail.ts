import type { Archive, BodyState, CaptureEntry } from '@idvkit/archive';
import { imageExpirySeconds } from '@idvkit/schema';
import type { Forwarded, ImageEntry, SendAttempt } from '@idvkit/schema/formats';

import { maskHeader, maskRoute, maskTarget, type MaskedText } from '../show/mask-head.ts';
import { toListed, type ListedCapture } from './list-captures.ts';
import { UiError } from './ui-error.ts';

/** What the page shows of one capture beside its body. */
export interface CaptureDetail extends ListedCapture {
  readonly sha256: string;
  readonly method: string;
  /** Path and query, as far as they say nothing about anybody. */
  readonly path: MaskedText;
  readonly headers: readonly ({ readonly name: string } & MaskedText)[];
  readonly source: string | null;
  readonly fidelity: string;
  readonly version: number | null;
  readonly createdAt: string | null;
  readonly form: string | null;
  readonly submittedAt: string | null;
  readonly body: BodyState;
  readonly images: {
    /** Signed URLs in the body. */
    readonly urls: number;
    /** When they stop working: 15 minutes after `event.created_at`. Null where that is no time, or there are no URLs. */
    readonly expireAt: string | null;
    readonly kept: readonly KeptImage[];
  };
  readonly attempts: readonly PastAttempt[];
}

/** An image of a capture: kept, or why not. */
export interface KeptImage {
  /** Byte of the body at which its URL stands. */
  readonly offset: number;
  readonly sha256: string | null;
  readonly bytes: number | null;
  readonly contentType: string | null;
  readonly failure: string | null;
}

/** What became of a capture: passed on while it was captured, or sent later. */
export interface PastAttempt {
  readonly how: 'passed on' | 'sent';
  readonly at: string;
  readonly target: MaskedText;
  readonly number: number;
  readonly outcome: string;
  readonly run: string | null;
}

/** Puts together what the archive knows of a capture without reading its body. */
export async function captureDetail(archive: Archive, entry: CaptureEntry): Promise<CaptureDetail> {
  const { captured, summary } = entry;
  const { images, attempts } = await historyOf(archive, captured.id);
  return {
    ...toListed(entry),
    sha256: captured.body.sha256,
    method: captured.method,
    path: maskRoute(captured.path),
    headers: captured.headers.map(([name, value]) => ({ name, ...maskHeader(name, value) })),
    source: captured.source ?? null,
    fidelity: captured.fidelity ?? 'wire',
    version: summary.version ?? null,
    createdAt: summary.createdAt ?? null,
    form: summary.form ?? null,
    submittedAt: summary.submittedAt ?? null,
    body: await archive.bodyState(captured),
    images: { urls: summary.images, expireAt: summary.images > 0 ? expiryOf(summary.createdAt) : null, kept: images },
    attempts: attempts.map(toPast),
  };
}

/** A value of a request's head, or of an attempt, that was asked for: `path`, `headers/3`, `attempts/0`. */
export async function revealHeadPart(archive: Archive, { captured }: CaptureEntry, part: string): Promise<string> {
  const [what, place] = part.split('/');
  const index = Number(place);
  let text: string | undefined;
  if (part === 'path') text = captured.path;
  else if (what === 'headers') text = captured.headers[index]?.[1];
  else if (what === 'attempts') text = (await historyOf(archive, captured.id)).attempts[index]?.target;
  if (text === undefined) throw new UiError(404, 'There is nothing here.');
  return text;
}

/** @see Specification, "Signed image URL" */
function expiryOf(createdAt: string | undefined): string | null {
  try {
    return new Date(imageExpirySeconds({ created_at: createdAt ?? '' }) * 1_000).toISOString();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads the journals once. */
async function historyOf(
  archive: Archive,
  id: number,
): Promise<{ readonly images: KeptImage[]; readonly attempts: (Forwarded | SendAttempt)[] }> {
  const images: KeptImage[] = [];
  const attempts: (Forwarded | SendAttempt)[] = [];
  for await (const fact of archive.facts()) {
    if (fact.kind === 'captured' || fact.kind === 'erased' || fact.kind === 'tagged' || fact.capture !== id) continue;
    if (fact.kind === 'image') images.push(toKept(fact));
    else attempts.push(fact);
  }
  return { images, attempts: attempts.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)) };
}

function toKept({ offset, outcome }: ImageEntry): KeptImage {
  if ('failure' in outcome) return { offset, sha256: null, bytes: null, contentType: null, failure: outcome.failure };
  return { offset, ...outcome, failure: null };
}

function toPast(fact: Forwarded | SendAttempt): PastAttempt {
  const { at, target, number, outcome } = fact;
  return {
    how: fact.kind === 'forwarded' ? 'passed on' : 'sent',
    at,
    target: maskTarget(target),
    number,
    outcome: outcome === 'started' ? 'started' : 'status' in outcome ? `answered ${outcome.status}` : outcome.failure,
    run: fact.kind === 'attempt' ? fact.run : null,
  };
}
