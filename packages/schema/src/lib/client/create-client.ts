import { DEFAULT_MAX_BYTES, parseJson } from '@idvkit/json';

import type { EndpointName } from '../endpoints/endpoint.ts';
import { DEFAULT_LOCALE } from '../locale/platform-locales.ts';
import { readAs } from '../reading/read-as.ts';
import type { BodyShape } from '../reading/shape.ts';
import { createResponse, infoResponse, resultResponse } from '../reading/shapes.ts';
import { CallRefusedError, ImageExpiredError, UnreadableAnswerError, type CallMade } from './call-errors.ts';
import { callUrl, readBaseUrl } from './call-url.ts';
import type {
  ApplicationCallOptions,
  CallOptions,
  Client,
  ClientClock,
  ClientOptions,
  ServiceImage,
} from './client.ts';
import { makeCall, type Answer, type Caller } from './make-call.ts';

/**
 * Makes a client of the service that keeps the specification's advice on retries.
 *
 * @throws {TypeError} if `baseUrl` or `token` cannot be used; the token is not quoted.
 * @see Specification, "Endpoints"
 *
 * @example
 * const client = createClient({ baseUrl: 'https://idv.example.com', token: process.env.IDV_API_TOKEN })
 * const { form_url, detail } = await client.create({ formSlug: 'kyc', answers: { customer_ref: 'A-17' } })
 */
export function createClient(options: ClientOptions): Client {
  const baseUrl = readBaseUrl(options.baseUrl);
  // A header takes no more than that, and says so by quoting it.
  if (!/^[\u0021-\u007e]+$/.test(options.token)) {
    throw new TypeError('Cannot create client: token must be printable ASCII without spaces.');
  }
  const caller: Caller = {
    token: options.token,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    clock: options.clock ?? systemClock,
    random: options.random ?? Math.random,
    timeoutMs: options.timeoutMs ?? 30_000,
    maxBackOffs: options.maxBackOffs ?? 5,
    maxWaitMs: options.maxWaitMs ?? 60_000,
    maxBytes: options.maxBytes ?? DEFAULT_MAX_BYTES,
    onRetry: options.onRetry ?? (() => undefined),
  };

  function call(
    endpoint: EndpointName,
    { formSlug, lang, signal, slug, body }: CallOptions & Partial<ApplicationCallOptions> & { readonly body?: unknown },
  ): Promise<Answer & CallMade> {
    const values = {
      lang: lang ?? options.lang ?? DEFAULT_LOCALE,
      form_slug: formSlug,
      ...(slug !== undefined && { slug }),
    };
    const url = callUrl(baseUrl, endpoint, values);
    return makeCall(caller, { endpoint, url, body: body === undefined ? undefined : JSON.stringify(body), signal });
  }

  async function image({ url, signal }: Parameters<Client['image']>[0]): Promise<ServiceImage> {
    const address = URL.parse(url);
    // A delivery may name any address, and the token opens the whole workspace.
    if (address?.origin !== new URL(baseUrl).origin) {
      throw new TypeError('Cannot read an image: its URL is not on the origin of baseUrl.');
    }
    try {
      const made = { endpoint: 'image', url: address.href, body: undefined, signal } as const;
      const { bytes, contentType, ...answer } = await makeCall(caller, made);
      const { status } = answer;
      if (bytes === undefined) throw new UnreadableAnswerError(answer, { status, path: [], problem: 'is too large' });
      return { bytes, contentType };
    } catch (error) {
      const isExpired = Number(address.searchParams.get('exp') ?? Infinity) * 1_000 <= caller.clock.now();
      if (error instanceof CallRefusedError && isExpired && error.status !== 401 && error.status < 429)
        throw new ImageExpiredError(error, error);
      throw error;
    }
  }

  return {
    image,
    async create({ answers, ...about }) {
      const answer = await call('create', { ...about, ...(answers !== undefined && { body: { answers } }) });
      return readBody(answer, createResponse, options.onIssues);
    },
    async result(about) {
      return readBody(await call('result', about), resultResponse, options.onIssues);
    },
    async info(about) {
      return readBody(await call('info', about), infoResponse, options.onIssues);
    },
    async submit({ answers, ...about }) {
      await call('submit', { ...about, body: { answers } });
    },
    async resend(about) {
      await call('resend', about);
    },
  };
}

/** The machine's own clock. */
const systemClock: ClientClock = {
  now: () => Date.now(),
  schedule: (delayMs, due) => {
    const timer = setTimeout(due, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Reads the body of a 2xx. */
function readBody<Body>(
  answer: Answer & CallMade,
  shape: BodyShape<Body>,
  onIssues: NonNullable<ClientOptions['onIssues']> = () => undefined,
): Body {
  const { endpoint, status, bytes } = answer;
  if (bytes === undefined) throw new UnreadableAnswerError(answer, { status, path: [], problem: 'is too large' });
  const json = parseJson(bytes, { maxBytes: bytes.length });
  if (!json.ok)
    throw new UnreadableAnswerError(answer, { status, path: [], problem: `is not JSON (${json.fault.code})` });
  const { value, issues, blocker } = readAs(shape, json.value);
  if (blocker !== undefined) {
    throw new UnreadableAnswerError(answer, {
      status,
      path: blocker.path,
      problem: `is not readable: ${blocker.message}`,
    });
  }
  if (issues.length > 0) onIssues({ endpoint, issues });
  return value;
}
