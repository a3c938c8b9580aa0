import { objectAt, stringAt } from '@idvkit/json';

import { quoted } from '../../observe/json.ts';
import { type Exchange, exchangesOf } from '../../observe/observation.ts';
import { createdSlug } from '../../observe/timeline.ts';
import { hasShape } from '../expectation/answer-shape.ts';
import { recogniseRequest, serviceOf } from '../expectation/recognise-request.ts';
import { fail, inconclusive, pass, passIf } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { formatErrorRules } from './create-422.ts';
import { createdBody, isCreate, needsCreated } from './create-call.ts';
import { creationRules } from './create-status.ts';
import { documentedRule, judgeableAnswer, statusRule } from './status-rule.ts';

const needsNoCredit =
  'A create call in a workspace with too little credit (fixtures.noCreditToken, fixtures.noCreditFormSlug).';

const creditIsNotConsumed = defineRule('create.credit.not-consumed', {
  scope: 'run',
  needs: 'An operator that reads the credit of the workspace before and after a create.',
  *judge(run) {
    for (const check of run) {
      if (check.kind !== 'credit') continue;
      const creates = exchangesOf(run).filter(
        (exchange) => check.creates.includes(exchange.id) && createdSlug(exchange) !== undefined,
      );
      const [create] = creates;
      if (create === undefined) yield inconclusive('No create succeeded between two readings of the credit.', check);
      else if (check.after <= check.before) {
        yield passIf(check.after === check.before, check, {
          message: 'Creating took credit',
          expected: check.before,
          actual: check.after,
          also: creates,
        });
      }
    }
  },
});

const creditEnvelope = defineRule('create.credit.461-envelope', {
  scope: 'exchange',
  needs: needsNoCredit,
  *judge(exchange) {
    const { response } = exchange;
    if (!isCreate(exchange) || response?.status !== 461 || response.body.truncated) return;
    const error = objectAt(response.body.json, 'error');
    yield passIf(
      error?.['status_code'] === 461 && typeof error['message'] === 'string' && typeof error['detail'] === 'string',
      exchange,
      {
        message: 'The 461 does not come in the error envelope with `status_code` 461',
        path: error === undefined ? [] : ['error'],
        expected: { error: { status_code: 461, message: 'string', detail: 'string' } },
        actual: quoted(error === undefined ? response.body.json : error['status_code']),
      },
    );
  },
});

const creditRules: readonly Rule[] = [
  statusRule('create.credit.461', { needs: needsNoCredit }),
  creditEnvelope,
  creditIsNotConsumed,
];

const infoIsAbsolute = defineRule('create.info.absolute', {
  scope: 'exchange',
  needs: needsCreated,
  *judge(exchange) {
    const { info, detail } = createdBody(exchange) ?? {};
    if (info === undefined || info === null) return;
    const slug = stringAt(detail, 'slug');
    const form = exchange.formSlug ?? stringAt(detail, 'form');
    if (slug === undefined) return;
    const there =
      typeof info === 'string' && URL.canParse(info) ? recogniseRequest('GET', info, serviceOf(info)) : undefined;
    yield passIf(
      there?.endpoint === 'info' && there.slug === slug && (form === undefined || there.formSlug === form),
      exchange,
      {
        message: '`info` is not the absolute URL of the info endpoint of this application',
        path: ['info'],
        expected: '{base_url}/{lang}/api/forms/{form_slug}/applied-forms/{slug}/info/',
        actual: quoted(info),
      },
    );
  },
});

const formUrlIsUnique = defineRule('create.form-url.unique', {
  scope: 'run',
  needs: 'Two create calls that return 201.',
  *judge(run) {
    const firstByUrl = new Map<string, Exchange>();
    for (const exchange of exchangesOf(run)) {
      const url = stringAt(createdBody(exchange), 'form_url');
      if (url === undefined) continue;
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
    const createsByInfo = new Map(
      exchangesOf(run).map((exchange) => [stringAt(createdBody(exchange), 'info'), exchange] as const),
    );
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
      else yield inconclusive('GET on `info` answers 200 with a body that is not one of the info endpoint.', exchange);
    }
  },
});

const readsIncomplete = defineRule('create.state.incomplete', {
  scope: 'timeline',
  needs: 'A result call on an application that was just created.',
  *judge({ exchanges }) {
    const create = exchanges.find((exchange) => createdSlug(exchange) !== undefined);
    if (create === undefined) return;
    for (const exchange of exchanges) {
      const { condition, response } = exchange;
      // From here on, a call may have changed the state.
      if (condition.endpoint === 'submit' || condition.endpoint === 'resend') return;
      if (condition.endpoint !== 'result' || condition.application !== 'open' || response?.status !== 200) continue;
      const application = objectAt(response.body.json, 'application');
      if (application === undefined) continue;
      const { status, submitted_at } = application;
      const wrong = status !== 'incomplete' ? 'status' : 'submitted_at';
      yield passIf(status === 'incomplete' && submitted_at === null, exchange, {
        message: `A new application does not read incomplete: its \`${wrong}\` is different`,
        path: ['application', wrong],
        expected: wrong === 'status' ? 'incomplete' : null,
        actual: quoted(application[wrong]),
        also: [create],
      });
    }
  },
});

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
