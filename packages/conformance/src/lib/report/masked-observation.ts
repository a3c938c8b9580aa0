import { stringAt } from '@idvkit/json';
import type { Observed } from '@idvkit/schema/formats';

import type { BodyClass, Credential } from '../observe/condition.ts';
import type { Delivery, Exchange, Observation } from '../observe/observation.ts';
import { slugOf } from '../observe/timeline.ts';
import type { Evidence } from './evidence.ts';
import type { Masker } from './mask/masker.ts';

interface ObservationMasking {
  readonly masker: Masker;
  readonly baseUrl: string;
  readonly evidenceOf: (observation: Observation) => Evidence;
}

export function maskedObservation(
  observation: Observation,
  { masker, baseUrl, evidenceOf }: ObservationMasking,
): Observed {
  const { id, at, kind } = observation;
  const isGiven = 'given' in observation && observation.given !== undefined;
  const { applicationId, requestId } = evidenceOf(observation);
  const evidence = { applicationId, requestId: requestId && masker.text(requestId) };
  const summary = observationSummary(observation, masker, baseUrl) + evidenceText(evidence);
  const common = { id, at: isGiven ? undefined : moment(at), summary };
  switch (kind) {
    case 'exchange': {
      const { formSlug, condition, response } = observation;
      return {
        ...common,
        kind,
        application: applicationOf(observation, masker),
        form: formSlug === undefined ? undefined : masker.text(formSlug),
        endpoint: condition.endpoint,
        status: isGiven ? undefined : response?.status,
        ...evidence,
      };
    }
    case 'delivery': {
      const { receiver, bearer, tls, answer, request } = observation;
      const type = stringAt(request.body.json, 'event', 'type');
      return {
        ...common,
        kind,
        application: applicationOf(observation, masker),
        type: type === undefined ? undefined : String(masker.value(type, ['event', 'type'])),
        receiver: masker.text(receiver),
        bearer,
        tls,
        answer,
        applicationId,
      };
    }
    case 'action':
      return { ...common, kind, action: observation.action, slug: masker.slug(observation.slug) };
    case 'watch': {
      const { until, slug, receivers, events } = observation;
      const texts = (list: readonly string[]): string[] => list.map((text) => masker.text(text));
      return {
        ...common,
        kind,
        until,
        slug: masker.slug(slug),
        receivers: texts(receivers),
        events: events && texts(events),
      };
    }
    case 'credit':
      return {
        ...common,
        kind,
        before: observation.before,
        after: observation.after,
        creates: [...observation.creates],
      };
    case 'effects':
      return { ...common, kind };
  }
}

function evidenceText({ applicationId, requestId }: Evidence): string {
  const parts = [
    ...(applicationId === undefined ? [] : [`application.id ${applicationId}`]),
    ...(requestId === undefined ? [] : [`request id ${requestId}`]),
  ];
  return parts.map((part) => `, ${part}`).join('');
}

function applicationOf(observation: Observation, masker: Masker): string | undefined {
  const slug = slugOf(observation);
  return slug === undefined ? undefined : masker.slug(slug);
}

/** Formats a time; 0 if a clock is too far off. */
function moment(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

const CREDENTIALS: Readonly<Record<Credential, string>> = {
  valid: '',
  unknown: '',
  absent: 'without a token',
  invalid: 'with a wrong token',
  cut: 'with the token cut off by a character',
  longer: 'with the token prolonged by a character',
  padded: 'with a character before and after the token',
  'other-case': 'with the token in other case',
  revoked: 'with a revoked token',
  'other-workspace': 'with a token of another workspace',
  'other-scheme': 'with another scheme',
};

const BODIES: Readonly<Record<BodyClass, string>> = {
  absent: '',
  unknown: '',
  'valid-answers': '',
  empty: 'with an empty body',
  'empty-object': 'with {}',
  'undeclared-key': 'with an undeclared key',
  'bad-format': 'with bad answers',
  'missing-required': 'with answers missing',
  'nested-answers': 'with nested answers',
  'not-object': 'with an array',
  'not-json': 'with half a document',
};

/** Describes an observation in one line, masked: `POST /en/api/forms/kyc/create/ without a token → 403 (4 ms)`. */
function observationSummary(observation: Observation, masker: Masker, baseUrl: string): string {
  const about = slugOf(observation);
  const subject = about === undefined ? '' : ` of ${masker.slug(about)}`;
  if ('given' in observation && observation.given !== undefined) return masker.text(observation.given) + subject;
  switch (observation.kind) {
    case 'exchange':
      return exchangeSummary(observation, masker, baseUrl);
    case 'delivery':
      return deliverySummary(observation, masker, subject);
    case 'action':
      return `${observation.action}${subject} by an operator`;
    case 'watch':
      return `watch${subject} for ${seconds(observation.until - observation.at)}`;
    case 'effects':
      return `processed submissions counted around ${observation.deliveries.length} deliveries: ${observation.before} → ${observation.after}`;
    case 'credit':
      return `credit read before and after ${observation.creates.length} creates`;
  }
}

function exchangeSummary(exchange: Exchange, masker: Masker, baseUrl: string): string {
  const { condition, request, response, failure, repeated, sent } = exchange;
  const masked = masker.url(request.url).replaceAll(/\bslug-(?=[\da-f]{4})/g, 'slug#');
  const address = masked.startsWith(`${baseUrl}/`) ? masked.slice(baseUrl.length) : masked;
  const how = [CREDENTIALS[condition.credential], BODIES[condition.body]].filter((note) => note !== '').join(', ');
  const came =
    response === undefined
      ? `→ no answer: ${failure ?? 'unknown why'}`
      : `→ ${response.status} (${Math.round(response.durationMs)} ms)`;
  const notes = [
    ...(response !== undefined && failure !== undefined ? [failure] : []),
    ...(repeated === true ? ['made again'] : []),
  ].map((note) => `, ${note}`);
  if (sent !== undefined) return `${sent.what} ${came}${notes.join('')}`;
  return [request.method, address, ...(how === '' ? [] : [how]), came + notes.join('')].join(' ');
}

function deliverySummary({ request, bearer, receiver, answer }: Delivery, masker: Masker, subject: string): string {
  const type = stringAt(request.body.json, 'event', 'type');
  const named = type === undefined ? 'delivery' : String(masker.value(type, ['event', 'type']));
  const secret = bearer === 'match' || bearer === 'unknown' ? '' : ' with the wrong secret';
  const answered = answer.kind === 'status' ? String(answer.status) : 'not answered';
  return `${named}${subject} to ${masker.text(receiver)}${secret} → ${answered}`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
