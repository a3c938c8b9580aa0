import { EKYC_VALUES } from '../application/application-values.ts';
import type { BodyContext, Check } from '../check/check.ts';
import type { JsonNode } from '../check/json-node.ts';
import { both, has, implies, mayHave, stated } from '../check/stated.ts';
import { readDateTime } from '../conventions/date-time.ts';
import { HAS_SUCCESS, hasFailed } from '../ekyc/checks.ts';
import { SIGNED_IMAGE_LIFETIME_SECONDS } from '../ekyc/image-expiry.ts';
import { imagesOf, readImageUrl } from '../ekyc/image-url.ts';
import { EKYC_OUTCOMES } from '../ekyc/outcome.ts';

const OUTCOME = 'application.other_status.ekyc';
const COMPLETE = has('application.status', { const: 'complete' });
const PASSED = both(COMPLETE, has(OUTCOME, { enum: ['pass', 'need_review'] }));
const CHECKS = ['identity_document', 'liveness'] as const;

const ACCEPTED = 'extra.ekyc.identity_document.type';
const ASKED_FOR = 'answers.ekyc_document_type.value';
const PASSPORT = { const: 'passport' };
/** A passport was accepted, and no other document asked for. */
const OF_PASSPORT = both(has(ACCEPTED, PASSPORT), mayHave(ASKED_FOR, PASSPORT));

/** Checks that an application is empty before its submission. */
export const openIsEmpty = stated(
  implies(
    has('application.submitted_at', { type: 'null' }),
    both(...['answers', 'extra'].map((part) => mayHave(part, { type: 'object', maxProperties: 0 }))),
  ),
  function (body) {
    const application = body.at('application');
    if (application.at('status').value === 'complete' || application.at('submitted_at').value !== null) return;
    for (const part of [body.at('answers'), body.at('extra')]) {
      part.expect(part.members().length === 0, `\`${part.key}\` is not empty before the submission`, {});
    }
  },
);

/** Checks that a submitted application answers `home_address_country`. */
export const homeCountryIsAnswered = stated(
  implies(COMPLETE, has('answers.home_address_country')),
  function (body, { source }) {
    if (!isComplete(body) || !body.at('answers').isObject) return;
    // Answers in any other event break `event.lifecycle.no-answers`.
    if (source === 'delivery' && body.at('event', 'type').value !== 'submit_form') return;
    const country = body.at('answers', 'home_address_country');
    country.expect(!country.isMissing, 'A submitted application does not answer `home_address_country`');
  },
);

/** Checks that a submission with a passport answers no national id. */
export const nationalIdIsNotOfPassport = stated(
  implies(OF_PASSPORT, mayHave('answers.nid', { not: {} })),
  function (body) {
    if (!isOfPassport(body) || !body.at('answers').isObject) return;
    const nid = body.at('answers', 'nid');
    if (nid.value !== null) nid.expect(nid.isMissing, 'A passport submission answers `nid`');
  },
);

/** Returns whether a passport was accepted. The answer alone does not show it: the document accepted may be another than that asked for. */
function isOfPassport(body: JsonNode): boolean {
  const accepted = body.at('extra', 'ekyc', 'identity_document', 'type').text;
  const asked = body.at('answers', 'ekyc_document_type', 'value').text;
  return accepted === 'passport' && (asked === undefined || asked === 'passport');
}

/** Checks that the outcome of a complete application is that of its face comparison. */
export const outcomeFollowsComparison = stated(
  both(
    ...Object.entries(EKYC_OUTCOMES).map(([status, outcome]) =>
      implies(
        both(COMPLETE, has('extra.ekyc.face_compare.status', { const: status })),
        has(OUTCOME, { const: outcome }),
      ),
    ),
  ),
  function (body) {
    const outcome = body.at('application', 'other_status', 'ekyc');
    const ekyc = body.at('extra', 'ekyc');
    const expected = new Map(Object.entries(EKYC_OUTCOMES)).get(ekyc.at('face_compare', 'status').text ?? '');
    if (!isComplete(body) || expected === undefined || !outcome.isOneOf(EKYC_VALUES)) return;
    // A comparison beside a failed check breaks another rule; `fail` is then right all the same.
    if (outcome.value === 'fail' && (hasFailed(ekyc, 'identity_document') || hasFailed(ekyc, 'liveness'))) return;
    outcome.expect(outcome.value === expected, '`other_status.ekyc` does not follow `face_compare.status`', expected);
  },
);

/** Checks that an outcome of a complete application that says that its checks passed comes with them. */
export const passComesWithChecks = stated(
  both(
    implies(
      both(PASSED, ...CHECKS.map((check) => has(`extra.ekyc.${check}`))),
      // The checks are asked for by the comparison.
      has('extra.ekyc.face_compare'),
    ),
    ...CHECKS.map((check) => implies(PASSED, mayHave(`extra.ekyc.${check}.attempts`, HAS_SUCCESS))),
  ),
  function (body, { flow }) {
    const outcome = body.at('application', 'other_status', 'ekyc');
    const ekyc = body.at('extra', 'ekyc');
    if (!isComplete(body) || (outcome.value !== 'pass' && outcome.value !== 'need_review')) return;
    // What `ekyc` reads on a flow without camera steps is not shown, and lifecycle events carry no checks.
    if (flow === 'plain' || !ekyc.isObject) return;
    // Faces are compared on flows with both checks. A flow with one of them is not described.
    const made = CHECKS.filter((check) => !ekyc.at(check).isMissing);
    const isComparable = made.length === CHECKS.length || (flow === 'camera' && made.length === 0);
    const missing = [
      ...(isComparable && !ekyc.at('face_compare').isObject ? ['face_compare'] : []),
      ...(hasFailed(ekyc, 'identity_document') ? ['a successful document attempt'] : []),
      ...(hasFailed(ekyc, 'liveness') ? ['a successful liveness attempt'] : []),
    ];
    outcome.expect(
      missing.length === 0,
      `\`other_status.ekyc\` says that the checks passed, but there is no ${missing.join(', no ')}`,
      'fail or pending',
    );
  },
);

/** Checks that the path of each signed image URL is that of an image of the application. */
export function imagesAreOfApplication(body: JsonNode, { slug, baseUrl }: BodyContext): void {
  const own = slug ?? body.at('application', 'slug').text;
  if (own === undefined) return;
  const root = baseUrl !== undefined && URL.canParse(baseUrl) ? new URL(baseUrl).pathname.replace(/\/$/, '') : '';
  for (const image of body.at('extra', 'ekyc').kept(imagesOf)) {
    const url = image.parsed(readImageUrl);
    if (url === undefined) continue;
    const before = url.pathname.replace(/\/api\/ekyc\/[^/]+\/result\/image\/$/, '');
    image.expect(
      url.slug === own && (before === '' || before === root),
      'The path of a signed image URL is not that of an image of the application',
      '/api/ekyc/{slug}/result/image/ with the slug of the application',
    );
  }
}

/** Checks that signed image URLs expire 15 minutes after the event, a second of rounding either way. */
export function imagesExpireAfterEvent(body: JsonNode, { source }: BodyContext): void {
  const createdAt = body.at('event', 'created_at').parsed(readDateTime)?.at;
  if (source !== 'delivery' || createdAt === undefined) return;
  const expected = createdAt / 1000 + SIGNED_IMAGE_LIFETIME_SECONDS;
  for (const image of body.at('extra', 'ekyc').kept(imagesOf)) {
    const exp = image.parsed(readImageUrl)?.expSeconds;
    if (exp === undefined) continue;
    if (Math.abs(exp - expected) <= 1) image.pass();
    else {
      const message = '`exp` of a signed image URL is not 15 minutes after `event.created_at`';
      const times = `event.created_at is ${new Date(createdAt).toISOString()}, and exp is ${Math.round(exp - createdAt / 1000)} s after it: ${SIGNED_IMAGE_LIFETIME_SECONDS} s are due`;
      image.fail(message, Math.round(expected), { actual: exp, times });
    }
  }
}

/** Rounding: one of the two times may be written without a fraction. */
const ROUNDING_MS = 1000;

/** Checks that a delivery was not made before the submission that it reports. */
export function deliveryFollowsSubmission(body: JsonNode, { source }: BodyContext): void {
  const createdAt = body.at('event', 'created_at');
  const created = readDateTime(createdAt.value)?.at;
  const submitted = readDateTime(body.at('application', 'submitted_at').value)?.at;
  if (source !== 'delivery' || created === undefined || submitted === undefined) return;
  // The `submitted_at` of an open application is wrong itself.
  if (body.at('application', 'status').value === 'incomplete') return;
  createdAt.expect(
    created > submitted - ROUNDING_MS,
    '`event.created_at` is before `application.submitted_at`',
    'not before `application.submitted_at`',
  );
}

/** Checks that the application of a `drop_off` was not submitted. */
export const dropOffIsNotSubmitted = stated(
  implies(
    has('event.type', { const: 'drop_off' }),
    both(
      has('application.status', { enum: ['incomplete', 'expired'] }),
      has('application.submitted_at', { type: 'null' }),
    ),
  ),
  function (body, { source }) {
    if (source !== 'delivery' || body.at('event', 'type').value !== 'drop_off') return;
    const application = body.at('application');
    if (!application.isObject) return;
    const [status, submittedAt] = [application.at('status'), application.at('submitted_at')];
    status.expect(
      status.value !== 'complete',
      'The application of a `drop_off` reads complete',
      'incomplete or expired',
    );
    // A missing one, or one of an open application, breaks a rule about the application.
    if (!submittedAt.isMissing && status.value !== 'incomplete') {
      submittedAt.expect(submittedAt.value === null, 'The application of a `drop_off` has a `submitted_at`', null);
    }
  },
);

/** Checks that the names that were screened are those that the applicant may edit. */
export function screensEditableNames(body: JsonNode): void {
  const names = ['first_name', 'last_name'].map((part) => {
    const key = `full_name_${part}`;
    const answer = body.at('answers', key);
    return { part, key, answer, answered: answer.at('value').text };
  });
  for (const run of body
    .at('extra', 'identity_aml')
    .members()
    .flatMap((runs) => runs.items())) {
    for (const { part, key, answer, answered } of names) {
      const screened = run.at('input', part);
      if (screened.text === undefined || answered === undefined) continue;
      // A screening that was made before the name was last written is of the name before.
      const screenedAt = run.at('timestamp').parsed(readDateTime)?.at ?? Infinity;
      const written = answer.at('updated_at').isAbsent ? answer.at('created_at') : answer.at('updated_at');
      const writtenAt = written.parsed(readDateTime)?.at ?? -Infinity;
      if (screenedAt < writtenAt) continue;
      screened.expect(
        screened.text === answered || plain(screened.text) === plain(answered),
        `\`input.${part}\` of a screening run is not the answer \`${key}\``,
        answered,
      );
    }
  }
}

/** Letter case, spacing and how accents are encoded make no difference between names. */
function plain(name: string): string {
  return name.normalize('NFC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Before an application is complete, its outcome means nothing. */
function isComplete(body: JsonNode): boolean {
  return body.at('application', 'status').value === 'complete';
}

/** Checks of what the parts of a submission or a result say of each other. */
export const partsAgree: readonly Check[] = [
  homeCountryIsAnswered,
  nationalIdIsNotOfPassport,
  outcomeFollowsComparison,
  passComesWithChecks,
  imagesAreOfApplication,
  screensEditableNames,
];
