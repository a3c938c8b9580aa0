import { STATUS_CODES } from 'node:http';

import { html, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import type { Observed, ReportedMessage } from '@idvkit/schema/formats';

import { clipped } from '../texts.ts';
import { bodyExcerpt } from './body-lines.ts';

const MAX_CHARACTERS = 600_000;
const MAX_LINE_LENGTH = 240;
const MAX_HEADERS = 24;

/** Shows the requests and responses that a report holds, up to a size of all together. */
export class MessageView {
  readonly #byId: ReadonlyMap<string, Observed>;
  #rest = MAX_CHARACTERS;

  constructor(observed: readonly Observed[]) {
    this.#byId = new Map(observed.map((each) => [each.id, each]));
  }

  /** Shows a request and its response, or a delivery. `pointer` marks the place that a finding is about. */
  of(id: string, pointer?: string): HtmlValue {
    const observed = this.#byId.get(id);
    if (observed?.kind !== 'exchange' && observed?.kind !== 'delivery') return undefined;
    const parts = this.#rest <= 0 ? undefined : messagesOf(observed, pointer);
    if (parts === undefined) {
      return html`<p class="note">The messages are in the HTTP archive (<code>--report har=FILE</code>).</p>`;
    }
    const shown = html`<div class="messages">
      ${parts.map(
        ([title, lines]) =>
          html`<div>
            <h5>${title}</h5>
            <pre tabindex="0">${lines.map((line, index) => [index > 0 && '\n', line])}</pre>
          </div>`,
      )}
    </div>`;
    this.#rest -= shown.text.length;
    return shown;
  }
}

type TitledLines = readonly [title: string, lines: readonly HtmlValue[]];

function messagesOf(
  observed: Extract<Observed, { kind: 'exchange' | 'delivery' }>,
  pointer: string | undefined,
): readonly TitledLines[] | undefined {
  if (observed.kind === 'delivery') {
    const { request, answer } = observed;
    if (request === undefined) return undefined;
    const answered = answer.kind === 'status' ? statusLine(answer.status) : 'No response';
    return [
      ['Delivery', messageLines(`${request.method} ${request.url}`, request, pointer)],
      ['Response of the receiver', [html`<b>${answered}</b>`]],
    ];
  }
  if (observed.call === undefined) return undefined;
  const { request, response, failure = 'unknown reason' } = observed.call;
  return [
    ['Request', messageLines(`${request.method} ${request.url}`, request)],
    [
      'Response',
      response === undefined
        ? [html`<b>No response: ${failure}</b>`]
        : messageLines(statusLine(response.status), response, pointer),
    ],
  ];
}

function messageLines(start: string, { headers, body }: ReportedMessage, pointer?: string): readonly HtmlValue[] {
  const more = headers.length - MAX_HEADERS;
  return [
    html`<b>${clipped(start, 2 * MAX_LINE_LENGTH)}</b>`,
    ...headers
      .slice(0, MAX_HEADERS)
      .map(([name, value]) => html`<span class="header">${clipped(`${name}: ${value}`, MAX_LINE_LENGTH)}</span>`),
    ...(more > 0 ? [html`<i>… ${more} more headers</i>`] : []),
    ...bodyLines(body, pointer),
  ];
}

function bodyLines({ size, json, text }: ReportedMessage['body'], pointer?: string): readonly HtmlValue[] {
  if (size === 0) return [];
  if (text === undefined) return ['', html`<i>${size} bytes, too large for the report</i>`];
  if (!json) return ['', html`<i>${clipped(text, MAX_LINE_LENGTH)}</i>`];
  const { before, lines, after } = bodyExcerpt(JSON.parse(text), pointer);
  const left = (count: number): readonly Html[] => (count > 0 ? [html`<i>… ${count} more lines</i>`] : []);
  const shown = lines.map((line) => {
    const clippedLine = clipped(line.text, MAX_LINE_LENGTH);
    return line.isMarked ? html`<mark>${clippedLine}</mark>` : clippedLine;
  });
  return ['', ...left(before), ...shown, ...left(after)];
}

function statusLine(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}
