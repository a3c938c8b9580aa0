import { at, type JsonObject, objectAt, stringAt } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { has, kindOf, quoted } from '../../observe/json.ts';
import type { Exchange } from '../../observe/observation.ts';
import { recogniseRequest } from '../expectation/recognise-request.ts';
import { fail, pass, type Judgement } from '../rule/judgement.ts';
import { defineRule, type Rule, type RuleOf } from '../rule/rule.ts';
import { createdBody, needsCreated } from './create-call.ts';

/** Defines a rule about the body of a create that succeeded. */
function createdRule(
  id: RuleId,
  judge: (body: JsonObject, exchange: Exchange) => Iterable<Judgement>,
): RuleOf<'exchange'> {
  return defineRule(id, {
    scope: 'exchange',
    needs: needsCreated,
    *judge(exchange) {
      const body = createdBody(exchange);
      if (body !== undefined) yield* judge(body, exchange);
    },
  });
}

const requiredFields = createdRule('create.body.required-fields', function* (body, exchange) {
  const places = [['info'], ['form_url'], ['detail'], ['detail', 'form'], ['detail', 'slug']] as const;
  const missing = places.filter((path) => (at(body, ...path) ?? null) === null);
  for (const path of missing) {
    yield fail(exchange, { message: `The created application comes without \`${path.join('.')}\``, path });
  }
  if (missing.length === 0) yield pass(exchange);
});

function isAbsoluteUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text);
}

const formUrlIsUri = createdRule('create.form-url.uri', function* ({ form_url }, exchange) {
  if (form_url === undefined || form_url === null) return;
  if (typeof form_url === 'string' && isAbsoluteUri(form_url)) yield pass(exchange);
  else {
    yield fail(exchange, {
      message: '`form_url` is not an absolute URI',
      path: ['form_url'],
      expected: 'absolute URI',
      actual: quoted(form_url),
    });
  }
});

const infoIsAbsolute = createdRule('create.info.absolute', function* ({ info, detail }, exchange) {
  if (info === undefined || info === null) return;
  const slug = stringAt(detail, 'slug');
  const form = exchange.formSlug ?? stringAt(detail, 'form');
  if (slug === undefined) return;
  const there =
    typeof info === 'string' && isAbsoluteUri(info) ? recogniseRequest('GET', info, serviceOf(info)) : undefined;
  if (there?.endpoint === 'info' && there.slug === slug && (form === undefined || there.formSlug === form)) {
    yield pass(exchange);
  } else {
    yield fail(exchange, {
      message: '`info` is not the absolute URL of the info endpoint of this application',
      path: ['info'],
      expected: '{base_url}/{lang}/api/forms/{form_slug}/applied-forms/{slug}/info/',
      actual: quoted(info),
    });
  }
});

/** The address in front of `/{lang}/api/forms/`, which need not be the one that was called. */
function serviceOf(info: string): string {
  const { origin, pathname } = new URL(info);
  const end = pathname.lastIndexOf('/api/forms/');
  return origin + pathname.slice(0, Math.max(pathname.lastIndexOf('/', end - 1), 0));
}

const detailEchoesForm = createdRule('create.detail.form-echo', function* ({ detail }, exchange) {
  const form = at(detail, 'form');
  if (exchange.formSlug === undefined || form === undefined || form === null) return;
  if (form === exchange.formSlug) yield pass(exchange);
  else {
    yield fail(exchange, {
      message: '`detail.form` is not the form_slug of the path',
      path: ['detail', 'form'],
      expected: exchange.formSlug,
      actual: quoted(form),
    });
  }
});

const submittedAtIsNull = createdRule('create.detail.submitted-at-null', function* ({ detail }, exchange) {
  if (objectAt(detail) === undefined) return;
  const submittedAt = at(detail, 'submitted_at') ?? null;
  if (submittedAt === null) yield pass(exchange);
  else {
    yield fail(exchange, {
      message: '`detail.submitted_at` is set on an application that was only created',
      path: ['detail', 'submitted_at'],
      expected: null,
      actual: quoted(submittedAt),
    });
  }
});

const stepAndSection = createdRule('create.detail.step-section', function* ({ detail }, exchange) {
  const details = objectAt(detail);
  if (details === undefined) return;
  const present = ['step', 'section'].filter((key) => has(details, key));
  const wrong = present.filter((key) => typeof details[key] !== 'string');
  for (const key of wrong) {
    yield fail(exchange, {
      message: `\`detail.${key}\` is not a string`,
      path: ['detail', key],
      expected: 'string',
      actual: kindOf(details[key]),
    });
  }
  if (present.length > 0 && wrong.length === 0) yield pass(exchange);
});

/** Judges of the rules about the body of a 201. */
export const createdBodyRules: readonly Rule[] = [
  requiredFields,
  formUrlIsUri,
  infoIsAbsolute,
  detailEchoesForm,
  submittedAtIsNull,
  stepAndSection,
];
