import { submitRequest, type AnswerInput, type MessagesByKey } from '@idvkit/schema';
import * as z from 'zod';

import type { Refusal, RequestBody } from '../../behaviour/hooks/call.ts';
import { declaredAnswers, malformedAnswers, missingAnswers, missingCaptures } from '../answers/answer-problems.ts';
import { plainSubmission } from '../submission/submit-command.ts';
import type { ApplicationContext, EndpointRules } from './endpoint.ts';

/** @see Specification, "4. Submit an application" */
export const submitEndpoint: EndpointRules = {
  method: 'POST',
  names: 'application',
  decide: (context) => {
    const { call, form, application, behaviour, body } = context;
    const answers = answersOf(body);
    const found = problemsOf(context, answers);
    const problems = behaviour.answerProblems(found, { call, form, answers: answers ?? {} });
    // Values that are neither string, number nor boolean were found above; a fault that takes them is the client's risk.
    const flat = answerInputOf(declaredAnswers(form, answers ?? {}));
    const kept = behaviour.keptAnswers(flat, { call, form, answers: answers ?? {} });
    return {
      refusals: [...stateRefusals(context), ...answerRefusals(problems)],
      condition: 'submitted',
      commands: [plainSubmission({ form, application, now: call.now }, kept)],
      draft: () => ({ status: 200, headers: {} }),
    };
  },
};

const envelope = z.looseObject({ answers: z.record(z.string(), z.unknown()) });

/** The answers of a body; undefined where it is not a body of a submit call. */
function answersOf(body: RequestBody): AnswerInput | undefined {
  if (body.kind !== 'json') return undefined;
  const parsed = envelope.safeParse(body.value);
  // As on create, each value is checked against its field.
  return parsed.success ? (parsed.data.answers as AnswerInput) : undefined;
}

function answerInputOf(answers: AnswerInput): AnswerInput {
  const scalar = submitRequest.shape.answers.valueType;
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => scalar.safeParse(value).success));
}

/** Returns the problems of a submission. A body that cannot be read has no answers: only 422 is documented for it. */
function problemsOf({ form, application }: ApplicationContext, answers: AnswerInput | undefined): MessagesByKey {
  const problems = {
    ...missingAnswers(form, application, answers ?? {}),
    ...malformedAnswers(form, answers ?? {}),
    ...missingCaptures(form),
  };
  if (answers !== undefined || Object.keys(problems).length > 0) return problems;
  return { answers: ['This field is required.'] };
}

function stateRefusals({ call }: ApplicationContext): readonly Refusal[] {
  if (call.state === 'submitted') return [{ condition: 'submitted-already', status: 403 }];
  // What a submit call on an expired form gets is not shown.
  return call.state === 'expired' ? [{ condition: 'form-expired', status: 403 }] : [];
}

function answerRefusals(problems: MessagesByKey): readonly Refusal[] {
  if (Object.keys(problems).length === 0) return [];
  return [{ condition: 'missing-answers', status: 422, detail: problems }];
}
