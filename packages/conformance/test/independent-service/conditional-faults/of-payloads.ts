import { changed, extended, isComplete, isPlain, onContent, onLetter, onResult } from '../changes.ts';
import { isoTime } from '../records.ts';
import type { ConditionalFault } from './conditional-fault.ts';

/** Faults of `answers`, `extra.ekyc`, `extra.identity_aml` and the conventions. */
export const FAULTS_OF_PAYLOADS: readonly ConditionalFault[] = [
  {
    id: 'prefilled-updated-before-created',
    slip: 'The applicant’s correction of a prefilled answer overwrites `created_at` and leaves `updated_at`.',
    condition: 'camera flow with an answer that was given at creation and captured again',
    breaks: '`created_at`: When first captured. `updated_at`: When last written',
    rule: 'answers.answer.updated-at',
    shows: /^(result|submit_form|resend), prefilled name/,
    settings: () =>
      onContent(
        ({ checks, prefilled }) => checks !== undefined && 'full_name_first_name' in prefilled,
        (body, { answers, submittedMs = 0 }) =>
          extended(body, 'answers.full_name_first_name', {
            created_at: isoTime(submittedMs),
            updated_at: isoTime((answers.get('full_name_first_name')?.firstMs ?? 0) - 1),
          }),
      ),
  },
  {
    id: 'nid-left-by-passport',
    slip: 'A scan of a passport does not clear the national ID that was given at creation.',
    condition: '`nid` given at creation, passport scanned',
    breaks: '`nid`: National ID submissions only.',
    rule: 'answers.nid.national-id-only',
    shows: /^(result|submit_form|resend), prefilled nid, passport/,
    settings: () =>
      onContent(
        (application) =>
          isComplete(application) && application.checks?.document === 'passport' && 'nid' in application.prefilled,
        (body, { prefilled, submittedMs = 0 }) => {
          const time = isoTime(submittedMs - 60_000);
          return extended(body, 'answers', { nid: { value: prefilled['nid'], created_at: time, updated_at: time } });
        },
      ),
  },
  {
    id: 'result-dates-buddhist-in-khmer',
    slip: 'The serializer of the result formats dates by the locale, and that of `km` counts Buddhist years.',
    condition: 'result of a submitted application under `km`',
    breaks: 'Get application result: exactly the webhook shape minus `event`; `date_of_birth`: date (ISO)',
    rule: 'result.equals-webhook',
    shows: /^result, submitted, under km$/,
    settings: () =>
      onResult(
        (_, { call }) => call.lang === 'km',
        (body) =>
          ['date_of_birth', 'date_of_issue', 'date_of_expiry'].reduce(
            (result, key) =>
              changed(result, `answers.${key}.value`, (date) =>
                String(date).replace(/^\d{4}/, (year) => String(Number(year) + 543)),
              ),
            body,
          ),
      ),
  },
  {
    id: 'attempts-reversed-on-resend',
    slip: 'A resend reads the attempts with the query of the portal, newest first.',
    condition: 'resend, and more than one liveness attempt',
    breaks: '`attempts`: One per try, in order.',
    rule: 'liveness.attempts.ordered',
    shows: /^resend, (course [14]|prefilled nid, passport)$/,
    settings: () =>
      onLetter(
        ({ resend }) => resend > 0,
        (body) =>
          changed(body, 'extra.ekyc.liveness', (liveness) =>
            changed(liveness, '', (value) => {
              // Liveness is an object with attempts.
              const { attempts, ...rest } = value as { attempts: readonly unknown[] };
              return { attempts: attempts.toReversed(), ...rest };
            }),
          ),
      ),
  },
  {
    id: 'match-only-above-70',
    slip: 'The threshold of a match is compared with `>` instead of `>=`.',
    condition: 'score of exactly 70',
    breaks: '`match` (score 70 or above)',
    rule: 'face-compare.status.follows-score',
    shows: /course 1$|^(result|submit_form|resend), prefilled nid, passport/,
    settings: () =>
      onContent(
        (application) => isComplete(application) && application.checks?.score === 70,
        (body) =>
          changed(
            changed(body, 'application.other_status.ekyc', () => 'need_review'),
            'extra.ekyc.face_compare.status',
            () => 'need_review',
          ),
      ),
  },
  {
    id: 'sanctions-all-means-any',
    slip: 'The aggregate of a sanctions match counts the first entry for all.',
    condition: 'found on a list of sanctions',
    breaks: 'Per-run aggregate `result`: for each both `is_all_in_<x>` and `is_any_in_<x>`',
    rule: 'aml.run.aggregate-all',
    shows: /course 3$/,
    settings: () =>
      onContent(
        ({ checks }) => checks?.screening === 'sanctions',
        (body) => extended(body, 'extra.identity_aml.*.*.result', { is_all_in_sanctions: true, is_all_found: true }),
      ),
  },
  {
    id: 'screened-prefilled-name',
    slip: 'Screening starts with the name that was given at creation, before the applicant corrects it.',
    condition: 'camera flow whose name was given at creation',
    breaks: 'AML screening runs against this pair (Applicant-editable)',
    rule: 'aml.run.input-is-editable-name',
    shows: /^(result|submit_form|resend), prefilled name/,
    settings: () =>
      onContent(
        ({ checks, prefilled }) => checks !== undefined && 'full_name_first_name' in prefilled,
        (body, { prefilled }) => {
          const input = { first_name: prefilled['full_name_first_name'] };
          return extended(
            extended(body, 'extra.identity_aml.*.*.input', input),
            'extra.identity_aml.*.*.output.*.*.input',
            input,
          );
        },
      ),
  },
  {
    id: 'second-receiver-z-suffix',
    slip: 'The second worker of status changes formats times with another library.',
    condition: '`update_status` at the second receiver',
    breaks: 'Timestamps: ISO 8601 with `+00:00` offset',
    rule: 'convention.timestamp.offset',
    shows: /^(second )?update_status .*, second$/,
    settings: () =>
      onLetter(
        ({ type, place }) => type === 'update_status' && place > 0,
        (body) => changed(body, 'event.created_at', (time) => String(time).replace('+00:00', 'Z')),
      ),
  },
  {
    id: 'plain-result-ekyc-null',
    slip: 'The serializer of the result writes null for a step that the flow lacks.',
    condition: 'result of a submitted flow without camera steps',
    breaks: 'A field that does not apply is omitted, not null.',
    rule: 'convention.omitted-not-null',
    shows: /^result, (submitted|changed) plain, good$/,
    settings: () =>
      onResult(
        (application) => isComplete(application) && isPlain(application),
        (body) => extended(body, 'extra', { ekyc: null }),
      ),
  },
];
