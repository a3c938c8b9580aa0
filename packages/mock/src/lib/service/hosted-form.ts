import type { AnswerInput, InfoResponse, MessagesByKey, PlatformLocale } from '@idvkit/schema';

import type { StoredApplication } from '../state/application.ts';
import type { Form } from '../state/form.ts';
import type { SubmitOptions } from '../state/submission.ts';
import type { Workspace } from '../state/workspace.ts';

/** One request to the hosted form of an application, and what its answer may do. */
export interface HostedFormCall {
  readonly request: Request;
  /** What follows `form_url` in the path, without slashes at its ends: '' for the page itself. */
  readonly path: string;
  /** Locale of the path; the form's default stands in where the form does not list it. */
  readonly lang: PlatformLocale;
  /** Origin of the request, `http://127.0.0.1:4010`. */
  readonly origin: string;
  readonly workspace: Workspace;
  readonly form: Form;
  /** As it stands when the request comes in; it may be submitted, expired or deleted already. */
  readonly application: StoredApplication;
  /** Milliseconds since the Unix epoch, on the workspace's clock. */
  readonly now: number;
  /** Notes that the applicant opened the form, without which an expiry is no drop-off. */
  readonly start: () => void;
  /**
   * Keeps answers and the step reached, and drops the answers to the keys `cleared`. Returns what is wrong with the answers,
   * and changes nothing then.
   */
  readonly save: (progress: {
    readonly answers?: AnswerInput;
    readonly cleared?: readonly string[];
    readonly step?: string;
  }) => MessagesByKey;
  /**
   * Submits with the outcome chosen. What a scan reads is invented, what the applicant leaves open stays open. Returns what
   * is wrong or missing; empty where it was submitted.
   */
  readonly submit: (options: SubmitOptions) => MessagesByKey;
}

/** Serves the page behind `form_url` and everything below it. */
export type HostedForm = (call: HostedFormCall) => Response | Promise<Response>;

/** Builds the body of an info response. What does not depend on the application is built once per form and locale. */
export type InfoBuilder = (subject: {
  readonly form: Form;
  readonly application: StoredApplication;
  readonly lang: PlatformLocale;
}) => InfoResponse;

/** Which image a signed URL is about. `attempt` is 0 for the accepted one (the best frame, the accepted scan). */
export interface ImageSubject {
  readonly kind: 'document' | 'portrait' | 'liveness';
  readonly attempt: number;
  /** 1-based number of the frame, where a liveness attempt has several; else 1. */
  readonly frame: number;
}

/** Draws an image: a stand-in, never a real person's. */
export type ImageRenderer = (subject: ImageSubject) => { readonly contentType: string; readonly bytes: Uint8Array };
