import { isObject } from '@idvkit/json';
import { DEFAULT_LOCALE } from '@idvkit/schema';

import type { Endpoint } from '../../observe/condition.ts';
import type { Exchange } from '../../observe/observation.ts';
import { expectedAnswers } from '../expectation/expected-answers.ts';
import {
  inBody,
  onAnswer,
  oncePerRun,
  repeating,
  withBody,
  withHeader,
  withStatus,
  type Corrupt,
  type MutantTable,
} from './mutant.ts';

function swapStatus(from: number, to: number): Corrupt {
  return onAnswer((target) => {
    const isRight = expectedAnswers(target.condition)?.some(({ status }) => status === to) ?? false;
    return target.response.status === from && !isRight ? [withStatus(target, to)] : undefined;
  });
}

function answeredWith(status: number, applies: (exchange: Exchange) => boolean = () => true): Corrupt {
  return onAnswer((target) => (applies(target) ? [withStatus(target, status)] : undefined));
}

function answeredAs(
  isOther: (exchange: Exchange) => boolean,
  applies: (exchange: Exchange) => boolean = () => true,
): Corrupt {
  const otherIn = oncePerRun((run) => run.find((each): each is Exchange => each.kind === 'exchange' && isOther(each)));
  return onAnswer((target, run) => {
    const other = otherIn(run);
    return other?.response === undefined || isOther(target) || !applies(target)
      ? undefined
      : [{ ...target, response: other.response }];
  });
}

function answerHeader(name: string, change: (value: string) => string): Corrupt {
  return onAnswer((target) => {
    const { response } = target;
    return [{ ...target, response: { ...response, headers: withHeader(response.headers, name, change) } }];
  });
}

function padded(bytes: number): Corrupt {
  return (target) => withBody(target, (json) => (isObject(json) ? { ...json, padding: 'x'.repeat(bytes) } : json));
}

const isServed =
  (endpoint: Endpoint) =>
  ({ condition, response }: Exchange): boolean =>
    condition.endpoint === endpoint && response?.status === 200;

export const answerMutants: MutantTable = {
  'create.status.201': swapStatus(201, 200),
  'auth.invalid-token.401': swapStatus(401, 403),
  'auth.absent.403': swapStatus(403, 401),
  'locale.unknown.302': swapStatus(302, 404),
  'resend.never-submitted.204': swapStatus(204, 200),
  'create.answers.format-422': swapStatus(422, 400),
  'auth.never-405': answeredWith(405),
  // The rule learns from infos which locales a form lists.
  'locale.outside-form-subset.accepted': answeredWith(418, ({ condition }) => condition.endpoint !== 'info'),
  'create.info.resolves': answeredWith(418, ({ condition }) => condition.endpoint === 'info'),
  'locale.unknown.does-not-resolve': answeredWith(200, ({ response }) => (response?.status ?? 0) >= 400),
  // A failure in the default locale says nothing about locales.
  'locale.platform.accepted': answeredAs(
    ({ response }) => response?.status === 302,
    ({ lang }) => lang !== DEFAULT_LOCALE,
  ),
  'info.submitted.no-token-refused': answeredAs(isServed('info')),
  'image.unreadable-without-signature': answeredAs(isServed('image')),
  'image.unreadable-without-token': answeredAs(isServed('image')),
  'image.unreadable-after-exp': answeredAs(isServed('image')),
  'convention.json': answerHeader('content-type', () => 'text/plain'),
  'error.content-type.json': answerHeader('content-type', () => 'text/html'),
  'locale.unknown.location': answerHeader('location', (url) => url.replace(/\/en\//, '/th/')),
  'create.form-url.unique': repeating('form_url'),
  'application.slug.unique': repeating('detail.slug'),
  'create.422.names-bad-key': inBody('error.detail', () => ({ another: ['No.'] })),
  'submit.422.names-missing': inBody('', () => ({ another: ['Required.'] })),
  'info.size.about-57-kb': padded(1_000_000),
  'auth.no-leak': onAnswer((target) =>
    [401, 403, 404].includes(target.response.status)
      ? withBody(target, (json) => ({ ...Object(json), application: { status: 'complete' } }))
      : undefined,
  ),
};
