import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** A call to one of the endpoints, taken apart. */
export interface Call {
  readonly path: string;
  readonly method: string;
  readonly lang: string;
  readonly formSlug: string;
  readonly slug?: string;
  readonly endpoint: 'create' | 'result' | 'info' | 'submit' | 'hook-submit';
  readonly token: 'absent' | 'unusable' | { readonly value: string };
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const CREATE = /^\/([^/]+)\/api\/forms\/([^/]+)\/create\/$/;
const APPLIED = /^\/([^/]+)\/api\/forms\/([^/]+)\/applied-forms\/([^/]+)\/(result|info|submit|hook-submit)\/$/;

/** Takes a call to a path below the base apart; nothing means that no endpoint is meant. */
export async function takeApart(request: IncomingMessage, path: string): Promise<Call | undefined> {
  const [create, applied] = [CREATE.exec(path), APPLIED.exec(path)];
  const [, lang, formSlug, slug, last] = applied ?? create ?? [];
  if (lang === undefined || formSlug === undefined) return undefined;
  return {
    path,
    method: request.method ?? '',
    lang,
    formSlug: decodeURIComponent(formSlug),
    ...(slug !== undefined && { slug: decodeURIComponent(slug) }),
    // The expression allows no others.
    endpoint: (last ?? 'create') as Call['endpoint'],
    token: tokenIn(request.headers.authorization),
    headers: request.headers,
    body: await textOf(request),
  };
}

function tokenIn(header: string | undefined): Call['token'] {
  if (header === undefined) return 'absent';
  const [scheme, value, ...rest] = header.split(' ');
  return scheme === 'Bearer' && value !== undefined && rest.length === 0 ? { value } : 'unusable';
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
