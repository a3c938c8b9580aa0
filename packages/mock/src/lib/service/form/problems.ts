import type { AnswerInput, MessagesByKey } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Form, FormField } from '../../state/form.ts';
import { malformedAnswers, missingAnswers } from '../answers/answer-problems.ts';
import type { Messages } from '../info/messages/catalogue.ts';
import { submissionOf } from '../submission/submission-of.ts';
import { comparesFaces, scoreOf, type Entry } from './entry.ts';
import { questionsFor } from './questions.ts';

/** Problems in the words of the page, by the name of their question or check. */
export type Problems = Readonly<Record<string, string>>;

export const SCORE = 'score';

/** Finds what keeps an entry from being submitted: the problems that the API finds, in the words of the page. */
export function problemsOf(options: {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly entry: Entry;
  readonly answers: AnswerInput;
  readonly messages: Messages;
}): Problems {
  const { form, application, entry, answers, messages } = options;
  const asked = { ...form, fields: questionsFor(form, entry) };
  const submission = submissionOf({}, entry.document, application.slug);
  // The page shows what was answered before: what is gone from it was taken back.
  const missing = missingAnswers(asked, { ...application, submission, answers: {} }, answers);
  const found = { ...malformedAnswers(asked, answers), ...missing };
  const score = comparesFaces(form, entry) && scoreOf(entry) === undefined;
  return {
    ...(score && { [SCORE]: messages.simulation.score_error }),
    ...formatProblems({ form, found, answers, messages }),
  };
}

/** Writes problems in the words of the page. One that is about no question of the form keeps its own. */
export function formatProblems(options: {
  readonly form: Form;
  readonly found: MessagesByKey;
  readonly answers: AnswerInput;
  readonly messages: Messages;
}): Problems {
  const { form, found, answers, messages } = options;
  const known = form.fields.filter(({ key }) => Object.hasOwn(found, key));
  const keys = new Set(known.map(({ key }) => key));
  const others = Object.entries(found).filter(([key]) => !keys.has(key));
  return Object.fromEntries([
    ...known.map((field) => [field.key, wordsFor(field, Object.hasOwn(answers, field.key), messages)] as const),
    ...others.map(([key, texts]) => [key, texts.join(' ')] as const),
  ]);
}

function wordsFor({ type, checksum }: FormField, answered: boolean, { error }: Messages): string {
  if (!answered) return type === 'checkbox' ? error.consent : error.required;
  if (type === 'date' || type === 'country' || type === 'choice' || type === 'number') return error[type];
  return checksum === 'national-id' ? error.national_id : error.invalid;
}
