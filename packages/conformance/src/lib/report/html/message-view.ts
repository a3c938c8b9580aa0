import { STATUS_CODES } from 'node:http';

import { html, type Html, type HtmlValue } from '@idvkit/cli-kit/html';
import { at, edited, parsePointer } from '@idvkit/json';
import type { Observed, ReportedMessage } from '@idvkit/schema/formats';

import { clipped } from '../texts.ts';

const MAX_CHARACTERS = 600_000;
const MAX_LINE_LENGTH = 240;
const MAX_HEADERS = 24;

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
            <h4>${title}</h4>
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
    if (observed.at === undefined) return [bodyOnly(request, pointer)];
    const answered = answer.kind === 'status' ? statusLine(answer.status) : 'No response';
    return [
      ['Delivery', messageLines(`${request.method} ${request.url}`, request, pointer)],
      ['Response of the receiver', [html`<b>${answered}</b>`]],
    ];
  }
  if (observed.call === undefined) return undefined;
  const { request, response, failure = 'unknown reason' } = observed.call;
  if (observed.at === undefined) return response === undefined ? undefined : [bodyOnly(response, pointer)];
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

/** Shows a body that was given without its message. */
function bodyOnly({ body }: ReportedMessage, pointer: string | undefined): TitledLines {
  return ['Body', bodyLines(body, pointer).slice(1)];
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
  const document = json ? parsed(text) : undefined;
  if (document === undefined) return ['', html`<i>${clipped(text, MAX_LINE_LENGTH)}</i>`];
  const { before, lines, after } = bodyExcerpt(document, pointer);
  const left = (count: number): readonly Html[] => (count > 0 ? [html`<i>… ${count} more lines</i>`] : []);
  const shown = lines.map((line) => {
    const clippedLine = clipped(line.text, MAX_LINE_LENGTH);
    return line.isMarked ? html`<mark>${clippedLine}</mark>` : clippedLine;
  });
  return ['', ...left(before), ...shown, ...left(after)];
}

/** Returns the value of a JSON text; `undefined` if someone edited the report. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function statusLine(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trimEnd();
}

interface BodyExcerpt {
  readonly before: number;
  readonly lines: readonly { readonly text: string; readonly isMarked: boolean }[];
  readonly after: number;
}

const MAX_LINES = 20;
const LINES_BEFORE = 5;
/** Placeholder of a value. JSON escapes it, so that no text of a document looks like it. */
const SOUGHT = '\u0000sought';

/** Returns the lines of a document around a JSON pointer, or its beginning. Marks the value or its nearest parent. */
export function bodyExcerpt(document: unknown, pointer = ''): BodyExcerpt {
  const lines = linesOf(document);
  const marked = lineOf(document, parsePointer(pointer));
  const first = Math.max(0, Math.min(marked - LINES_BEFORE, lines.length - MAX_LINES));
  const shown = lines.slice(first, first + MAX_LINES);
  return {
    before: first,
    lines: shown.map((text, index) => ({ text, isMarked: first + index === marked })),
    after: lines.length - first - shown.length,
  };
}

function linesOf(document: unknown): readonly string[] {
  return (JSON.stringify(document, undefined, 2) ?? 'null').split('\n');
}

/** Returns the line on which a value begins, or the nearest value around it; -1 for the document itself. */
function lineOf(document: unknown, path: readonly string[]): number {
  if (path.length === 0) return -1;
  if (at(document, ...path) === undefined) return lineOf(document, path.slice(0, -1));
  const sought = JSON.stringify(SOUGHT);
  return linesOf(edited(document, path, () => SOUGHT)).findIndex((line) => line.includes(sought));
}
