import { createHash } from 'node:crypto';

import { printable } from '@idvkit/cli-kit';

import type { LoggedCall } from '../service/call-log.ts';
import type { LoggedDelivery } from '../service/deliveries/delivery-log.ts';

/** Characters of a locale or form that are shown. */
const MAX_PART = 80;

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
  // Anybody can call: a path is shown as it came, percent-encoded, so that it forges no line and no command of a CI runner.
  const named = [lang, formSlug].map((part) => printable(encodeURIComponent(part), MAX_PART));
  const subject = [...named, fingerprint(slug)].filter((part) => part !== '').join(' ');
  return printable(`${timeOf(at)}  ${method} ${endpoint} ${subject}  ${status} ${condition}`);
}

/** Says in one line how the latest attempt at a delivery ended. */
export function deliveryLine({ type, url, slug, attempts }: LoggedDelivery): string {
  const last = attempts.at(-1);
  if (!last) return '';
  const { outcome, number, next, endedAt } = last;
  const ending = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
  // Path and query of a receiver may hold a secret of their own.
  return printable(
    `${timeOf(endedAt)}  deliver ${type} ${fingerprint(slug)} to ${new URL(url).origin}, attempt ${number}  ${ending} ${next}`,
  );
}

function timeOf(at: number): string {
  return new Date(at).toISOString().slice(11, 19);
}
