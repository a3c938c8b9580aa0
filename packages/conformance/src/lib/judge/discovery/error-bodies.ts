import { isObject, stringAt } from '@idvkit/json';

import { headerOf, mediaTypeOf } from '../../observe/headers.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { listed, type Discovery } from './discovery.ts';

export function* openErrorBodies(observations: readonly Observation[]): Generator<Discovery> {
  for (const exchange of observations) {
    if (exchange.kind !== 'exchange' || exchange.response === undefined) continue;
    const { status } = exchange.response;
    if (status === 404 && isServiceCondition(exchange.condition)) yield* notFoundText(exchange);
    if (status === 429 || status >= 500) yield* unshownBody(exchange, status === 429 ? '429' : '5xx');
  }
}

const MAX_TEXT_LENGTH = 120;
const MAX_READ = 1000;

function* notFoundText(exchange: Exchange): Generator<Discovery> {
  const json = exchange.response?.body.json;
  const text = stringAt(json, 'error', 'detail') ?? stringAt(json, 'detail');
  if (text === undefined) return;
  const { endpoint } = exchange.condition;
  yield {
    about: 'text of a 404',
    seen: `${endpoint} says "${withoutNames(text, exchange).replaceAll('"', "'")}"`,
    observation: exchange.id,
  };
}

/** Masks the names of the application and form in a text, and every other word that looks like an identifier. */
export function withoutNames(text: string, { slug, formSlug }: Pick<Exchange, 'slug' | 'formSlug'>): string {
  const names = [slug, formSlug].filter((name) => name !== undefined && name !== '');
  const masked = names.reduce<string>((rest, name) => rest.replaceAll(name ?? '', '…'), text.slice(0, MAX_READ));
  const plain = masked.replaceAll(/\S+/g, (word) => (isName(word) ? '…' : word));
  return plain.length > MAX_TEXT_LENGTH ? `${plain.slice(0, MAX_TEXT_LENGTH)}…` : plain;
}

function isName(word: string): boolean {
  return word.replaceAll(/\D/g, '').length > 1 || /@|:\/\/|[\w-]{25}/.test(word);
}

function* unshownBody(exchange: Exchange, about: '429' | '5xx'): Generator<Discovery> {
  const { response, id } = exchange;
  if (response === undefined) return;
  const { headers, body, status } = response;
  yield {
    about: `body of a ${about}`,
    seen: `${status} has ${shapeOf(body.size, body.json, mediaTypeOf(headers))}`,
    observation: id,
  };
  const wait = headerOf(headers, 'retry-after');
  if (wait === undefined) return;
  const seen = /^\d{1,6}$/.test(wait.trim()) ? `${wait.trim()} s` : 'a date, or something else';
  yield { about: `Retry-After of a ${about}`, seen, observation: id };
}

function shapeOf(size: number, json: unknown, type: string): string {
  if (size === 0) return 'no body';
  if (!isObject(json)) return `a body of type ${/^[\w.+/-]{1,40}$/.test(type) ? `"${type}"` : 'unknown'}`;
  const error = json['error'];
  const inner = isObject(error) ? `, in error: ${listed(Object.keys(error))}` : '';
  return `JSON with ${listed(Object.keys(json)) || 'nothing in it'}${inner}`;
}
