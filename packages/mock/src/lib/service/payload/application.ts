import { formatTimestamp } from '@idvkit/delivery';
import type { JsonObject } from '@idvkit/json';
import { applicationNumber } from '@idvkit/schema';

import type { StoredAnswer, StoredApplication } from '../../state/application.ts';
import type { Form } from '../../state/form.ts';
import type { Workspace } from '../../state/workspace.ts';
import { ekycOutcome } from './face-comparison.ts';

/** Builds the `application` object of a result or webhook. @see Specification, "Application" */
export function buildApplication(application: StoredApplication, form: Form, workspace: Workspace): JsonObject {
  const { id, status, submittedAt } = application;
  return {
    id,
    no: applicationNumber(id, { padWidth: workspace.settings.padWidth }),
    form: application.formSlug,
    slug: application.slug,
    status,
    other_status: {
      ...application.statuses,
      ekyc: ekycOutcome(form, status === 'complete' ? application.submission : null),
    },
    submitted_at: submittedAt === null ? null : formatTimestamp(submittedAt),
  };
}

/** Builds `answers`, without those of the document that was not used. @see Specification, "Answer" */
export function buildAnswers(application: StoredApplication, form: Form): JsonObject {
  const used = application.submission?.document;
  const foreign = new Set(
    form.fields.flatMap(({ key, document }) => (document !== undefined && document !== used ? [key] : [])),
  );
  return Object.fromEntries(
    Object.entries(application.answers)
      .filter(([key]) => !foreign.has(key))
      .map(([key, answer]) => [key, buildAnswer(answer)]),
  );
}

function buildAnswer({ value, createdAt, updatedAt }: StoredAnswer): JsonObject {
  return { value, created_at: formatTimestamp(createdAt), updated_at: formatTimestamp(updatedAt) };
}
