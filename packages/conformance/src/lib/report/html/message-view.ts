import { STATUS_CODES } from 'node:http';

import type { MessageBody } from '../../observe/message-body.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../../observe/observation.ts';
import { clipped } from '../clipped.ts';
import type { Masker } from '../mask/masker.ts';
import { bodyExcerpt } from './body-lines.ts';
import { html, type Html, type HtmlValue } from './html.ts';

/** Characters of all messages of a report together, of a line, and headers of a message. */
const CHARACTER_LIMIT = 600_000;
const LINE_LENGTH = 240;
const HEADER_LIMIT = 24;

/** Shows requests and answers, masked as in the HTTP archive, up to a size of all together. */
export class MessageView {
  readonly #masker: Masker;
  readonly #byId: ReadonlyMap<string, Observation>;
  readonly #documents = new Map<MessageBody, unknown>();
  #rest = CHARACTER_LIMIT;

  constructor(observations: readonly Observation[], masker: Masker) {
    this.#masker = masker;
    this.#byId = new Map(observations.map((observation) => [observation.id, observation]));
  }

  /**
   * Shows what was sent and answered.
   *
   * @param pointer Place in the body that a finding is about: marked in the answer, or in what was delivered.
   */
  of(id: string, pointer?: string): Html | undefined {
    const observation = this.#byId.get(id);
    if (observation?.kind !== 'exchange' && observation?.kind !== 'delivery') return undefined;
    if (this.#rest <= 0)
      return html`<p class="note">The messages are in the HTTP archive (<code>--report har=FILE</code>).</p>`;
    const shown =
      observation.kind === 'exchange' ? this.#exchange(observation, pointer) : this.#delivery(observation, pointer);
    this.#rest -= shown.text.length;
    return shown;
  }

  #exchange({ request, response, failure }: Exchange, pointer?: string): Html {
    const asked = this.#message(`${request.method} ${this.#masker.url(request.url)}`, request.headers, request.body);
    const answered =
      response === undefined
        ? html`<pre tabindex="0"><b>No answer: ${this.#masker.text(failure ?? 'unknown why')}</b></pre>`
        : this.#message(statusLine(response.status), response.headers, response.body, pointer);
    return html`<div class="messages">
      <div>
        <h5>Request</h5>
        ${asked}
      </div>
      <div>
        <h5>Response</h5>
        ${answered}
      </div>
    </div>`;
  }

  #delivery({ request, answer }: Delivery, pointer?: string): Html {
    const line = `${this.#masker.text(request.method)} ${this.#masker.url(request.url)}`;
    const answered = answer.kind === 'status' ? statusLine(answer.status) : 'No answer';
    return html`<div class="messages">
      <div>
        <h5>Delivery</h5>
        ${this.#message(line, request.headers, request.body, pointer)}
      </div>
      <div>
        <h5>Answer of the receiver</h5>
        <pre tabindex="0"><b>${answered}</b></pre>
      </div>
    </div>`;
  }

  #message(line: string, headers: HeaderList, body: MessageBody, pointer?: string): Html {
    const shown = this.#masker.headers(headers.slice(0, HEADER_LIMIT));
    const more = headers.length - shown.length;
    const lines = [
      html`<b>${clipped(line, 2 * LINE_LENGTH)}</b>`,
      ...shown.map(([name, value]) => html`<span class="header">${clipped(`${name}: ${value}`, LINE_LENGTH)}</span>`),
      ...(more > 0 ? [html`<i>… ${more} more headers</i>`] : []),
      ...this.#body(body, pointer),
    ];
    return html`<pre tabindex="0">${lines.map((line, index) => [index > 0 && '\n', line])}</pre>`;
  }

  #body(body: MessageBody, pointer?: string): readonly HtmlValue[] {
    if (body.size === 0) return [];
    if (body.json === undefined) return ['', html`<i>${clipped(this.#masker.body(body), LINE_LENGTH)}</i>`];
    // Many rules may be broken by one body.
    const document = this.#documents.get(body) ?? JSON.parse(this.#masker.body(body));
    this.#documents.set(body, document);
    const { before, lines, after } = bodyExcerpt(document, pointer);
    const left = (count: number): readonly Html[] => (count > 0 ? [html`<i>… ${count} more lines</i>`] : []);
    const shown = lines.map(({ text, isMarked }) => {
      const line = clipped(text, LINE_LENGTH);
      return isMarked ? html`<mark>${line}</mark>` : line;
    });
    return ['', ...left(before), ...shown, ...left(after)];
  }
}

function statusLine(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}
