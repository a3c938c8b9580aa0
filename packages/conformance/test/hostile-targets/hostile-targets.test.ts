import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';

import type { HostileTarget } from './start.ts';
import * as targets from './targets.ts';

const open: HostileTarget[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((target) => target.close()));
});

async function starting<Target extends HostileTarget>(start: () => Promise<Target>): Promise<Target> {
  const target = await start();
  open.push(target);
  return target;
}

async function ask(baseUrl: string, path = '/en/api'): Promise<{ status: number; type: unknown; text: string }> {
  const { statusCode, headers, body } = await request(baseUrl + path, { method: 'POST', body: '{}' });
  return { status: statusCode, type: headers['content-type'], text: await body.text() };
}

const codeOf = (error: Error & { readonly code?: string }): string => error.code ?? error.name;

describe('hostile targets', () => {
  it.each([
    [targets.alwaysEmptyObject.name, targets.alwaysEmptyObject, { status: 200, type: 'application/json', text: '{}' }],
    [targets.plainText.name, targets.plainText, { status: 200, type: 'text/plain', text: 'OK' }],
  ])('answer the same to everything: %s', async (_name, start, expected) => {
    const { baseUrl } = await starting(start);
    expect([await ask(baseUrl), await ask(baseUrl, '/')]).toEqual([expected, expected]);
  });

  it('forbid in the envelope of the service', async () => {
    const { status, text } = await ask((await starting(targets.alwaysForbidden)).baseUrl);
    expect([status, JSON.parse(text)]).toEqual([
      403,
      {
        error: { status_code: 403, message: 'Forbidden', detail: 'Request forbidden -- authorization will not help' },
      },
    ]);
  });

  it('answer with a page', async () => {
    const { type, text } = await ask((await starting(targets.webSite)).baseUrl);
    expect([type, text.slice(0, 15)]).toEqual(['text/html; charset=utf-8', '<!doctype html>']);
  });

  it('answer with what only claims to be JSON', async () => {
    const { type, text } = await ask((await starting(targets.invalidJson)).baseUrl);
    expect(type).toBe('application/json');
    expect(() => {
      JSON.parse(text);
    }).toThrow(SyntaxError);
  });

  it.each([
    [targets.deadPort.name, targets.deadPort, 'ECONNREFUSED'],
    [targets.otherProtocol.name, targets.otherProtocol, 'HTTPParserError'],
    [targets.endlessHeaders.name, targets.endlessHeaders, 'UND_ERR_HEADERS_OVERFLOW'],
    [targets.hangingUp.name, targets.hangingUp, 'ECONNRESET'],
  ])('give no answer: %s', async (_name, start, expected) => {
    const { baseUrl } = await starting(start);
    const code = await ask(baseUrl).then(() => 'answered', codeOf);
    expect(code).toBe(expected);
  });

  it('give no answer at all, or half of one', async () => {
    const [silent, half] = [await starting(targets.hanging), await starting(targets.hangingBody)];
    const aborted = AbortSignal.timeout(50);
    await expect(request(silent.baseUrl, { signal: aborted })).rejects.toMatchObject({ name: 'TimeoutError' });
    const { body } = await request(half.baseUrl);
    const [first] = await body.take(1).toArray();
    expect(String(first)).toBe('{"detail":');
    body.destroy();
  });

  it('redirect in a circle', async () => {
    const { baseUrl } = await starting(targets.redirectLoop);
    const { statusCode, headers, body } = await request(`${baseUrl}/a`);
    await body.dump();
    const again = await request(`${baseUrl}/again/a`);
    await again.body.dump();
    expect([statusCode, headers['location'], again.headers['location']]).toEqual([307, '/again/a', '/again/a']);
  });

  it('promise 2 GB and send as much as is taken', async () => {
    const target = await starting(targets.endlessBody);
    const { headers, body } = await request(target.baseUrl);
    expect(headers['content-length']).toBe('2147483648');
    let read = 0;
    for await (const chunk of body) {
      read += String(chunk).length;
      if (read > 4 * 2 ** 20) break;
    }
    expect(target.sent()).toBeLessThan(64 * 2 ** 20);
  });
});
