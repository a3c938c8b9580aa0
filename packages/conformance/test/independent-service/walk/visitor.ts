import { setImmediate } from 'node:timers/promises';

import { FORMS, type Primitive } from '../forms.ts';
import type { Application } from '../records.ts';
import { ServiceClock } from '../service-clock.ts';
import { TOKENS } from '../service.ts';
import type { Settings } from '../settings.ts';
import { type IndependentService, startIndependentService } from '../start.ts';
import { Mailbox } from './mailbox.ts';

export const [CAMERA, PLAIN] = FORMS.map(({ slug }) => slug) as [string, string];
const START = Date.UTC(2026, 0, 5, 3);
const BETWEEN_STEPS_MS = 5000;
/** Turns of the event loop in which a closed connection is noticed at its other end. */
const TURNS = 500;

/** The Authorization header of a call, by what is said of it. */
export const CREDENTIALS: Readonly<Record<string, string | undefined>> = {
  absent: undefined,
  wrong: 'Bearer nobody',
  longer: `Bearer ${TOKENS.good}x`,
  cut: `Bearer ${TOKENS.good.slice(0, -1)}`,
  capitals: `Bearer ${TOKENS.good.toUpperCase()}`,
  'other scheme': `Token ${TOKENS.good}`,
  revoked: `Bearer ${TOKENS.revoked}`,
  'other workspace': `Bearer ${TOKENS.poor}`,
  good: `Bearer ${TOKENS.good}`,
};

export interface CallOptions {
  readonly lang?: string;
  readonly form?: string;
  readonly credential?: string | undefined;
  readonly method?: string;
  readonly answers?: Record<string, Primitive>;
  readonly body?: string;
  readonly encoding?: string;
}

/** A plain HTTP client, with two receivers and an operator, of a service whose clock stands still. */
export class Visitor {
  readonly mailbox: Mailbox;
  readonly #service: IndependentService;

  private constructor(service: IndependentService, mailbox: Mailbox) {
    this.#service = service;
    this.mailbox = mailbox;
  }

  static async of(settings: Settings): Promise<Visitor> {
    const mailbox = new Mailbox();
    const hooks = await mailbox.open();
    const clock = new ServiceClock(START);
    return new Visitor(await startIndependentService({ spacingMs: 1000, ...settings, hooks, clock }), mailbox);
  }

  async leave(): Promise<void> {
    await this.#service.close();
    await this.mailbox.close();
  }

  /** Calls an address of the service. Returns status, headers that say something, and the body. */
  async fetch(url: string, init: RequestInit): Promise<readonly [status: number, headers: string, body: string]> {
    const response = await fetch(url, { redirect: 'manual', ...init });
    const { headers, status } = response;
    const body = await response.text().catch((error: unknown) => String(error));
    const said = ['content-type', 'location', 'content-encoding'].map((name) => headers.get(name) ?? '-').join(' ');
    return [status, said, body.replaceAll(this.#service.baseUrl, 'http://service')];
  }

  /** Returns the address at the service of a URL that {@link fetch} has shown. */
  address(url: string): string {
    return url.replace('http://service', this.#service.baseUrl);
  }

  call(
    endpoint: string,
    { slug, ...options }: CallOptions & { readonly slug?: string } = {},
  ): ReturnType<Visitor['fetch']> {
    const { lang = 'en', form = CAMERA, answers, encoding = 'identity' } = options;
    const reads = endpoint === 'info' || endpoint === 'result';
    const { method = reads ? 'GET' : 'POST', body = answers && JSON.stringify({ answers }) } = options;
    const credential = 'credential' in options ? options.credential : CREDENTIALS['good'];
    const path = slug === undefined ? `${form}/${endpoint}/` : `${form}/applied-forms/${slug}/${endpoint}/`;
    return this.fetch(`${this.#service.baseUrl}/${lang}/api/forms/${path}`, {
      method,
      headers: { 'accept-encoding': encoding, ...(credential !== undefined && { authorization: credential }) },
      ...(body !== undefined && { body }),
    });
  }

  async create(options: CallOptions = {}): Promise<string> {
    const [, , body] = await this.call('create', options);
    return (JSON.parse(body) as { detail: { slug: string } }).detail.slug;
  }

  /** What an operator does, and the deliveries that follow. */
  async operate(act: 'submit' | 'expire' | 'change' | 'delete', slug: string, course = 0): Promise<void> {
    const { service } = this.#service;
    const application = this.#application(slug);
    if (act === 'submit') service.goThrough(application, course);
    else if (act === 'expire') service.expire(application);
    else if (act === 'change') service.changeStatus(application);
    else application.deleted = true;
    await service.hooks.caughtUp();
    await this.pass();
  }

  async pass(ms: number = BETWEEN_STEPS_MS): Promise<void> {
    const { clock, hooks } = this.#service.service;
    await clock.pass(ms, () => hooks.caughtUp());
  }

  /** Lets connections that were closed be noticed. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  }

  /** What a call may have changed: the status, the time of the submission, and the events that followed. */
  async effect(slug: string): Promise<readonly unknown[]> {
    await this.pass(0);
    const { state, submittedMs = START } = this.#application(slug);
    return [state, submittedMs - START, this.mailbox.types()];
  }

  credit(): number {
    return this.#service.service.workspaces.reduce((sum, { credit }) => sum + credit, 0);
  }

  #application(slug: string): Application {
    const application = this.#service.service.applications.get(slug);
    if (application === undefined) throw new Error(`There is no application ${slug}`);
    return application;
  }
}
