import { CliError, systemErrorCode } from '@idvkit/cli-kit';

import { inputUnreadable } from './input-error.ts';
import { namesLines } from './input-source.ts';

/** An answer that is ready to be read. */
export interface OpenUrl {
  readonly stream: AsyncIterable<Uint8Array>;
  /** True if the server says that there is one document per line. */
  readonly lines: boolean;
  /** 200, or 206 if only a range was asked for. */
  readonly status: number;
  readonly headers: Headers;
}

export interface OpenUrlOptions {
  /** As messages call the input. */
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const MAX_REDIRECTS = 5;

/**
 * Reads a URL that was typed. Identity data travels encrypted or stays on this machine.
 *
 * @returns The URL, and its text without query and user: what is shown.
 * @throws {CliError} `url-unusable` for anything but https, or http to a loopback address; and where it holds a password.
 */
export function parseInputUrl(text: string): { readonly url: URL; readonly shown: string } {
  const url = URL.parse(text);
  if (!url) throw unusable(withoutUser(text.replace(/[?#].*$/s, '')), 'it is not a URL');
  const shown = `${url.origin}${url.pathname}`;
  if (url.username !== '' || url.password !== '') throw unusable(shown, 'it holds a user name or a password');
  if (!isPrivate(url)) throw unusable(shown, 'over http it would travel unencrypted');
  return { url, shown };
}

/** Removes what may be a user name and a password from a text that is not a URL. */
function withoutUser(text: string): string {
  const start = text.indexOf('//') + 2;
  const end = text.lastIndexOf('@');
  return start > 1 && end >= start ? text.slice(0, start) + text.slice(end + 1) : text;
}

/**
 * Asks for a URL and gives its body as it comes. Redirects are followed if they lead to https, or from this machine to
 * this machine.
 *
 * @throws {CliError} `input-unreadable` if the server cannot be reached, or answers with anything but 200, or 206 for a range.
 */
export async function openUrl(typed: string, options: OpenUrlOptions): Promise<OpenUrl> {
  const { name } = options;
  let { url } = parseInputUrl(typed);
  for (let hops = 0; ; hops += 1) {
    const answer = await ask(url, options);
    const location = answer.headers.get('location');
    if (answer.status >= 300 && answer.status < 400 && location !== null) {
      await answer.body?.cancel();
      const next = URL.parse(location, url.href);
      if (!next || !isPrivate(next))
        throw inputUnreadable(name, 'it redirects to what is neither https nor this machine');
      // Another server must not choose what is read from servers of this machine.
      if (isLoopback(next) && !isLoopback(url))
        throw inputUnreadable(name, 'it redirects from elsewhere to this machine');
      if (hops === MAX_REDIRECTS) throw inputUnreadable(name, `it redirects more than ${MAX_REDIRECTS} times`);
      url = next;
      continue;
    }
    const isRange = options.headers?.['range'] !== undefined && answer.status === 206;
    if ((answer.status !== 200 && !isRange) || answer.body === null) {
      await answer.body?.cancel();
      throw inputUnreadable(name, `the server answers with ${answer.status}`);
    }
    const type = answer.headers.get('content-type') ?? '';
    return {
      stream: answer.body as AsyncIterable<Uint8Array>, // Web streams are iterable in Node.
      lines: namesLines(url.pathname) || /\b(?:x-)?(?:ndjson|jsonl|jsonlines)\b/i.test(type),
      status: answer.status,
      headers: answer.headers,
    };
  }
}

async function ask(url: URL, { name, signal, headers }: OpenUrlOptions): Promise<Response> {
  try {
    return await fetch(url, { redirect: 'manual', ...(signal && { signal }), ...(headers && { headers }) });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const code = systemErrorCode(error instanceof Error ? error.cause : undefined);
    const state = code === undefined ? 'the server cannot be reached' : `the server cannot be reached (${code})`;
    throw inputUnreadable(name, state, error);
  }
}

function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

function isLoopback({ hostname }: URL): boolean {
  return /^127(?:\.\d+){3}$/.test(hostname) || hostname === '[::1]' || hostname === 'localhost';
}

function unusable(shown: string, state: string): CliError {
  return new CliError({
    code: 'url-unusable',
    message: `Cannot read "${shown}": ${state}.`,
    fix: 'Give an https URL, or an http URL of this machine, without a user name.',
  });
}
