import { STATUS_CODES } from 'node:http';

import type { ConformanceReport, Observed, ReportedMessage, ReportedRequest } from '@idvkit/schema/formats';

import { headerOf } from '../observe/headers.ts';

/**
 * Writes calls and deliveries as an HTTP archive (HAR 1.2), an entry per line, for the developer tools of browsers.
 *
 * @param report A report with all messages; observations without them are left out, and bodies that were given without a message.
 */
export function* harReport({ tool, observed }: ConformanceReport): Generator<string> {
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(tool)},"entries":[`;
  let separator = '\n';
  for (const each of observed.toSorted((one, other) => timeOf(one) - timeOf(other))) {
    const entry = entryOf(each);
    if (entry === undefined) continue;
    yield `${separator}${JSON.stringify(entry)}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

function timeOf({ at = '' }: Observed): number {
  return Date.parse(at);
}

function entryOf(observed: Observed): object | undefined {
  if (observed.at === undefined) return undefined;
  if (observed.kind === 'exchange' && observed.call !== undefined) {
    const { request, response } = observed.call;
    return {
      ...harEntry(observed, response?.durationMs ?? 0, request),
      response: harResponse(response?.status ?? 0, response),
    };
  }
  if (observed.kind !== 'delivery' || observed.request === undefined) return undefined;
  const { request, answer } = observed;
  const began = timeOf(observed);
  const answeredAt = answer.kind === 'status' ? answer.at : (answer.closedAt ?? began);
  return {
    ...harEntry(observed, answeredAt - began, request),
    response: harResponse(answer.kind === 'status' ? answer.status : 0),
  };
}

function harEntry({ id, at, summary }: Observed, durationMs: number, request: ReportedRequest): object {
  const time = Math.max(0, Math.round(durationMs * 1000) / 1000);
  return {
    startedDateTime: at,
    time,
    timings: { send: 0, wait: time, receive: 0 },
    request: harRequest(request),
    cache: {},
    comment: `${id}: ${summary}`,
    // Neither a check nor an import takes masked values for those of the service.
    _idvkit: { masked: true },
  };
}

function harRequest(request: ReportedRequest): object {
  const { method, url, headers, body } = request;
  const postData = body.text === undefined ? undefined : { mimeType: mimeType(headers), params: [], text: body.text };
  return { method, url, ...transferred(request), queryString: queryOf(url), postData };
}

const NO_MESSAGE: ReportedMessage = { headers: [], body: { size: 0, truncated: false, json: false } };

function harResponse(status: number, response?: ReportedMessage): object {
  const { headers, body } = response ?? NO_MESSAGE;
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    ...transferred({ headers, body }),
    content: { size: body.size, mimeType: mimeType(headers), text: body.text },
    redirectURL: headerOf(headers, 'location') ?? '',
  };
}

function transferred({ headers, body }: ReportedMessage): object {
  return {
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headers.map(([name, value]) => ({ name, value })),
    headersSize: -1,
    bodySize: body.size,
  };
}

function mimeType(headers: ReportedMessage['headers']): string {
  const named = headerOf(headers, 'content-type') ?? '';
  return /^[a-z]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/i.test(named) ? named : 'application/octet-stream';
}

function queryOf(url: string): readonly object[] {
  const query = /\?([^#]*)/.exec(url)?.[1];
  if (query === undefined || query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    return { name, value };
  });
}
