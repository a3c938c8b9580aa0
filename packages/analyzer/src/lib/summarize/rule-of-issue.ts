import { applicationStatus, ekycOutcome, faceCompareStatus, amlFlagName } from '@idvkit/schema';
import type { RuleId } from '@idvkit/schema/rules';

/** What a schema found wrong in a payload. */
export interface PayloadIssue {
  readonly steps: readonly (string | number)[];
  readonly message: string;
  /** What stands there; `undefined` where nothing does. */
  readonly value: unknown;
  /** Which keys should not be there, where that is what is wrong. */
  readonly keys: readonly string[];
  /** Whether the payload is a delivery; otherwise it is the result of an application. */
  readonly isDelivery: boolean;
}

/** A place, written as its steps with `#` for indices and `*` for a screening provider, and the rule that is about it. */
type Entry = readonly [place: RegExp, rule: RuleId | ((issue: PayloadIssue) => RuleId | undefined)];

const entries: readonly Entry[] = [
  [
    /^$/,
    ({ keys }) => (keys.some((key) => key === 'answers' || key === 'extra') ? 'event.lifecycle.no-answers' : undefined),
  ],
  [
    /^(?:event|application)$/,
    ({ keys }) =>
      keys.length === 0 ? 'event.present' : keys.includes('version') ? 'event.version.absent-on-lifecycle' : undefined,
  ],
  [/^event\/nounce$/, 'event.nounce.string'],
  [/^event\/type$/, 'event.type.string'],
  [/^event\/version$/, 'event.version.on-submit-form'],
  [/^event\/created_at$/, 'event.created-at'],
  [/^application\/id$/, 'application.id.integer'],
  [/^application\/no$/, 'application.no.derived'],
  [
    /^application\/status$/,
    ({ value }) =>
      applicationStatus.safeParse(value).success ? 'event.submit-form.complete' : 'application.status.enum',
  ],
  [
    /^application\/submitted_at$/,
    ({ message }) =>
      message.includes('expected null')
        ? 'application.submitted-at.null-while-incomplete'
        : 'application.submitted-at.set-when-complete',
  ],
  [/^application\/other_status$/, 'other-status.ekyc.present'],
  [/^application\/other_status\/ekyc$/, ruleOfOutcome],
  [/^application\/other_status\//, 'other-status.custom.string'],
  [/^answers$/, ({ value }) => (value === undefined ? 'event.submit-form.payload' : 'answers.map.object')],
  [/^answers\/nid$/, ({ value }) => (isObject(value) ? 'answers.nid.national-id-only' : 'answers.map.object')],
  [
    /^answers\/home_address_country$/,
    ({ value }) => (value === undefined ? 'answers.home-address-country.present' : 'answers.map.object'),
  ],
  [/^answers\/[^/]+$/, ({ keys }) => (keys.length > 0 ? undefined : 'answers.map.object')],
  [/^answers\/[^/]+\/value$/, ruleOfAnswer],
  [/^answers\/[^/]+\/created_at$/, 'answers.answer.created-at'],
  [/^answers\/[^/]+\/updated_at$/, 'answers.answer.updated-at'],
  [/^extra$/, ({ value }) => (value === undefined ? 'event.submit-form.payload' : undefined)],
  [
    /^extra\/ekyc\/face_compare$/,
    ({ value, keys }) => (isObject(value) && keys.length === 0 ? 'face-compare.implies-both-passed' : undefined),
  ],
  [/^extra\/ekyc\/face_compare\/score$/, 'face-compare.score.range'],
  [
    /^extra\/ekyc\/face_compare\/status$/,
    ({ value }) =>
      faceCompareStatus.safeParse(value).success ? 'face-compare.status.follows-score' : 'face-compare.status.enum',
  ],
  [/^extra\/ekyc\/liveness\/url$/, imageRule('liveness.url.signed-image')],
  [/^extra\/ekyc\/liveness\/attempts$/, attemptsRule('liveness')],
  [/^extra\/ekyc\/liveness\/attempts\/.*\/url$/, imageRule('liveness.attempt.shape')],
  [/^extra\/ekyc\/liveness\/attempts\//, ({ keys }) => (keys.length > 0 ? undefined : 'liveness.attempt.shape')],
  [/^extra\/ekyc\/identity_document\/type$/, 'identity-document.type.enum'],
  [/^extra\/ekyc\/identity_document\/(?:url|face_image_url)$/, imageRule('identity-document.url.signed-image')],
  [/^extra\/ekyc\/identity_document\/attempts$/, attemptsRule('identity-document')],
  [/^extra\/ekyc\/identity_document\/attempts\/.*\/url$/, imageRule('identity-document.attempt.shape')],
  [
    /^extra\/ekyc\/identity_document\/attempts\//,
    ({ keys }) => (keys.length > 0 ? undefined : 'identity-document.attempt.shape'),
  ],
  [/^extra\/identity_aml(?:\/\*)?$/, 'aml.keyed-by-provider'],
  [
    /^extra\/identity_aml\/\*\/#(?:\/(?:input|output|result|values_list))?$/,
    ({ keys }) => (keys.length > 0 ? undefined : 'aml.run.shape'),
  ],
  [
    /^extra\/identity_aml\/\*\/#\/timestamp$/,
    ({ value }) => (value === undefined ? 'aml.run.shape' : 'aml.run.timestamp'),
  ],
  [
    /^extra\/identity_aml\/\*\/#\/values_list\/#$/,
    ({ value }) => (amlFlagName.safeParse(value).success ? undefined : 'aml.run.values-list-names-flags'),
  ],
  [
    /^extra\/identity_aml\/\*\/#\/input\//,
    ({ message }) =>
      message.startsWith('must be the answer') ? 'aml.run.input-is-editable-name' : 'aml.run.input-names',
  ],
  [/^extra\/identity_aml\/\*\/#\/result\//, 'aml.run.result-flags'],
  [/^extra\/identity_aml\/\*\/#\/output\/\*$/, 'aml.run.output-nested-provider'],
  [
    /^extra\/identity_aml\/\*\/#\/output\/\*\/#(?:\/(?:input|output|result))?$/,
    ({ keys }) => (keys.length > 0 ? undefined : 'aml.entry.shape'),
  ],
  [/^extra\/identity_aml\/\*\/#\/output\/\*\/#\/output\//, 'aml.entry.output-shape'],
  [/^extra\/identity_aml\/\*\/#\/output\/\*\/#\/result\//, 'aml.entry.result-flags'],
];

/** Answers that have a rule of their own, by question key. */
const answerRules: Readonly<Record<string, RuleId>> = {
  nid: 'answers.nid.check-digit',
  ekyc_document_type: 'answers.document-type.enum',
  ekyc_document_country: 'answers.document-country.alpha-3',
  gender: 'answers.gender.enum',
  full_name_type: 'answers.full-name-type.enum',
  date_of_birth: 'answers.dates.iso',
  date_of_issue: 'answers.dates.iso',
  date_of_expiry: 'answers.dates.iso',
  home_address_country: 'answers.home-address-country.alpha-3',
  consent_checkbox_1: 'answers.consent-checkbox.boolean',
  consent_date: 'answers.consent-date.z-suffix',
};

/** Tells which rule of the catalogue a payload breaks by an issue; `undefined` where no rule says anything of it. */
export function ruleOfIssue(issue: PayloadIssue): RuleId | undefined {
  const { steps, value, isDelivery } = issue;
  const place = roleOf(steps);
  if (value === null && place !== 'application/submitted_at') {
    return steps[0] === 'answers' ? 'answers.key.omitted-not-null' : 'convention.omitted-not-null';
  }
  if (isOtherOffset(steps, value)) return 'convention.timestamp.offset';
  if (!isDelivery && steps.length === 1 && value === undefined) return 'result.body.webhook-minus-event';
  for (const [pattern, rule] of entries) {
    if (pattern.test(place)) return typeof rule === 'string' ? rule : rule(issue);
  }
  return undefined;
}

function roleOf(steps: readonly (string | number)[]): string {
  const isScreening = steps[0] === 'extra' && steps[1] === 'identity_aml';
  const names = steps.map((step, index) => {
    if (typeof step === 'number') return '#';
    return isScreening && (index === 2 || (index === 5 && steps[4] === 'output')) ? '*' : step;
  });
  return names.join('/');
}

/** Whether a date-time names a moment, and only says its offset in another way than the service does. */
function isOtherOffset(steps: readonly (string | number)[], value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^(?:created_at|updated_at|submitted_at|timestamp)$/.test(String(steps.at(-1))) &&
    /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value) &&
    !value.endsWith('+00:00') &&
    !Number.isNaN(Date.parse(value))
  );
}

function ruleOfOutcome({ value, message }: PayloadIssue): RuleId {
  if (value === undefined) return 'other-status.ekyc.present';
  if (!ekycOutcome.safeParse(value).success) return 'other-status.ekyc.enum';
  return message.includes('face_compare.status')
    ? 'other-status.ekyc.follows-face-compare'
    : 'other-status.ekyc.pass-needs-checks';
}

function ruleOfAnswer({ steps, value }: PayloadIssue): RuleId {
  if (value === undefined) return 'answers.answer.value-required';
  if (typeof value === 'object') return 'answers.answer.value-type';
  return answerRules[String(steps[1])] ?? 'answers.strings.typed';
}

function attemptsRule(check: 'liveness' | 'identity-document') {
  return ({ message }: PayloadIssue): RuleId | undefined =>
    message.includes('numbered')
      ? `${check}.attempts.numbered`
      : message.includes('order')
        ? `${check}.attempts.ordered`
        : undefined;
}

/** Tells which rule a URL breaks that should be that of a signed image; one that resembles none breaks the rule of its place. */
function imageRule(rule: RuleId) {
  return ({ value, message }: PayloadIssue): RuleId => {
    if (message.includes('expire')) return 'image.exp.15-minutes-after-event';
    if (message.includes('of the application')) return 'image.url.path';
    if (typeof value !== 'string') return rule;
    if (value.startsWith('/')) return 'image.url.absolute-on-service-host';
    if (!URL.canParse(value)) return rule;
    const { pathname } = new URL(value);
    if (!pathname.startsWith('/api/ekyc/')) return rule;
    return /^\/api\/ekyc\/[^/]+\/result\/image\/$/.test(pathname) ? 'image.url.query' : 'image.url.path';
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
