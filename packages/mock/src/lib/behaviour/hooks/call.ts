import * as z from 'zod';

import type { ApplicationState, StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import type { Workspace } from '../../state/workspace.ts';
import type { History } from './history.ts';

/** Target of a call: one of the five endpoints, or a signed image. */
export const endpoint = z.enum(['create', 'result', 'info', 'submit', 'resend', 'image']);
export type Endpoint = z.infer<typeof endpoint>;

/** Which credential a call carries. @see Specification, "Authentication" */
export const credential = z.enum(['valid', 'invalid', 'revoked', 'other-scheme', 'absent']);
export type Credential = z.infer<typeof credential>;

/** The body of a call. */
export type RequestBody =
  | { readonly kind: 'empty' }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'too-large' };

/** A call as it comes in, with everything that decides how it is answered. */
export interface Call {
  readonly endpoint: Endpoint;
  readonly method: string;
  readonly url: URL;
  /** Origin under which the caller reached the service, `http://127.0.0.1:4010`. */
  readonly origin: string;
  /** First segment of the path, whatever it is; '' on an image. */
  readonly lang: string;
  /** As the path has them; '' where the endpoint's path has none. */
  readonly formSlug: string;
  readonly slug: string;
  readonly credential: Credential;
  /** The `Authorization` header as it came; null without one. */
  readonly authorization: string | null;
  /** True if the token is valid, but in another workspace than that of the application. */
  readonly isForeign: boolean;
  /** Empty on endpoints that take no body. */
  readonly body: RequestBody;
  /** The workspace as it stands when the call comes in. */
  readonly workspace: Workspace;
  /** Absent where the path names no form of the workspace. */
  readonly form: Form | undefined;
  /** Absent where the path names no application of that form; deleted ones are there. */
  readonly application: StoredApplication | undefined;
  readonly state: ApplicationState | 'unknown-slug' | 'none';
  /** Past of the application. */
  readonly history: History;
  /** Milliseconds since the Unix epoch, on the workspace's clock. */
  readonly now: number;
}

/** Why a call is refused. */
export type RefusalCondition =
  | 'too-many-requests'
  | 'server-error'
  | 'wrong-method'
  | 'no-credential'
  | 'bad-credential'
  | 'unknown-form'
  | 'unknown-application'
  | 'deleted-application'
  /** Submit on an application that was submitted, or on one that expired. */
  | 'submitted-already'
  | 'form-expired'
  | 'no-credit'
  /** Too large, no JSON, or JSON of another shape. */
  | 'bad-body'
  /** Create: values that break their format. */
  | 'bad-answers'
  /** Submit: values that break their format, required ones that are missing, camera captures. */
  | 'missing-answers'
  /** Image: `q` is absent or not what was signed. */
  | 'bad-signature'
  /** Image: `exp` has passed. */
  | 'image-expired';

/** One reason to refuse a call, and the status that says so. The body follows from status, detail and endpoint. */
export interface Refusal {
  readonly condition: RefusalCondition;
  readonly status: number;
  /** Text of the error, or messages by question key on a 422. The fixed text on 401 and 403. */
  readonly detail?: string | Readonly<Record<string, readonly string[]>>;
}

/** How a call came out: under which condition it is answered. */
export type AnswerCondition =
  | 'created'
  | 'result'
  | 'info'
  | 'submitted'
  | 'queued'
  | 'image'
  | 'unrecognised-locale'
  | RefusalCondition;
