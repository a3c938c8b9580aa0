import { stringAt } from '@idvkit/json';

import { headerOf, saysJson } from '../../observe/headers.ts';
import { quoted } from '../../observe/json.ts';
import type { Action, Delivery, Exchange, Watch } from '../../observe/observation.ts';
import type { Timeline } from '../../observe/timeline.ts';
import { fail, pass, passFor, passIf, type Judgement } from '../rule/judgement.ts';
import { defineRule, type JudgingContext, type Rule } from '../rule/rule.ts';
import { submissionOf } from './application-reads.ts';
import { chainsOf, deliveryWithin, isAcknowledged, silenceAt, type Chain } from './delivery-chains.ts';
import { retryRules } from './delivery-retries.ts';

const needsDelivery =
  'A receiver, and something that is delivered to it: a submission, or a resend of a submitted slug.';

const isPost = defineRule('delivery.method.post', {
  scope: 'delivery',
  needs: needsDelivery,
  *judge(delivery) {
    const { method } = delivery.request;
    yield passIf(method === 'POST', delivery, {
      message: 'A delivery is not a POST',
      expected: 'POST',
      actual: quoted(method),
    });
  },
});

const isJson = defineRule('delivery.content-type.json', {
  scope: 'delivery',
  needs: needsDelivery,
  *judge(delivery) {
    const { headers } = delivery.request;
    yield passIf(saysJson(headers), delivery, {
      message: 'The Content-Type of a delivery is not application/json',
      expected: 'application/json',
      actual: quoted(headerOf(headers, 'content-type')),
    });
  },
});

const BEARER_DEFECTS = {
  mismatch: 'A delivery carries another secret than the one of the receiver',
  absent: 'A delivery carries no Authorization',
  'other-scheme': 'The Authorization of a delivery is not Bearer',
} as const;

const bearer = defineRule('delivery.bearer', {
  scope: 'delivery',
  needs: needsDelivery,
  *judge(delivery) {
    if (delivery.bearer === 'match') yield pass(delivery);
    else if (delivery.bearer !== 'unknown') {
      yield fail(delivery, { message: BEARER_DEFECTS[delivery.bearer], expected: 'Bearer and the secret' });
    }
  },
});

const https = defineRule('delivery.https', {
  scope: 'delivery',
  needs: 'A receiver that the service reaches over HTTPS (receiver.url).',
  *judge(delivery, { requireHttps }) {
    if (!requireHttps || delivery.tls === undefined) return;
    yield passIf(delivery.tls, delivery, { message: 'A delivery did not come over HTTPS', expected: 'https' });
  },
});

const everyReceiver = defineRule('delivery.every-receiver', {
  scope: 'timeline',
  needs: 'Two receivers for the same flow, one of which fails, and a submission.',
  coverage: ['all acknowledge', 'one fails'],
  *judge(timeline, context) {
    const chains = TYPES.flatMap((type) => chainsOf(timeline, type, context)).filter(
      ({ clear, certain }) => clear && certain,
    );
    for (const trigger of new Set(chains.map((chain) => chain.trigger))) {
      const own = chains.filter((chain) => chain.trigger === trigger);
      const reached = own.flatMap(({ attempts }) => attempts.slice(0, 1));
      const [first, ...others] = reached;
      // Whether a resend goes to every receiver is not shown.
      if (trigger === undefined || first === undefined || isResent(trigger)) continue;
      const missed = own.flatMap((chain) => absenceAt(chain, timeline, context) ?? []);
      for (const { receiver, silence } of missed) {
        yield fail(trigger, {
          message: 'One receiver got the delivery and another one did not',
          expected: `a delivery at the receiver "${receiver}"`,
          also: [first, ...silence],
        });
      }
      if (others.length === 0 || reached.length < own.filter((chain) => isListening(chain, timeline)).length) continue;
      yield passFor(reached.every(isAcknowledged) ? 'all acknowledge' : 'one fails', trigger, ...reached);
    }
  },
});

function isResent(trigger: Action | Exchange): boolean {
  return trigger.kind === 'exchange' && trigger.condition.endpoint === 'resend';
}

const TYPES = ['submit_form', 'update_status', 'drop_off'];

/** Checks that a receiver was subscribed to a type and listening when a chain began. */
function isListening({ receiver, trigger, type }: Chain, { watches }: Timeline): boolean {
  return (
    trigger !== undefined &&
    watches.some(
      ({ receivers, at, until, events = ['submit_form'] }) =>
        events.includes(type) && receivers.includes(receiver) && at <= trigger.at && until >= trigger.at,
    )
  );
}

function absenceAt(
  chain: Chain,
  timeline: Timeline,
  context: JudgingContext,
): { readonly receiver: string; readonly silence: readonly Watch[] } | undefined {
  const { receiver, attempts, trigger, endsAt, type } = chain;
  if (trigger === undefined || attempts.length > 0 || !isListening(chain, timeline)) return undefined;
  const silence = silenceAt(receiver, timeline, {
    from: trigger.at,
    until: endsAt,
    type,
    withinMs: deliveryWithin(context),
  });
  return silence && { receiver, silence };
}

const keyIsStable = defineRule('delivery.idempotency-key.stable', {
  scope: 'timeline',
  needs: 'Two `submit_form` deliveries of one submission: a retry, a resend, or two receivers.',
  *judge({ deliveries }): Generator<Judgement> {
    const [first, ...others] = deliveries.filter((delivery) => submittedAtOf(delivery) !== undefined);
    if (first === undefined) return;
    for (const delivery of others) {
      const [one, other] = [submittedAtOf(first), submittedAtOf(delivery)];
      yield passIf(one === other, delivery, {
        message: '`application.submitted_at` differs from that of an earlier delivery of the same submission',
        path: ['application', 'submitted_at'],
        expected: one,
        actual: other,
        also: [first],
      });
    }
  },
});

function submittedAtOf(delivery: Delivery): string | undefined {
  return stringAt(submissionOf(delivery)?.body, 'application', 'submitted_at');
}

export const deliveryRules: readonly Rule[] = [
  isPost,
  isJson,
  bearer,
  https,
  ...retryRules,
  everyReceiver,
  keyIsStable,
];
