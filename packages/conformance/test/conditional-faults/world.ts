import { createMock, DEFAULT_TOKEN, type Fault, type Mock, type SubmitOptions } from '@idvkit/mock';

import { type CREDENTIALS, authorizationOf } from './credential-class.ts';
import { type Arrived, type ReceiverAnswer, Receivers } from './receivers.ts';

export const SERVICE = 'http://service.test';
export const FORMS = { camera: 'kyc-camera', plain: 'kyc-plain' } as const;
const FOREIGN_TOKEN = 'idv_of_another_workspace';
const REVOKED_TOKEN = 'idv_revoked';
/** Time in which a delivery with all its retries ends, whatever receivers do. */
const DELIVERED_MS = 200_000;
/** No form expires by itself. */
const FOREVER_MS = 50 * 365 * 24 * 3_600_000;
const BEGAN = Date.parse('2026-03-02T09:30:00Z');

/** A call of the walk. */
export interface CallWanted {
  readonly method: string;
  readonly path: string;
  readonly credential: (typeof CREDENTIALS)[number];
  readonly body?: string | undefined;
}

/** A mock with two receivers and a clock that stands still. Nothing in it is random: the same calls get the same bytes. */
export class World {
  readonly #receivers = new Receivers();
  readonly #given = new Set<string>();
  readonly mock: Mock;

  constructor(faults: readonly Fault[]) {
    this.mock = createMock({
      seed: 5,
      faults,
      dispatcher: this.#receivers,
      clock: { mode: 'frozen', now: BEGAN },
      settings: { formLifetimeMs: FOREVER_MS },
      webhooks: [1, 2].map((number) => ({ url: `http://receiver-${number}.test/`, secret: `secret-${number}` })),
    });
    const { portal } = this.mock;
    portal.addWorkspace({ id: 'other', token: FOREIGN_TOKEN, clock: { mode: 'frozen', now: BEGAN } });
    portal.addToken({ token: REVOKED_TOKEN });
    portal.revokeToken({ token: REVOKED_TOKEN });
  }

  /** Makes a call, and returns everything that the caller gets. */
  async call({ method, path, credential, body }: CallWanted): Promise<string> {
    const authorization = authorizationOf(credential, {
      valid: DEFAULT_TOKEN,
      revoked: REVOKED_TOKEN,
      foreign: FOREIGN_TOKEN,
    });
    const response = await this.mock.fetch(
      new Request(SERVICE + path, {
        method,
        redirect: 'manual',
        ...(authorization !== undefined && { headers: { authorization } }),
        ...(body !== undefined && { body }),
      }),
    );
    const text = await response.text();
    return `${response.status}\n${JSON.stringify([...response.headers])}\n${text}`;
  }

  /** Creates an application, and returns its slug. */
  async create(flow: Flow): Promise<string> {
    const answer = await this.call({
      method: 'POST',
      path: `/en/api/forms/${FORMS[flow]}/create/`,
      credential: 'valid',
    });
    const { portal } = this.mock;
    // The fault of a response may hide it.
    const slug = /"slug":"([^"]+)"/.exec(answer)?.[1];
    if (slug !== undefined && !this.#given.has(slug)) {
      this.#given.add(slug);
      return slug;
    }
    return portal.applications().at(-1)?.slug ?? 'none-created';
  }

  /** Lets something happen to an application, and all its deliveries end. */
  async happen({ slug, flow }: Application, happening: Happening, answers: Plans = []): Promise<void> {
    const { portal } = this.mock;
    this.#receivers.plan(answers);
    if (happening === 'status-change') portal.changeStatus(slug, { column: 'decision', value: 'On Hold' });
    else if (happening === 'expire') portal.expire(slug);
    else if (happening === 'delete') portal.delete(slug);
    else if (happening === 'resend') {
      const path = `/en/api/forms/${FORMS[flow]}/applied-forms/${slug}/hook-submit/`;
      await this.call({ method: 'POST', path, credential: 'valid' });
    } else portal.submit(slug, happening.submit);
    await this.#settle(answers.flat().includes('silence') ? 2 : 0);
  }

  /** Waits until the deliveries under way have ended, retries included. */
  async settle(): Promise<void> {
    if (this.#receivers.hasArrived) await this.#settle(0);
  }

  /** Lets minutes pass. */
  async wait(minutes: number): Promise<void> {
    if (minutes > 0) await this.mock.portal.advance({ ms: minutes * 60_000 });
  }

  async #settle(held: number): Promise<void> {
    await this.mock.portal.advance({ ms: DELIVERED_MS, held });
  }

  /** Returns the deliveries since it was asked last. */
  deliveries(): readonly Arrived[] {
    return this.#receivers.take();
  }

  close(): Promise<void> {
    return this.mock.close();
  }
}

export type Flow = keyof typeof FORMS;

export interface Application {
  readonly slug: string;
  readonly flow: Flow;
}

/** Something that happens to an application. */
export type Happening = 'status-change' | 'expire' | 'delete' | 'resend' | { readonly submit: SubmitOptions };

/** Answers of each receiver. */
export type Plans = readonly (readonly ReceiverAnswer[])[];
