import { connect } from 'node:net';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { startUi } from '../../src/lib/ui/ui-server.ts';
import { personalDelivery } from './personal-delivery.ts';
import { ServedArchive, textOf } from './served-archive.ts';

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
    for (const path of ['/page', '/version', '/list', '/capture?id=1', '/values?id=1&reveal', '/send', '/nothing']) {
      const { status, text } = await served.ask('POST', path, headers);
      expect([status, textOf(text)]).toEqual([401, expect.stringContaining('its token is missing or wrong')]);
    }
    expect((await served.ask('GET', '/nothing', headers)).status).toBe(401);
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
    expect((await served.ask('GET', '/', headers)).status).toBe(status);
    expect((await served.ask('POST', '/version', headers)).status).toBe(status);
  });

  it('takes its own origin, and localhost', async () => {
    const { port } = new URL(served.origin);
    const version = async (headers: Record<string, string>): Promise<number> =>
      (await served.ask('POST', '/version', headers)).status;
    expect(await version({ origin: served.origin, 'sec-fetch-site': 'same-origin' })).toBe(200);
    const local = { host: `localhost:${port}`, origin: `http://localhost:${port}` };
    expect(await version(local)).toBe(200);
    expect(await version({ ...local, origin: served.origin })).toBe(403);
  });

  it.each(['//', '///', '//[', '/nothing', '/../package.json'])('answers 404 to %s', async (path) => {
    expect((await served.ask('POST', path)).status).toBe(404);
    expect((await served.ask('GET', path)).status).toBe(404);
  });

  it('shows nothing of an archive to a request in an address', async () => {
    await served.sample.keep([personalDelivery()]);
    for (const path of ['/page', '/list', '/capture?id=1']) expect((await served.ask('GET', path)).status).toBe(404);
  });

  it('guards every answer, refusals included', async () => {
    const page = await served.ask('GET', '/');
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types idvkit$/,
    );
    const others = [await served.post('/page'), await served.post('/nothing'), await served.post('/capture?id=9')];
    for (const { headers } of others) {
      expect(headers['content-security-policy']).toBe(
        "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      );
    }
    for (const { headers } of [page, ...others]) {
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toMatch(/^(?:no-referrer|same-origin)$/);
    }
  });

  it('has another token at every start, which the page itself does not hold', async () => {
    const other = await startUi({ archive: served.sample.archive, port: 0 });
    expect(new URL(other.url).hash).not.toBe(new URL(served.ui.url).hash);
    await other.close();
    expect(served.token).toMatch(/^[\w-]{43}$/);
    expect((await served.ask('GET', '/')).text).not.toContain(served.token);
  });

  it.each([
    ['/capture', 400],
    ['/capture?id=x', 400],
    ['/capture?id=9', 404],
    ['/values?id=1&skip=-1', 400],
    ['/list?limit=100000', 400],
    ['/compare', 400],
    ['/send', 400],
  ])('says in a sentence what is wrong with %s', async (path, status) => {
    const answer = await served.post(path);
    expect([answer.status, textOf(answer.text)]).toEqual([status, expect.stringMatching(/^[^<>]+\.$/)]);
  });
});

describe('closing the page', () => {
  it.each([
    ['a request that stalls', 'POST /list HTTP/1.1', 'content-length: 100', 'query='],
    ['a head that stalls', 'POST /version HTTP/1.1', 'x-unfinished: 1', undefined],
  ])('does not wait for %s', async (_, line, header, body) => {
    const { port } = new URL(served.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    const heads = [line, `host: 127.0.0.1:${port}`, `authorization: Bearer ${served.token}`, header];
    socket.write(`${heads.join('\r\n')}\r\n${body === undefined ? '' : `\r\n${body}`}`);
    // Answered only after the server has taken what came before it on another connection.
    await served.post('/version');
    await served.ui.close();
    await closed;
    expect(socket.destroyed).toBe(true);
  });
});
