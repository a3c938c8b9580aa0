import { connect } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startUi } from '../../src/lib/ui/ui-server.ts';
import { personalDelivery } from './personal-delivery.ts';
import { ServedArchive } from './served-archive.ts';

let served: ServedArchive;

beforeEach(async () => {
  served = await ServedArchive.start();
});

afterEach(async () => {
  await served.end();
});

describe('access to the page', () => {
  it.each([
    ['no token', { authorization: '' }],
    ['another token', { authorization: `Bearer ${'A'.repeat(43)}` }],
    ['a part of the token', { authorization: 'Bearer a' }],
    ['another scheme', { authorization: 'Basic a' }],
  ])('refuses %s with 401, whatever is asked for', async (_, headers) => {
    await served.sample.keep([personalDelivery()]);
    for (const path of ['/api/state', '/api/captures/1', '/api/captures/1/revealed/body', '/api/nothing']) {
      const answer = await served.ask(path, { headers });
      expect(answer.status).toBe(401);
      expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['error']);
    }
    expect((await served.ask('/api/list', { method: 'POST', body: {}, headers })).status).toBe(401);
  });

  it.each([
    ['a name that somebody points here', { host: 'attacker.example' }, 421],
    ['a name that begins like ours', { host: '127.0.0.1.attacker.example' }, 421],
    ['another port', { host: '127.0.0.1:1' }, 421],
    ['a page of another origin', { origin: 'https://attacker.example' }, 403],
    ['a page without an origin', { origin: 'null' }, 403],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }, 403],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a page of the same site, but another port', { 'sec-fetch-site': 'same-site' }, 403],
  ])('refuses %s, with the right token, too', async (_, headers, status) => {
    for (const path of ['/', '/page.js', '/api/state'])
      expect((await served.ask(path, { headers })).status).toBe(status);
  });

  it('takes its own origin, and localhost', async () => {
    const { port } = new URL(served.origin);
    expect(
      (await served.ask('/api/state', { headers: { origin: served.origin, 'sec-fetch-site': 'same-origin' } })).status,
    ).toBe(200);
    const headers = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect((await served.ask('/api/state', { headers })).status).toBe(200);
    expect((await served.ask('/api/state', { headers: { ...headers, origin: served.origin } })).status).toBe(403);
  });

  it.each(['//', '///', '//[', '/nothing'])('answers 404 to %s', async (path) => {
    expect((await served.ask(path)).status).toBe(404);
  });

  it('guards every answer, refusals included', async () => {
    for (const path of ['/', '/page.css', '/api/state', '/nothing', '/api/captures/9', '/../package.json']) {
      const { headers } = await served.ask(path);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/);
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  });

  it('has another token at every start, which its files do not hold', async () => {
    const other = await startUi({ archive: served.sample.archive, port: 0 });
    expect(new URL(other.url).hash).not.toBe(new URL(served.ui.url).hash);
    await other.close();
    expect(served.token).toMatch(/^[\w-]{43}$/);
    for (const path of ['/', '/page.js', '/server.js'])
      expect((await served.ask(path)).text).not.toContain(served.token);
  });

  it.each([
    ['/api/list', '{"type":', 400],
    ['/api/list', '{"colour":"red"}', 400],
    ['/api/list', '{"before":"x"}', 400],
    ['/api/list', JSON.stringify({ text: 'x'.repeat(70_000) }), 413],
    ['/api/send', '{}', 400],
  ])('says in a sentence what is wrong with %s %s', async (path, text, status) => {
    const response = await fetch(`${served.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json' },
      body: text,
    });
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: string }).error).toMatch(/^[A-Z].*\.$/);
  });
});

describe('closing the page', () => {
  it.each([
    ['a request that stalls', 'POST /api/list HTTP/1.1', 'content-length: 100', '{"type":'],
    ['a head that stalls', 'GET /api/state HTTP/1.1', 'x-unfinished: 1', undefined],
  ])('does not wait for %s', async (_, line, header, body) => {
    const { port } = new URL(served.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const heads = [
      line,
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${served.token}`,
      'content-type: application/json',
      header,
    ];
    socket.write(`${heads.join('\r\n')}\r\n${body === undefined ? '' : `\r\n${body}`}`);
    // Answered only after the server has taken what came before it on another connection.
    await served.ask('/api/state');
    await served.ui.close();
    await closed;
    expect(socket.destroyed).toBe(true);
  });
});
