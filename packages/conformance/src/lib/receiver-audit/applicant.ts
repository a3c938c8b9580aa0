import { formatTimestamp, type DeliveryHeader } from '@idvkit/delivery';
import { isObject } from '@idvkit/json';
import { nationalIdCheckDigit, type SubmitFormDelivery } from '@idvkit/schema';
import { generateSubmission } from '@idvkit/schema/generators';

import type { Random } from '../drive/calls/random.ts';

/** A member of a body, to be changed before it is sent. */
export type Members = Record<string, unknown>;

/** A body that is about to be delivered. */
export interface AuditBody {
  event: Members;
  application: Members;
  answers?: Members;
  extra?: Members;
  [added: string]: unknown;
}

/** Somebody who went through a flow, and the bodies that the service sends about it. Nobody like that exists. */
export interface Applicant {
  readonly slug: string;
  /**
   * The submission, as it is delivered under a header: the same every time, but for the header and the image URLs. It has no
   * status column of a workspace's own, so that nothing about it is special.
   */
  readonly submission: (header: DeliveryHeader) => AuditBody;
  /** A status of the application changed after it was submitted. */
  readonly statusChange: (header: DeliveryHeader) => AuditBody;
  /** A status of the application changed before it was submitted. */
  readonly earlyStatusChange: (header: DeliveryHeader) => AuditBody;
  /** The form expired before the application was submitted. */
  readonly dropOff: (header: DeliveryHeader) => AuditBody;
}

const IMAGE_LIFETIME_S = 900;
/** Time from a submission to its first delivery. */
const DELIVERED_AFTER_MS = 2000;

/** Makes applicants, one after the other. */
export interface Applicants {
  /**
   * @param now Milliseconds since the epoch. They have submitted just before.
   * @param submittedAt When it was submitted, where that is to be the very moment of another one.
   */
  next(now: number, submittedAt?: number): Applicant;
}

/** People that differ in all of their answers; beyond so many they share names, but never a number of a document. */
const PEOPLE = 6;

/** Makes applicants with every answer that the document allows, and with a slug, an id and a national id of their own. */
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
    // What was generated and written is a body of that shape.
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
  };
}

function lifecycle({ nounce, createdAt }: DeliveryHeader, type: string): Members {
  return { nounce, type, created_at: createdAt };
}

/** Signs image URLs anew, as the service does on every delivery: they expire 15 minutes after it. */
function withFreshImages(extra: Members, { nounce, createdAt }: DeliveryHeader): Members {
  const exp = Math.floor(Date.parse(createdAt) / 1000) + IMAGE_LIFETIME_S;
  const signed = JSON.stringify(extra).replaceAll(
    /\?q=([^&"?]*)&exp=\d+/g,
    (_, token: string) => `?q=${token}${nounce.slice(0, 8)}&exp=${exp}`,
  );
  const fresh: unknown = JSON.parse(signed);
  return isObject(fresh) ? { ...fresh } : extra;
}
