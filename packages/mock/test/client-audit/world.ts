import { createMock, DEFAULT_TOKEN, type ClientAudit, type Mock, type MockOptions } from '@idvkit/mock';
import { createClient, type Client } from '@idvkit/schema/client';

import { startReceiver, type TestReceiver } from '../test-receiver.ts';

export const ORIGIN = 'http://mock.test';
export const FORM = 'kyc-camera';
const SECRET = 'whsec-of-the-portal';
const MINUTE_MS = 60_000;

/** How a call departs from a GET with the token. */
export interface RawCall {
  readonly method?: string;
  /** Null: none. */
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A mock whose clock stands still, a receiver of the client, and a client that keeps every rule. */
export interface World {
  readonly mock: Mock;
  readonly client: Client;
  readonly receiver: TestReceiver;
  /** Creates an application for an applicant of this name, and gives its slug and form. */
  readonly create: (customer: string) => Promise<{ readonly slug: string; readonly formUrl: string }>;
  /** Has the applicant open the form and submit, and waits until that was delivered. */
  readonly submit: (applicant: { readonly slug: string; readonly formUrl: string }) => Promise<void>;
  /** Fetches the images of what was delivered about an application. */
  readonly fetchImages: (slug: string) => Promise<readonly number[]>;
  /** Makes a call as no library would. */
  readonly raw: (path: string, init?: RawCall) => Promise<Response>;
  readonly pass: (ms: number) => Promise<void>;
  readonly audit: () => ClientAudit;
}

/** Does something in a world of its own. */
export async function inWorld(
  use: (world: World) => Promise<void>,
  { plan = [204], ...options }: MockOptions & { readonly plan?: readonly (number | 'never')[] } = {},
): Promise<ClientAudit> {
  const receiver = await startReceiver(...plan);
  const mock = createMock({
    clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') },
    webhooks: [{ url: receiver.url, secret: SECRET }],
    ...options,
  });
  const passing: Promise<void>[] = [];
  try {
    const world = worldOf(mock, receiver, passing);
    await use(world);
    return world.audit();
  } finally {
    await Promise.all(passing);
    await mock.close();
    await receiver.close();
  }
}

function worldOf(mock: Mock, receiver: TestReceiver, passing: Promise<void>[]): World {
  const pass = async (ms: number): Promise<void> => {
    await mock.portal.advance({ ms: ms });
  };
  const raw: World['raw'] = async (path, { token = DEFAULT_TOKEN, headers, ...init } = {}) => {
    const given = { ...(token !== null && { authorization: `Bearer ${token}` }), ...headers };
    const answer = await mock.fetch(
      new Request(new URL(path, ORIGIN), { redirect: 'manual', headers: given, ...init }),
    );
    return answer;
  };
  const client = createClient({
    baseUrl: ORIGIN,
    token: DEFAULT_TOKEN,
    fetch: (request) => mock.fetch(request),
    clock: mock.clock,
    // Time goes on once the client waits.
    onRetry: ({ waitMs }) => setImmediate(() => passing.push(pass(waitMs))),
  });
  return {
    mock,
    client,
    receiver,
    raw,
    pass,
    create: async (customer) => {
      const { detail, form_url: formUrl } = await client.create({
        formSlug: FORM,
        answers: { customer_ref: customer },
      });
      return { slug: detail.slug, formUrl };
    },
    submit: async ({ slug, formUrl }) => {
      await raw(formUrl, { token: null, headers: { 'user-agent': 'a phone' } });
      mock.portal.submit(slug);
      // Whatever is to be delivered again is, and images are still valid.
      await pass(MINUTE_MS);
    },
    fetchImages: async (slug) => {
      const text = receiver.received.findLast((each) => each.text.includes(slug))?.text ?? '';
      const statuses: number[] = [];
      for (const url of new Set(text.match(/http:\/\/[^"]+\/result\/image\/[^"]+/g))) {
        const { status } = await raw(url);
        statuses.push(status);
      }
      return statuses;
    },
    audit: () => mock.portal.audit(),
  };
}
