import { at, type JsonObject, objectAt } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { isScalar } from '../../observe/json.ts';
import { exchangesOf, type Delivery, type Exchange, type Observation } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { fail, type Judgement, pass, passIf } from '../rule/judgement.ts';
import { applicationOf, type Payload, payloadOf } from '../rule/payload.ts';
import { defineRule, type JudgingContext, type Rule, type RuleOf } from '../rule/rule.ts';

interface Stability {
  readonly needs: string;
  readonly members: readonly string[];
  /** Checks that the members are valid; if not, that is another rule's finding. */
  readonly reads: (application: JsonObject) => boolean;
}

function stableRule(id: RuleId, { needs, members, reads }: Stability): RuleOf<'timeline'> {
  return defineRule(id, {
    scope: 'timeline',
    needs,
    *judge({ slug, observations }): Generator<Judgement> {
      let first: { payload: Payload; application: JsonObject } | undefined;
      for (const observation of observations) {
        const payload = payloadOf(observation);
        const application = payload && applicationOf(payload);
        // Another application in the answer is a finding of the rules about the slug.
        if (payload === undefined || application?.['slug'] !== slug || !reads(application)) continue;
        if (first === undefined) {
          first = { payload, application };
          continue;
        }
        const known = first;
        const [changed = ''] = members.filter((member) => application[member] !== known.application[member]);
        yield passIf(changed === '', observation, {
          message: `\`application.${changed}\` changed between two reads or deliveries of one application`,
          path: ['application', changed],
          expected: known.application[changed],
          actual: application[changed],
          also: [known.payload.observation],
        });
      }
    },
  });
}

/** Creates, and values that identify their application: an id from a read, or a parameter of only one create. */
interface Traces {
  readonly creates: ReadonlyMap<string, Exchange>;
  readonly byTrace: ReadonlyMap<string, Exchange | 'several'>;
}

const correlatesCreate: RuleOf<'run'> = defineRule('application.slug.correlates-create', {
  scope: 'run',
  needs: 'A create call, and then a result call or a delivery of the application that it created.',
  *judge(observations, context): Generator<Judgement> {
    const traces = tracesOf(observations, context);
    for (const observation of observations) {
      if (observation.kind === 'delivery') yield* judgeDelivery(observation, traces, context);
      if (observation.kind !== 'exchange' || observation.condition.endpoint !== 'result') continue;
      const create = traces.creates.get(observation.slug ?? '');
      const application = objectAt(observation.response?.body.json, 'application');
      // A result that shows another slug than its path is a finding of `application.slug.echoes-path`.
      if (create !== undefined && observation.response?.status === 200 && application?.['slug'] === observation.slug) {
        yield pass(create, observation);
      }
    }
  },
});

/** Ignores deliveries of applications that this run did not create, unless a trace identifies them. */
function* judgeDelivery(
  delivery: Delivery,
  { creates, byTrace }: Traces,
  context: JudgingContext,
): Generator<Judgement> {
  const application = objectAt(delivery.request.body.json, 'application');
  if (application === undefined) return;
  const { slug } = application;
  const create = typeof slug === 'string' ? creates.get(slug) : undefined;
  if (create !== undefined) {
    yield pass(create, delivery);
    return;
  }
  const answers = objectAt(delivery.request.body.json, 'answers');
  const found = [
    trace('id', application['id']),
    ...Object.keys(context.inputParameters).map((key) => trace(key, at(answers, key, 'value'))),
  ]
    .map((key) => byTrace.get(key))
    .find((owner) => owner !== undefined && owner !== 'several');
  if (found === undefined) return;
  yield fail(delivery, {
    message: '`application.slug` of a delivery is not the `detail.slug` that create returned for the application',
    path: ['application', 'slug'],
    expected: createdSlug(found),
    actual: slug,
    also: [found],
  });
}

function tracesOf(observations: readonly Observation[], context: JudgingContext): Traces {
  const creates = new Map<string, Exchange>();
  const byTrace = new Map<string, Exchange | 'several'>();
  const note = (key: string, create: Exchange): void => {
    const known = byTrace.get(key);
    byTrace.set(key, known === undefined || known === create ? create : 'several');
  };
  for (const observation of observations) {
    if (observation.kind !== 'exchange') continue;
    const slug = createdSlug(observation);
    if (slug === undefined) continue;
    creates.set(slug, observation);
    for (const key of Object.keys(context.inputParameters)) {
      const value = at(observation.request.body.json, 'answers', key);
      if (isScalar(value)) note(trace(key, value), observation);
    }
  }
  for (const observation of observations) {
    if (observation.kind !== 'exchange' || observation.response?.status !== 200) continue;
    const create = creates.get(observation.slug ?? '');
    if (create === undefined) continue;
    const { json } = observation.response.body;
    const { endpoint } = observation.condition;
    const id =
      endpoint === 'result' ? at(json, 'application', 'id') : endpoint === 'info' ? at(json, 'data', 'id') : null;
    if (typeof id === 'number') note(trace('id', id), create);
  }
  return { creates, byTrace };
}

/** Returns a key for a trace; empty unless the value is a scalar, and an empty key is never stored. */
function trace(kind: string, value: unknown): string {
  return isScalar(value) ? `${kind} ${String(value)}` : '';
}

const slugIsUnique = defineRule('application.slug.unique', {
  scope: 'run',
  needs: 'Two create calls that return 201.',
  *judge(observations) {
    const creates = exchangesOf(observations).flatMap((exchange) => {
      const slug = createdSlug(exchange);
      return slug === undefined ? [] : [{ exchange, slug }];
    });
    if (creates.length < 2) return;
    const firstBySlug = new Map<string, Exchange>();
    for (const { exchange, slug } of creates) {
      const first = firstBySlug.get(slug);
      firstBySlug.set(slug, first ?? exchange);
      yield passIf(first === undefined, exchange, {
        message: 'Two creates returned the same slug',
        path: ['detail', 'slug'],
        actual: slug,
        also: first ? [first] : [],
      });
    }
  },
});

const submittedAtIsStable = stableRule('application.submitted-at.stable', {
  needs: 'Two reads or deliveries of one submitted application: a receiver, an operator that submits, and a resend.',
  members: ['submitted_at'],
  reads: (application) => application['status'] !== 'incomplete' && typeof application['submitted_at'] === 'string',
});

const idIsStable = stableRule('application.id.stable', {
  needs: 'Two reads or deliveries of one application.',
  members: ['id', 'no'],
  reads: (application) => Number.isInteger(application['id']) && typeof application['no'] === 'string',
});

export const applicationRules: readonly Rule[] = [correlatesCreate, slugIsUnique, submittedAtIsStable, idIsStable];
