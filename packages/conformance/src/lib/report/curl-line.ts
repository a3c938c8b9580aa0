import type { ConformanceRun } from '../drive/calls/conformance-run.ts';
import type { ApplicationState } from '../observe/condition.ts';
import { headerOf } from '../observe/headers.ts';
import type { Exchange } from '../observe/observation.ts';
import type { Masker } from './mask/masker.ts';
import { shellWord, type WordPart } from './shell-word.ts';

export interface CurlOptions {
  readonly masker: Masker;
  readonly slugSources: SlugSources;
}

/**
 * Writes a `curl` command that repeats a call, as one line for a POSIX shell. Secrets, slugs and signed image URLs are
 * variables; a slug of the ledger is read from there by its fingerprint. Masked answers must be filled in.
 */
export function curlLine(exchange: Exchange, { masker, slugSources }: CurlOptions): string {
  const { method, body } = exchange.request;
  const words: (readonly WordPart[])[] = [['curl'], ['-sS'], ['-i']];
  if (method !== 'GET') words.push(['-X'], [method]);
  const authorization = authorizationOf(exchange);
  if (authorization !== undefined) words.push(['-H'], authorization);
  if (exchange.condition.body !== 'absent' && exchange.condition.body !== 'unknown') {
    words.push(['-H'], ['Content-Type: application/json']);
    // Half a document, as the run sends it.
    words.push(['--data'], [exchange.condition.body === 'not-json' ? '{"answers": ' : masker.body(body)]);
  }
  const slug = exchange.slug === undefined ? undefined : slugPart(exchange, exchange.slug, { masker, slugSources });
  const address = addressOf(exchange, masker, slug?.part ?? '');
  // Brackets would be ranges to curl.
  if (address.some((part) => typeof part === 'string' && /[[\]{}]/.test(part))) words.push(['-g']);
  words.push(address);
  const line = words.map(shellWord).join(' ');
  if (slug?.before === undefined || !address.includes(slug.part)) return line;
  return [`SLUG=$(${slug.before})`, ...(slug.change === undefined ? [] : [slug.change]), line].join(' && ');
}

interface SlugPart {
  readonly part: WordPart;
  /** Command that prints the slug, if `part` is the variable `SLUG`. */
  readonly before?: string;
  /** Command that brings the application into its state. */
  readonly change?: string;
}

/** Method and operation of the portal that bring a new application of a mock into a state, or `''` if it has it already. */
const MOCK_CHANGES: Partial<Record<ApplicationState, '' | readonly [method: string, operation: string]>> = {
  open: '',
  submitted: ['POST', '/submit'],
  expired: ['POST', '/expire'],
  deleted: ['DELETE', ''],
};

/** Returns how a line names an application: by a setting, by the ledger, by a new one of a mock, or by a variable that it asks for. */
function slugPart(exchange: Exchange, slug: string, { masker, slugSources }: CurlOptions): SlugPart {
  const source = slugSources(slug);
  const part = { variable: 'SLUG' } as const;
  const fingerprint = masker.slug(slug);
  const { application: state } = exchange.condition;
  // An embedded mock ends with the run: more commands would not help.
  const operation =
    state === 'open' || (source && 'create' in source && source.hasPortal) ? MOCK_CHANGES[state] : undefined;
  if (source === undefined || ('create' in source && operation === undefined)) {
    const of = `the ${state === 'unknown' ? '' : `${state} `}application ${fingerprint}`;
    return { part: { ...part, meaning: `slug of ${of}, or of another one` } };
  }
  if ('fixture' in source) return { part: source.fixture };
  if ('ledger' in source) {
    const entry = `last(.created[]|select(.fingerprint=="${fingerprint}")).slug`;
    return { part, before: `jq -er ${shellWord([entry])} ${shellWord([source.ledger])}` };
  }
  const [form = ''] = masker.url(exchange.request.url).split('/applied-forms/', 1);
  const bearer = shellWord(['Authorization: Bearer ', { variable: 'IDV_API_TOKEN' }]);
  const before = `curl -sS -X POST -H ${bearer} ${shellWord([`${form}/create/`])} | jq -er .detail.slug`;
  if (operation === undefined || operation === '') return { part, before };
  const [method, path] = operation;
  const address = shellWord([`${new URL(form).origin}/_portal/applications/`, part, path]);
  return { part, before, change: `curl -sS -o /dev/null -X ${method} ${address}` };
}

function authorizationOf({ condition, request }: Exchange): readonly WordPart[] | undefined {
  const value = headerOf(request.headers, 'authorization');
  if (value === undefined) return undefined;
  switch (condition.credential) {
    case 'absent':
      return undefined;
    case 'invalid':
      return ['Authorization: Bearer wrong-token'];
    case 'cut':
      return ['Authorization: Bearer ', { variable: 'NEAR_MISS', meaning: 'token without its last character' }];
    case 'other-case':
      return ['Authorization: Bearer ', { variable: 'NEAR_MISS', meaning: 'token with its letter case swapped' }];
    case 'longer':
      return ['Authorization: Bearer ', { variable: 'IDV_API_TOKEN' }, 'x'];
    case 'padded':
      return ['Authorization: Bearer x', { variable: 'IDV_API_TOKEN' }, 'x'];
    case 'other-workspace':
      return ['Authorization: Bearer ', { variable: 'OTHER_TOKEN', meaning: 'token of another workspace' }];
    case 'revoked':
      return ['Authorization: Bearer ', { variable: 'IDV_REVOKED_TOKEN' }];
    case 'other-scheme':
      if (/^Bearer\s*$/i.test(value)) return ['Authorization: Bearer'];
      return /^Basic\b/i.test(value)
        ? ['Authorization: Basic d3Jvbmc6d3Jvbmc=']
        : ['Authorization: Token ', { variable: 'IDV_API_TOKEN' }];
    case 'valid':
    case 'unknown':
      return ['Authorization: Bearer ', { variable: 'IDV_API_TOKEN' }];
  }
}

function addressOf({ condition, request, slug }: Exchange, masker: Masker, variable: WordPart): readonly WordPart[] {
  if (condition.endpoint === 'image') return [{ variable: 'IMAGE_URL' }];
  const masked = masker.url(request.url);
  if (slug === undefined) return [masked];
  const inPlace: WordPart = condition.application === 'unknown-slug' ? 'no-such-slug' : variable;
  return masked
    .split(masker.slug(slug).replace('#', '-'))
    .flatMap((text, index): WordPart[] => (index === 0 ? [text] : [inPlace, text]))
    .filter((part) => part !== '');
}

/** `create`: another application does as well. */
type SlugSource =
  | { readonly ledger: string }
  | { readonly fixture: Exclude<WordPart, string> }
  | { readonly create: true; readonly hasPortal: boolean };

type SlugSources = (slug: string) => SlugSource | undefined;

/** Creates the look-up of slugs: fixtures are in the configuration, created ones in the ledger or, of a mock, created again. */
export function createSlugSources({ created, ledger, fixtures = {}, target }: ConformanceRun): SlugSources {
  const { openSlug, submittedSlug, deletedSlug, expiredSlug } = fixtures;
  const settings = [
    [openSlug, 'OPEN_SLUG', 'fixtures.openSlug'],
    [submittedSlug, 'SUBMITTED_SLUG', 'fixtures.submittedSlug'],
    [deletedSlug, 'DELETED_SLUG', 'fixtures.deletedSlug'],
    [expiredSlug, 'EXPIRED_SLUG', 'fixtures.expiredSlug'],
  ] as const;
  const listed = new Set(created);
  const isMock = target.kind === 'mock' || target.kind === 'embedded-mock';
  return (slug) => {
    const [, variable, meaning] = settings.find(([known]) => known === slug) ?? [];
    if (variable !== undefined) return { fixture: { variable, meaning } };
    if (!listed.has(slug)) return undefined;
    if (ledger !== undefined) return { ledger };
    return isMock ? { create: true, hasPortal: target.kind === 'mock' } : undefined;
  };
}
