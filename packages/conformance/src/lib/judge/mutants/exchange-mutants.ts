import { at, isObject, type JsonPath } from '@idvkit/json';
import type { RuleId } from '@idvkit/schema/rules';

import { messageBody } from '../../observe/message-body.ts';
import type { Exchange, HeaderList } from '../../observe/observation.ts';
import { onExchange, onText } from './corrupting.ts';
import { withAnswer, type Mutant } from './mutant.ts';

type Make = (old: unknown) => unknown;

function inAnswer(rule: RuleId, title: string, path: JsonPath, make: Make): Mutant {
  return { rule, title, corrupt: onExchange((target) => withAnswer(target, path, make)) };
}

/** Changes the headers of an answer. */
function inHeaders(rule: RuleId, title: string, name: string, make: (value: string) => string): Mutant {
  return {
    rule,
    title,
    corrupt: onExchange((target) => {
      const { response } = target;
      if (response === undefined) return undefined;
      const headers: HeaderList = response.headers.map(([key, value]) =>
        key.toLowerCase() === name ? [key, make(value)] : [key, value],
      );
      return [{ ...target, response: { ...response, headers } }];
    }),
  };
}

/** Makes the answer of a call so many bytes long. */
function padded(target: Exchange, bytes: number): readonly Exchange[] | undefined {
  const { response } = target;
  if (response === undefined || !isObject(response.body.json)) return undefined;
  const text = JSON.stringify({ ...response.body.json, mutant: 'x'.repeat(bytes) });
  return [{ ...target, response: { ...response, body: messageBody(new TextEncoder().encode(text)) } }];
}

const set =
  (value: unknown): Make =>
  () =>
    value;
const pathAlone: Make = onText((url) => url.replace(/^https?:\/\/[^/]+/, ''));
const RESULT: JsonPath = [];

/** Rules about single answers, beside their status. */
export const exchangeMutants: readonly Mutant[] = [
  inHeaders('convention.json', 'a body is labelled as text', 'content-type', () => 'text/plain'),
  inHeaders('error.content-type.json', 'an error is labelled as HTML', 'content-type', () => 'text/html'),
  inHeaders('locale.unknown.location', 'a redirect leads to another locale', 'location', (url) =>
    url.replace(/\/en\//, '/th/'),
  ),
  inAnswer('create.form-url.uri', 'a link is a path alone', ['form_url'], pathAlone),
  {
    rule: 'create.form-url.unique',
    title: 'two applicants have one link',
    corrupt: onExchange((target, run) => {
      const earlier = run.find(
        (each): each is Exchange =>
          each.kind === 'exchange' &&
          each.id !== target.id &&
          (each.response?.status ?? 0) < 300 &&
          at(each.response?.body.json, 'form_url') !== undefined,
      );
      return earlier && withAnswer(target, ['form_url'], () => at(earlier.response?.body.json, 'form_url'));
    }),
  },
  inAnswer('create.info.absolute', 'the info is a path alone', ['info'], pathAlone),
  inAnswer('create.detail.form-echo', 'the form is another', ['detail', 'form'], set('another-form')),
  inAnswer(
    'create.detail.submitted-at-null',
    'a new application was submitted',
    ['detail', 'submitted_at'],
    set('2026-01-05T03:00:00+00:00'),
  ),
  inAnswer('create.detail.step-section', 'a step is a number', ['detail', 'step'], set(1)),
  inAnswer(
    'create.422.detail-map',
    'what is wrong is one sentence',
    ['error', 'detail'],
    set('Some answers are invalid.'),
  ),
  inAnswer('create.422.names-bad-key', 'another answer is wrong', ['error', 'detail'], set({ mutant: ['No.'] })),
  inAnswer('create.credit.461-envelope', 'missing credit has no envelope', RESULT, set({ detail: 'No credit.' })),
  inAnswer('result.body.webhook-minus-event', 'a result has an event', RESULT, (old) =>
    isObject(old) ? { ...old, event: {} } : old,
  ),
  inAnswer('result.open.empty', 'an open application has extra', ['extra'], set({ ekyc: {} })),
  { rule: 'result.size.few-kb', title: 'a result is huge', corrupt: onExchange((target) => padded(target, 50_000)) },
  inAnswer('info.data.id', 'the info has another id', ['data', 'id'], (id) => Number(id) + 1),
  {
    rule: 'info.data.application-id-differs',
    title: 'the info has one id twice',
    corrupt: onExchange((target) =>
      withAnswer(target, ['data', 'application', 'id'], () => at(target.response?.body.json, 'data', 'id')),
    ),
  },
  inAnswer('info.data.is-submitted', 'the info says the opposite', ['data', 'is_submitted'], (old) => old !== true),
  inAnswer('info.data.current-step', 'a step is a number', ['data', 'current_step'], set(1)),
  inAnswer('info.data.data', 'answers are a list', ['data', 'data'], set([])),
  inAnswer(
    'info.locales.listed',
    'a locale is none',
    ['schema_config', 'configs', 'locale', 'available_locales'],
    set(['en', 'pt-br']),
  ),
  {
    rule: 'info.size.about-57-kb',
    title: 'an info is huge',
    corrupt: onExchange((target) => padded(target, 1_000_000)),
  },
  inAnswer('submit.422.names-missing', 'what is missing is not named', RESULT, set({ mutant: ['Required.'] })),
  inAnswer('error.envelope.shape', 'an error has no message', ['error', 'message'], set(undefined)),
  inAnswer('error.envelope.message', 'an error has no reason', ['error', 'message'], set('')),
  inAnswer('error.envelope.detail-string', 'a detail is a list', ['error', 'detail'], set([])),
  inAnswer('error.401.detail', 'a 401 has another text', ['error', 'detail'], set('Invalid token.')),
  inAnswer('error.403.detail', 'a 403 has another text', ['error', 'detail'], set('Forbidden.')),
];
