import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { Hook } from '../records.ts';

/** What a receiver answers to the attempts of a delivery; the last one to all that follow. 0 stands for silence. */
export type Answers = readonly number[];

interface Arrival {
  readonly place: number;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: string;
  readonly response: ServerResponse;
}

/** Two receivers of one flow. */
export class Mailbox {
  arrivals: Arrival[] = [];
  #answers: readonly Answers[] = [];
  readonly #server = createServer((request, response) => void this.#take(request, response));

  async open(): Promise<Hook[]> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    // A listening server on TCP has an address with a port.
    const origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return ['first', 'second'].map((name) => ({ url: `${origin}/${name}`, secret: `secret of the ${name}` }));
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  /** Forgets what has arrived, and answers in another way from now on. */
  expect(first: Answers = [204], second: Answers = [204]): void {
    this.arrivals = [];
    this.#answers = [first, second];
  }

  /** Deliveries at one receiver, as they arrived. Nounces are numbered in the order of their appearance. */
  at(place: number): readonly unknown[] {
    const nounces: string[] = [];
    return this.#at(place).map(({ authorization, contentType, body }) => [
      authorization,
      contentType,
      body.replaceAll(/http:\/\/127[^/]*/g, 'http://service').replace(/"nounce":"(\w+)"/, (_, nounce: string) => {
        if (!nounces.includes(nounce)) nounces.push(nounce);
        return `"nounce":${nounces.indexOf(nounce)}`;
      }),
    ]);
  }

  /** Types of the events that have arrived at the first receiver. */
  types(): string[] {
    return this.#at(0).map(({ body }) => /"type":"(submit_form|update_status|drop_off)"/.exec(body)?.[1] ?? '');
  }

  /** Whether the service still waits for an answer of a receiver. */
  isAwaited(): boolean {
    return this.arrivals.some(({ response }) => !response.writableEnded && response.socket?.destroyed === false);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const place = request.url === '/first' ? 0 : 1;
    const { authorization, 'content-type': contentType } = request.headers;
    const nth = this.#at(place).length;
    this.arrivals.push({ place, authorization, contentType, body, response });
    const answers = this.#answers[place] ?? [204];
    const status = answers[nth] ?? answers.at(-1) ?? 204;
    if (status > 0) response.writeHead(status).end();
  }

  #at(place: number): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.place === place);
  }
}
