import { objectAt, stringAt } from '@idvkit/json';

import { quoted } from '../../observe/json.ts';
import type { Exchange, Observation } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { hasShape } from '../expectation/answer-shape.ts';
import { fail, pass, inconclusive } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { formatErrorRules } from './create-422.ts';
import { infoIsAbsolute } from './create-body.ts';
import { createdBody } from './create-call.ts';
import { creditRules } from './create-credit.ts';
import { creationRules } from './create-status.ts';
import { documentedRule } from './documented-rule.ts';
import { judgeableAnswer, statusRule } from './status-rule.ts';

const formUrlIsUnique = defineRule('create.form-url.unique', {
  scope: 'run',
  needs: 'Two create calls that are answered with 201.',
  *judge(run) {
    const firstByUrl = new Map<string, Exchange>();
    for (const exchange of run) {
      const url = exchange.kind === 'exchange' ? stringAt(createdBody(exchange), 'form_url') : undefined;
      if (exchange.kind !== 'exchange' || url === undefined) continue;
      const first = firstByUrl.get(url);
      if (first === undefined) firstByUrl.set(url, exchange);
      else {
        yield fail(exchange, {
          message: 'Two creates returned the same `form_url`',
          path: ['form_url'],
          actual: url,
          also: [first],
        });
      }
    }
    const [one, other] = [...firstByUrl.values()];
    if (one && other) yield pass(one, other);
  },
});

const infoResolves = defineRule('create.info.resolves', {
  scope: 'run',
  needs: 'A GET on the `info` URL that a create returned, while the application is open.',
  *judge(run) {
    const createsByInfo = new Map<string, Exchange>();
    for (const exchange of exchangesOf(run)) {
      const info = stringAt(createdBody(exchange), 'info');
      if (info !== undefined) createsByInfo.set(info, exchange);
    }
    for (const exchange of exchangesOf(run)) {
      const create = createsByInfo.get(exchange.request.url);
      const { application, credential, method } = exchange.condition;
      if (create === undefined || application !== 'open' || method !== 'GET') continue;
      if (credential !== 'valid' && credential !== 'absent') continue;
      const answer = judgeableAnswer(exchange);
      if (!('status' in answer)) yield answer;
      else if (answer.status !== 200) {
        yield fail(exchange, {
          message: `GET on the \`info\` of an open application answers ${answer.status}`,
          expected: 200,
          actual: answer.status,
          also: [create],
        });
      } else if (hasShape(answer, 'info')) yield pass(create, exchange);
      else yield inconclusive('GET on `info` answers 200 with a body that is none of the info endpoint.', exchange);
    }
  },
});

function exchangesOf(run: readonly Observation[]): readonly Exchange[] {
  return run.filter((observation) => observation.kind === 'exchange');
}

const readsIncomplete = defineRule('create.state.incomplete', {
  scope: 'timeline',
  needs: 'A result call on an application that was just created.',
  *judge({ exchanges }) {
    const create = exchanges.find((exchange) => createdSlug(exchange) !== undefined);
    if (create === undefined) return;
    for (const exchange of exchanges) {
      const { condition, response } = exchange;
      // From here on, another reading is what the call brought about.
      if (condition.endpoint === 'submit' || condition.endpoint === 'resend') return;
      if (condition.endpoint !== 'result' || condition.application !== 'open' || response?.status !== 200) continue;
      const application = objectAt(response.body.json, 'application');
      if (application === undefined) continue;
      const { status, submitted_at } = application;
      const wrong = status !== 'incomplete' ? 'status' : submitted_at !== null ? 'submitted_at' : undefined;
      if (wrong === undefined) yield pass(create, exchange);
      else {
        yield fail(exchange, {
          message: `A new application does not read incomplete: its \`${wrong}\` is another`,
          path: ['application', wrong],
          expected: wrong === 'status' ? 'incomplete' : null,
          actual: quoted(application[wrong]),
          also: [create],
        });
      }
    }
  },
});

/** Judges of the rules about creating an application. */
export const createRules: readonly Rule[] = [
  ...creationRules,
  infoIsAbsolute,
  formUrlIsUnique,
  infoResolves,
  readsIncomplete,
  ...formatErrorRules,
  statusRule('create.form-unknown.404', { needs: 'A create call under a form_slug that does not exist.' }),
  ...creditRules,
  documentedRule('create.status.documented'),
];
