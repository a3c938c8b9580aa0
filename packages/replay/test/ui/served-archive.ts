import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';

import { startUi, type Ui } from '../../src/lib/ui/ui-server.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';

export const SECRET = 'whsec-canary';

/** An answer of the server, whole. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Fields of a form; one with several values is a list. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

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

  /** Sends only these headers besides the token: `fetch` would not let a test lie about its host. */
  ask(
    method: 'GET' | 'POST',
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body = '',
  ): Promise<Answer> {
    const all = { authorization: `Bearer ${this.token}`, ...headers };
    return new Promise((resolve, reject) => {
      const sent = httpRequest(`${this.origin}${path}`, { method, headers: all }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Posts a form of the page. */
  post(path: string, fields: Fields = {}): Promise<Answer> {
    return this.ask('POST', path, {}, formText(fields));
  }

  async end(): Promise<void> {
    await this.ui.close();
    await this.sample.remove();
  }
}

export function formText(fields: Fields): string {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => [value].flat().map((each) => [name, each] as [string, string])),
  ).toString();
}

/** Returns what a person reads in HTML. */
export function textOf(html: string): string {
  const text = html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}
