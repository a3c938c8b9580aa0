import { DEFAULT_TOKEN } from '@idvkit/mock';
import { createResponse } from '@idvkit/schema';

/** An answer of the service, read to its end. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON in it; undefined where there is none. */
  readonly json: unknown;
}

/** How a call departs from a POST with the default token to the camera flow. */
export interface CallOptions {
  readonly method?: string;
  readonly lang?: string;
  readonly form?: string;
  /** Value of the Authorization header; null for none. */
  readonly authorization?: string | null;
  readonly body?: unknown;
  readonly rawBody?: string | Uint8Array<ArrayBuffer>;
}

type Fetch = (request: Request) => Promise<Response>;

/** Calls the service as a client's backend does. */
export class ServiceClient {
  readonly #fetch: Fetch;
  readonly #origin: string;

  constructor(fetch: Fetch, origin = 'http://mock.test') {
    this.#fetch = fetch;
    this.#origin = origin;
  }

  create(options: CallOptions = {}): Promise<Answer> {
    return this.call('create', { method: 'POST', ...options });
  }

  /** Creates an application and gives its slug. */
  async createSlug(options: CallOptions = {}): Promise<string> {
    return createResponse.parse((await this.create(options)).json).detail.slug;
  }

  result(slug: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(`applied-forms/${slug}/result`, options);
  }

  info(slug: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(`applied-forms/${slug}/info`, options);
  }

  submit(slug: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(`applied-forms/${slug}/submit`, { method: 'POST', ...options });
  }

  resend(slug: string, options: CallOptions = {}): Promise<Answer> {
    return this.call(`applied-forms/${slug}/hook-submit`, { method: 'POST', ...options });
  }

  /** Calls an endpoint of a form by its place below it. */
  call(place: string, { lang = 'en', form = 'kyc-camera', ...options }: CallOptions = {}): Promise<Answer> {
    return this.at(`/${lang}/api/forms/${form}/${place}/`, options);
  }

  /** Calls any path. */
  async at(path: string, options: Omit<CallOptions, 'lang' | 'form'> = {}): Promise<Answer> {
    const { method = 'GET', authorization = `Bearer ${DEFAULT_TOKEN}`, body, rawBody } = options;
    const sent = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await this.#fetch(
      new Request(new URL(path, this.#origin), {
        method,
        redirect: 'manual',
        headers: {
          ...(authorization !== null && { authorization }),
          ...(sent !== undefined && { 'content-type': 'application/json' }),
        },
        ...(sent !== undefined && { body: sent }),
      }),
    );
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
