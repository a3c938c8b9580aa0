import { hash } from 'node:crypto';
import { request } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

import type { Attempt, DeliverySettings, Letter } from './delivery-settings.ts';
import { imageUrl } from './images.ts';
import { applicationObject, contentOf } from './payload.ts';
import { type Application, type EventType, type Hook, isoTime } from './records.ts';
import type { ServiceClock } from './service-clock.ts';

const SPACING_MS = Number(process.env['INDEPENDENT_RETRY_SPACING_MS'] ?? 50);
const TIMEOUT_MS = Number(process.env['INDEPENDENT_RECEIVER_TIMEOUT_MS'] ?? 30_000);
/** Real milliseconds in which a receiver on this machine has answered, unless it does not mean to. */
const PROMPT_MS = 500;
/** Turns of the event loop that it also has: on a busy machine, time passes while nothing is done. */
const PROMPT_TURNS = 100;

/** Delivers events to every hook, each by itself. */
export class Hooks {
  readonly list: Hook[] = [];
  readonly #clock: ServiceClock;
  readonly #settings: DeliverySettings;
  readonly #origin: () => string;
  readonly #underWay = new Set<{ readonly since: number; readonly over: Promise<void> }>();
  #nounces = 0;
  #stopped = false;

  constructor(clock: ServiceClock, settings: DeliverySettings, origin: () => string) {
    this.#clock = clock;
    this.#settings = settings;
    this.#origin = origin;
  }

  fire(type: EventType, application: Application): void {
    this.#deliver({ type, application, resend: 0 });
  }

  resend(application: Application): void {
    application.resends += 1;
    this.#deliver({ type: 'submit_form', application, resend: application.resends });
  }

  /** Resolves when every attempt is over, but for those whose receiver seems to say nothing. */
  async caughtUp(): Promise<void> {
    const silent = new Set<object>();
    for (;;) {
      const waited = [...this.#underWay].filter((entry) => !silent.has(entry));
      if (waited.length === 0) return;
      await Promise.all(
        waited.map((entry) => {
          const left = PROMPT_MS - (performance.now() - entry.since);
          silent.add(entry);
          return Promise.race([entry.over, setTimeout(Math.max(0, left)).then(() => turns(PROMPT_TURNS))]);
        }),
      );
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  #deliver(event: Pick<Attempt, 'type' | 'application' | 'resend'>): void {
    const to = (place: number, last: number): void => {
      const hook = this.list[place];
      if (hook === undefined || place > last) return;
      const attempt = { ...event, hook, place, retries: 0 };
      if (this.#settings.oneAfterTheOther !== true) {
        this.#attempt(attempt);
        to(place + 1, last);
      } else this.#attempt(attempt, () => to(place + 1, last));
    };
    to(0, this.list.length - 1);
  }

  /** `over` is called when the receiver has answered, or has not in its time. */
  #attempt(event: Omit<Attempt, 'atMs'>, over = (): void => {}): void {
    if (this.#stopped) return;
    const { again = retriesServerErrors, letter = (same) => same, transitMs = () => 0 } = this.#settings;
    const transit = transitMs(event.retries);
    const attempt = { ...event, atMs: this.#clock.now() - transit };
    const sent = letter(this.#letter(attempt), attempt);
    if (sent === undefined) return over();
    const { promise, resolve } = Promise.withResolvers<void>();
    const entry = { since: performance.now(), over: promise };
    this.#underWay.add(entry);
    const { spacingMs = SPACING_MS, timeoutMs = TIMEOUT_MS } = this.#settings;
    const patience = typeof timeoutMs === 'number' ? timeoutMs : timeoutMs(attempt);
    this.#post(attempt.hook, sent, patience - transit, (status) => {
      if (again(status, attempt)) {
        this.#clock.after(spacingMs, () => this.#attempt({ ...event, retries: event.retries + 1 }));
      }
      over();
      this.#underWay.delete(entry);
      resolve();
    });
  }

  /** Sends a body in two pieces, and gives up after `timeoutMs`. `ended` hears the status, or 0 where there is none. */
  #post({ url }: Hook, { headers, body }: Letter, timeoutMs: number, ended: (status: number) => void): void {
    let open = true;
    const end = (status: number): void => {
      if (!open) return;
      open = false;
      giveUp();
      ended(status);
    };
    const { write = JSON.stringify } = this.#settings;
    const bytes = Buffer.from(write(body));
    const call = request(url, { method: 'POST', agent: false, headers });
    const giveUp = this.#clock.after(timeoutMs, () => {
      end(0);
      call.destroy();
    });
    call.on('response', (response) => {
      response.on('error', () => {}).resume();
      end(response.statusCode ?? 0);
    });
    call.on('error', () => end(0));
    const middle = Math.floor(bytes.length / 2);
    call.write(bytes.subarray(0, middle));
    call.end(bytes.subarray(middle));
  }

  #letter({ type, application, hook, atMs }: Attempt): Letter {
    const nounce = hash('sha256', `nounce ${(this.#nounces += 1)}`).slice(0, 24);
    const event = { created_at: isoTime(atMs), type, nounce };
    const headers = { Authorization: `Bearer ${hook.secret}`, 'Content-Type': 'application/json; charset=utf-8' };
    if (type !== 'submit_form') return { headers, body: { application: applicationObject(application), event } };
    const content = contentOf(application, (image) => imageUrl(this.#origin(), application.slug, image, atMs));
    return { headers, body: { ...content, event: { ...event, version: 4 } } };
  }
}

function retriesServerErrors(status: number, { retries }: Attempt): boolean {
  return status >= 500 && retries < 3;
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}
