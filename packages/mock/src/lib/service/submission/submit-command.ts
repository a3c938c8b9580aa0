import type { AnswerInput, MessagesByKey } from '@idvkit/schema';

import type { StoredApplication } from '../../state/application.ts';
import type { Command } from '../../state/command.ts';
import type { Form } from '../../state/form.ts';
import type { SubmitOptions } from '../../state/submission.ts';
import { declaredAnswers, malformedAnswers, missingAnswers } from '../answers/answer-problems.ts';
import { answersInvented, documentOf } from './invented-answers.ts';
import { serviceAnswers } from './service-answers.ts';
import { submissionOf } from './submission-of.ts';

type SubmitCommand = Extract<Command, { type: 'submit' }>;

/** A submission that can be carried out, or what is wrong with it. */
export type PreparedSubmission =
  | { readonly command: SubmitCommand }
  | { readonly command?: undefined; readonly problems: MessagesByKey };

interface Subject {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly now: number;
}

/** Scope of the invented answers: every answer that is open, or only what a scan reads from the document. */
export type Invention = 'everything' | 'scanned';

/** Prepares what the submit endpoint does: the answers are the client's, and nothing is made up. */
export function plainSubmission({ form, application, now }: Subject, answers: AnswerInput): SubmitCommand {
  const submission = submissionOf({}, documentOf(application, undefined), application.slug);
  const own = serviceAnswers({ form, application, now }, answers);
  return {
    type: 'submit',
    at: now,
    slug: application.slug,
    submission,
    answers: { ...answers, ...own },
    rescanned: [],
  };
}

/** Prepares an applicant's submission: the checks come out as chosen, and an invented applicant answers what is open, up to `invent`. */
export function applicantSubmission(
  { form, application, now, invent = 'everything' }: Subject & { readonly invent?: Invention },
  options: SubmitOptions,
): PreparedSubmission {
  const given = options.answers ?? {};
  const malformed = malformedAnswers(form, given);
  if (Object.keys(malformed).length > 0) return { problems: malformed };
  const answers = declaredAnswers(form, given);
  const submission = submissionOf(options, documentOf(application, options.document), application.slug);
  const invented = answersInvented({ form, application, submission, answers, now, invent });
  const filled = { ...invented, ...answers };
  const missing = missingAnswers(form, { ...application, submission }, filled);
  if (Object.keys(missing).length > 0) return { problems: missing };
  const own = serviceAnswers({ form, application, now }, filled);
  const scanned = form.fields.flatMap(({ key, source }) => (source === 'document' ? [key] : []));
  return {
    command: {
      type: 'submit',
      at: now,
      slug: application.slug,
      submission,
      answers: { ...filled, ...own },
      rescanned: submission.retries > 0 ? scanned : [],
    },
  };
}
