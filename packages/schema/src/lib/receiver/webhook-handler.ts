import type { Delivery, LifecycleDelivery, Submission } from '../consumer/types.ts';
import { dedupeKey } from '../events/dedupe-key.ts';
import type { KnownEventType } from '../events/event-types.ts';
import type { ReadingIssue } from '../reading/read-as.ts';
import { readBytes } from '../reading/read-bytes.ts';
import { verifyBearer } from './bearer.ts';
import { createMemoryDedupe, type Dedupe } from './dedupe.ts';
import { safeParseDelivery, type ParsedDelivery } from './parse-delivery.ts';

/** A delivery as it came, next to what the reader made of it. */
export interface WebhookContext {
  /** Raw body. */
  readonly body: Uint8Array;
  /** Differences from the contract; empty if there are none. */
  readonly issues: readonly ReadingIssue[];
}

/** Functions by event type. Other types are stored, acknowledged and ignored. */
export interface WebhookListeners {
  readonly submit_form?: (delivery: Submission, context: WebhookContext) => unknown;
  readonly update_status?: (delivery: LifecycleDelivery, context: WebhookContext) => unknown;
  readonly drop_off?: (delivery: LifecycleDelivery, context: WebhookContext) => unknown;
}

/** Options of a webhook handler. */
export interface WebhookHandlerOptions {
  /** Secret of the webhook, as entered in the portal. */
  readonly secret: string;
  /** Called after the acknowledgement. */
  readonly on: WebhookListeners;
  /**
   * Puts the body into a database or queue before the acknowledgement: every body with the right secret, also of an unknown event type
   * and one that cannot be read. If it fails, the handler answers 500 and the service delivers again, up to three times. It must end within
   * 30 seconds: the service does not repeat a delivery without an answer. It is called for each retry and resend, too: store a submission
   * by its slug and `submitted_at`.
   */
  readonly store?: (body: Uint8Array, read: ParsedDelivery) => unknown;
  /** Memory of processed submissions. Default: {@link createMemoryDedupe}. */
  readonly dedupe?: Dedupe;
  /** Bytes of a body; a larger one gets 413, and is lost. Default: no limit, since the service sets none. */
  readonly maxBytes?: number;
  /** Called if a body cannot be read, or `store` or a function of `on` fails. Default: `console.error`, which also gets the errors of this function. */
  readonly onError?: (error: unknown) => unknown;
}

/** Handles a request of the service. `waitUntil` keeps an edge worker alive until the functions of `on` end. */
export type WebhookHandler = (
  request: Request,
  runtime?: { readonly waitUntil?: ((work: Promise<unknown>) => void) | undefined },
) => Promise<Response>;

/**
 * Creates a handler of deliveries for any framework with web-standard requests. It checks the secret, stores the body, acknowledges it,
 * and then calls the function of its event type, once per submission. A body that cannot be read gets 500: it may have been cut on its
 * way, and the service delivers again.
 *
 * If the process dies after the acknowledgement, the service does not deliver again: pass `store` to survive that. Without it, a lost
 * submission comes back with the resend endpoint. Lifecycle events do not.
 *
 * @throws {RangeError} if `secret` is empty.
 * @see Specification, "Delivery rules"
 *
 * @example
 * const handler = createWebhookHandler({
 *   secret: process.env.IDV_WEBHOOK_SECRET,
 *   store: (body) => queue.add(body),
 *   on: { submit_form: ({ application }) => review(application.slug) },
 * })
 */
export function createWebhookHandler(options: WebhookHandlerOptions): WebhookHandler {
  const { secret, on, store, dedupe = createMemoryDedupe(), maxBytes = Infinity } = options;
  const write = (error: unknown): void => console.error('A webhook handler failed:', error);
  const report = async (failure: unknown): Promise<void> => {
    try {
      await (options.onError ?? write)(failure);
    } catch (reportFailure) {
      write(reportFailure);
    }
  };
  verifyBearer(null, secret);

  return async (request, { waitUntil } = {}) => {
    if (request.method !== 'POST') return new Response(null, { status: 405, headers: { allow: 'POST' } });
    if (!verifyBearer(request.headers.get('authorization'), secret)) return new Response(null, { status: 401 });
    const body = await readBytes(request.body, maxBytes);
    if (body === undefined) return new Response(null, { status: 413 });
    const read = safeParseDelivery(body, { maxBytes });
    const { data, issues, error } = read;
    const found = data && isKnown(data) ? dedupeKey(data) : undefined;
    const key = found?.kind === 'key' ? found.key : undefined;
    try {
      // Stored before it is claimed: a process that dies in between gets the delivery again.
      await store?.(body, read);
      if (error !== undefined) throw error;
      if (!isKnown(data)) return new Response(null, { status: 204 });
      if (key !== undefined && !(await dedupe.claim(key))) return new Response(null, { status: 204 });
    } catch (failure) {
      await report(failure);
      return new Response(error?.message ?? null, { status: 500 });
    }
    const context: WebhookContext = { body, issues };
    const failed = async (failure: unknown): Promise<void> => {
      try {
        if (key !== undefined) await dedupe.release(key);
      } catch (releaseFailure) {
        await report(releaseFailure);
      }
      await report(failure);
    };
    const work = afterResponse()
      .then(() => call(on, data, context))
      .catch(failed);
    waitUntil?.(work);
    return new Response(null, { status: 204 });
  };
}

type KnownDelivery = (Submission | LifecycleDelivery) & { readonly event: { readonly type: KnownEventType } };

/** The reader refuses a delivery of a known type that has no application. */
function isKnown(delivery: Delivery): delivery is KnownDelivery {
  const { type } = delivery.event;
  return type === 'submit_form' || type === 'update_status' || type === 'drop_off';
}

function call(on: WebhookListeners, delivery: KnownDelivery, context: WebhookContext): unknown {
  switch (delivery.event.type) {
    case 'submit_form':
      return on.submit_form?.(delivery as Submission, context); // By its type.
    case 'update_status':
      return on.update_status?.(delivery as LifecycleDelivery, context);
    case 'drop_off':
      return on.drop_off?.(delivery as LifecycleDelivery, context);
  }
}

/** The next turn of the event loop, in which the response is on its way. */
function afterResponse(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
