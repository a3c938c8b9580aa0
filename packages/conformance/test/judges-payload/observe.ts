import type { RuleId } from '@idvkit/schema/rules';

import { judgeAll } from '../../src/lib/judge/rule/judge-all.ts';
import type { RuleOutcome } from '../../src/lib/judge/rule/rule-outcome.ts';
import type { JudgingContext, Rule } from '../../src/lib/judge/rule/rule.ts';
import { serviceRules } from '../../src/lib/judge/rules/all-rules.ts';
import type { Condition } from '../../src/lib/observe/condition.ts';
import { emptyBody, messageBody, type MessageBody } from '../../src/lib/observe/message-body.ts';
import type { Action, Delivery, Exchange, Observation, Watch } from '../../src/lib/observe/observation.ts';
import { BASE_URL, DELIVERED_AT, FORM, SLUG } from './submission.ts';

const sections =
  /^(?:application|other-status|answers|face-compare|liveness|identity-document|image|aml|convention|event)\./;

/** Every rule of the payload sections. */
export const payloadRules: readonly Rule[] = serviceRules.filter(({ id }) => sections.test(id));

export const context: JudgingContext = {
  baseUrl: BASE_URL,
  clockSkewSeconds: 60,
  inputParameters: { customer_ref: 'c-1' },
  requireHttps: false,
  deliveryWithinMs: 60_000,
};

let observed = 0;
const nextId = (prefix: string): string => `${prefix}${++observed}`;

/** A body that holds a JSON document, or nothing where there is none. */
export function json(value: unknown): MessageBody {
  return value === undefined ? emptyBody : messageBody(new TextEncoder().encode(JSON.stringify(value)));
}

const ordinary: Condition = {
  endpoint: 'result',
  method: 'GET',
  locale: 'platform',
  credential: 'valid',
  application: 'submitted',
  flow: 'camera',
  body: 'absent',
  credit: 'enough',
};

/** What a test says of an exchange; the rest is a result call on a submitted application with the token. */
export interface ExchangeOptions {
  readonly at?: number;
  readonly condition?: Partial<Condition>;
  readonly slug?: string | null;
  readonly formSlug?: string | null;
  readonly url?: string;
  readonly sent?: unknown;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly answer?: unknown;
  readonly bytes?: MessageBody;
}

export function exchange(options: ExchangeOptions = {}): Exchange {
  const { at = DELIVERED_AT + 1000, slug = SLUG, formSlug = FORM, status = 200, sent, answer } = options;
  const condition = { ...ordinary, ...options.condition };
  return {
    kind: 'exchange',
    id: nextId('x'),
    at,
    condition,
    lang: 'en',
    ...(formSlug === null ? {} : { formSlug }),
    ...(slug === null ? {} : { slug }),
    request: {
      method: condition.method,
      url: options.url ?? `${BASE_URL}/en/api/forms/${FORM}/applied-forms/${SLUG}/result/`,
      headers: [],
      body: json(sent),
    },
    response: {
      status,
      headers: options.headers ?? [['content-type', 'application/json']],
      body: options.bytes ?? json(answer),
      durationMs: 5,
    },
  };
}

/** A create call that returned `slug`. */
export function create(slug: string = SLUG, options: ExchangeOptions = {}): Exchange {
  return exchange({
    at: DELIVERED_AT - 600_000,
    slug: null,
    status: 201,
    answer: { form_url: `${BASE_URL}/f/${slug}`, info: `${BASE_URL}/i/${slug}`, detail: { form: FORM, slug } },
    ...options,
    condition: { endpoint: 'create', method: 'POST', application: 'none', body: 'valid-answers', ...options.condition },
  });
}

/** A delivery that its receiver acknowledged at once. */
export function delivery(body: unknown, options: Partial<Delivery> & { readonly raw?: MessageBody } = {}): Delivery {
  const { raw, ...rest } = options;
  const at = options.at ?? DELIVERED_AT;
  return {
    kind: 'delivery',
    id: nextId('d'),
    at,
    receiver: 'main',
    bearer: 'match',
    request: { method: 'POST', url: '/hook', headers: [['content-type', 'application/json']], body: raw ?? json(body) },
    answer: { kind: 'status', status: 204, at: at + 10 },
    ...rest,
  };
}

export function action(kind: Action['action'], at: number = DELIVERED_AT - 1000, slug: string = SLUG): Action {
  return { kind: 'action', id: nextId('a'), at, action: kind, slug };
}

/** A watch from a while before the delivery until long after it. */
export function watch(options: Partial<Watch> = {}): Watch {
  return {
    kind: 'watch',
    id: nextId('w'),
    at: DELIVERED_AT - 5000,
    until: DELIVERED_AT + 120_000,
    slug: SLUG,
    receivers: ['main'],
    ...options,
  };
}

/** What one rule of the payload sections says of some observations. */
export function outcome(
  id: RuleId,
  observations: readonly Observation[],
  over: Partial<JudgingContext> = {},
): RuleOutcome {
  const rule = payloadRules.find((each) => each.id === id);
  const [only] = judgeAll(rule === undefined ? [] : [rule], observations, { ...context, ...over });
  if (only === undefined) throw new Error(`No judge for ${id}`);
  return only;
}

/** Ids of the rules that find something, in order. */
export function brokenRules(
  observations: readonly Observation[],
  over: Partial<JudgingContext> = {},
): readonly RuleId[] {
  const outcomes = judgeAll(payloadRules, observations, { ...context, ...over });
  return outcomes.filter(({ failures }) => failures > 0).map(({ rule }) => rule.id);
}
