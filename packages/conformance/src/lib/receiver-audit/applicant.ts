import { formatTimestamp, type DeliveryHeader } from '@idvkit/delivery';
import { generateSubmission } from '@idvkit/schema/generators';

import type { Random } from '../drive/random.ts';
import { isObject } from '../observation/json.ts';

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
  /** The submission, as it is delivered under a header: the same every time, but for the header and the image URLs. */
  readonly submission: (header: DeliveryHeader) => AuditBody;
  /** A status of the application changed after it was submitted. */
  readonly statusChange: (header: DeliveryHeader) => AuditBody;
  /** A status of the application changed before it was submitted. */
  readonly earlyStatusChange: (header: DeliveryHeader) => AuditBody;
  /** The form expired before the application was submitted. */
  readonly dropOff: (header: DeliveryHeader) => AuditBody;
}

/** The columns of a plain delivery: of a usual name, Title-case. */
const STATUS_COLUMNS = { aml: 'Pass' };
const IMAGE_LIFETIME_S = 900;
/** Time from a submission to its first delivery. */
const DELIVERED_AFTER_MS = 2000;

/**
 * Makes an applicant who submits just now, with every answer that the document allows.
 *
 * @param now Milliseconds since the epoch.
 * @param submittedAt When it was submitted, where that is to be the very moment of another one.
 */
export function createApplicant(
  random: Random,
  now: number,
  submittedAt: number = now - DELIVERED_AFTER_MS,
): Applicant {
  const seed = random.integer(2 ** 31);
  const slug = random.text(20);
  const id = 10_000_000 + random.integer(80_000_000);
  const generated = generateSubmission({ seed, outcome: 'pass', document: 'front_card', aml: 'none', sparse: false });
  const shiftMs = submittedAt - Date.parse(generated.application.submitted_at);
  const shifted = JSON.stringify({ ...generated, application: { ...generated.application, slug } })
    .replaceAll(generated.application.slug, slug)
    .replaceAll(/"(\d{4}-\d\d-\d\dT[\d:.]+\+00:00)"/g, (_, moment: string) =>
      JSON.stringify(formatTimestamp(Date.parse(moment) + shiftMs)),
    );

  const common = (): { readonly application: Members; readonly answers: Members; readonly extra: Members } => {
    // What was generated and written is a body of that shape.
    const body = JSON.parse(shifted) as { application: Members; answers: Members; extra: Members };
    const { application, answers, extra } = body;
    const { ekyc } = generated.application.other_status;
    return {
      application: { ...application, id, no: `COK00${id}`, other_status: { ...STATUS_COLUMNS, ekyc } },
      answers,
      extra,
    };
  };
  const unsubmitted = (status: string): Members => ({
    ...common().application,
    status,
    submitted_at: null,
    other_status: { aml: '-', ekyc: 'pending' },
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
      application: { ...common().application, other_status: { aml: 'Need Review', ekyc: 'pass' } },
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
    /\?q=([^&"]*)&exp=\d+/g,
    (_, token: string) => `?q=${token}${nounce.slice(0, 8)}&exp=${exp}`,
  );
  const fresh: unknown = JSON.parse(signed);
  return isObject(fresh) ? { ...fresh } : extra;
}
