/**
 * Makes the traffic of `test/recorded/fixtures` while a tool records it; its README says how each of them was made.
 *
 *     node --conditions=@idvkit/source scripts/record-har.ts page
 *     node --conditions=@idvkit/source scripts/record-har.ts through 127.0.0.1:9443
 *
 * `page` serves a page that makes the calls, over HTTP; `through` makes them itself, over HTTPS and HTTP/2, by way of a proxy that
 * listens there. Both serve a mock that zips its answers on 127.0.0.1:8443, and take deliveries to /hook on the same port.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createSecureServer } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';

import { createMock, DEFAULT_TOKEN } from '@idvkit/mock';
import { Agent, request } from 'undici';

import { makeCalls, type Answer, type Call } from './recorded-calls.ts';

const PORT = 8443;
const [mode, through = ''] = process.argv.slice(2);
const isPage = mode === 'page';
/** The name by which the service knows itself where a proxy stands before it. */
const publicUrl = isPage ? `http://127.0.0.1:${PORT}` : 'https://service.example';
const receiver = isPage ? `http://127.0.0.1:${PORT}/hook` : `http://${through}/hook`;
const mock = createMock({ publicUrl, seed: 3, webhooks: [{ url: receiver, secret: 'whsec_test' }] });

const PAGE = `<!doctype html><title>Calls</title><script type="module">
const call = async ({ method, path, headers, body }) => {
  const answer = await fetch(path, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  return { status: answer.status, json: /^[[{]/.test(text) ? JSON.parse(text) : undefined };
};
const makeCalls = ${makeCalls.toString()};
await makeCalls(call, ${JSON.stringify(DEFAULT_TOKEN)});
document.title = 'Done';
</script>`;

async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await buffer(incoming);
  const { pathname, href } = new URL(incoming.url ?? '/', publicUrl);
  const [, operation, slug = ''] = /^\/_operator\/(submit)\/(.+)$/.exec(pathname) ?? [];
  if (pathname === '/hook') return void outgoing.writeHead(204).end();
  if (pathname === '/' && isPage) return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  if (operation !== undefined) {
    mock.portal.submit(slug);
    // The delivery is under way by then, and is to be recorded before what comes next.
    await mock.portal.advance({ ms: 0 });
    return void outgoing.writeHead(204).end();
  }
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    name.startsWith(':') || typeof value !== 'string' ? [] : [[name, value] as [string, string]],
  );
  const method = incoming.method ?? 'GET';
  const answer = await mock.fetch(
    new Request(href, { method, headers, ...(body.byteLength > 0 ? { body: new Uint8Array(body) } : {}) }),
  );
  const content = Buffer.from(await answer.arrayBuffer());
  const isZipped = content.byteLength > 200 && /\bgzip\b/.test(incoming.headers['accept-encoding'] ?? '');
  for (const [name, value] of answer.headers) outgoing.setHeader(name, value);
  if (isZipped) outgoing.setHeader('content-encoding', 'gzip');
  const sent = isZipped ? gzipSync(content) : content;
  if (answer.status !== 204) outgoing.setHeader('content-length', sent.byteLength);
  outgoing.writeHead(answer.status).end(sent);
}

function listener(incoming: IncomingMessage, outgoing: ServerResponse): void {
  serve(incoming, outgoing).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    outgoing.destroy();
  });
}

/** Makes a certificate that nobody trusts. */
function certificate(): { readonly key: Buffer; readonly cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'idvkit-record-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=service.example', '-addext', 'subjectAltName=DNS:service.example'];
  const made = ['-keyout', key, '-out', cert, '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
  execFileSync('openssl', ['req', '-x509', ...made, ...subject], { stdio: 'ignore' });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** Makes a call over HTTP/2 through the proxy. */
async function throughProxy({ method, path, headers, body }: Call): Promise<Answer> {
  const connect = { rejectUnauthorized: false, servername: 'service.example' };
  const dispatcher = new Agent({ allowH2: true, connect });
  const answer = await request(`https://${through}${path}`, {
    method: method as 'GET',
    headers: { ...headers, host: 'service.example', 'accept-encoding': 'gzip' },
    dispatcher,
    ...(body === undefined ? {} : { body }),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  await dispatcher.close();
  const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes).toString() : bytes.toString();
  return { status: answer.statusCode, json: /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : undefined };
}

const server = isPage
  ? createServer(listener)
  : // The compatible side of HTTP/2 has all of HTTP/1 that is used here.
    createSecureServer({ ...certificate(), allowHTTP1: true }, listener as never);
await once(server.listen(PORT, '127.0.0.1'), 'listening');
if (isPage) process.stdout.write(`Open ${publicUrl}/ in a browser that records; Ctrl-C ends it.\n`);
else {
  await makeCalls(throughProxy, DEFAULT_TOKEN);
  await mock.close();
  server.close();
}
