import type { EffectCase, EffectCheck, Observation } from '../../observe/observation.ts';
import { fail, pass, inconclusive, type Judgement } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { isAcknowledged, settledDeliveries, type SentExchange } from './receiver-evidence.ts';

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
export const processedOnce: Rule = defineRule('receiver.duplicate.processed-once', {
  scope: 'run',
  needs: NEEDS_PROBE,
  *judge(run) {
    const checks = run.filter((observation): observation is EffectCheck => observation.kind === 'effects');
    if (checks.length === 0) return;
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
