import { STATUS_CODES } from 'node:http';

import type { RecordedEntry, RecordedOther, RecordedTraffic } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { Condition } from '../observe/condition.ts';
import type { MessageBody } from '../observe/message-body.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../observe/observation.ts';
import type { Masker } from './mask/masker.ts';
import { observationSummary } from './observation-summary.ts';

interface HarPair {
  readonly name: string;
  readonly value: string;
}

interface HarEntry {
  readonly startedDateTime: string;
  readonly time: number;
  readonly request: object;
  readonly response: object;
  readonly cache: object;
  readonly timings: object;
  readonly comment: string;
  readonly _idvkit: RecordedEntry;
}

/**
 * Writes what was exchanged and delivered as an HTTP archive (HAR 1.2), masked. `_idvkit` of an entry says which observation
 * it is and under which condition a call was made; `_idvkit` of the log has the observations that are no message. Together
 * they let `idv-conformance check` judge the archive by every rule that masking leaves decidable.
 *
 * @returns The text of the file, an entry per line.
 */
export function* harReport(
  run: ConformanceRun,
  { masker, tool }: { readonly masker: Masker; readonly tool: { readonly name: string; readonly version: string } },
): Generator<string> {
  const writer = new HarWriter(run, masker);
  yield `{"log":{"version":"1.2","creator":${JSON.stringify(tool)},`;
  yield `"_idvkit":${JSON.stringify(writer.traffic())},"entries":[`;
  let separator = '\n';
  for (const observation of run.observations.toSorted((one, other) => one.at - other.at)) {
    if (observation.kind === 'exchange') yield `${separator}${JSON.stringify(writer.exchange(observation))}`;
    else if (observation.kind === 'delivery') yield `${separator}${JSON.stringify(writer.delivery(observation))}`;
    else continue;
    separator = ',\n';
  }
  yield '\n]}}\n';
}

class HarWriter {
  readonly #run: ConformanceRun;
  readonly #masker: Masker;
  readonly #order: ReadonlyMap<Observation, number>;

  constructor(run: ConformanceRun, masker: Masker) {
    this.#run = run;
    this.#masker = masker;
    this.#order = new Map(run.observations.map((observation, index) => [observation, index]));
  }

  traffic(): RecordedTraffic {
    const { target, complete, context, observations } = this.#run;
    const { clockSkewSeconds = 60, requireHttps = false, deliveryWithinMs } = context ?? {};
    return {
      format: 'idvkit.recorded-traffic',
      version: 1,
      masked: true,
      target: { ...target, baseUrl: this.#masker.url(target.baseUrl) },
      complete,
      context: { clockSkewSeconds, requireHttps, ...(deliveryWithinMs === undefined ? {} : { deliveryWithinMs }) },
      others: observations.flatMap((observation) => this.#others(observation)),
    };
  }

  exchange(exchange: Exchange): HarEntry {
    const { at, condition, request, response, failure, scenario, repeated } = exchange;
    return {
      startedDateTime: moment(at),
      ...timed(response?.durationMs ?? 0),
      request: this.#request(request.method, this.#masker.url(request.url), request.headers, request.body),
      response:
        response === undefined
          ? this.#response(0, [], undefined)
          : this.#response(response.status, response.headers, response.body),
      cache: {},
      comment: this.#summary(exchange),
      _idvkit: {
        ...this.#common(exchange),
        kind: 'exchange',
        ...this.#subject(exchange),
        condition: conditionOf(condition),
        request: known(request.body),
        ...(response === undefined ? {} : { response: known(response.body) }),
        ...(failure === undefined ? {} : { failure: this.#masker.text(failure) }),
        ...(scenario === undefined ? {} : { scenario }),
        ...(repeated === undefined ? {} : { repeated }),
      },
    };
  }

  delivery(delivery: Delivery): HarEntry {
    const { at, receiver, bearer, tls, request, answer } = delivery;
    const host = request.headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? 'receiver.invalid';
    const address = /^https?:/.test(request.url)
      ? request.url
      : `${tls === true ? 'https' : 'http'}://${host}${request.url}`;
    const answeredAt = answer.kind === 'status' ? answer.at : (answer.closedAt ?? at);
    return {
      startedDateTime: moment(at),
      ...timed(answeredAt - at),
      request: this.#request(request.method, this.#masker.url(address), request.headers, request.body),
      response: this.#response(answer.kind === 'status' ? answer.status : 0, [], undefined),
      cache: {},
      comment: this.#summary(delivery),
      _idvkit: {
        ...this.#common(delivery),
        kind: 'delivery',
        ...this.#subject(delivery),
        receiver: this.#masker.text(receiver),
        bearer,
        ...(tls === undefined ? {} : { tls }),
        request: known(request.body),
        answer,
      },
    };
  }

  /** What stands beside the messages; of some kinds nothing more can be made than is said in the report. */
  #others(observation: Observation): readonly RecordedOther[] {
    const common = { ...this.#common(observation), summary: this.#summary(observation) };
    if (observation.kind === 'action') {
      const { action, slug } = observation;
      return [{ ...common, kind: 'action', action, slug: this.#masker.slug(slug) }];
    }
    if (observation.kind === 'watch') {
      const { until, slug, receivers, events } = observation;
      const masked = (texts: readonly string[]): string[] => texts.map((text) => this.#masker.text(text));
      return [
        {
          ...common,
          kind: 'watch',
          until,
          slug: this.#masker.slug(slug),
          receivers: masked(receivers),
          ...(events === undefined ? {} : { events: masked(events) }),
        },
      ];
    }
    if (observation.kind !== 'credit') return [];
    const { before, after, creates } = observation;
    return [{ ...common, kind: 'credit', before, after, creates: [...creates] }];
  }

  #common(observation: Observation): { readonly id: string; readonly order: number; readonly at: number } {
    const { id, at } = observation;
    return { id, order: this.#order.get(observation) ?? 0, at };
  }

  #summary(observation: Observation): string {
    return `${observation.id}: ${observationSummary(observation, this.#masker, this.#run.target.baseUrl)}`;
  }

  #subject({ slug }: Exchange | Delivery): { readonly slug?: string } {
    return slug === undefined ? {} : { slug: this.#masker.slug(slug) };
  }

  #request(method: string, url: string, headers: HeaderList, body: MessageBody): object {
    const posted =
      body.size === 0 ? {} : { postData: { mimeType: mimeType(headers), params: [], text: this.#masker.body(body) } };
    return {
      method: this.#masker.text(method),
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: this.#headers(headers),
      queryString: queryOf(url),
      ...posted,
      headersSize: -1,
      bodySize: body.size,
    };
  }

  #response(status: number, headers: HeaderList, body: MessageBody | undefined): object {
    const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
    const text = body === undefined || body.size === 0 ? {} : { text: this.#masker.body(body) };
    return {
      status,
      statusText: STATUS_CODES[status] ?? '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: this.#headers(headers),
      content: { size: body?.size ?? 0, mimeType: mimeType(headers), ...text },
      redirectURL: location === undefined ? '' : this.#masker.url(location),
      headersSize: -1,
      bodySize: body?.size ?? 0,
    };
  }

  #headers(headers: HeaderList): readonly HarPair[] {
    return this.#masker.headers(headers).map(([name, value]) => ({ name, value }));
  }
}

function conditionOf({ badKeys, ...condition }: Condition): Extract<RecordedEntry, { kind: 'exchange' }>['condition'] {
  return { ...condition, ...(badKeys === undefined ? {} : { badKeys: [...badKeys] }) };
}

/** What is true of a body though its text is masked. */
function known({ size, truncated, json }: MessageBody): RecordedEntry['request'] {
  return { size, truncated, json: json !== undefined };
}

function timed(durationMs: number): Pick<HarEntry, 'time' | 'timings'> {
  const time = Math.max(0, Math.round(durationMs * 1000) / 1000);
  return { time, timings: { send: 0, wait: time, receive: 0 } };
}

function mimeType(headers: HeaderList): string {
  const named = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return /^[a-z]+\/[\w.+-]+(?:; ?charset=[\w-]+)?$/i.test(named) ? named : 'application/octet-stream';
}

function queryOf(url: string): readonly HarPair[] {
  const query = /\?([^#]*)/.exec(url)?.[1];
  if (query === undefined || query === '') return [];
  return query.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s, 2);
    return { name, value };
  });
}

function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}
