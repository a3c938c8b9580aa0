import type { AnswerInput, AnswerValue, MessagesByKey } from '@idvkit/schema';

import type { Form, FormField } from '../../state/form.ts';
import type { OutcomePreset } from '../../state/submission.ts';
import type { Messages } from '../info/messages/catalogue.ts';

/** Prefix of the names of the controls that hold answers. */
export const ANSWER_PREFIX = 'answers.';

/** Strings by question key, as the controls of the page hold them. Keys come from a form: `constructor` is a key like any other. */
export type Texts = ReadonlyMap<string, string>;

/** Returns the questions that the applicant answers by hand, in the order of the form. */
export function questionsOf(form: Form): readonly FormField[] {
  return form.fields.filter(({ source }) => source === 'applicant');
}

/** Returns the outcomes that the checks of a form can have: a review needs a face match, a finding a screening. */
export function outcomesOf(form: Form): readonly OutcomePreset[] {
  const kinds = new Set(form.steps.map(({ kind }) => kind));
  const matchesFaces = kinds.has('document-scan') && kinds.has('liveness');
  return [
    ...(matchesFaces || form.screening ? (['pass'] as const) : []),
    ...(matchesFaces ? (['need_review', 'fail'] as const) : []),
    ...(form.screening ? (['pep', 'sanctions'] as const) : []),
  ];
}

export function textsOf(answers: AnswerInput): Texts {
  return new Map(Object.entries(answers).flatMap(([key, value]) => (value === false ? [] : [[key, String(value)]])));
}

export function postedTexts(keys: readonly string[], posted: URLSearchParams): Texts {
  const texts = keys.map((key) => [key, posted.get(ANSWER_PREFIX + key)?.trim() ?? ''] as const);
  return new Map(texts.filter(([, text]) => text !== ''));
}

/** Returns the answers in the type of their question, if they can be read as such. */
export function answersOf(form: Form, texts: Texts): AnswerInput {
  return Object.fromEntries(
    questionsOf(form).flatMap((field) => {
      const value = valueOf(field, texts.get(field.key));
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function valueOf({ type, required }: FormField, text: string | undefined): AnswerValue | undefined {
  // A required box has no answer until it is ticked.
  if (type === 'checkbox') return text !== undefined || (required ? undefined : false);
  return type === 'number' && text !== undefined && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Writes problems in the language of the page. A problem of no question of the form keeps its words. */
export function problemTexts(
  form: Form,
  found: MessagesByKey,
  { texts, messages: { error } }: { readonly texts: Texts; readonly messages: Messages },
): Texts {
  const wordsOf = ({ key, type, checksum }: FormField): string => {
    if (!texts.has(key)) return type === 'checkbox' ? error.consent : error.required;
    if (type === 'date' || type === 'country' || type === 'choice' || type === 'number') return error[type];
    return checksum === 'national-id' ? error.national_id : error.invalid;
  };
  return new Map(
    Object.entries(found).map(([key, words]) => {
      const field = form.fields.find((each) => each.key === key);
      return [key, field ? wordsOf(field) : words.join(' ')];
    }),
  );
}
