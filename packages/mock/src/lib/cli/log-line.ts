import { createHash } from 'node:crypto';

import type { LoggedDelivery } from '../deliveries/delivery-log.ts';
import type { LoggedCall } from '../service/call-log.ts';

/** A short name of a slug that does not give it away. */
export function fingerprint(slug: string): string {
  return slug === '' ? '' : `#${createHash('sha256').update(slug).digest('hex').slice(0, 6)}`;
}

/** Says in one line what a client called and what it was answered. */
export function callLine({
  at,
  method,
  endpoint,
  lang,
  formSlug,
  slug,
  status,
  condition,
}: Omit<LoggedCall, 'trace' | 'condition'> & { readonly condition: string }): string {
  const subject = [lang, formSlug, fingerprint(slug)].filter((part) => part !== '').join(' ');
  return `${timeOf(at)}  ${method} ${endpoint} ${subject}  ${status} ${condition}`;
}

/** Says in one line how the latest attempt at a delivery ended. */
export function deliveryLine({ type, url, slug, attempts }: LoggedDelivery): string {
  const last = attempts.at(-1);
  if (!last) return '';
  const { outcome, number, next, endedAt } = last;
  const ending = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
  // Path and query of a receiver may hold a secret of their own.
  return `${timeOf(endedAt)}  deliver ${type} ${fingerprint(slug)} to ${new URL(url).origin}, attempt ${number}  ${ending} ${next}`;
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
