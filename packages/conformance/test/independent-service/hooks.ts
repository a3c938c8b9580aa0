import { hash } from 'node:crypto';
import { request } from 'node:http';
import { setImmediate, setTimeout } from 'node:timers/promises';

import { imageUrl } from './images.ts';
import { applicationObject, contentOf } from './payload.ts';
import { type Application, type Hook, isoTime } from './records.ts';
import type { ServiceClock } from './service-clock.ts';

export type EventType = 'submit_form' | 'update_status' | 'drop_off';

export interface HookSettings {
  readonly spacingMs: number;
  readonly timeoutMs: number;
  /** Whether to deliver again after a status, 0 for none. Default: after 5xx, three times. */
  readonly again?: (status: number, retries: number) => boolean;
  /** The type under which an event is sent; undefined sends none. Default: its own. */
  readonly sentAs?: (type: EventType) => string | undefined;
  /** Milliseconds that an attempt has been on its way when it leaves here, as on a busy machine. Default: none. */
  readonly transitMs?: (retries: number) => number;
  /** Makes nounces. Default: another one each time. */
  readonly nounce?: (slug: string) => string;
}

/** Real milliseconds in which a receiver on this machine has answered, unless it does not mean to. */
const PROMPT_MS = 500;
/** Turns of the event loop that it also has: on a busy machine, time passes while nothing is done. */
const PROMPT_TURNS = 100;

/** Delivers events to every hook, each by itself. */
export class Hooks {
  readonly list: Hook[] = [];
  readonly #clock: ServiceClock;
  readonly #settings: HookSettings;
  readonly #origin: () => string;
  readonly #underWay = new Set<{ readonly since: number; readonly over: Promise<void> }>();
  #nounces = 0;
  #stopped = false;

  constructor(clock: ServiceClock, settings: HookSettings, origin: () => string) {
    this.#clock = clock;
    this.#settings = settings;
    this.#origin = origin;
  }

  fire(type: EventType, application: Application): void {
    const { sentAs = () => type } = this.#settings;
    if (sentAs(type) === undefined) return;
    for (const hook of this.list) this.#attempt(hook, type, application, 0);
  }

  /** Resolves when every attempt is over, but for those whose receiver seems to say nothing. */
  async caughtUp(): Promise<void> {
    const waits = [...this.#underWay].map(({ since, over }) => {
      const left = PROMPT_MS - (performance.now() - since);
      return Promise.race([over, setTimeout(Math.max(0, left)).then(() => turns(PROMPT_TURNS))]);
    });
    await Promise.all(waits);
  }

  stop(): void {
    this.#stopped = true;
  }

  #again(status: number, retries: number): boolean {
    const { again = (code) => code >= 500 && retries < 3 } = this.#settings;
    return again(status, retries);
  }

  #attempt(hook: Hook, type: EventType, application: Application, retries: number): void {
    if (this.#stopped) return;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const entry = { since: performance.now(), over };
    this.#underWay.add(entry);
    const { transitMs = () => 0, timeoutMs } = this.#settings;
    const transit = transitMs(retries);
    const body = this.#body(type, application, this.#clock.now() - transit);
    this.#post(hook, body, timeoutMs - transit, (status) => {
      if (this.#again(status, retries)) {
        this.#clock.after(this.#settings.spacingMs, () => this.#attempt(hook, type, application, retries + 1));
      }
      this.#underWay.delete(entry);
      resolve();
    });
  }

  /** Sends a body in two pieces, and gives up after `timeoutMs`. `ended` hears the status, or 0 where there is none. */
  #post({ url, secret }: Hook, body: Buffer, timeoutMs: number, ended: (status: number) => void): void {
    let open = true;
    const end = (status: number): void => {
      if (!open) return;
      open = false;
      giveUp();
      ended(status);
    };
    const call = request(url, {
      method: 'POST',
      agent: false,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json; charset=utf-8' },
    });
    const giveUp = this.#clock.after(timeoutMs, () => {
      end(0);
      call.destroy();
    });
    call.on('response', (response) => {
      response.on('error', () => {}).resume();
      end(response.statusCode ?? 0);
    });
    call.on('error', () => end(0));
    const middle = Math.floor(body.length / 2);
    call.write(body.subarray(0, middle));
    call.end(body.subarray(middle));
  }

  #body(type: EventType, application: Application, at: number): Buffer {
    const { nounce = () => hash('sha256', `nounce ${(this.#nounces += 1)}`).slice(0, 24), sentAs = () => type } =
      this.#settings;
    const event = { created_at: isoTime(at), type: sentAs(type), nounce: nounce(application.slug) };
    if (type !== 'submit_form') return asJson({ application: applicationObject(application), event });
    const content = contentOf(application, (image) => imageUrl(this.#origin(), application.slug, image, at));
    return asJson({ ...content, event: { ...event, version: 4 } });
  }
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate();
}

function asJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
