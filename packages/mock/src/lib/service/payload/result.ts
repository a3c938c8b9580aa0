import type { JsonObject } from '@idvkit/json';

import type { ImageSubject } from '../../behaviour/hooks/behaviour.ts';
import type { StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import type { Workspace } from '../../state/workspace.ts';
import { buildAnswers, buildApplication } from './application.ts';
import { buildEkyc } from './ekyc.ts';
import { buildIdentityAml } from './identity-aml.ts';

export interface ResultSubject {
  readonly workspace: Workspace;
  readonly form: Form;
  readonly application: StoredApplication;
  readonly sign: (image: ImageSubject) => string;
}

/**
 * Builds the answer of a result call. Answers and extra are empty until the submission.
 * @see Specification, "2. Get application result"
 */
export function buildResult({ workspace, form, application, sign }: ResultSubject): JsonObject {
  const submitted = application.status === 'complete';
  return {
    application: buildApplication(application, form, workspace),
    answers: submitted ? buildAnswers(application, form) : {},
    extra: submitted ? buildExtra(application, form, sign) : {},
  };
}

function buildExtra(application: StoredApplication, form: Form, sign: (image: ImageSubject) => string): JsonObject {
  const ekyc = buildEkyc(application, form, sign);
  const aml = screen(application, form);
  return { ...(ekyc && { ekyc }), ...(aml && { identity_aml: aml }) };
}

/** Screens the editable name pair; nothing where the form does not screen, or never asked for what it takes. */
function screen(application: StoredApplication, form: Form): JsonObject | undefined {
  const { submission, submittedAt } = application;
  const text = (key: string): string | undefined => {
    const value = Object.hasOwn(application.answers, key) ? application.answers[key]?.value : undefined;
    return typeof value === 'string' ? value : undefined;
  };
  const first_name = text('full_name_first_name');
  const last_name = text('full_name_last_name');
  const date_of_birth = text('date_of_birth');
  if (!form.screening || !submission || submittedAt === null) return undefined;
  if (first_name === undefined || last_name === undefined || date_of_birth === undefined) return undefined;
  const input = { first_name, last_name, date_of_birth };
  return buildIdentityAml({ submission, input, from: application.slug, submittedAt });
}
