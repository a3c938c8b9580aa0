import type { SubmitOptions } from '@idvkit/mock';
import type { AnswerInput } from '@idvkit/schema';

/** Body of a create or submit, before it is known what the form declares. */
export type FuzzBody =
  | { readonly kind: 'absent' | 'empty' | 'empty-object' | 'not-json' | 'bad-format' | 'inputs' }
  /** Answers under keys that no form has. */
  | { readonly kind: 'undeclared'; readonly answers: AnswerInput }
  /** Any document at all: nothing is known of how it must be answered, only how an answer may look. */
  | { readonly kind: 'anything'; readonly json: unknown };

/** How the same document is written. */
export type FuzzSpelling = 'plain' | 'spaced' | 'escaped';

/** Whose call it is. */
export type FuzzCredential = 'valid' | 'absent' | 'invalid' | 'other-scheme';

/** Where in the sequence's own applications, counted from the first and round again; `unknown` is one that never was. */
export type FuzzSubject = number | 'unknown';

/** One thing that a random sequence does. Every step makes sense at every point, so that any part of a sequence is one. */
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
      /** Sent with submit alone. */
      readonly body: FuzzBody;
      readonly spelling: FuzzSpelling;
    }
  /** GET on an endpoint that takes POST alone. */
  | { readonly kind: 'wrong-method'; readonly endpoint: 'submit' | 'resend'; readonly of: FuzzSubject }
  | {
      readonly kind: 'arrange';
      readonly action: 'submit';
      readonly of: number;
      readonly outcome: SubmitOptions;
      /** What the receiver answers to the deliveries that follow, in turn; then it acknowledges. */
      readonly answers?: readonly number[];
    }
  | { readonly kind: 'arrange'; readonly action: 'change-status' | 'expire' | 'delete'; readonly of: number }
  /** What the receiver answers to the next deliveries about an application; then it acknowledges. */
  | { readonly kind: 'receiver'; readonly of: number; readonly answers: readonly number[] }
  | { readonly kind: 'wait'; readonly ms: number };

/** Says in a few words what a step does. Values of bodies are left out. */
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
