import type { PayloadSubject } from '../hooks/behaviour.ts';
import { defineFault, type Fault } from './fault.ts';
import { changingPayload, leavingOut, miscounted, moved, settingInPayload } from './points.ts';

const onPassports = ({ application }: PayloadSubject): boolean => application.submission?.document === 'passport';
const afterRetries = ({ application }: PayloadSubject): boolean => (application.submission?.retries ?? 0) > 0;
const submitted = ({ application }: PayloadSubject): boolean => application.submission !== null;

const LIVENESS = 'extra.ekyc.liveness.attempts';
const DOCUMENT = 'extra.ekyc.identity_document.attempts';
const RUN = 'extra.identity_aml.*.*';

/** The last of some attempts, changed. */
function lastChanged(change: (attempt: Readonly<Record<string, unknown>>) => unknown): (attempts: unknown) => unknown {
  return (attempts) =>
    Array.isArray(attempts)
      ? // Attempts are objects.
        [...(attempts.slice(0, -1) as unknown[]), change(attempts.at(-1) as Readonly<Record<string, unknown>>)]
      : attempts;
}

/** Faults of payloads that show on some submissions alone, or by very little. */
export const narrowPayloadFaults: readonly Fault[] = [
  defineFault({
    rule: 'application.id.integer',
    variant: 'fraction',
    alsoBreaks: ['convention.ids.integer'],
    title: 'writes the id of passport submissions with a fraction',
    points: changingPayload('application.id', (id) => Number(id) + 0.5, onPassports),
  }),
  defineFault({
    rule: 'application.no.derived',
    variant: 'on-passports',
    alsoBreaks: ['application.id.stable'],
    title: 'is one off in the number of passport submissions',
    points: changingPayload('application.no', miscounted, onPassports),
  }),
  defineFault({
    rule: 'application.form.echoes-path',
    variant: 'in-results',
    alsoBreaks: ['result.equals-webhook'],
    title: 'writes the form in upper case in results',
    points: changingPayload(
      'application.form',
      (form) => String(form).toUpperCase(),
      ({ carrier }) => carrier === 'result',
    ),
  }),
  defineFault({
    rule: 'application.submitted-at.set-when-complete',
    variant: 'day',
    title: 'dates passport submissions to the day',
    points: changingPayload(
      'application.submitted_at',
      (at) => (typeof at === 'string' ? at.slice(0, 10) : at),
      onPassports,
    ),
  }),
  defineFault({
    rule: 'application.submitted-at.stable',
    variant: 'one-second',
    alsoBreaks: ['delivery.idempotency-key.stable', 'resend.same-content'],
    title: 'is a second late in submitted_at of a resend',
    points: changingPayload(
      'application.submitted_at',
      (at) => moved(at, 1),
      (subject) => subject.carrier === 'delivery' && subject.trigger === 'resend',
    ),
  }),
  defineFault({
    rule: 'other-status.ekyc.enum',
    variant: 'hyphen',
    title: 'writes need-review for need_review',
    points: changingPayload('application.other_status.ekyc', (ekyc) => (ekyc === 'need_review' ? 'need-review' : ekyc)),
  }),
  defineFault({
    rule: 'other-status.ekyc.present',
    variant: 'on-passports',
    title: 'leaves ekyc out on passport submissions',
    points: leavingOut('application.other_status.ekyc', onPassports),
  }),
  defineFault({
    rule: 'other-status.custom.string',
    variant: 'number',
    title: 'has a number in a column',
    points: settingInPayload('application.other_status.risk', () => 3, submitted),
  }),
  ...(
    [
      ['answers.answer.value-required', 'value', 'leaves out the value of the country', undefined],
      ['answers.answer.created-at', 'created_at', 'writes created_at of the country as a number', 1_767_583_500],
    ] as const
  ).map(([rule, member, title, value]) =>
    defineFault({
      rule,
      variant: 'on-passports',
      title: `${title} on passport submissions`,
      points: changingPayload(`answers.home_address_country.${member}`, () => value, onPassports),
    }),
  ),
  defineFault({
    rule: 'answers.answer.updated-at',
    variant: 'one-second',
    title: 'has the gender updated a second before it was created',
    points: {
      payload: (document, subject) =>
        changingPayload('answers.gender', (answer) => {
          const { created_at } = answer as { readonly created_at: string }; // Answers have one.
          return { ...(answer as object), updated_at: moved(created_at, -1) };
        }).payload?.(document, subject) ?? document,
    },
  }),
  defineFault({
    rule: 'answers.nid.check-digit',
    variant: 'twelve-digits',
    title: 'drops the check digit of national ids',
    points: changingPayload('answers.nid.value', (nid) => String(nid).slice(0, -1)),
  }),
  defineFault({
    rule: 'answers.document-country.alpha-3',
    variant: 'lower-case',
    title: 'writes the issuing country in lower case',
    points: changingPayload('answers.ekyc_document_country.value', (code) => String(code).toLowerCase()),
  }),
  defineFault({
    rule: 'answers.gender.enum',
    variant: 'x',
    title: 'has a third gender on passport submissions',
    points: changingPayload('answers.gender.value', () => 'X', onPassports),
  }),
  defineFault({
    rule: 'answers.home-address-country.present',
    variant: 'on-passports',
    title: 'leaves out the country of an address on passport submissions',
    points: leavingOut('answers.home_address_country', onPassports),
  }),
  defineFault({
    rule: 'answers.home-address-country.alpha-3',
    variant: 'alpha-2',
    title: 'gives the country of an address by two letters on passport submissions',
    points: changingPayload('answers.home_address_country.value', (code) => String(code).slice(0, 2), onPassports),
  }),
  defineFault({
    rule: 'answers.strings.typed',
    variant: 'document-number',
    title: 'writes a document number that has digits alone as a number',
    points: changingPayload('answers.document_number.value', (text) => Number(String(text).replaceAll(/\D/g, '') || 1)),
  }),
  defineFault({
    rule: 'answers.consent-checkbox.boolean',
    variant: 'number',
    title: 'writes checkboxes as 1 on passport submissions',
    points: changingPayload('answers.consent_checkbox_1.value', Number, onPassports),
  }),
  defineFault({
    rule: 'answers.consent-date.z-suffix',
    variant: 'lower-case',
    title: 'writes the Z of the consent date in lower case',
    points: changingPayload('answers.consent_date.value', (at) => String(at).replace('Z', 'z')),
  }),
  defineFault({
    rule: 'face-compare.score.range',
    variant: 'below-zero',
    title: 'gives a score a little below 0 where faces do not match',
    points: changingPayload('extra.ekyc.face_compare.score', (score) => (Number(score) <= 60 ? -0.1 : score)),
  }),
  defineFault({
    rule: 'face-compare.status.enum',
    variant: 'upper-case',
    title: 'writes NOT_MATCH in upper case',
    points: changingPayload('extra.ekyc.face_compare.status', (status) =>
      status === 'not_match' ? 'NOT_MATCH' : status,
    ),
  }),
  defineFault({
    rule: 'liveness.attempts.numbered',
    variant: 'skips-one',
    title: 'skips a number after a liveness attempt that failed',
    points: changingPayload(
      LIVENESS,
      lastChanged((attempt) => ({ ...attempt, attempt: Number(attempt['attempt']) + 1 })),
      afterRetries,
    ),
  }),
  defineFault({
    rule: 'liveness.attempts.ordered',
    variant: 'one-second',
    title: 'has the last liveness attempt a second before the one before it',
    points: changingPayload(LIVENESS, lastBeforeTheOneBefore, afterRetries),
  }),
  defineFault({
    rule: 'liveness.attempt.shape',
    variant: 'status',
    title: 'calls a liveness attempt failed in place of fail',
    points: changingPayload(`${LIVENESS}.*.status`, (status) => (status === 'fail' ? 'failed' : status)),
  }),
  defineFault({
    rule: 'liveness.attempt.message-empty',
    variant: 'on-failure',
    title: 'says why a liveness attempt failed, on those that did',
    points: changingPayload(`${LIVENESS}.*`, (attempt) => {
      const { status } = attempt as { readonly status: string }; // Attempts have one.
      return status === 'fail' ? { ...(attempt as object), message: 'blurred' } : attempt;
    }),
  }),
  defineFault({
    rule: 'identity-document.attempts.numbered',
    variant: 'skips-one',
    title: 'skips a number after a scan that failed',
    points: changingPayload(
      DOCUMENT,
      lastChanged((attempt) => ({ ...attempt, attempt: Number(attempt['attempt']) + 1 })),
      afterRetries,
    ),
  }),
  defineFault({
    rule: 'identity-document.attempts.ordered',
    variant: 'one-second',
    title: 'has the last scan a second before the one before it',
    points: changingPayload(DOCUMENT, lastBeforeTheOneBefore, afterRetries),
  }),
  defineFault({
    rule: 'identity-document.attempt.shape',
    variant: 'type',
    title: 'calls the document of a scan by another name on passport submissions',
    points: changingPayload(`${DOCUMENT}.*.type`, () => 'travel_document', onPassports),
  }),
  defineFault({
    rule: 'identity-document.attempt.message-empty',
    variant: 'on-failure',
    title: 'says why a scan failed, on those that did',
    points: changingPayload(`${DOCUMENT}.*`, (attempt) => {
      const { status } = attempt as { readonly status: string }; // Attempts have one.
      return status === 'fail' ? { ...(attempt as object), message: 'glare' } : attempt;
    }),
  }),
  defineFault({
    rule: 'identity-document.type.enum',
    variant: 'upper-case',
    title: 'writes PASSPORT in upper case',
    points: changingPayload('extra.ekyc.identity_document.type', (type) => (type === 'passport' ? 'PASSPORT' : type)),
  }),
  defineFault({
    rule: 'convention.omitted-not-null',
    variant: 'face-compare',
    title: 'gives null for a comparison that was not made',
    points: settingInPayload(
      'extra.ekyc.face_compare',
      (compared) => compared ?? null,
      ({ application: { submission } }) => submission?.liveness === 'fail' || submission?.documentScan === 'fail',
    ),
  }),
  defineFault({
    rule: 'convention.ids.integer',
    variant: 'of-scans',
    alsoBreaks: ['identity-document.attempt.shape'],
    title: 'writes ids of scans as text',
    points: changingPayload(`${DOCUMENT}.*.id`, String),
  }),
  defineFault({
    rule: 'aml.run.shape',
    variant: 'timestamp',
    title: 'leaves out when a screening ran',
    points: leavingOut(`${RUN}.timestamp`),
  }),
  defineFault({
    rule: 'aml.run.input-is-editable-name',
    variant: 'latin-name',
    title: 'screens the name that was read in Latin script',
    points: changingPayload(`${RUN}.input.last_name`, () => 'Latin'),
  }),
  defineFault({
    rule: 'aml.run.result-flags',
    variant: 'text',
    title: 'writes a flag of a run as text',
    points: changingPayload(`${RUN}.result.is_any_in_adverse_media`, String),
  }),
  defineFault({
    rule: 'aml.entry.result-flags',
    variant: 'total-hits',
    title: 'writes the number of hits as text',
    points: changingPayload(`${RUN}.output.*.*.result.total_hits`, String),
  }),
  defineFault({
    rule: 'aml.run.values-list-lists-true',
    variant: 'one-too-few',
    title: 'leaves out the last flag of values_list',
    points: changingPayload(`${RUN}.values_list`, (names) =>
      Array.isArray(names) ? (names.slice(0, -1) as unknown) : names,
    ),
  }),
];

/** The last of some attempts, dated a second before the one before it. */
function lastBeforeTheOneBefore(attempts: unknown): unknown {
  if (!Array.isArray(attempts) || attempts.length < 2) return attempts;
  const list = attempts as readonly { readonly created_at: string }[]; // Attempts of either kind have the time of the try.
  const before = list.at(-2)?.created_at ?? '';
  return list.map((attempt, index) =>
    index === list.length - 1 ? { ...attempt, created_at: moved(before, -1) } : attempt,
  );
}
