import { createHash, hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { Couriers, type Receiver } from './couriers.ts';
import { applicationOf, checkDigit, contentOf, COURSES, toJson, type File, type Scalar } from './file.ts';
import { stamp, TimeLine } from './time-line.ts';

export const CAMERA_FORM = 'open-account';
/** A form whose fields are all optional. */
export const PLAIN_FORM = 'leave-a-note';
export const TOKEN = 'lenient-token';
export const REVOKED_TOKEN = 'lenient-revoked';
export const EMPTY_TOKEN = 'lenient-empty';

/** A service that is running, and the address of what its operators can do. */
export interface LenientService {
  readonly baseUrl: string;
  readonly adminUrl: string;
  close(): Promise<void>;
}

const FIRST_ID = 1_000_000;
const LOCALES = new Set('en th zh-hans zh-hant km my lo ms vi id ja hi ar ru de es fr'.split(' '));
const PATH =
  /^\/([^/]+)\/api\/forms\/([^/]+)\/(?:(create)|applied-forms\/([^/]+)\/(result|info|submit|hook-submit))\/$/;
const REASONS: Readonly<Record<number, readonly [message: string, detail: string]>> = {
  400: ['Bad Request', 'This is not a body for this endpoint.'],
  401: ['Unauthorized', 'No permission -- see authorization schemes'],
  403: ['Forbidden', 'Request forbidden -- authorization will not help'],
  404: ['Not Found', 'Nothing lives at this address.'],
  461: ['No Credit', 'Buy some.'],
};

interface Reply {
  readonly status: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const json = (status: number, value: unknown): Reply => ({ status, body: toJson(value) });
const fail = (status: number, detail?: unknown): Reply => {
  const [message, sentence] = REASONS[status] ?? ['Unprocessable', ''];
  return json(status, { error: { detail: detail ?? sentence, message, status_code: status } });
};

/**
 * Starts a third implementation of the service, written from the specification alone. It differs wherever that is allowed: JSON over many lines,
 * scores such as `70.0`, whole seconds, a longer number, other columns, answers and wordings, info that answers 404 without the token, an
 * absolute redirect, and a plain form that requires nothing.
 */
export async function startLenientService(receivers: readonly Receiver[]): Promise<LenientService> {
  const time = new TimeLine();
  const couriers = new Couriers(time);
  couriers.receivers.push(...receivers);
  const files = new Map<string, File>();
  let credit = 500;
  let uuids = 0;
  const nextUuid = (): string =>
    hash('sha256', `uuid ${(uuids += 1)}`).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-4$3-a$4-$5');
  let origin = '';

  const link = (slug: string, at: number) => (image: string) => {
    const exp = Math.floor(at / 1000) + 900;
    return `${origin}/api/ekyc/${slug}/result/image/?q=${sign(slug, image, exp)}&exp=${exp}`;
  };
  const sign = (slug: string, image: string, exp: number): string =>
    `${image}.${createHash('sha256').update(`${slug}/${image}/${exp}`).digest('hex')}`;
  const deliver = (file: File, type: string): void =>
    couriers.send(() => {
      const at = time.now;
      const event = { created_at: stamp(at), nounce: nextUuid(), type };
      if (type !== 'submit_form') return toJson({ event, application: applicationOf(file) });
      const content = contentOf(file, link(file.slug, Date.parse(event.created_at)));
      return toJson({ ...content, event: { ...event, version: 1 }, application: applicationOf(file) });
    });
  const complete = (file: File): void => {
    Object.assign(file, { status: 'complete', submittedMs: time.now });
    if (file.camera) file.columns['bank_check'] = '-';
    deliver(file, 'submit_form');
  };

  function create(form: string, token: string, body: unknown): Reply {
    const given = (body as { answers?: Record<string, unknown> } | undefined)?.answers ?? {};
    const wrong = Object.entries(given).filter(([key, value]) => !isFine(key, value));
    if (wrong.length > 0)
      return fail(422, Object.fromEntries(wrong.map(([key]) => [key, ['Please check.', 'Again.']])));
    if (token === EMPTY_TOKEN) return fail(461);
    const slug = nextUuid();
    const kept = Object.entries(given).filter(([key]) => FIELDS.has(key) || PARAMETERS.has(key));
    const file: File = {
      id: FIRST_ID + files.size * 7,
      slug,
      form,
      camera: form === CAMERA_FORM,
      // Every value was looked at above.
      given: Object.fromEntries(kept) as Record<string, Scalar>,
      columns: {},
      status: 'incomplete',
    };
    files.set(slug, file);
    return json(201, {
      detail: { form, slug, submitted_at: null, section: 'start', step: file.camera ? 'scan' : 'note' },
      info: `${origin}/en/api/forms/${form}/applied-forms/${slug}/info/`,
      form_url: `${origin}/apply/${slug}`,
    });
  }

  function submit(file: File, body: unknown): Reply {
    if (file.status === 'complete') return fail(403);
    if (file.status === 'expired') return fail(404);
    if (file.camera) return json(422, { ekyc_liveness: ['Use the camera.'], ekyc_document: ['Use the camera.'] });
    const answers = (body as { answers?: Record<string, Scalar> } | undefined)?.answers;
    if (answers === undefined) return json(422, { answers: ['Send some, or an empty map.'] });
    Object.assign(file, { given: { ...file.given, ...answers } });
    complete(file);
    return { status: 200 };
  }

  function info({ id, camera, status, given }: File): Reply {
    const texts = Array.from({ length: 380 }, (_, index) => [
      `text_${index}`,
      'Please fill in this part of the form. '.repeat(3),
    ]);
    return json(200, {
      data: {
        id,
        is_submitted: status === 'complete',
        current_step: camera ? 'scan' : 'note',
        data: given,
        application: { id: id + 3 },
      },
      schema_config: { configs: { locale: { available_locales: ['en'] } } },
      translations: { en: Object.fromEntries(texts) },
    });
  }

  function call({ method = '', headers, url = '' }: IncomingMessage, body: string): Reply {
    const [, lang = '', form = '', creating, slug = '', reading = ''] = PATH.exec(url) ?? [];
    if (lang === '') return fail(404);
    if (!LOCALES.has(lang)) return { status: 302, headers: { location: `${origin}/en${url}` } };
    const isRead = reading === 'result' || reading === 'info';
    if (method !== (isRead ? 'GET' : 'POST')) return method === 'GET' ? fail(403) : fail(404);
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const isKnown = token === TOKEN || token === EMPTY_TOKEN;
    const found = files.get(slug);
    const file = found?.form === form ? found : undefined;
    if (reading === 'info') {
      return file === undefined || (file.status === 'complete' && !isKnown) ? fail(404) : info(file);
    }
    if (headers.authorization === undefined) return fail(403);
    if (!isKnown) return fail(401);
    const parsed = parse(body);
    if (creating !== undefined) {
      if (form !== CAMERA_FORM && form !== PLAIN_FORM) return fail(404);
      return parsed === BROKEN ? fail(400) : create(form, token, parsed);
    }
    if (reading === 'hook-submit') {
      if (file === undefined) return json(404, { detail: 'Whose?' });
      if (file.status === 'complete') deliver(file, 'submit_form');
      return { status: 204 };
    }
    if (file === undefined) return fail(404);
    if (reading === 'submit') return submit(file, parsed === BROKEN ? undefined : parsed);
    return json(200, { application: applicationOf(file), ...contentOf(file, link(slug, time.now)) });
  }

  function image(url: URL, authorization: string | undefined): Reply {
    const [, , , slug = ''] = url.pathname.split('/');
    const [q = '', exp = ''] = [url.searchParams.get('q'), url.searchParams.get('exp')].map((each) => each ?? '');
    const isSigned = sign(slug, q.split('.')[0] ?? '', Number(exp)) === q && time.now < Number(exp) * 1000;
    if (!isSigned || authorization !== `Bearer ${TOKEN}`) return fail(404);
    return {
      status: 200,
      body: '<svg xmlns="http://www.w3.org/2000/svg"/>',
      headers: { 'content-type': 'image/svg+xml' },
    };
  }

  async function operate(what: string, which: string): Promise<Reply> {
    const file = files.get(which);
    if (what === 'credit') return json(200, credit);
    if (what === 'skip') await time.skip(Number(which), () => couriers.quiet());
    else if (file === undefined) return fail(404);
    else if (what === 'delete') files.delete(which);
    else if (what === 'column')
      deliver(Object.assign(file, { columns: { ...file.columns, desk: 'Seen By Ann' } }), 'update_status');
    else if (what === 'expire') deliver(Object.assign(file, { status: 'expired' }), 'drop_off');
    else if (file.status !== 'incomplete') return fail(403);
    else {
      const course = COURSES[((file.id - FIRST_ID) / 7) % COURSES.length];
      if (file.camera && course !== undefined) file.course = course;
      credit -= 2;
      complete(file);
    }
    await couriers.quiet();
    return { status: 200 };
  }

  async function reply(request: IncomingMessage): Promise<Reply> {
    const url = new URL(request.url ?? '/', origin);
    const body = await text(request);
    const [, first, what = '', which = ''] = url.pathname.split('/');
    if (first === 'operate') return operate(what, which);
    return first === 'api' ? image(url, request.headers.authorization) : call(request, body);
  }

  const server = createServer((request, response) => {
    void reply(request).then((answer) => send(response, answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A listening server on TCP has an address with a port.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl: origin,
    adminUrl: `${origin}/operate`,
    close: () =>
      new Promise((resolve) => {
        time.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers in pieces and without a length, on a connection of its own. */
function send(response: ServerResponse, { status, body = '', headers = {} }: Reply): void {
  const type = body === '' || 'content-type' in headers ? {} : { 'CONTENT-TYPE': 'application/json' };
  response.writeHead(status, {
    Connection: 'close',
    Server: 'lenient',
    'Cache-Control': 'no-store',
    ...type,
    ...headers,
  });
  for (let at = 0; at < body.length; at += 5000) response.write(body.slice(at, at + 5000));
  response.end();
}

const BROKEN = Symbol('not JSON');

function parse(body: string): unknown {
  if (body === '') return undefined;
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' && value !== null ? value : BROKEN;
  } catch {
    return BROKEN;
  }
}

const PARAMETERS = new Set(['customer']);
const FIELDS = new Set(['nid', 'gender', 'ekyc_document_type', 'home_address_country', 'note']);

function isFine(key: string, value: unknown): boolean {
  if (typeof value === 'object') return false;
  if (key === 'nid')
    return typeof value === 'string' && /^\d{13}$/.test(value) && Number(value[12]) === checkDigit(value.slice(0, 12));
  if (key === 'gender') return value === 'M' || value === 'F';
  return key !== 'ekyc_document_type' || value === 'passport' || value === 'front_card';
}
