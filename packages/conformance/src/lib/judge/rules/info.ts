import { at } from '@idvkit/json';

import { quoted } from '../../observe/json.ts';
import { exchangesOf } from '../../observe/observation.ts';
import { hasShape } from '../expectation/answer-shape.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import { fail, inconclusive, passFor, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { readBody, resultOf, submissionOf } from './application-reads.ts';
import { documentedRule, judgeableAnswer, statusRule, unexpectedStatus, withoutContrast } from './status-rule.ts';

const needsOpen = 'A GET of the info of an open application.';
const needsSubmitted =
  'A submitted application: an operator that submits, or the slug of one that was submitted (fixtures.submittedSlug).';

const REFUSALS = new Set([401, 403]);

const submittedIsRefused = defineRule('info.submitted.no-token-refused', {
  scope: 'run',
  needs: `${needsSubmitted} Its info is then read without the token.`,
  coverage: ['no token', 'wrong token'],
  *judge(run) {
    for (const exchange of exchangesOf(run)) {
      const { endpoint, application, credential, method, locale } = exchange.condition;
      if (endpoint !== 'info' || application !== 'submitted' || method !== 'GET' || locale !== 'platform') continue;
      // The effect of the token of another workspace is not shown.
      if (['valid', 'unknown', 'other-workspace'].includes(credential)) continue;
      const answer = judgeableAnswer(exchange);
      if (!('status' in answer)) {
        yield answer;
        continue;
      }
      const expected = expectedAnswers(exchange.condition) ?? [];
      const isDue = expected.some(({ status }) => status === answer.status);
      if (answer.status < 300) {
        yield fail(exchange, unexpectedStatus(answer.status, expected));
      } else if (hasShape(answer, 'info') || hasShape(answer, 'result')) {
        yield fail(exchange, { message: 'A refused info call carries the state of the application', path: [] });
      } else if (isDue) {
        const part = credential === 'absent' ? 'no token' : 'wrong token';
        yield withoutContrast(exchange, run) ?? passFor(part, exchange);
      } else if (REFUSALS.has(answer.status) && credential !== 'other-scheme') {
        yield fail(exchange, unexpectedStatus(answer.status, expected));
      }
    }
  },
});

const dataId = defineRule('info.data.id', {
  scope: 'timeline',
  needs: 'The info and the result, or a delivery, of the same application.',
  *judge({ exchanges, observations }) {
    const known = observations.map((observation) => resultOf(observation) ?? submissionOf(observation));
    const snapshot = known.find((seen) => Number.isInteger(at(seen?.body, 'application', 'id')));
    const id = at(snapshot?.body, 'application', 'id');
    for (const exchange of exchanges) {
      const body = readBody(exchange, 'info');
      if (body === undefined) continue;
      const dataId = at(body, 'data', 'id');
      if (!Number.isInteger(dataId)) {
        yield fail(exchange, {
          message: '`data.id` is not an integer',
          path: ['data', 'id'],
          expected: 'integer',
          actual: quoted(dataId),
        });
      } else if (snapshot === undefined) {
        yield inconclusive('No result or delivery showed the id of the application.', exchange);
      } else {
        yield passIf(dataId === id, exchange, {
          message: '`data.id` is not the id of the application',
          path: ['data', 'id'],
          expected: id,
          actual: quoted(dataId),
          also: [snapshot.observation],
        });
      }
    }
  },
});

const isSubmitted = defineRule('info.data.is-submitted', {
  scope: 'exchange',
  needs: needsOpen,
  coverage: ['open', 'submitted'],
  *judge(exchange) {
    const body = readBody(exchange, 'info');
    const { application } = exchange.condition;
    if (body === undefined || (application !== 'open' && application !== 'submitted')) return;
    const isSubmitted = at(body, 'data', 'is_submitted');
    if (isSubmitted === (application === 'submitted')) yield passFor(application, exchange);
    else {
      yield fail(exchange, {
        message: '`data.is_submitted` does not agree with the status of the application',
        path: ['data', 'is_submitted'],
        expected: application === 'submitted',
        actual: quoted(isSubmitted),
      });
    }
  },
});

/** Size that the specification gives, and how many times smaller or larger is far off. @see Specification, "Limits" */
const INFO_BYTES = 57_000;
const FAR_OFF = 3;

const size = defineRule('info.size.about-57-kb', {
  scope: 'exchange',
  needs: needsOpen,
  *judge(exchange) {
    const { condition, response } = exchange;
    if (condition.endpoint !== 'info' || condition.method !== 'GET' || response?.status !== 200) return;
    const bytes = response.body.size;
    if (!response.body.truncated && !hasShape(response, 'info')) return;
    yield passIf(bytes >= INFO_BYTES / FAR_OFF && bytes <= INFO_BYTES * FAR_OFF, exchange, {
      message: 'The size of the info is far from 57 kB',
      expected: `${Math.round(INFO_BYTES / FAR_OFF)} to ${INFO_BYTES * FAR_OFF} bytes`,
      actual: bytes,
    });
  },
});

export const infoRules: readonly Rule[] = [
  statusRule('info.open.no-token-200', { needs: needsOpen }),
  statusRule('info.open.with-token-200', { needs: `${needsOpen} With the token.` }),
  submittedIsRefused,
  statusRule('info.submitted.with-token-200', { needs: needsSubmitted }),
  statusRule('info.deleted.404', {
    needs: 'A deleted application (an operator that deletes, or fixtures.deletedSlug).',
    coverage: ['valid', 'absent'],
    part: ({ credential }) => credential,
  }),
  statusRule('info.unknown.404', { needs: 'A GET of the info of a slug that does not exist.' }),
  dataId,
  isSubmitted,
  size,
  documentedRule('info.status.documented'),
];
