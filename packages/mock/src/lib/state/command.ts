import type { AnswerInput } from '@idvkit/schema';

import type { StoredApplication } from './application.ts';
import type { Submission } from './submission.ts';
import type { Workspace } from './workspace.ts';

/** A command in a workspace. It carries the time and its draws, so that applying it is a pure function. */
export type Command =
  | {
      readonly type: 'create';
      readonly at: number;
      readonly slug: string;
      readonly id: number;
      readonly recordId: number;
      readonly formSlug: string;
      readonly origin: string;
      readonly answers: AnswerInput;
    }
  | { readonly type: 'start'; readonly at: number; readonly slug: string }
  | {
      readonly type: 'save';
      readonly at: number;
      readonly slug: string;
      readonly answers: AnswerInput;
      /** Keys of answers that are taken back. */
      readonly cleared?: readonly string[];
      readonly step?: string;
    }
  | {
      readonly type: 'submit';
      readonly at: number;
      readonly slug: string;
      readonly submission: Submission;
      /** Added to the answers that are there already, in place of those of the same key. */
      readonly answers: AnswerInput;
      /** Answers written twice, at first scan and at the one that was accepted. */
      readonly rescanned: readonly string[];
    }
  | { readonly type: 'expire'; readonly at: number; readonly slug: string }
  | { readonly type: 'delete'; readonly at: number; readonly slug: string }
  | { readonly type: 'resend'; readonly at: number; readonly slug: string }
  | {
      readonly type: 'change-status';
      readonly at: number;
      readonly slug: string;
      readonly column: string;
      readonly value: string;
    }
  /** Sets fields of an application whatever its state. Only faults need it. */
  | { readonly type: 'amend'; readonly slug: string; readonly changes: Partial<StoredApplication> }
  /** Settings that an operator makes in the portal. */
  | { readonly type: 'set-up'; readonly changes: Partial<SetUp> };

/** State of a workspace itself, not of one application. */
export type SetUp = Pick<
  Workspace,
  'credit' | 'tokens' | 'revokedTokens' | 'receivers' | 'forms' | 'statusColumns' | 'settings'
>;

/** Effects of a command that other parts react to. */
export type StateEvent =
  | { readonly type: 'created'; readonly slug: string }
  | { readonly type: 'submitted'; readonly slug: string }
  | { readonly type: 'resend-requested'; readonly slug: string }
  | { readonly type: 'status-changed'; readonly slug: string }
  /** An open form expired; `droppedOff` where the applicant had started it. */
  | { readonly type: 'expired'; readonly slug: string; readonly droppedOff: boolean }
  | { readonly type: 'deleted'; readonly slug: string };
