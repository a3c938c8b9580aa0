/** Part of a delivery that its repetitions share. */
export interface Dedupable {
  readonly event: { readonly type: string };
  readonly application?: { readonly slug: string; readonly submitted_at?: string | null | undefined } | undefined;
}

/**
 * The key of a delivery, or why it has none:
 *
 * - `not-submitted`: `submitted_at` is null or missing, as on a `drop_off`; the slug alone is not a key.
 * - `not-a-submission`: the key names a submission. Two status changes of one application share it, and share it with the
 *   submission itself, so that dropping repetitions by it would drop news.
 */
export type DedupeKey =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'none'; readonly reason: 'not-submitted' | 'not-a-submission' };

/**
 * Gives the key under which a client processes a submission once: the same on every retry and resend, which carry a new
 * `event.nounce` each. The key holds the slug, which is a secret: keep it out of logs.
 *
 * @returns `application.slug` and `application.submitted_at` joined by `|`, or the reason why there is no key.
 * @see Specification, "Delivery rules"
 *
 * @example
 * dedupeKey({
 *   event: { type: 'submit_form' },
 *   application: { slug: 'k3v9', submitted_at: '2026-01-05T03:00:00+00:00' },
 * }) // { kind: 'key', key: 'k3v9|2026-01-05T03:00:00+00:00' }
 */
export function dedupeKey({ event, application }: Dedupable): DedupeKey {
  if (!application?.submitted_at) return { kind: 'none', reason: 'not-submitted' };
  if (event.type !== 'submit_form') return { kind: 'none', reason: 'not-a-submission' };
  return { kind: 'key', key: `${application.slug}|${application.submitted_at}` };
}
