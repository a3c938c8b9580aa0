import { at, isObject, stringAt } from '@idvkit/json';
import { PLATFORM_LOCALES } from '@idvkit/schema';
import type { Behaviour, Condition } from '@idvkit/schema/formats';
import { DOCUMENTED_VALUES } from '@idvkit/schema/privacy';

import { openDeliveries } from '../../judge/discovery/deliveries.ts';
import { withoutNames } from '../../judge/discovery/error-bodies.ts';
import { openPayloads } from '../../judge/discovery/payloads.ts';
import { isServiceCondition } from '../../judge/expectation/failures.ts';
import type { Delivery, Exchange, HeaderList, Observation } from '../../observe/observation.ts';
import { slugOf, timelinesOf } from '../../observe/timeline.ts';
import { isReasonPhrase } from '../mask/is-readable.ts';
import { isKnownHeader, isKnownMediaType } from '../mask/mask-headers.ts';
import type { Masker } from '../mask/masker.ts';
import { bodyShape } from './body-shape.ts';
import { measuredOf } from './measured.ts';
import { Tally, type SeenValue } from './tally.ts';

/** Depth of compared bodies. The info response holds a whole form below its settings. */
const MAX_DEPTH = { info: 4, other: 10 };
/** Maps of questions of the form in error bodies, by status and endpoint. */
const QUESTION_MAPS: Readonly<Record<string, readonly string[]>> = { create: ['error.detail'], submit: [''] };
/** Headers of one connection or message, which say nothing about the service. */
const TRANSPORT: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'host',
]);
/** Discoveries that are neither statuses, names nor texts. */
const OTHER: ReadonlySet<string> = new Set([
  'event.version',
  'receivers of a resend',
  'pad width of application.no',
  'scores between the bands',
  'submitted_at once expired',
]);

/** Lists what a target was seen to do, masked, so that another run can be compared with it. */
export function behaviourOf(observations: readonly Observation[], masker: Masker): Behaviour {
  const tally = new Tally();
  for (const observation of observations) {
    if (observation.kind === 'exchange') addExchange(tally, observation, masker);
    if (observation.kind === 'delivery') addDelivery(tally, observation, masker);
  }
  addEvents(tally, observations);
  addDiscoveries(tally, observations, masker);
  return { seen: tally.list(), measured: measuredOf(observations) };
}

function addExchange(tally: Tally, exchange: Exchange, masker: Masker): void {
  const { condition, response, id, request } = exchange;
  const { endpoint } = condition;
  if (!isServiceCondition(condition) || response === undefined) return;
  const { status, body, headers } = response;
  const isBusy = status === 429 || status >= 500;
  const busy = isBusy ? [sure(status === 429 ? '429' : '5xx')] : [];
  tally.add({ about: 'limits', condition: 'any call', unit: id, values: busy });
  if (!isBusy && exchange.repeated !== true && isKnown(condition)) {
    const text = conditionText(condition);
    tally.add({ about: 'status', condition: text, unit: id, values: [sure(String(status))] });
  }
  const where = isBusy ? `${status}` : `${endpoint} ${status}`;
  tally.add({ about: 'headers', condition: where, unit: id, values: headerValues(headers, masker) });
  const isResult = status < 300 && endpoint !== 'create';
  const subject = isResult ? `, application ${condition.application}, flow ${condition.flow}` : '';
  const shapes = bodyShape(body, {
    masker,
    maxDepth: endpoint === 'info' ? MAX_DEPTH.info : MAX_DEPTH.other,
    maps: status === 422 ? (QUESTION_MAPS[endpoint] ?? []) : [],
  });
  const unit = status < 300 ? (slugOf(exchange) ?? id) : id;
  // A response to HEAD has no body.
  if (request.method === 'HEAD') return;
  for (const { at: place, members } of shapes) {
    tally.add({ about: 'keys', condition: `${where}${subject}${inside(place)}`, unit, values: members });
  }
  if (status >= 400) {
    const values = textsOf(exchange).map((text) => textValue(text, exchange, masker));
    tally.add({ about: 'text', condition: where, unit: id, values });
  }
  if (endpoint === 'info' && status === 200) {
    const locales = at(body.json, 'schema_config', 'configs', 'locale', 'available_locales');
    const known = PLATFORM_LOCALES.filter((locale) => Array.isArray(locales) && locales.includes(locale));
    tally.add({
      about: 'other',
      condition: `available locales, flow ${condition.flow}`,
      unit,
      values: known.map(sure),
    });
  }
}

function addDelivery(tally: Tally, delivery: Delivery, masker: Masker): void {
  const { request, id } = delivery;
  const { json } = request.body;
  const type = stringAt(json, 'event', 'type');
  const name = type !== undefined && DOCUMENTED_VALUES.has(type) ? type : 'another type';
  const where = `delivery ${name}`;
  tally.add({ about: 'headers', condition: where, unit: id, values: headerValues(request.headers, masker) });
  for (const { at: place, members } of bodyShape(request.body, { masker, maxDepth: MAX_DEPTH.other, maps: [] })) {
    const unit = slugOf(delivery) ?? id;
    tally.add({ about: 'keys', condition: `${where}${inside(place)}`, unit, values: members });
  }
}

/** Counts which types of events follow the actions on an application. */
function addEvents(tally: Tally, observations: readonly Observation[]): void {
  if (!observations.some(({ kind }) => kind === 'delivery')) return;
  for (const { slug, actions, deliveries } of timelinesOf(observations)) {
    const done = [...new Set(actions.map(({ action }) => action))].toSorted();
    if (done.length === 0) continue;
    const types = deliveries.flatMap(({ request }) => stringAt(request.body.json, 'event', 'type') ?? []);
    const values = types.map((type) => sure(DOCUMENTED_VALUES.has(type) ? type : 'another type'));
    tally.add({ about: 'events', condition: `after ${done.join(', ')}`, unit: slug, values });
  }
}

function addDiscoveries(tally: Tally, observations: readonly Observation[], masker: Masker): void {
  const byId = new Map(observations.map((observation) => [observation.id, observation]));
  for (const source of [openDeliveries, openPayloads]) {
    for (const { about, seen, observation } of source(observations)) {
      const from = byId.get(observation);
      const unit = (from && slugOf(from)) ?? observation;
      if (!OTHER.has(about)) continue;
      tally.add({ about: 'other', condition: about, unit, values: [sure(masker.quotingText(seen))] });
    }
  }
}

function sure(value: string): SeenValue {
  return { value, isSure: true };
}

function inside(place: string): string {
  return place === '' ? '' : `, in ${place}`;
}

function headerValues(headers: HeaderList, masker: Masker): readonly SeenValue[] {
  return headers.flatMap(([given, value]) => {
    const name = given.toLowerCase();
    if (TRANSPORT.has(name)) return [];
    const isSure = isKnownHeader(name);
    const shown = isSure ? name : masker.headerName(name);
    if (name === 'content-type' && isKnownMediaType(value)) return [sure(`${name}: ${value.toLowerCase()}`)];
    return [{ value: shown, isSure }];
  });
}

/** Lists the texts of an error body: its detail and message, and the messages about answers. */
function textsOf({ response }: Exchange): readonly string[] {
  const json = response?.body.json;
  const messages = (value: unknown): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.flatMap(messages);
    return isObject(value) ? Object.values(value).flatMap(messages) : [];
  };
  if (!isObject(json)) return [];
  return response?.status === 422 && json['error'] === undefined
    ? messages(json)
    : ['detail', 'message'].flatMap((key) => [...messages(at(json, 'error', key)), ...messages(json[key])]);
}

function textValue(text: string, exchange: Exchange, masker: Masker): SeenValue {
  const value = `"${masker.text(withoutNames(text, exchange)).replaceAll('"', "'")}"`;
  return { value, isSure: DOCUMENTED_VALUES.has(text) || isReasonPhrase(text) };
}

function isKnown({ locale, credential, application, flow, body }: Condition): boolean {
  return ![locale, credential, application, flow, body].includes('unknown');
}

/** Writes the condition of a call; what is usual is left out. */
function conditionText({ endpoint, method, locale, credential, application, flow, body, credit }: Condition): string {
  return [
    `${/^[A-Z]{1,10}$/.test(method) ? method : 'another method'} ${endpoint}`,
    ...(application === 'none' ? [] : [`application ${application}`]),
    `flow ${flow}`,
    ...(credential === 'valid' ? [] : [`credential ${credential}`]),
    ...(locale === 'platform' ? [] : [`locale ${locale}`]),
    ...(body === 'absent' ? [] : [`body ${body}`]),
    ...(endpoint !== 'create' || credit === 'enough' ? [] : [`credit ${credit}`]),
  ].join(', ');
}
