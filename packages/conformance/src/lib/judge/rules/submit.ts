import { at, objectAt, stringAt } from '@idvkit/json';

import { has, kindOf, quoted } from '../../observe/json.ts';
import { type Delivery, exchangesOf, type Exchange, type Observation } from '../../observe/observation.ts';
import { type Timeline, timelinesOf } from '../../observe/timeline.ts';
import { isMessageList } from '../expectation/answer-shape.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { fail, inconclusive, type Judgement, pass, passFor } from '../rule/judgement.ts';
import { defineRule, type Rule, type RuleOf } from '../rule/rule.ts';
import {
  mayChange,
  mayEnd,
  memberDifference,
  readAfter,
  readBefore,
  resultOf,
  submissionOf,
} from './application-reads.ts';
import { answeredStatus, isServerError } from './delivery-chains.ts';
import { effectsAfter, judgeDelivered } from './silence.ts';
import { documentedRule, judgeableAnswer, statusRule, unexpectedStatus } from './status-rule.ts';

const needsPlain = 'A form without document scan and liveness (fixtures.plainFormSlug).';
const needsSubmitted = 'A submit call on an application that was submitted already.';

function isSubmit({ condition }: Exchange): boolean {
  return condition.endpoint === 'submit' && condition.method === 'POST';
}

function submitsOn(timeline: Timeline, state: 'open' | 'submitted'): readonly Exchange[] {
  return timeline.exchanges.filter(
    (exchange) =>
      isSubmit(exchange) &&
      exchange.condition.application === state &&
      exchange.condition.credential === 'valid' &&
      exchange.condition.locale === 'platform',
  );
}

const cameraFlowIsUnchanged = defineRule('submit.camera-flow.unchanged', {
  scope: 'timeline',
  needs: 'A submit call on a flow with camera steps, a result read after it, and a watched receiver.',
  *judge(timeline, context) {
    for (const exchange of submitsOn(timeline, 'open')) {
      if (exchange.condition.flow !== 'camera' || exchange.response === undefined) continue;
      const read = readAfter(timeline, exchange);
      const { status, submitted_at } = objectAt(read?.body, 'application') ?? {};
      const effects = effectsAfter(exchange, timeline, context);
      if (read && (status !== 'incomplete' || submitted_at !== null)) {
        yield fail(exchange, {
          message: 'A submit call on a flow with camera steps changed the application',
          path: ['application', status === 'incomplete' ? 'submitted_at' : 'status'],
          expected: status === 'incomplete' ? null : 'incomplete',
          actual: quoted(status === 'incomplete' ? submitted_at : status),
          also: [read.observation],
        });
      } else if (effects.kind === 'delivered') {
        yield fail(exchange, {
          message: 'A submit call on a flow with camera steps was followed by a delivery',
          also: [effects.delivery],
        });
      } else if (read && effects.kind === 'silent' && exchange.response.status === 422) {
        yield pass(exchange, read.observation, effects.watch);
      }
    }
  },
});

function validationErrorOf(exchange: Exchange): { readonly json: unknown } | undefined {
  const { response } = exchange;
  return isSubmit(exchange) && response?.status === 422 && !response.body.truncated
    ? { json: response.body.json }
    : undefined;
}

const flatMap = defineRule('submit.422.flat-map', {
  scope: 'exchange',
  needs: 'A submit call that returns 422.',
  *judge(exchange) {
    const error = validationErrorOf(exchange);
    if (error === undefined) return;
    const map = objectAt(error.json);
    if (map === undefined || Object.keys(map).length === 0) {
      yield fail(exchange, {
        message: 'The 422 of a submit is not a map of question_key to messages',
        expected: 'object of question_key to array of strings',
        actual: map === undefined ? kindOf(error.json) : 'an empty object',
      });
      return;
    }
    if (has(map, 'error') && !Array.isArray(map['error'])) {
      yield fail(exchange, {
        message: 'The 422 of a submit has an `error` around its map',
        path: ['error'],
        expected: 'question keys at the root',
        actual: kindOf(map['error']),
      });
      return;
    }
    const wrong = Object.keys(map).filter((key) => !isMessageList(map[key]));
    for (const key of wrong) {
      yield fail(exchange, {
        message: 'The messages about an answer are not an array of strings',
        path: [key],
        expected: 'array of strings',
        actual: kindOf(map[key]),
      });
    }
    if (wrong.length === 0) yield pass(exchange);
  },
});

/** The capture of each camera step, by the member of `extra.ekyc` that shows the step. */
const CAPTURES = { identity_document: 'ekyc_document', liveness: 'ekyc_liveness' } as const;
const CAMERA_CAPTURES: readonly string[] = Object.values(CAPTURES);

const namesMissing = defineRule('submit.422.names-missing', {
  scope: 'run',
  needs: 'A submit call that leaves out required answers, or one on a flow with camera steps.',
  *judge(run) {
    const steps = seenCaptures(run);
    for (const exchange of exchangesOf(run)) {
      yield* judgeNames(exchange, steps.get(exchange.formSlug ?? '') ?? new Set());
    }
  },
});

/** Returns the camera captures of each form. Only a submission shows whether a form has one camera step or both. */
function seenCaptures(run: readonly Observation[]): ReadonlyMap<string, ReadonlySet<string>> {
  const seen = new Map<string, Set<string>>();
  for (const observation of run) {
    const body = (submissionOf(observation) ?? resultOf(observation))?.body;
    const form = stringAt(body, 'application', 'form');
    if (form === undefined) continue;
    const made = Object.entries(CAPTURES).filter(([check]) => has(objectAt(body, 'extra', 'ekyc') ?? {}, check));
    const captures = seen.get(form) ?? new Set();
    for (const [, capture] of made) captures.add(capture);
    seen.set(form, captures);
  }
  return seen;
}

function* judgeNames(exchange: Exchange, captures: ReadonlySet<string>): Generator<Judgement> {
  const { flow, body, badKeys = [], application } = exchange.condition;
  const answer = isSubmit(exchange) && application === 'open' ? judgeableAnswer(exchange) : undefined;
  if (answer === undefined || !('status' in answer)) return;
  const expected = expectedAnswers(exchange.condition) ?? [];
  const isOwn = expected[0]?.rule === 'submit.422.names-missing';
  if (isOwn && expected.every(({ status }) => status !== answer.status)) {
    yield fail(exchange, unexpectedStatus(answer.status, expected));
  }
  const error = validationErrorOf(exchange);
  if (error === undefined) return;
  // Another rule reports a wrapper: its content still names the fields.
  const map = objectAt(error.json, 'error', 'detail') ?? objectAt(error.json) ?? {};
  const named = Object.keys(map);
  const isCamera = flow === 'camera';
  const questions = body === 'missing-required' ? badKeys.filter((key) => !CAMERA_CAPTURES.includes(key)) : [];
  const missing = isCamera ? [...questions, ...captures] : questions;
  const isUnnamed = missing.some((key) => !named.includes(key));
  // A flow with one camera step has one capture.
  const captureIsNamed = CAMERA_CAPTURES.some((key) => named.includes(key));
  if (isUnnamed || (isCamera && !captureIsNamed)) {
    yield fail(exchange, {
      message: 'The 422 does not name every required field that is missing',
      expected: missing.length > 0 ? missing : `one of ${CAMERA_CAPTURES.join(' and ')}`,
      actual: named,
    });
  } else if (missing.length > 0 || isCamera) yield pass(exchange);
}

const plainFlowCompletes = defineRule('submit.plain-flow.completes', {
  scope: 'timeline',
  needs: `${needsPlain} A result read after it is submitted, and a receiver.`,
  coverage: ['complete', 'delivered'],
  *judge(timeline, context) {
    for (const exchange of submitsOn(timeline, 'open')) {
      if (exchange.condition.flow !== 'plain' || exchange.response?.status !== 200) continue;
      yield* judgeCompletion(exchange, timeline);
      const message = 'A submit was accepted and no submit_form was delivered';
      yield* judgeDelivered(exchange, { timeline, context, message, part: 'delivered' });
    }
    yield* judgeOnce(timeline);
  },
});

function* judgeCompletion(exchange: Exchange, timeline: Timeline): Generator<Judgement> {
  // A change of a status column leaves a submitted application submitted.
  const read = readAfter(timeline, exchange, mayEnd);
  if (read === undefined) {
    const isRead = timeline.exchanges.some((each) => each.at > exchange.at && resultOf(each) !== undefined);
    yield inconclusive(
      isRead
        ? 'Another change came between the submit and the first result that was read.'
        : 'No result was read after the submit.',
      exchange,
    );
    return;
  }
  const { status, submitted_at } = objectAt(read.body, 'application') ?? {};
  if (status === 'complete' && typeof submitted_at === 'string') yield passFor('complete', exchange, read.observation);
  else {
    yield fail(exchange, {
      message: 'A submitted application does not read complete with `submitted_at` set',
      path: ['application', status === 'complete' ? 'submitted_at' : 'status'],
      expected: status === 'complete' ? 'date-time' : 'complete',
      actual: quoted(status === 'complete' ? submitted_at : status),
      also: [read.observation],
    });
  }
}

const again = statusRule('submit.again.403', { needs: needsSubmitted });

const againIsRefused: RuleOf<'run'> = {
  ...again,
  *judge(run, context) {
    yield* again.judge(run, context);
    for (const timeline of timelinesOf(run)) yield* judgeRace(timeline);
  },
};

/** Finds two submits at the same moment that were both accepted: the later one found a submitted application. */
function* judgeRace(timeline: Timeline): Generator<Judgement> {
  const race = raceOf(timeline);
  const isComplete = timeline.observations.some((observation) => {
    const { body } = resultOf(observation) ?? submissionOf(observation) ?? {};
    return at(body, 'application', 'status') === 'complete';
  });
  if (!isComplete || race === undefined) return;
  const [first, second] = race;
  yield fail(second, { message: 'Accepts two submits at the same moment', expected: 403, actual: 200, also: [first] });
}

/** Returns two submits at the same moment that were both accepted. */
function raceOf(timeline: Timeline): readonly [first: Exchange, second: Exchange] | undefined {
  const [first, second] = submitsOn(timeline, 'open').filter(({ response }) => response?.status === 200);
  if (first === undefined || second === undefined) return undefined;
  return second.at <= first.at + (first.response?.durationMs ?? 0) ? [first, second] : undefined;
}

/** Checks for a delivery after which no retry is due. */
function isFinal(delivery: Delivery | undefined): boolean {
  return delivery !== undefined && !isServerError(answeredStatus(delivery));
}

/** Finds a second delivery of an application that two submits at the same moment completed. */
function* judgeOnce(timeline: Timeline): Generator<Judgement> {
  const race = raceOf(timeline);
  if (race === undefined) return;
  const { observations } = timeline;
  const resent = observations.findIndex(
    (each) => each.kind === 'exchange' && each.condition.endpoint === 'resend' && each.at > race[1].at,
  );
  const delivered = observations
    .slice(0, resent < 0 ? undefined : resent)
    .flatMap((each) => submissionOf(each)?.observation ?? []);
  for (const own of Map.groupBy(delivered, ({ receiver }) => receiver).values()) {
    const again = own.find((_, place) => isFinal(own[place - 1]));
    const [first] = own;
    if (again === undefined || first === undefined) continue;
    const message = 'Two submits at the same moment had the application delivered twice';
    yield fail(race[1], { message, also: [race[0], first, again] });
  }
}

const againIsUnchanged = defineRule('submit.again.unchanged', {
  scope: 'timeline',
  needs: `${needsSubmitted} A result read after it, and a receiver that is watched.`,
  coverage: ['unchanged', 'no delivery'],
  *judge(timeline, context) {
    for (const exchange of submitsOn(timeline, 'submitted')) {
      if (exchange.response === undefined) continue;
      const before = readBefore(timeline, exchange, {
        read: (observation) => resultOf(observation) ?? submissionOf(observation),
        changes: mayChange,
      });
      const after = readAfter(timeline, exchange);
      if (before && after) {
        const path = memberDifference(['application', 'answers'], before.body, after.body);
        const also = [before.observation, after.observation] as const;
        yield path === undefined
          ? passFor('unchanged', exchange, ...also)
          : fail(exchange, { message: 'A second submit changed the application', path, also });
      }
      const effects = effectsAfter(exchange, timeline, context);
      if (effects.kind === 'delivered') {
        yield fail(exchange, { message: 'A second submit was followed by a delivery', also: [effects.delivery] });
      } else if (effects.kind === 'silent') yield passFor('no delivery', exchange, effects.watch);
    }
  },
});

export const submitRules: readonly Rule[] = [
  statusRule('submit.camera-flow.422', { needs: 'A submit call on a flow with document scan or liveness.' }),
  cameraFlowIsUnchanged,
  flatMap,
  namesMissing,
  statusRule('submit.plain-flow.200-empty', { needs: needsPlain, strictlyEmpty: true }),
  plainFlowCompletes,
  againIsRefused,
  againIsUnchanged,
  statusRule('submit.unknown.404', { needs: 'A submit call on a slug that does not exist.' }),
  documentedRule('submit.status.documented'),
];
