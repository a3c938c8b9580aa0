import { formatTimestamp, type DeliveryHeader } from '@idvkit/delivery';

import type { Discovery } from '../judge/discovery/discovery.ts';
import type { Exchange } from '../observe/observation.ts';
import type { Applicant, AuditBody } from './applicant.ts';
import type { AuditCase } from './audit-case.ts';
import type { Audit, ToSend } from './audit.ts';

const MINUTE_MS = 60_000;
const SUBMITTED_MINUTES_AGO = 60;

/** Statuses of an application, in every column that a receiver may look at. */
type Columns = Readonly<Record<string, string>>;
const SUBMITTED: Columns = { ekyc: 'pass' };
const REVIEW: Columns = { ekyc: 'need_review', aml: 'Need Review', decision: 'Need Review' };
const REJECTED: Columns = { ekyc: 'fail', aml: 'Rejected', decision: 'Rejected' };

/** One order in which an older state arrives last. */
interface Situation {
  readonly advice: string;
  /** Deliveries up to the newest state, which the last one brings. */
  readonly before: (applicant: Applicant) => readonly ToSend[];
  /** The delivery of the older state. */
  readonly late: (applicant: Applicant) => ToSend;
}

const SITUATIONS: readonly Situation[] = [
  {
    advice: 'Process a submission once, by slug and submitted_at: a resend brings no newer state.',
    before: (applicant) => [submission(applicant), change(applicant, REVIEW, 20), change(applicant, REJECTED, 10)],
    late: (applicant) => ({ ...submission(applicant, 0), what: 'a resend of the submission', traits: ['duplicate'] }),
  },
  {
    advice: 'Keep the status change with the newest event.created_at: deliveries may overtake each other.',
    before: (applicant) => [submission(applicant), change(applicant, REJECTED, 5)],
    late: (applicant) => ({ ...change(applicant, REVIEW, 10), traits: ['out-of-order', 'lifecycle'] }),
  },
  {
    advice:
      'Count the state of a submission as old as its submitted_at: a retry has a new event.created_at. A late retry of an update_status ' +
      'looks new, so read the result if you must be sure.',
    before: (applicant) => [
      { ...change(applicant, REJECTED, 5), traits: ['out-of-order', 'lifecycle'], isFirst: true },
    ],
    late: (applicant) => ({ ...submission(applicant, 0), what: 'a retry of the submission', traits: ['out-of-order'] }),
  },
];

/**
 * Delivers older states after newer ones, and compares what the receiver believes before and after. The specification promises no order
 * and demands nothing here: what is found is advice.
 */
export function newerWins(advise: (advice: Discovery) => void): AuditCase {
  return {
    name: 'newer states and older ones',
    rules: ['receiver.out-of-order.accepted'],
    drive: async (audit) => {
      let seen = 0;
      for (const situation of SITUATIONS) {
        const result = await play(audit, situation);
        if (result === 'not-shown') continue;
        seen += 1;
        if (result !== undefined) advise(result);
      }
      const last = audit.setting.recorder.observations.at(-1);
      if (seen > 0 || last === undefined) return;
      advise({
        about: 'older states that overwrite newer ones',
        seen: 'the state probe shows no status change, so nothing could be compared',
        observation: last.id,
        advice: 'Let the probe print the statuses that your code acts on.',
      });
    },
  };
}

/** @returns `not-shown` if the probe does not change with the newest state, or a delivery is not acknowledged. */
async function play(audit: Audit, { advice, before, late }: Situation): Promise<Discovery | 'not-shown' | undefined> {
  const applicant = audit.applicant(audit.setting.clock.now() - SUBMITTED_MINUTES_AGO * MINUTE_MS);
  const { slug } = applicant;
  let known = await audit.believedState(slug);
  let believed = known;
  let newest: Exchange | undefined;
  for (const delivery of before(applicant)) {
    newest = await audit.send(delivery);
    if (!isAcknowledged(newest)) return 'not-shown';
    [known, believed] = [believed, await audit.believedState(slug)];
  }
  if (newest === undefined || believed === known) return 'not-shown';
  const older = await audit.send(late(applicant));
  if (!isAcknowledged(older)) return 'not-shown';
  if ((await audit.believedState(slug)) === believed) return undefined;
  return {
    about: 'older states that overwrite newer ones',
    seen: `${textOf(older)} overwrote ${textOf(newest)}`,
    observation: older.id,
    against: newest.id,
    advice,
  };
}

function submission({ submission: body }: Applicant, minutesAgo = SUBMITTED_MINUTES_AGO): ToSend {
  return { what: 'a plain submission', body: at(minutesAgo, body, SUBMITTED) };
}

function change({ statusChange: body }: Applicant, columns: Columns, minutesAgo: number): ToSend {
  return {
    what: `an update_status of ${minutesAgo} minutes ago`,
    traits: ['lifecycle'],
    body: at(minutesAgo, body, columns),
  };
}

/** Returns a maker of bodies with other statuses, whose event is older than its delivery. */
function at(minutesAgo: number, make: (header: DeliveryHeader) => AuditBody, columns: Columns): ToSend['body'] {
  return (header) => {
    const createdAt = formatTimestamp(Date.parse(header.createdAt) - minutesAgo * MINUTE_MS);
    const body = make({ ...header, createdAt });
    body.application['other_status'] = { ...columns };
    return body;
  };
}

function isAcknowledged({ response }: Exchange): boolean {
  return response !== undefined && response.status >= 200 && response.status <= 299;
}

function textOf({ sent }: Exchange): string {
  return sent?.what ?? 'a delivery';
}
