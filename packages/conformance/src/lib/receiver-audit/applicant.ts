import { formatTimestamp, type DeliveryHeader } from '@idvkit/delivery';
import { isObject } from '@idvkit/json';
import { nationalIdCheckDigit, type SubmitFormDelivery } from '@idvkit/schema';
import { generateSubmission } from '@idvkit/schema/generators';

import type { Random } from '../drive/calls/random.ts';

export type Members = Record<string, unknown>;

export interface AuditBody {
  event: Members;
  application: Members;
  answers?: Members;
  extra?: Members;
  [added: string]: unknown;
}

export interface Applicant {
  readonly slug: string;
  /** Returns the submission. It has no custom status column, so that nothing about it is special. */
  readonly submission: (header: DeliveryHeader) => AuditBody;
  readonly statusChange: (header: DeliveryHeader) => AuditBody;
  readonly earlyStatusChange: (header: DeliveryHeader) => AuditBody;
  readonly dropOff: (header: DeliveryHeader) => AuditBody;
  /** Returns a status change of the application after it expired. */
  readonly lateStatusChange: (header: DeliveryHeader) => AuditBody;
}

const IMAGE_LIFETIME_S = 900;
/** Time from a submission to its first delivery. */
const DELIVERED_AFTER_MS = 2000;

export interface Applicants {
  /** `submittedAt`: default, just before `now`. */
  next(now: number, submittedAt?: number): Applicant;
}

/** Number of people with distinct answers; later ones share names, but no document number. */
const PEOPLE = 6;

export function createApplicants(random: Random): Applicants {
  const people: SubmitFormDelivery[] = [];
  let made = 0;
  return {
    next: (now, submittedAt = now - DELIVERED_AFTER_MS) => {
      const place = made % PEOPLE;
      made += 1;
      const person = (people[place] ??= generateSubmission({ ...SUBMITTED, seed: random.integer(2 ** 31) }));
      return createApplicant(person, random, submittedAt);
    },
  };
}

const SUBMITTED = { outcome: 'pass', document: 'front_card', aml: 'none', sparse: false } as const;

function createApplicant(generated: SubmitFormDelivery, random: Random, submittedAt: number): Applicant {
  const slug = random.text(20);
  const id = 10_000_000 + random.integer(80_000_000);
  const shiftMs = submittedAt - Date.parse(generated.application.submitted_at);
  const shifted = JSON.stringify(generated)
    .replaceAll(generated.application.slug, slug)
    .replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+\+00:00)"/g, (_, moment: string) =>
      JSON.stringify(formatTimestamp(Date.parse(moment) + shiftMs)),
    );
  const first12 = `${1 + random.integer(8)}${String(random.integer(1e11)).padStart(11, '0')}`;
  const numbers = { nid: `${first12}${nationalIdCheckDigit(first12)}`, document_number: random.text(9).toUpperCase() };

  const common = (): { readonly application: Members; readonly answers: Members; readonly extra: Members } => {
    // The generated body has this shape.
    const body = JSON.parse(shifted) as { application: Members; answers: Members; extra: Members };
    const { application, answers, extra } = body;
    for (const [key, value] of Object.entries(numbers)) {
      const answer = answers[key];
      if (isObject(answer)) answers[key] = { ...answer, value };
    }
    const { ekyc } = generated.application.other_status;
    return {
      application: { ...application, id, no: `COK00${id}`, other_status: { ekyc } },
      answers,
      extra,
    };
  };
  const unsubmitted = (status: string): Members => ({
    ...common().application,
    status,
    submitted_at: null,
    other_status: { ekyc: 'pending' },
  });

  return {
    slug,
    submission: (header) => {
      const { application, answers, extra } = common();
      const event = { nounce: header.nounce, type: 'submit_form', version: 1, created_at: header.createdAt };
      return { event, application, answers, extra: withFreshImages(extra, header) };
    },
    statusChange: (header) => ({
      event: lifecycle(header, 'update_status'),
      application: { ...common().application, other_status: { ekyc: 'need_review' } },
    }),
    earlyStatusChange: (header) => ({
      event: lifecycle(header, 'update_status'),
      application: unsubmitted('incomplete'),
    }),
    dropOff: (header) => ({ event: lifecycle(header, 'drop_off'), application: unsubmitted('expired') }),
    lateStatusChange: (header) => ({
      event: lifecycle(header, 'update_status'),
      application: unsubmitted('expired'),
    }),
  };
}

function lifecycle({ nounce, createdAt }: DeliveryHeader, type: string): Members {
  return { nounce, type, created_at: createdAt };
}

/** Renews the signatures of image URLs: they expire 15 minutes after each delivery. */
function withFreshImages(extra: Members, { nounce, createdAt }: DeliveryHeader): Members {
  const exp = Math.floor(Date.parse(createdAt) / 1000) + IMAGE_LIFETIME_S;
  const signed = JSON.stringify(extra).replaceAll(
    /\?q=([^&"?]*)&exp=\d+/g,
    (_, token: string) => `?q=${token}${nounce.slice(0, 8)}&exp=${exp}`,
  );
  const fresh: unknown = JSON.parse(signed);
  return isObject(fresh) ? { ...fresh } : extra;
}
