import type { ServerResponse } from 'node:http';

import { reservePort } from '../../../../tools/testing/reserve-port.ts';
import { type HostileTarget, httpTarget, socketTarget } from './start.ts';

/** Nothing listens here, nor can a server that takes any free port. */
export async function deadPort(): Promise<HostileTarget> {
  return { baseUrl: `http://127.0.0.1:${await reservePort()}`, close: () => Promise.resolve() };
}

/** Says yes to everything, and nothing else. */
export function alwaysEmptyObject(): Promise<HostileTarget> {
  return httpTarget((_request, response) => answer(response, 200, 'application/json', '{}'));
}

/** Forbids everything, in the service's own envelope. */
export function alwaysForbidden(): Promise<HostileTarget> {
  const error = {
    status_code: 403,
    message: 'Forbidden',
    detail: 'Request forbidden -- authorization will not help',
  };
  return httpTarget((_request, response) => answer(response, 403, 'application/json', JSON.stringify({ error })));
}

/** Has had too many requests already, and asks for an hour of quiet. */
export function worn(): Promise<HostileTarget> {
  return httpTarget((_request, response) => {
    response.setHeader('retry-after', '3600');
    answer(response, 429, 'application/json', '{}');
  });
}

/** A gateway whose service is down: 503 and a page, whatever one asks for. */
export function maintenance(): Promise<HostileTarget> {
  return httpTarget((_request, response) => {
    response.setHeader('retry-after', '0');
    answer(response, 503, 'text/html', '<!doctype html><title>We will be back</title>');
  });
}

/** A server that knows other paths: 404 and a page. */
export function wrongPath(): Promise<HostileTarget> {
  return httpTarget((_request, response) => answer(response, 404, 'text/html', '<!doctype html><h1>Not Found</h1>'));
}

/** A gateway that sends everybody to another host. */
export function movedAway(): Promise<HostileTarget> {
  return httpTarget(({ url = '/' }, response) => {
    response.writeHead(308, { location: `https://idv.example.com${url}`, 'content-type': 'text/html' }).end('<p>Moved');
  });
}

/** A web site: 200 and a page, whatever one asks for. */
export function webSite(): Promise<HostileTarget> {
  const page = '<!doctype html><title>Welcome</title><h1>It works</h1>';
  return httpTarget((_request, response) => answer(response, 200, 'text/html; charset=utf-8', page));
}

export function plainText(): Promise<HostileTarget> {
  return httpTarget((_request, response) => answer(response, 200, 'text/plain', 'OK'));
}

/** JSON by its type, not by its text. */
export function invalidJson(): Promise<HostileTarget> {
  return httpTarget((_request, response) => answer(response, 200, 'application/json', '{"detail": {"slug": "a1"'));
}

/** Takes the call and says nothing. */
export function hanging(): Promise<HostileTarget> {
  return httpTarget(() => {});
}

/** Begins to answer and stops. */
export function hangingBody(): Promise<HostileTarget> {
  return httpTarget((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"detail":');
  });
}

/** Sends everyone round in a circle. */
export function redirectLoop(): Promise<HostileTarget> {
  return httpTarget(({ url = '/' }, response) => {
    response.writeHead(307, { location: url.startsWith('/again') ? url : `/again${url}` }).end();
  });
}

/** Answers with 2 GB, as fast as they are taken. `sent` tells how much of it left. */
export async function endlessBody(): Promise<HostileTarget & { sent(): number }> {
  const chunk = Buffer.alloc(2 ** 20, ' ');
  let sent = 0;
  const target = await httpTarget((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 ** 31 });
    response.write('{');
    let left = 2 ** 31 - 1;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        const part = chunk.subarray(0, Math.min(left, chunk.length));
        left -= part.length;
        sent += part.length;
        if (!response.write(part)) return void response.once('drain', more);
      }
      if (!response.destroyed) response.end();
    };
    more();
  });
  return { ...target, sent: () => sent };
}

/** Headers that never end. */
export function endlessHeaders(): Promise<HostileTarget> {
  return socketTarget((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const line = `x-more: ${'x'.repeat(1000)}\r\n`;
      const more = (): void => {
        while (!socket.destroyed && socket.write(line));
        if (!socket.destroyed) socket.once('drain', more);
      };
      more();
    });
  });
}

/** Something else than HTTP listens here. */
export function otherProtocol(): Promise<HostileTarget> {
  return socketTarget((socket) => void socket.end('SSH-2.0-OpenSSH_9.7\r\n\u0000\u0001\u0002 no such thing\r\n'));
}

/** Hangs up on everyone. */
export function hangingUp(): Promise<HostileTarget> {
  return socketTarget((socket) => void socket.once('data', () => socket.resetAndDestroy()));
}

function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
