import type { ConformanceReport, Observed, ReportedMessage, ReportedRequest } from '@idvkit/schema/formats';

import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import { headerOf } from '../observe/headers.ts';
import type { MessageBody } from '../observe/message-body.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../observe/observation.ts';
import type { Masker } from './mask/masker.ts';
import { findingKinds } from './report-facts.ts';

/** Characters of all messages of a saved report, and of one body. */
const MAX_MESSAGE_CHARACTERS = 600_000;
const MAX_BODY_CHARACTERS = 64_000;

/** Adds the masked messages that findings point at, up to a size: first one of each kind of finding. */
export function withCitedMessages(report: ConformanceReport, run: ConformanceRun, masker: Masker): ConformanceReport {
  const { rules, fuzz, observed, discoveries } = report;
  const first = rules.flatMap((rule) => findingKinds(rule).map(([{ observation }]) => observation));
  const others = rules.flatMap(({ findings }) =>
    findings.flatMap(({ observation, also = [] }) => [observation, ...also]),
  );
  const advised = discoveries.flatMap(({ advice, observation, against }) =>
    advice === undefined || against === undefined ? [] : [against, observation],
  );
  const drawn = (fuzz?.findings ?? []).flatMap(({ observations }) => observations);
  const cited = new Set([...first, ...others, ...advised, ...drawn]);
  const writer = new MessageWriter(masker, MAX_BODY_CHARACTERS);
  const [observations, reported] = [byId(run.observations), byId(observed)];
  const shown = new Map<string, Observed>();
  let rest = MAX_MESSAGE_CHARACTERS;
  for (const id of cited) {
    const [entry, observation] = [reported.get(id), observations.get(id)];
    if (rest <= 0 || entry === undefined || observation === undefined) continue;
    const withMessages = writer.add(entry, observation);
    rest -= JSON.stringify(withMessages).length;
    shown.set(id, withMessages);
  }
  return { ...report, observed: observed.map((entry) => shown.get(entry.id) ?? entry) };
}

/** Adds all messages, masked. */
export function withAllMessages(report: ConformanceReport, run: ConformanceRun, masker: Masker): ConformanceReport {
  const writer = new MessageWriter(masker, Infinity);
  const observations = byId(run.observations);
  return { ...report, observed: report.observed.map((entry) => writer.add(entry, observations.get(entry.id))) };
}

function byId<Of extends { readonly id: string }>(all: readonly Of[]): ReadonlyMap<string, Of> {
  return new Map(all.map((each) => [each.id, each]));
}

class MessageWriter {
  readonly #masker: Masker;
  readonly #maxBodyCharacters: number;

  constructor(masker: Masker, maxBodyCharacters: number) {
    this.#masker = masker;
    this.#maxBodyCharacters = maxBodyCharacters;
  }

  add(observed: Observed, observation: Observation | undefined): Observed {
    if (observed.kind === 'exchange' && observation?.kind === 'exchange') {
      return { ...observed, call: this.#call(observation) };
    }
    if (observed.kind === 'delivery' && observation?.kind === 'delivery') {
      return { ...observed, request: this.#request({ ...observation.request, url: addressOf(observation) }) };
    }
    return observed;
  }

  #call(exchange: Exchange): Extract<Observed, { kind: 'exchange' }>['call'] {
    const { slug, condition, request, response, failure, scenario, repeated } = exchange;
    return {
      slug: slug && this.#masker.slug(slug),
      condition: { ...condition, badKeys: condition.badKeys && [...condition.badKeys] },
      request: this.#request(request),
      response: response && {
        status: response.status,
        durationMs: response.durationMs,
        ...this.#message(response.headers, response.body),
      },
      failure: failure && this.#masker.text(failure),
      scenario,
      repeated,
    };
  }

  #request({ method, url, headers, body }: Exchange['request']): ReportedRequest {
    return { method: this.#masker.text(method), url: this.#masker.url(url), ...this.#message(headers, body) };
  }

  #message(headers: HeaderList, body: MessageBody): ReportedMessage {
    const { size, truncated, json } = body;
    const text = this.#masker.body(body);
    return {
      headers: this.#masker.headers(headers).map(([name, value]) => [name, value]),
      body: {
        size,
        truncated,
        json: json !== undefined,
        text: size === 0 || text.length > this.#maxBodyCharacters ? undefined : text,
      },
    };
  }
}

/** Returns the address of a delivery; a receiver sees only its path. */
function addressOf({ request: { url, headers }, tls }: Delivery): string {
  if (/^https?:/.test(url)) return url;
  const host = headerOf(headers, 'host') ?? 'receiver.invalid';
  return `${tls === true ? 'https' : 'http'}://${host}${url}`;
}
