import { arrayAt } from '@idvkit/json';
import { DEFAULT_LOCALE, LOCALES_PATH, PLATFORM_LOCALES } from '@idvkit/schema';

import { SERVICE_ENDPOINTS } from '../../observe/condition.ts';
import { headerOf } from '../../observe/headers.ts';
import { quoted } from '../../observe/json.ts';
import { exchangesOf, type Exchange, type Observation } from '../../observe/observation.ts';
import { expectedAnswers, type BodyShape } from '../expectation/expected-answers.ts';
import { isServiceCondition } from '../expectation/failures.ts';
import { fail, pass, passFor, inconclusive, type Judgement } from '../rule/judgement.ts';
import { defineRule, type Rule } from '../rule/rule.ts';
import { isLocaleRefused, judgeableAnswer, notEarned, statusRule, unexpectedStatus } from './status-rule.ts';

/** Refusals that show that the form was found and read. */
const OFFERED: readonly BodyShape[] = ['messages', 'envelope-of-messages'];

/** Checks for a call in a platform locale that the service must serve, apart from its locale, or that is redirected. */
function offers({ condition, lang, response }: Exchange): boolean {
  if (lang === undefined || !isServiceCondition(condition) || condition.locale !== 'platform') return false;
  const certain = (expectedAnswers(condition) ?? []).filter((answer) => answer.certain);
  if (isLocaleRefused({ condition, lang, ...(response && { response }) })) return certain.length > 0;
  return certain.length === 1 && certain.every(({ status, body }) => status < 300 || OFFERED.includes(body));
}

/** Checks that a call was answered correctly, and not just like every other call. */
function works(exchange: Exchange, run: readonly Observation[]): boolean {
  const { condition, response } = exchange;
  const matching = (expectedAnswers(condition) ?? []).filter(
    ({ status, certain }) => certain && status === response?.status,
  );
  return response !== undefined && notEarned(exchange, matching, run) === undefined;
}

/** Judges a call in a platform locale. The locale is to blame only if the endpoint works in the default locale. */
function judgeLocale(
  exchange: Exchange,
  part: string,
  { run, plainCall }: { readonly run: readonly Observation[]; readonly plainCall: FindExchange },
): Judgement | undefined {
  const { endpoint } = exchange.condition;
  if (works(exchange, run)) return passFor(part, exchange);
  const answer = judgeableAnswer(exchange);
  if (!('status' in answer)) return answer;
  const expected = expectedAnswers(exchange.condition) ?? [];
  if (answer.status >= 500 || expected.some(({ status }) => status === answer.status)) return undefined;
  const plain = plainCall(exchange);
  if (plain === undefined || exchange.lang === DEFAULT_LOCALE) {
    return inconclusive(`The ${endpoint} endpoint was not seen to work in the default locale either.`, exchange);
  }
  return fail(exchange, { ...unexpectedStatus(answer.status, expected), also: [plain] });
}

type FindExchange = (exchange: Exchange) => Exchange | undefined;

/**
 * Returns what finds a call in the default locale that was answered correctly, and that differs in nothing else that decides its
 * answer; after a redirect, that does not matter. The calls of a run are looked at once.
 */
function plainCallsOf(run: readonly Observation[]): FindExchange {
  let first: Map<string, Exchange> | undefined;
  const find = (): Map<string, Exchange> => {
    const plain = exchangesOf(run).filter(
      (exchange) => exchange.lang === DEFAULT_LOCALE && offers(exchange) && works(exchange, run),
    );
    const keyed = plain.flatMap((exchange) => keysOf(exchange).map((key) => [key, exchange] as const));
    return new Map(keyed.toReversed());
  };
  return (exchange) => (first ??= find()).get(keysOf(exchange)[isLocaleRefused(exchange) ? 0 : 1]);
}

function keysOf({ condition }: Exchange): readonly [endpoint: string, call: string] {
  return [condition.endpoint, DECIDING.map((name) => condition[name]).join(' ')];
}

const DECIDING = ['endpoint', 'method', 'credential', 'application', 'flow', 'body', 'credit'] as const;

const platformIsAccepted = defineRule('locale.platform.accepted', {
  scope: 'run',
  needs: 'Calls in each of the 17 platform locales.',
  coverage: PLATFORM_LOCALES.flatMap((lang) => SERVICE_ENDPOINTS.map((endpoint) => `${lang} ${endpoint}`)),
  *judge(run) {
    const context = { run, plainCall: plainCallsOf(run) };
    for (const exchange of exchangesOf(run).filter(offers)) {
      const judgement = judgeLocale(exchange, `${exchange.lang} ${exchange.condition.endpoint}`, context);
      if (judgement) yield judgement;
    }
  },
});

const outsideSubsetIsAccepted = defineRule('locale.outside-form-subset.accepted', {
  scope: 'run',
  needs: 'A form that does not list every platform locale, its info, and calls in such a locale.',
  coverage: SERVICE_ENDPOINTS,
  *judge(run) {
    const listed = listedLocales(exchangesOf(run));
    const context = { run, plainCall: plainCallsOf(run) };
    for (const exchange of exchangesOf(run).filter(offers)) {
      const locales = listed.get(exchange.formSlug ?? '');
      if (locales === undefined || exchange.lang === undefined || locales.has(exchange.lang)) continue;
      const judgement = judgeLocale(exchange, exchange.condition.endpoint, context);
      if (judgement) yield judgement;
    }
  },
});

function listedLocales(run: readonly Exchange[]): ReadonlyMap<string, ReadonlySet<unknown>> {
  const listed = new Map<string, ReadonlySet<unknown>>();
  for (const { condition, formSlug, response } of run) {
    if (condition.endpoint !== 'info' || response?.status !== 200 || formSlug === undefined) continue;
    const locales = arrayAt(response.body.json, ...LOCALES_PATH);
    if (locales && locales.length > 0) listed.set(formSlug, new Set(locales));
  }
  return listed;
}

function isRedirect({ condition, response }: Exchange): boolean {
  const status = response?.status ?? 0;
  return condition.locale === 'unrecognised' && isServiceCondition(condition) && status >= 300 && status < 400;
}

function targetOf({ request, response }: Exchange): URL | undefined {
  const location = headerOf(response?.headers ?? [], 'location');
  return location === undefined || location === '' ? undefined : (URL.parse(location, request.url) ?? undefined);
}

/** Reports redirects that only miss the path prefix of the service as one finding: a gateway adds the prefix. */
const locationHasDefault = defineRule('locale.unknown.location', {
  scope: 'run',
  needs: 'A call with an unrecognised locale.',
  *judge(run, { baseUrl }) {
    const outside: Exchange[] = [];
    const findingOf = (exchange: Exchange, message: string): Parameters<typeof fail>[1] => ({
      message,
      expected: `${prefixOf(exchange, baseUrl)}/${DEFAULT_LOCALE}/…`,
      actual: quoted(headerOf(exchange.response?.headers ?? [], 'location')),
    });
    for (const exchange of exchangesOf(run).filter(isRedirect)) {
      const path = targetOf(exchange)?.pathname;
      if (path !== undefined && localeAfter(prefixOf(exchange, baseUrl), path) === DEFAULT_LOCALE) yield pass(exchange);
      else if (path !== undefined && localeAfter('', path) === DEFAULT_LOCALE) outside.push(exchange);
      else
        yield fail(exchange, findingOf(exchange, 'The redirect does not lead to a path with the default locale first'));
    }
    const [first, ...also] = outside;
    if (first === undefined) return;
    const message = 'Redirects leave out the path prefix of the service (does a gateway add it?)';
    yield fail(first, { ...findingOf(first, message), also });
  },
});

function localeAfter(prefix: string, path: string): string | undefined {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length).split('/')[1] : undefined;
}

function prefixOf({ request, lang }: Exchange, baseUrl: string | undefined): string {
  const path = URL.parse(request.url)?.pathname ?? '';
  const place = path.indexOf(`/${encodeURIComponent(lang ?? '')}/api/forms/`);
  if (place >= 0) return path.slice(0, place);
  return (URL.parse(baseUrl ?? '')?.pathname ?? '').replace(/(?<!\/)\/+$/, '');
}

const doesNotResolve = defineRule('locale.unknown.does-not-resolve', {
  scope: 'run',
  needs: 'A call with an unrecognised locale whose Location is followed.',
  *judge(run) {
    const redirects = new Map<string, Exchange>();
    for (const exchange of exchangesOf(run)) {
      const redirect = redirects.get(URL.parse(exchange.request.url)?.href ?? '');
      if (redirect !== undefined) {
        const judgement = judgeFollowed(redirect, exchange);
        if (judgement) yield judgement;
      }
      const target = isRedirect(exchange) ? targetOf(exchange) : undefined;
      if (target) redirects.set(target.href, exchange);
    }
  },
});

function judgeFollowed(redirect: Exchange, followed: Exchange): Judgement | undefined {
  const answer = judgeableAnswer(followed);
  if (!('status' in answer)) return answer;
  // Only an endpoint answers these.
  const isAnswered = answer.status < 300 || answer.status === 422 || answer.status === 461;
  if (!isAnswered) return answer.status >= 400 && answer.status < 500 ? pass(redirect, followed) : undefined;
  return fail(followed, {
    message: `Following the redirect of an unrecognised locale answers ${answer.status}`,
    expected: 'an address that does not resolve',
    actual: answer.status,
    also: [redirect],
  });
}

export const localeRules: readonly Rule[] = [
  platformIsAccepted,
  outsideSubsetIsAccepted,
  statusRule('locale.unknown.302', {
    needs: 'Calls with an unrecognised locale on every endpoint.',
    coverage: SERVICE_ENDPOINTS,
    part: ({ endpoint }) => endpoint,
  }),
  locationHasDefault,
  doesNotResolve,
];
