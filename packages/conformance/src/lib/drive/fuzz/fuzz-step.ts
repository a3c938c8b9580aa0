import type { SubmitOptions } from '@idvkit/mock';
import type { AnswerInput } from '@idvkit/schema';

export type FuzzBody =
  | { readonly kind: 'absent' | 'empty' | 'empty-object' | 'not-json' | 'bad-format' | 'inputs' }
  | { readonly kind: 'undeclared'; readonly answers: AnswerInput }
  /** Any document: only the outline of the answer is known. */
  | { readonly kind: 'anything'; readonly json: unknown };

export type FuzzSpelling = 'plain' | 'spaced' | 'escaped';

export type FuzzCredential = 'valid' | 'absent' | 'invalid' | 'other-scheme';

/** Index of an application of the sequence, modulo their number; `unknown` never existed. */
export type FuzzSubject = number | 'unknown';

/** A step of a random sequence. It is possible at any point, so that every part of a sequence is a sequence. */
export type FuzzStep =
  | {
      readonly kind: 'create';
      readonly form: 'camera' | 'plain' | 'unknown';
      readonly body: FuzzBody;
      readonly spelling: FuzzSpelling;
      readonly lang: string;
      readonly credential: FuzzCredential;
    }
  | {
      readonly kind: 'call';
      readonly endpoint: 'result' | 'info' | 'submit' | 'resend';
      readonly of: FuzzSubject;
      readonly lang: string;
      readonly credential: FuzzCredential;
      readonly body: FuzzBody;
      readonly spelling: FuzzSpelling;
    }
  | { readonly kind: 'wrong-method'; readonly endpoint: 'submit' | 'resend'; readonly of: FuzzSubject }
  | {
      readonly kind: 'arrange';
      readonly action: 'submit';
      readonly of: number;
      readonly outcome: SubmitOptions;
      /** Answers of the receiver to the next deliveries, in turn; then it acknowledges. */
      readonly answers?: readonly number[];
    }
  | { readonly kind: 'arrange'; readonly action: 'change-status' | 'expire' | 'delete'; readonly of: number }
  | { readonly kind: 'receiver'; readonly of: number; readonly answers: readonly number[] }
  | { readonly kind: 'wait'; readonly ms: number };

export function describeStep(step: FuzzStep): string {
  switch (step.kind) {
    case 'create':
      return `create on the ${step.form} form in ${step.lang}${credentialNote(step.credential)}, body ${step.body.kind}`;
    case 'call':
      return `${step.endpoint} of ${subjectNote(step.of)} in ${step.lang}${credentialNote(step.credential)}${step.endpoint === 'submit' ? `, body ${step.body.kind}` : ''}`;
    case 'wrong-method':
      return `GET on ${step.endpoint} of ${subjectNote(step.of)}`;
    case 'arrange':
      return `operator: ${step.action} ${subjectNote(step.of)}${answersNote(step)}`;
    case 'receiver':
      return `receiver answers ${step.answers.join(', ')} about ${subjectNote(step.of)}`;
    case 'wait':
      return `wait ${step.ms / 1000} s`;
  }
}

function answersNote(step: Extract<FuzzStep, { kind: 'arrange' }>): string {
  return step.action === 'submit' && step.answers !== undefined
    ? `; the receiver answers ${step.answers.join(', ')}`
    : '';
}

function subjectNote(of: FuzzSubject): string {
  return of === 'unknown' ? 'an unknown application' : `application ${of + 1}`;
}

function credentialNote(credential: FuzzCredential): string {
  return credential === 'valid' ? '' : ` with a token that is ${credential}`;
}
