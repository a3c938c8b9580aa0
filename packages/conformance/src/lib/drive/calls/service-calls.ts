import { ENDPOINTS, isPlatformLocale } from '@idvkit/schema';

import type { ServiceEndpoint, ApplicationState, Flow, Condition } from '../../observe/condition.ts';
import type { Exchange, HeaderList } from '../../observe/observation.ts';
import { absentBody, type CallBody } from './call-body.ts';
import type { Presented } from './credentials.ts';
import type { Rotation } from './rotation.ts';
import type { Call, ServiceClient } from './service-client.ts';

export interface FormSubject {
  readonly slug: string;
  readonly flow: Flow;
}

export interface ApplicationSubject {
  readonly form: FormSubject;
  readonly slug: string;
  readonly state: ApplicationState;
  /** Locale of the call that created it. */
  readonly lang?: string;
  readonly formUrl?: string;
  readonly infoUrl?: string;
}

export interface ServiceCall {
  readonly endpoint: ServiceEndpoint;
  readonly form?: FormSubject;
  readonly application?: ApplicationSubject;
  readonly lang?: string;
  readonly credential?: Presented;
  readonly method?: string;
  readonly body?: CallBody;
  readonly credit?: Condition['credit'];
  readonly revise?: Call['revise'];
  /** Asks for a compressed answer, as browsers and most clients do. Default: false. */
  readonly acceptsGzip?: boolean;
}

export interface Fetched {
  readonly endpoint: 'info' | 'image';
  readonly application: ApplicationSubject;
  readonly url: string;
  readonly credential: Presented;
  /** Default: enough. */
  readonly credit?: Condition['credit'];
}

export interface ServiceCallsOptions {
  readonly client: ServiceClient;
  readonly baseUrl: string;
  readonly lang: string;
  readonly valid: Presented;
  /** Varies what a call leaves open. Default: the locale `lang`, and the token as given. */
  readonly rotation?: Rotation;
  readonly scenario?: string;
}

export class ServiceCalls {
  readonly #options: ServiceCallsOptions;

  constructor(options: ServiceCallsOptions) {
    this.#options = options;
  }

  get baseUrl(): string {
    return this.#options.baseUrl;
  }

  /** Returns the same calls on behalf of a scenario. */
  of(scenario: string): ServiceCalls {
    return new ServiceCalls({ ...this.#options, scenario });
  }

  call(call: ServiceCall): Promise<Exchange> {
    return this.#send(this.#prepared(call));
  }

  /** Makes calls at the same moment. They are not repeated after 429 or 5xx. */
  callAtOnce(calls: readonly ServiceCall[]): Promise<readonly Exchange[]> {
    // They differ in nothing, not even in their locale.
    const { client, lang } = this.#options;
    return client.sendAtOnce(calls.map((call) => this.#named(this.#prepared({ lang, ...call }))));
  }

  #prepared(call: ServiceCall): Call {
    const { endpoint, application, body = absentBody, revise } = call;
    const form = application?.form ?? call.form;
    if (form === undefined) throw new Error(`A call on ${endpoint} names no form`);
    const { lang, credential } = this.#varied(call);
    const slug = endpoint === 'create' ? undefined : (application?.slug ?? '');
    const method = call.method ?? ENDPOINTS[endpoint].method;
    const place = { lang, formSlug: form.slug, ...(slug === undefined ? {} : { slug }) };
    return {
      ...place,
      method,
      url: this.baseUrl + endpointPath(endpoint, place),
      headers: [...requestHeaders(credential, body), ...(call.acceptsGzip === true ? ACCEPTS_GZIP : [])],
      ...(body.bytes && { body: body.bytes }),
      condition: {
        endpoint,
        method,
        locale: isPlatformLocale(lang) ? 'platform' : 'unrecognised',
        credential: credential.kind,
        application: endpoint === 'create' ? 'none' : (application?.state ?? 'unknown-slug'),
        // A create depends on the form, not on its steps.
        flow: endpoint === 'create' && form.flow === 'unknown' ? 'plain' : form.flow,
        // What a form without known steps requires is not known either.
        body: endpoint === 'submit' && form.flow === 'unknown' ? 'unknown' : body.kind,
        ...(body.badKeys && { badKeys: body.badKeys }),
        credit: call.credit ?? 'enough',
      },
      ...(revise && { revise }),
    };
  }

  /** Chooses what a call leaves open. A call that names its locale is made as given. */
  #varied(call: ServiceCall): { readonly lang: string; readonly credential: Presented } {
    const { rotation, valid, lang: usual } = this.#options;
    const { endpoint, application, credential = valid, lang } = call;
    if (lang !== undefined || rotation === undefined) return { lang: lang ?? usual, credential };
    const kind = `${endpoint} ${application?.state ?? ''} ${credential.kind}`;
    return { lang: rotation.locale(kind), credential: rotation.credential(credential, kind) };
  }

  fetch({ endpoint, application, url, credential, credit = 'enough' }: Fetched): Promise<Exchange> {
    return this.#send({
      formSlug: application.form.slug,
      slug: application.slug,
      method: 'GET',
      url,
      headers: requestHeaders(credential, absentBody),
      condition: {
        endpoint,
        method: 'GET',
        locale: endpoint === 'info' ? 'platform' : 'none',
        credential: credential.kind,
        application: application.state,
        flow: application.form.flow,
        body: 'absent',
        credit,
      },
    });
  }

  /** Follows the Location of an answer once; it leads to no endpoint of the service. */
  followLocation(from: Exchange, url: string, credential: Presented): Promise<Exchange> {
    return this.#send({
      ...(from.formSlug === undefined ? {} : { formSlug: from.formSlug }),
      ...(from.slug === undefined ? {} : { slug: from.slug }),
      method: from.request.method,
      url,
      headers: requestHeaders(credential, absentBody),
      condition: { ...from.condition, endpoint: 'other', locale: 'none', credential: credential.kind, body: 'absent' },
    });
  }

  #send(call: Call): Promise<Exchange> {
    if (hasCredential(call) && new URL(call.url).origin !== new URL(this.baseUrl).origin)
      throw new Error('A call with a credential leaves the origin of the base URL');
    return this.#options.client.send(this.#named(call));
  }

  #named(call: Call): Call {
    const { scenario } = this.#options;
    return { ...call, ...(scenario !== undefined && { scenario }) };
  }
}

const ACCEPTS_GZIP: HeaderList = [['Accept-Encoding', 'gzip']];

function requestHeaders({ authorization }: Presented, body: CallBody): HeaderList {
  const headers: [string, string][] = [['Accept', 'application/json']];
  if (authorization !== undefined) headers.push(['Authorization', authorization]);
  if (body.bytes !== undefined) headers.push(['Content-Type', 'application/json']);
  return headers;
}

function hasCredential({ headers }: Call): boolean {
  return headers.some(([name]) => name.toLowerCase() === 'authorization');
}

const LAST_SEGMENTS = { result: 'result', info: 'info', submit: 'submit', resend: 'hook-submit' } as const;

/** Builds the path of an endpoint. `slug` is omitted only on create. @see Specification, "Endpoints" */
export function endpointPath(
  endpoint: ServiceEndpoint,
  place: { readonly lang: string; readonly formSlug: string; readonly slug?: string },
): string {
  const form = `/${encodeURIComponent(place.lang)}/api/forms/${encodeURIComponent(place.formSlug)}`;
  if (endpoint === 'create') return `${form}/create/`;
  return `${form}/applied-forms/${encodeURIComponent(place.slug ?? '')}/${LAST_SEGMENTS[endpoint]}/`;
}
