import { documentType, type AnswerInput, type AnswerValue, type DocumentType } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Form, FormField } from '../../state/form.ts';
import { amlOutcome, type AmlOutcome, type OutcomePreset, type SubmitOptions } from '../../state/submission.ts';
import { documentOf } from '../submission/invented-answers.ts';
import { valuesOf } from '../submission/service-answers.ts';
import { submissionOf } from '../submission/submission-of.ts';
import { checksLiveness, questionsFor, questionsOf, scansDocument } from './questions.ts';

/** What the page shows in its controls, and what it sends: everything is text, as the applicant typed it. */
export interface Entry {
  readonly document: DocumentType;
  readonly documentScan: 'success' | 'fail';
  readonly liveness: 'success' | 'fail';
  readonly retries: string;
  readonly score: string;
  readonly aml: AmlOutcome;
  /** By question key; a box that is ticked is `true`. */
  readonly texts: Readonly<Record<string, string>>;
}

/** Before the name of each answer's control, which keeps it apart from the other controls. */
export const ANSWER_PREFIX = 'answers.';

export const MAX_RETRIES = 3;

/** Returns the first entry of a page: the stored answers, and checks that pass. */
export function storedEntry(form: Form, application: StoredApplication): Entry {
  const document = documentOf(application, undefined);
  return { document, ...checksOf({}, document, application.slug), texts: textsOf(form, valuesOf(application)) };
}

/** Returns the entry with checks that come out as a preset says. */
export function presetEntry(entry: Entry, outcome: OutcomePreset, slug: string): Entry {
  return { ...entry, ...checksOf({ outcome }, entry.document, slug) };
}

/** Returns the presets that make a difference to a form: a review needs a face match, a finding a screening. */
export function presetsOf(form: Form): readonly OutcomePreset[] {
  const matchesFaces = scansDocument(form) && checksLiveness(form);
  return [
    ...(matchesFaces || form.screening ? (['pass'] as const) : []),
    ...(matchesFaces ? (['need_review', 'fail'] as const) : []),
    ...(form.screening ? (['pep', 'sanctions'] as const) : []),
  ];
}

function checksOf(options: SubmitOptions, document: DocumentType, slug: string): Omit<Entry, 'document' | 'texts'> {
  const { documentScan, liveness, retries, score, aml } = submissionOf(options, document, slug);
  return { documentScan, liveness, retries: String(retries), score: String(score), aml };
}

export function textsOf(form: Form, answers: AnswerInput): Entry['texts'] {
  return Object.fromEntries(
    questionsOf(form).flatMap(({ key }) => {
      const value = Object.hasOwn(answers, key) ? answers[key] : undefined;
      return value === undefined || value === false ? [] : [[key, String(value)]];
    }),
  );
}

/** Reads what was posted. A choice that the page does not offer counts as the one that it starts with. */
export function postedEntry(form: Form, application: StoredApplication, posted: URLSearchParams): Entry {
  const start = storedEntry(form, application);
  const chosen = (name: string): string => posted.get(name) ?? '';
  const outcome = (name: string): 'success' | 'fail' => (chosen(name) === 'fail' ? 'fail' : 'success');
  const document = documentType.safeParse(chosen('document'));
  const aml = amlOutcome.safeParse(chosen('aml'));
  return {
    document: document.success ? document.data : start.document,
    documentScan: outcome('documentScan'),
    liveness: outcome('liveness'),
    retries: new RegExp(`^[0-${MAX_RETRIES}]$`).test(chosen('retries')) ? chosen('retries') : start.retries,
    score: posted.get('score')?.trim() ?? start.score,
    aml: aml.success ? aml.data : start.aml,
    texts: Object.fromEntries(
      questionsOf(form).flatMap(({ key }) => {
        const text = chosen(`${ANSWER_PREFIX}${key}`).trim();
        return text === '' ? [] : [[key, text]];
      }),
    ),
  };
}

/** The answers that an entry gives, each in the type of its question where it can be read as such. */
export function answersOf(form: Form, entry: Entry): AnswerInput {
  return Object.fromEntries(
    questionsFor(form, entry).flatMap((field) => {
      const value = valueOf(field, ownText(entry.texts, field.key) ?? '');
      return value === undefined ? [] : [[field.key, value]];
    }),
  );
}

function valueOf({ type, required }: FormField, text: string): AnswerValue | undefined {
  // A box that has to be ticked has no answer until it is.
  if (type === 'checkbox') return text !== '' || (required ? undefined : false);
  if (text === '') return undefined;
  return type === 'number' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Returns the keys of stored answers that the applicant has taken back, or that no longer apply. */
export function clearedKeys(form: Form, application: StoredApplication, answers: AnswerInput): readonly string[] {
  return questionsOf(form)
    .map(({ key }) => key)
    .filter((key) => Object.hasOwn(application.answers, key) && !Object.hasOwn(answers, key));
}

/** The score that an entry asks for: a number from 0 to 100, or undefined where it is none. */
export function scoreOf({ score }: Entry): number | undefined {
  const number = /^\d{1,3}([.,]\d{1,6})?$/.test(score) ? Number(score.replace(',', '.')) : Number.NaN;
  return number <= 100 ? number : undefined;
}

export function comparesFaces(form: Form, { documentScan, liveness }: Entry): boolean {
  return scansDocument(form) && checksLiveness(form) && documentScan === 'success' && liveness === 'success';
}

export function outcomeOf(form: Form, entry: Entry): SubmitOptions {
  const { document, documentScan, liveness, retries, aml } = entry;
  const score = scoreOf(entry);
  return {
    ...(scansDocument(form) && { document, documentScan }),
    ...(checksLiveness(form) && { liveness }),
    ...(score !== undefined && { score }),
    ...(form.screening && { aml }),
    retries: Number(retries),
  };
}

/** The text of a key where there is one. Question keys come from a form: `constructor` is as good a key as any. */
export function ownText(texts: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}
