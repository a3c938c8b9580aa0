import type { IncomingHttpHeaders, ServerResponse } from 'node:http';

import type { CaptureDetails, CaptureSummary } from '@idvkit/archive';
import { pause } from '@idvkit/delivery';
import type { Captured } from '@idvkit/schema/formats';

import { answerAt, statusOf, type PlannedAnswer } from './answer-plan.ts';
import { arrivingBody } from './arriving-body.ts';
import { checkBearer } from './bearer.ts';
import type { CaptureContext } from './capture-context.ts';
import type { CaptureOptions } from './capture-options.ts';
import type { Forwarder } from './forwarder.ts';
import type { ImageFetcher } from './image-fetcher.ts';
import type { OpenRequest, RefusalReason } from './open-requests.ts';
import { authorizations, redactHeaders, redactPath } from './redact.ts';
import { refuseDelivery } from './refuse-delivery.ts';
import { requestPath } from './request-path.ts';
import { UnmatchedQuota, type Allowance } from './unmatched-quota.ts';

export interface KeeperContext extends CaptureContext {
  readonly forwarder: Forwarder | undefined;
  readonly fetcher: ImageFetcher | undefined;
  /** Aborts when the capture is being closed. */
  readonly closing: AbortSignal;
}

/** Keeps deliveries as they arrive, and answers each once it is on the disk. */
export class DeliveryKeeper {
  readonly #options: CaptureOptions;
  readonly #context: KeeperContext;
  readonly #quota: UnmatchedQuota;
  readonly #underWay = new Set<Promise<void>>();
  #received = 0;

  constructor(options: CaptureOptions, context: KeeperContext) {
    this.#options = options;
    this.#context = context;
    this.#quota = new UnmatchedQuota(options.archive.folder, options.unmatched ?? {}, options.secret !== undefined);
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Resolves once the deliveries that are under way now are answered. */
  async idle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  /** Receives a delivery. If it cannot be kept, it is answered 503, so that the service sends it again. */
  receive(open: OpenRequest): void {
    const task = this.#receive(open).catch((error: unknown) => {
      this.#options.onFailure?.(error);
      return this.#refuse(open, 503);
    });
    this.#underWay.add(task);
    void task.finally(() => this.#underWay.delete(task));
  }

  async #receive(open: OpenRequest): Promise<void> {
    const { request } = open;
    const { answers, secret } = this.#options;
    const receivedAt = this.#context.now();
    const bearer = checkBearer(authorizations(request.rawHeaders), secret);
    if (bearer !== 'match' && isFromWebPage(request.headers)) return this.#refuse(open, 403, 'web-page');
    const planned = answerAt(answers, this.#received);
    this.#received += 1;
    const isKnown = bearer === 'match' || bearer === 'not-checked';
    const allowance = bearer === 'match' ? undefined : await this.#quota.admit(request);
    // Without a secret it may be a delivery of the service, which sends it again.
    const refusal = isKnown ? 503 : 401;
    if (typeof allowance === 'string') return this.#refuse(open, refusal, allowance);
    const details = {
      receivedAt: receivedAt.toISOString(),
      method: request.method ?? '',
      path: redactPath(requestPath(request.url ?? ''), secret),
      headers: redactHeaders(request.rawHeaders, secret),
      bearer,
    };
    const kept = await this.#keep(open, { details, answer: isKnown ? statusOf(planned) : 401, isKnown, allowance });
    if (kept === undefined) return this.#refuse(open, refusal, 'quota');
    const { captured, summary } = kept;
    this.#options.onCapture?.(captured, summary);
    if (!captured.body.complete) open.response.destroy();
    if (isKnown && captured.body.complete && !open.isBroken) return this.#answerAsPlanned(open, captured, planned);
    answer(open.response, captured.answer);
  }

  /** Writes a delivery to the archive. @returns its capture; `undefined` if its body goes beyond the allowance. */
  async #keep(
    open: OpenRequest,
    {
      details,
      answer: status,
      isKnown,
      allowance,
    }: {
      readonly details: Omit<CaptureDetails, 'answer'>;
      readonly answer: number | null;
      readonly isKnown: boolean;
      readonly allowance: Allowance | undefined;
    },
  ): Promise<{ readonly captured: Captured; readonly summary: CaptureSummary } | undefined> {
    const { writer, clock, forwarder } = this.#context;
    const body = arrivingBody(open.request, { clock, idleMs: this.#options.idleMs ?? 60_000 });
    try {
      const taken = await writer.take(allowance?.limit(body) ?? body, details);
      if (allowance?.isExceeded) {
        await writer.discard(taken);
        allowance.release();
        return undefined;
      }
      const captured = await writer.commit(taken, ({ complete }) => {
        const decided = open.decide(complete ? status : null);
        const isPassedOn = forwarder !== undefined && isKnown && complete && !open.isBroken;
        return { ...details, answer: decided, ...(isPassedOn && { passOn: true as const }) };
      });
      return { captured, summary: taken.summary.summary };
    } catch (error) {
      allowance?.release();
      throw error;
    }
  }

  /** Answers, passes on and fetches images. The last two do not keep the sender waiting, unless its answer is that of the receiver. */
  async #answerAsPlanned(
    { request, response }: OpenRequest,
    captured: Captured,
    planned: PlannedAnswer,
  ): Promise<void> {
    const { clock, closing, forwarder, fetcher } = this.#context;
    const delayMs = typeof planned === 'object' ? planned.delayMs : 0;
    if (planned !== 'forwarded' && delayMs === 0) answer(response, captured.answer);
    fetcher?.add(captured);
    if (planned === 'forwarded') return this.#relay(captured, request.rawHeaders, response);
    forwarder?.add(captured, request.rawHeaders);
    if (delayMs === 0) return;
    await pause(clock, delayMs, closing);
    answer(response, captured.answer);
  }

  /** Answers what the receiver answers. If it gives no answer, the service gets none either. */
  async #relay(captured: Captured, rawHeaders: readonly string[], response: ServerResponse): Promise<void> {
    const { forwarder, onLoss, onOutcome } = this.#context;
    const outcome = await forwarder?.relay(captured, rawHeaders).catch((error: unknown) => {
      onLoss(captured, error);
      return undefined;
    });
    if (outcome !== undefined && 'status' in outcome) response.writeHead(outcome.status).end();
    else response.destroy();
    if (outcome !== undefined) onOutcome(captured, outcome);
  }

  #refuse({ request, response }: OpenRequest, status: number, reason?: RefusalReason): Promise<void> {
    if (reason !== undefined) this.#options.onRefused?.(reason);
    return refuseDelivery(request, response, { status, clock: this.#context.clock });
  }
}

/** Checks whether a browser sent a request for a web page: the service is not a browser, and a page can post to any address. */
function isFromWebPage({ origin, 'sec-fetch-site': site = 'none' }: IncomingHttpHeaders): boolean {
  return origin !== undefined || site !== 'none';
}

function answer(response: ServerResponse, status: number | null): void {
  if (status !== null) response.writeHead(status).end();
}
