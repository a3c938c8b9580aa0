import { isObject } from '@idvkit/json';
import type { AnswerInput, CreateResponse, MessagesByKey } from '@idvkit/schema';

import type { Call, Refusal, RequestBody } from '../../behaviour/hooks/call.ts';
import type { StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import { declaredAnswers, malformedAnswers } from '../answers/answer-problems.ts';
import type { EndpointContext, EndpointRules } from './endpoint.ts';
import { JSON_HEADERS } from './refusal-draft.ts';

/** @see Specification, "1. Create application" */
export const createEndpoint: EndpointRules = {
  method: 'POST',
  names: 'form',
  decide: (context) => {
    const { call, form, behaviour, draw, body } = context;
    const given = answersOf(body);
    const answers = given ?? {};
    const problems = behaviour.answerProblems(malformedAnswers(form, answers), { call, form, answers });
    const refusals = refusalsOf(context, given !== undefined, problems);
    return {
      refusals,
      condition: 'created',
      commands: [
        {
          type: 'create',
          at: call.now,
          slug: draw.slug(),
          id: FIRST_APPLICATION_ID + draw.number('application'),
          recordId: FIRST_RECORD_ID + draw.number('record'),
          formSlug: form.slug,
          origin: call.origin,
          answers: behaviour.keptAnswers(declaredAnswers(form, answers), { call, form, answers }),
        },
      ],
      draft: ({ application }) => ({
        status: 201,
        headers: JSON_HEADERS,
        body: application && createdBody(call, form, application),
      }),
    };
  },
};

// Two ranges that never meet: the two ids of an application are different numbers.
const FIRST_APPLICATION_ID = 10_000;
const FIRST_RECORD_ID = 700_000_000;

/** The answers of a body; undefined where it is not a body of a create call. What they hold is checked key by key. */
function answersOf(body: RequestBody): AnswerInput | undefined {
  if (body.kind === 'empty') return {};
  if (body.kind !== 'json' || !isObject(body.value)) return undefined;
  if (!Object.hasOwn(body.value, 'answers')) return {};
  const { answers } = body.value;
  // Values that are neither string, number nor boolean are found by the check of their format, or dropped.
  return isObject(answers) ? (answers as AnswerInput) : undefined;
}

function refusalsOf({ call, form }: EndpointContext, wellFormed: boolean, problems: MessagesByKey): readonly Refusal[] {
  const refusals: Refusal[] = [];
  if (call.workspace.credit < form.creditCost) refusals.push({ condition: 'no-credit', status: 461 });
  if (!wellFormed) {
    refusals.push({ condition: 'bad-body', status: 400, detail: 'The body must be a JSON object with flat answers.' });
  }
  if (Object.keys(problems).length > 0) refusals.push({ condition: 'bad-answers', status: 422, detail: problems });
  return refusals;
}

function createdBody(
  { origin, lang }: Pick<Call, 'origin' | 'lang'>,
  form: Form,
  { slug }: StoredApplication,
): CreateResponse {
  const [first] = form.steps;
  return {
    form_url: `${origin}/${lang}/form/${form.slug}/${slug}/`,
    info: `${origin}/${lang}/api/forms/${form.slug}/applied-forms/${slug}/info/`,
    detail: {
      form: form.slug,
      slug,
      ...(first && { step: first.key, section: first.sections[0] ?? first.key }),
      submitted_at: null,
    },
  };
}
