import type { RuleId } from '@idvkit/schema/rules';

import type { EffectCase, EffectCheck, Observation, SentTrait } from '../../observe/observation.ts';
import { fail, inconclusive, type Judgement, pass, passFor, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import {
  answerOf,
  deliveriesSent,
  deliveriesWith,
  isAcknowledged,
  isPlain,
  NEEDS_RECEIVER,
  reasonToSkip,
  type SentExchange,
  settledDeliveries,
} from './receiver-evidence.ts';
import { receiverSecretRules } from './receiver-secret.ts';

const NEEDS_PROBE = 'A probe that counts the submissions that the receiver has processed (--probe).';

const MESSAGES: Readonly<Record<EffectCase, string>> = {
  once: 'Does not process a submission once',
  apart: 'Does not process two applications that were submitted at the same moment once each',
  again: 'Does not process a submission once that is delivered again under another event.nounce',
  changed: 'Does not process a submission once that is delivered again after a status column changed',
  'at-once': 'Does not process a submission once that is delivered twice at the same time',
  'after-lifecycle': 'Does not process a submission once whose application it had heard of before',
};

/** If a plain submission does not raise the number of the probe by one, the probe proves nothing. */
const processedOnce: Rule = defineRule('receiver.duplicate.processed-once', {
  scope: 'run',
  needs: NEEDS_PROBE,
  *judge(run) {
    const checks = run.filter((observation): observation is EffectCheck => observation.kind === 'effects');
    const counts = checks.some(({ shows, before, after }) => shows === 'once' && after - before === 1);
    const byId = new Map(settledDeliveries(run).map((exchange) => [exchange.id, exchange]));
    for (const check of checks) yield* judgeCheck(check, byId, counts);
  },
});

function* judgeCheck(
  check: EffectCheck,
  byId: ReadonlyMap<Observation['id'], SentExchange>,
  counts: boolean,
): Generator<Judgement> {
  const { shows, before, after, submissions, deliveries } = check;
  const arrived = deliveries.flatMap((id) => byId.get(id) ?? []).filter(isAcknowledged);
  const [first, ...others] = arrived;
  if (first === undefined) return;
  if (!counts) {
    yield inconclusive('A probe whose number goes up by one for each submission that is processed (--probe).', check);
  } else if (after - before === submissions) {
    // Any receiver processes a single delivery once.
    if (shows !== 'once') yield pass(check, first, ...others);
  } else {
    const message = MESSAGES[shows];
    yield fail(first, { message, expected: submissions, actual: after - before, also: [...others, check] });
  }
}

function judgeAcknowledged(exchange: SentExchange, message: string): Judgement {
  return passIf(isAcknowledged(exchange), exchange, { message, expected: '2xx', actual: answerOf(exchange) });
}

function acknowledges(id: RuleId, trait: SentTrait, what: string): Rule {
  return defineRule(id, {
    scope: 'run',
    needs: NEEDS_RECEIVER,
    *judge(run) {
      const deliveries = settledDeliveries(run);
      // The first trait of a delivery names the rule that judges it.
      for (const exchange of deliveriesWith(trait, deliveries).filter(({ sent }) => sent.traits[0] === trait)) {
        const skip = reasonToSkip(exchange, trait, deliveries);
        yield skip ?? judgeAcknowledged(exchange, `Does not acknowledge ${what}`);
      }
    },
  });
}

const acceptsPlain = defineRule('receiver.accepts-2xx', {
  scope: 'run',
  needs: NEEDS_RECEIVER,
  *judge(run) {
    const deliveries = settledDeliveries(run);
    const isDown = downAfter(deliveries);
    for (const exchange of deliveries) {
      if (!isPlain(exchange) || exchange.sent.timedOut === true) continue;
      // A receiver that stops working later is another rule's finding.
      if (!isDown || isAcknowledged(exchange))
        yield judgeAcknowledged(exchange, 'Does not acknowledge a valid delivery');
    }
  },
});

function downAfter(deliveries: readonly SentExchange[]): boolean {
  return deliveries.some(
    (exchange) => exchange.sent.stage === 'start' && isPlain(exchange) && isAcknowledged(exchange),
  );
}

const within30s = defineRule('receiver.within-30s', {
  scope: 'run',
  needs: NEEDS_RECEIVER,
  *judge(run) {
    for (const exchange of deliveriesSent(run)) {
      const { sent, response } = exchange;
      if (sent.body !== 'delivery') continue;
      if (sent.timedOut === true) {
        const message = 'Leaves a delivery without an answer for 30 seconds';
        yield fail(exchange, { message, expected: 'an answer', actual: 'none' });
      } else if (response !== undefined) yield pass(exchange);
    }
  },
});

const TENS_OF_MEGABYTES = 10_000_000;
/** Options of common servers whose limit answers 413. */
const BODY_LIMITS = 'Express: express.json({ limit }), Fastify: bodyLimit, nginx: client_max_body_size';

const largeBody = defineRule('receiver.large-body.accepted', {
  scope: 'run',
  needs: NEEDS_RECEIVER,
  coverage: ['megabytes', 'tens of megabytes (--max-body)'],
  *judge(run) {
    const deliveries = settledDeliveries(run);
    for (const exchange of deliveriesWith('large', deliveries)) {
      const skip = reasonToSkip(exchange, 'large', deliveries);
      const { size } = exchange.request.body;
      if (skip !== undefined) yield skip;
      else if (!isAcknowledged(exchange)) {
        const hint = exchange.response?.status === 413 ? `: raise its body limit (${BODY_LIMITS})` : '';
        yield judgeAcknowledged(exchange, `Does not acknowledge a large delivery${hint}`);
      } else if (size > TENS_OF_MEGABYTES) yield passFor('tens of megabytes (--max-body)', exchange);
      else if (size > 1_000_000) yield passFor('megabytes', exchange);
      else yield pass(exchange);
    }
  },
});

const refusesMalformed = defineRule('receiver.refuses-malformed', {
  scope: 'run',
  needs: NEEDS_RECEIVER,
  *judge(run) {
    const deliveries = settledDeliveries(run);
    if (!downAfter(deliveries)) return;
    for (const [index, exchange] of deliveries.entries()) {
      if (exchange.sent.body !== 'not-json') continue;
      const next = deliveries.slice(index + 1).find(isPlain);
      // 5xx has the service deliver again what may have been cut on its way.
      if (exchange.response === undefined || exchange.response.status < 400) {
        const message = 'Does not refuse a body that is not JSON';
        yield fail(exchange, { message, expected: '4xx or 5xx', actual: answerOf(exchange) });
      } else if (next === undefined) yield inconclusive('A run that continues after it.', exchange);
      else
        yield passIf(isAcknowledged(next), exchange, {
          message: 'Acknowledges no delivery after a body that is not JSON',
          expected: '2xx',
          actual: answerOf(next),
          also: [next],
        });
    }
  },
});

const survives = defineRule('receiver.survives', {
  scope: 'run',
  needs: 'A receiver that acknowledges a plain submission, and a run to its end.',
  *judge(run: readonly Observation[]) {
    const deliveries = settledDeliveries(run);
    if (!downAfter(deliveries)) return;
    for (const exchange of deliveries) {
      if (exchange.sent.stage !== 'end') continue;
      yield judgeAcknowledged(exchange, 'No longer acknowledges what it acknowledged at first');
    }
  },
});

/** Rules that bind a client's receiver, in the catalogue's order. */
export const receiverRules: readonly Rule[] = [
  acceptsPlain,
  within30s,
  ...receiverSecretRules,
  acknowledges('receiver.unknown-type.ignored', 'unknown-type', 'an event of a type that it cannot know'),
  acknowledges('receiver.lifecycle.accepted', 'lifecycle', 'a lifecycle event'),
  acknowledges('receiver.sparse.accepted', 'sparse', 'a submission in which something optional is missing'),
  acknowledges('receiver.unknown-fields.accepted', 'unknown-fields', 'a delivery with a field that it cannot know'),
  acknowledges(
    'receiver.custom-status.any-case',
    'custom-status',
    'a submission with a status column of any name, its value in any letter case',
  ),
  acknowledges('receiver.duplicate.acknowledged', 'duplicate', 'a submission that it has had before'),
  processedOnce,
  acknowledges('receiver.out-of-order.accepted', 'out-of-order', 'an event that comes out of order'),
  largeBody,
  refusesMalformed,
  survives,
];
