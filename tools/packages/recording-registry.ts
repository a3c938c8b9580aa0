import { execFileSync } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { listen, stopListening } from '../../packages/delivery/src/index.ts';

/** A registry on this machine that records requests. It redirects them to the registry that npm is configured with. */
export interface RecordingRegistry extends AsyncDisposable {
  readonly url: string;
  /** Path and body of each request. */
  readonly requests: readonly string[];
}

/** Starts a recording registry. It has no package of ours: until a release, anybody could register our names elsewhere. */
export async function startRecordingRegistry(): Promise<RecordingRegistry> {
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8', stdio: 'pipe' }).trim();
  const requests: string[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '';
    const request = `${decodeURIComponent(path)} ${await bodyOf(incoming)}`.trim();
    requests.push(request);
    if (namesOurs(request)) response.writeHead(404).end();
    else response.writeHead(302, { location: upstreamUrl(path, upstream) }).end();
  };
  const server = createServer((incoming, response) => void answer(incoming, response));
  const url = `http://127.0.0.1:${await listen(server, { port: 0, host: '127.0.0.1' })}`;
  return { url, requests, [Symbol.asyncDispose]: () => stopListening(server) };
}

/** Returns whether a request names `idvkit` or a package of the scope `@idvkit`. */
export function namesOurs(request: string): boolean {
  return /(?:^|["/@])idvkit\b/.test(request);
}

/** Returns where another registry has what a path of this one names. An address of a mirror may have its own path. */
export function upstreamUrl(path: string, upstream: string): string {
  return `${upstream.replace(/\/+$/, '')}${path}`;
}

/** Returns the body of a request as text. npm compresses the list of packages that it audits. */
async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const bytes = await buffer(incoming);
  return (incoming.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
