import { STATUS_CODES } from 'node:http';

import type {
  ConformanceReport,
  Observed,
  RecordedOther,
  ReportedMessage,
  ReportedRequest,
} from '@idvkit/schema/formats';

import { headerOf } from '../observe/headers.ts';

/**
 * Writes calls and deliveries as an HTTP archive (HAR 1.2), an entry per line. With `_idvkit` in it, `idv-conformance
 * check` judges the archive by every rule that masking leaves decidable.
 *
 * @param report A report with all messages; observations without them are left out.
 */
export function* harReport(report: ConformanceReport): Generator<string> {
  const { tool, target, complete, context } = report;
  const placed = report.observed.map((observed, order) => ({ observed, order }));
  const traffic = {
    format: 'idvkit.recorded-traffic',
    version: 1,
    masked: true,
    target,
    complete,
    context,
    others: placed.flatMap(({ observed, order }) => otherOf(observed, order)),
  };
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(tool)},`;
  yield `"_idvkit":${JSON.stringify(traffic)},"entries":[`;
  let separator = '\n';
  for (const { observed, order } of placed.toSorted((one, other) => timeOf(one.observed) - timeOf(other.observed))) {
    const entry = entryOf(observed, order);
    if (entry === undefined) continue;
    yield `${separator}${JSON.stringify(entry)}`;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

function timeOf({ at }: Observed): number {
  return Date.parse(at);
}

function otherOf(observed: Observed, order: number): readonly RecordedOther[] {
  if (observed.kind !== 'action' && observed.kind !== 'watch' && observed.kind !== 'credit') return [];
  return [{ ...observed, order, at: timeOf(observed), summary: commentOf(observed) }];
}

function entryOf(observed: Observed, order: number): object | undefined {
  const common = { id: observed.id, order, at: timeOf(observed) };
  if (observed.kind === 'exchange' && observed.call !== undefined) {
    const { request, response, ...facts } = observed.call;
    const own = { kind: 'exchange', ...facts, request: bodyFacts(request), response: response && bodyFacts(response) };
    return {
      ...harEntry(observed, response?.durationMs ?? 0, request),
      response: harResponse(response?.status ?? 0, response),
      _idvkit: { ...common, ...own },
    };
  }
  if (observed.kind !== 'delivery' || observed.request === undefined) return undefined;
  const { request, application: slug, receiver, bearer, tls, answer } = observed;
  const answeredAt = answer.kind === 'status' ? answer.at : (answer.closedAt ?? common.at);
  return {
    ...harEntry(observed, answeredAt - common.at, request),
    response: harResponse(answer.kind === 'status' ? answer.status : 0),
    _idvkit: { ...common, kind: 'delivery', slug, receiver, bearer, tls, request: bodyFacts(request), answer },
  };
}

function harEntry(observed: Observed, durationMs: number, request: ReportedRequest): object {
  const time = Math.max(0, Math.round(durationMs * 1000) / 1000);
  return {
    startedDateTime: observed.at,
    time,
    timings: { send: 0, wait: time, receive: 0 },
    request: harRequest(request),
    cache: {},
    comment: commentOf(observed),
  };
}

function commentOf({ id, summary }: Observed): string {
  return `${id}: ${summary}`;
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

/** Facts about a body that masking does not change. */
function bodyFacts({ body: { size, truncated, json } }: ReportedMessage): object {
  return { size, truncated, json };
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
