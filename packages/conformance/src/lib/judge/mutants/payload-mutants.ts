import { at, isObject, type JsonObject, type JsonPath, objectAt } from '@idvkit/json';
import { readDateTime, type RuleId } from '@idvkit/schema/rules';

import { amlEntriesOf, amlRunsOf } from '../rule/payload-parts.ts';
import { payloadOf } from '../rule/payload.ts';
import { inPayload, onText } from './corrupting.ts';
import type { Mutant } from './mutant.ts';

type Make = (old: unknown) => unknown;

function mutant(rule: RuleId, title: string, path: JsonPath, make: Make): Mutant {
  return { rule, title, corrupt: inPayload(path, make) };
}

/** Makes a place of the first screening run anew, or of its first entry. */
function inScreening(rule: RuleId, title: string, part: 'run' | 'entry', path: JsonPath, make: Make): Mutant {
  return {
    rule,
    title,
    corrupt: (target, run) => {
      const payload = payloadOf(target);
      const [first] = payload === undefined ? [] : amlRunsOf(payload);
      const [entry] = first === undefined ? [] : amlEntriesOf(first);
      const place = part === 'run' ? first?.path : entry?.path;
      return place && inPayload([...place, ...path], make)(target, run);
    },
  };
}

const set =
  (value: unknown): Make =>
  () =>
    value;
const gone: Make = set(undefined);
const more: Make = (old) => (typeof old === 'number' ? old + 1 : old);
/** Adds members to an object, and leaves anything else as it is. */
const withMembers =
  (members: (old: JsonObject) => JsonObject): Make =>
  (old) =>
    isObject(old) ? { ...old, ...members(old) } : old;

const application = (...path: JsonPath): JsonPath => ['application', ...path];
const ekyc = (...path: JsonPath): JsonPath => ['extra', 'ekyc', ...path];
const TRY: JsonPath = ['liveness', 'attempts', 0];
const SCAN: JsonPath = ['identity_document', 'attempts', 0];

/** Turns a flag round. */
const turned: Make = (old) => (typeof old === 'boolean' ? !old : old);

/** Lists a flag of a screening run that is false, or leaves out one that is true. */
function contraryList(run: unknown): unknown {
  const list: unknown = at(run, 'values_list');
  const [flag, isTrue] =
    Object.entries(objectAt(run, 'result') ?? {}).find(
      ([name, value]) => name.startsWith('is_any_in_') && typeof value === 'boolean',
    ) ?? [];
  if (!isObject(run) || !Array.isArray(list) || flag === undefined) return run;
  return { ...run, values_list: isTrue === true ? list.filter((name) => name !== flag) : [...list, flag] };
}

/** Rules about payloads, be they delivered or read. */
export const payloadMutants: readonly Mutant[] = [
  mutant('application.id.integer', 'the id becomes text', application('id'), String),
  mutant('application.form.echoes-path', 'the form is another', application('form'), set('another-form')),
  mutant('application.slug.echoes-path', 'the slug is another', application('slug'), set('another-slug')),
  mutant('application.status.enum', 'the status is none', application('status'), set('deleted')),
  mutant(
    'application.submitted-at.null-while-incomplete',
    'an open application was submitted',
    ['application'],
    withMembers(({ status }) => (status === 'incomplete' ? { submitted_at: '2026-01-05T03:00:00+00:00' } : {})),
  ),
  mutant(
    'application.submitted-at.set-when-complete',
    'a submission has no time',
    application('submitted_at'),
    set(null),
  ),
  mutant('other-status.ekyc.present', 'ekyc is gone', application('other_status', 'ekyc'), gone),
  mutant(
    'other-status.ekyc.enum',
    'ekyc is spelt in upper case',
    application('other_status', 'ekyc'),
    onText((text) => text.toUpperCase()),
  ),
  mutant('other-status.ekyc.pass-needs-checks', 'a pass has no successful try', ekyc('liveness', 'attempts'), set([])),
  mutant(
    'other-status.custom.string',
    'a column is a number',
    application('other_status'),
    withMembers(() => ({ mutant: 1 })),
  ),
  mutant('answers.map.object', 'answers are a list', ['answers'], set([])),
  mutant('answers.answer.value-required', 'an answer has no value', ['answers', 'home_address_country', 'value'], gone),
  mutant('answers.answer.value-type', 'an answer is a list', ['answers', 'home_address_country', 'value'], set([])),
  mutant(
    'answers.answer.created-at',
    'an answer has no time',
    ['answers', 'home_address_country', 'created_at'],
    set('today'),
  ),
  mutant(
    'answers.answer.updated-at',
    'an answer was updated before it was created',
    ['answers', 'home_address_country'],
    (old) =>
      // Only a `created_at` that can be read shows that the update is too early.
      isObject(old) && readDateTime(old['created_at']) !== undefined
        ? { ...old, updated_at: '0001-01-01T00:00:00+00:00' }
        : old,
  ),
  mutant('answers.key.omitted-not-null', 'an answer is null', ['answers', 'home_address_country'], set(null)),
  mutant('answers.nid.national-id-only', 'a passport has a national id', ['answers'], (old) =>
    isObject(old) ? { ...old, nid: { ...Object(old['home_address_country']), value: '1101700230708' } } : old,
  ),
  mutant(
    'answers.document-type.enum',
    'a document is none',
    ['answers', 'ekyc_document_type', 'value'],
    set('licence'),
  ),
  mutant(
    'answers.document-country.alpha-3',
    'a country has two letters',
    ['answers', 'ekyc_document_country', 'value'],
    set('TH'),
  ),
  mutant('answers.gender.enum', 'a gender is spelt out', ['answers', 'gender', 'value'], set('female')),
  mutant(
    'answers.full-name-type.enum',
    'a name is of another type',
    ['answers', 'full_name_type', 'value'],
    set('short'),
  ),
  mutant('answers.dates.iso', 'a date is written day first', ['answers', 'date_of_birth', 'value'], set('31/01/1990')),
  mutant(
    'answers.home-address-country.present',
    'an address has no country',
    ['answers', 'home_address_country'],
    gone,
  ),
  mutant(
    'answers.home-address-country.alpha-3',
    'a country is made up',
    ['answers', 'home_address_country', 'value'],
    set('XXX'),
  ),
  mutant('answers.strings.typed', 'a text is a number', ['answers', 'document_number', 'value'], set(5)),
  mutant(
    'answers.consent-checkbox.boolean',
    'a checkbox is text',
    ['answers', 'consent_checkbox_1', 'value'],
    set('true'),
  ),
  mutant(
    'answers.consent-date.z-suffix',
    'the consent has an offset',
    ['answers', 'consent_date', 'value'],
    onText((text) => text.replace('Z', '+00:00')),
  ),
  mutant('face-compare.score.range', 'a score is above 100', ekyc('face_compare', 'score'), set(100.5)),
  mutant(
    'face-compare.status.enum',
    'a comparison has another outcome',
    ekyc('face_compare', 'status'),
    set('matched'),
  ),
  mutant(
    'face-compare.implies-both-passed',
    'faces were compared without a scan',
    ekyc('identity_document', 'attempts'),
    set([]),
  ),
  mutant('liveness.url.signed-image', 'a frame has no address', ekyc('liveness', 'url'), set('frame.png')),
  mutant('liveness.attempts.numbered', 'tries are counted from 0', ekyc(...TRY, 'attempt'), set(0)),
  mutant(
    'liveness.attempts.ordered',
    'the first try is the last',
    ekyc(...TRY, 'created_at'),
    set('2099-01-01T00:00:00+00:00'),
  ),
  mutant('liveness.attempt.shape', 'a try has no status', ekyc(...TRY, 'status'), gone),
  mutant('liveness.attempt.message-empty', 'a try has a message', ekyc(...TRY, 'message'), set('too dark')),
  mutant('identity-document.type.enum', 'a document is none', ekyc('identity_document', 'type'), set('licence')),
  mutant(
    'identity-document.url.signed-image',
    'a scan has no address',
    ekyc('identity_document', 'url'),
    set('scan.png'),
  ),
  mutant('identity-document.attempts.numbered', 'scans are counted from 0', ekyc(...SCAN, 'attempt'), set(0)),
  mutant(
    'identity-document.attempts.ordered',
    'the first scan is the last',
    ekyc(...SCAN, 'created_at'),
    set('2099-01-01T00:00:00+00:00'),
  ),
  mutant('identity-document.attempt.shape', 'a scan has no status', ekyc(...SCAN, 'status'), gone),
  mutant('identity-document.attempt.message-empty', 'a scan has a message', ekyc(...SCAN, 'message'), set('glare')),
  mutant(
    'image.url.absolute-on-service-host',
    'an image is on no host',
    ekyc('identity_document', 'url'),
    // Not on another one: of a recording it may not be known which host is the service's.
    onText((url) => url.replace(/^https?:\/\/[^/]+/, '')),
  ),
  mutant(
    'image.url.path',
    'an image has another path',
    ekyc('identity_document', 'url'),
    onText((url) => url.replace('/result/image/', '/image/')),
  ),
  mutant(
    'image.url.query',
    'an image has no signature',
    ekyc('identity_document', 'url'),
    onText((url) => url.replace(/([?&])q=/, '$1x=')),
  ),
  mutant('aml.keyed-by-provider', 'runs have no provider', ['extra', 'identity_aml'], (old) =>
    isObject(old) ? Object.values(old).flat() : old,
  ),
  inScreening('aml.run.shape', 'a run names no lists', 'run', ['values_list'], gone),
  inScreening('aml.run.input-names', 'a run screens no name', 'run', ['input', 'first_name'], gone),
  inScreening(
    'aml.run.input-is-editable-name',
    'a run screens another name',
    'run',
    ['input', 'first_name'],
    set('Mutant'),
  ),
  inScreening('aml.run.output-nested-provider', 'the output has another key', 'run', ['output'], set({ another: [] })),
  inScreening('aml.entry.shape', 'an entry has no input', 'entry', ['input'], gone),
  inScreening('aml.entry.output-shape', 'a code is text', 'entry', ['output', 'code'], set('200')),
  inScreening('aml.entry.result-flags', 'an entry lacks a flag', 'entry', ['result', 'is_in_pep'], gone),
  inScreening(
    'aml.entry.hits-empty-when-not-found',
    'nothing found has a hit',
    'entry',
    [],
    withMembers(({ output, result }) => ({
      result: { ...Object(result), is_found: false },
      output: {
        ...Object(output),
        content: { data: { ...Object(Object(Object(output)['content'])['data']), hits: [{}] } },
      },
    })),
  ),
  inScreening('aml.run.result-flags', 'a run lacks a flag', 'run', ['result', 'is_any_in_pep'], gone),
  inScreening('aml.run.aggregate-any', 'is_any_found is turned round', 'run', ['result', 'is_any_found'], turned),
  inScreening('aml.run.aggregate-all', 'is_all_found is turned round', 'run', ['result', 'is_all_found'], turned),
  inScreening('aml.run.values-list-names-flags', 'a list is no flag', 'run', ['values_list'], set(['pep'])),
  inScreening('aml.run.values-list-lists-true', 'a list says the contrary of its flag', 'run', [], contraryList),
  inScreening(
    'aml.run.timestamp',
    'a run has a day alone',
    'run',
    ['timestamp'],
    onText((text) => text.slice(0, 10)),
  ),
  mutant(
    'convention.omitted-not-null',
    'what does not apply is null',
    ['extra', 'ekyc', 'identity_document'],
    withMembers(() => ({ mutant: null })),
  ),
  mutant('convention.ids.integer', 'an id is text', ekyc(...TRY, 'id'), String),
  mutant('event.nounce.string', 'a nounce is a number', ['event', 'nounce'], set(5)),
  mutant('event.type.string', 'a type is a number', ['event', 'type'], set(5)),
  mutant('event.version.on-submit-form', 'a version is text', ['event', 'version'], String),
  mutant(
    'event.version.absent-on-lifecycle',
    'a lifecycle event has a version',
    ['event'],
    withMembers(({ version }) => (version === undefined ? { version: 1 } : {})),
  ),
  mutant('event.created-at', 'an event has a day alone', ['event', 'created_at'], set('2026-01-05')),
  mutant('event.submit-form.payload', 'a submission has no answers', ['answers'], gone),
  mutant('event.submit-form.complete', 'a submission is open', application('status'), set('incomplete')),
  {
    rule: 'event.lifecycle.no-answers',
    title: 'a lifecycle event has answers',
    corrupt: inPayload([], (old) => (isObject(old) && old['answers'] === undefined ? { ...old, answers: {} } : old)),
  },
  mutant(
    'application.submitted-at.stable',
    'a submission is a second later',
    application('submitted_at'),
    onText(aSecondLater),
  ),
  mutant('application.id.stable', 'an application has another id', application('id'), more),
  mutant(
    'delivery.idempotency-key.stable',
    'a submission is a second later',
    application('submitted_at'),
    onText(aSecondLater),
  ),
  mutant(
    'resend.same-content',
    'what is sent again has a column more',
    application('other_status'),
    withMembers(() => ({ mutant: 'Yes' })),
  ),
  mutant(
    'result.equals-webhook',
    'a result has a column more',
    application('other_status'),
    withMembers(() => ({ mutant: 'Yes' })),
  ),
  mutant(
    'result.read-only',
    'a result has a column more',
    application('other_status'),
    withMembers(() => ({ mutant: 'Yes' })),
  ),
  mutant('create.state.incomplete', 'a new application is expired', application('status'), set('expired')),
];

function aSecondLater(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : new Date(at + 1000).toISOString().replace('Z', '+00:00');
}
