import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

import { startUi, type Ui } from '../../src/lib/ui/ui-server.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';

export const SECRET = 'whsec-canary';

/** An answer of the server, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** An archive that is served on a port of its own, until {@link ServedArchive.end}. */
export class ServedArchive {
  readonly sample: SampleArchive;
  readonly ui: Ui;

  private constructor(sample: SampleArchive, ui: Ui) {
    this.sample = sample;
    this.ui = ui;
  }

  static async start(): Promise<ServedArchive> {
    const sample = await sampleArchive();
    return new ServedArchive(sample, await startUi({ archive: sample.archive, port: 0, secret: SECRET }));
  }

  /** One that was started otherwise. */
  static of(sample: SampleArchive, ui: Ui): ServedArchive {
    return new ServedArchive(sample, ui);
  }

  get origin(): string {
    return new URL(this.ui.url).origin;
  }

  get token(): string {
    return new URLSearchParams(new URL(this.ui.url).hash.slice(1)).get('token') ?? '';
  }

  /** Asks with just these headers beside the token; `fetch` would not let a test lie about its host. */
  ask(path: string, { method = 'GET', headers = {}, body }: Question = {}): Promise<Answer> {
    const json = body === undefined ? {} : { 'content-type': 'application/json' };
    const all = { authorization: `Bearer ${this.token}`, ...json, ...headers };
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${this.origin}${path}`, { method, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, text: bytes.toString() });
        });
      });
      sent.on('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.ask(path, { method: 'POST', body });
  }

  async end(): Promise<void> {
    await this.ui.close();
    await this.sample.remove();
  }
}

/** What an answer says. */
export async function jsonOf(answer: Promise<Answer>): Promise<Record<string, unknown>> {
  return JSON.parse((await answer).text) as Record<string, unknown>;
}
