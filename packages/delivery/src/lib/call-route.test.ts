import { Agent } from 'undici';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { createCallRoute, proxyHint } from './call-route.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('createCallRoute()', () => {
  it('calls this machine without a proxy, and closes both ways', async () => {
    const route = createCallRoute({});
    const [near, far] = [route.to('http://127.0.0.1:4010/'), route.to('https://service.example/')];

    expect([near instanceof Agent, far instanceof Agent]).toEqual([true, false]);
    await route.close();
    expect([near, far]).toMatchObject([{ destroyed: true }, { destroyed: true }]);
  });
});

describe('proxyHint()', () => {
  const FAR = 'https://service.example/';

  it.each([
    ['/no-url', {}, /^nothing$/],
    ['http://127.0.0.1:4010/', {}, /^nothing$/],
    [FAR, {}, /^If only an HTTP proxy leads out, set HTTPS_PROXY\.$/],
    [FAR, { HTTPS_PROXY: '', HTTP_PROXY: 'http://proxy.example' }, /set HTTPS_PROXY\.$/],
    ['http://service.example/', { HTTPS_PROXY: 'http://proxy.example' }, /set HTTP_PROXY\.$/],
    [FAR, { HTTPS_PROXY: 'http://proxy.example' }, /^Calls go through the proxy in HTTPS_PROXY/],
    [FAR, { https_proxy: 'http://proxy.example' }, /^Calls go through the proxy in HTTPS_PROXY/],
  ])('of %s where %j is set', (url, set, hint) => {
    for (const name of ['HTTPS_PROXY', 'HTTP_PROXY', 'https_proxy', 'http_proxy']) vi.stubEnv(name, undefined);
    for (const [name, value] of Object.entries(set)) vi.stubEnv(name, value);

    expect(proxyHint(url) ?? 'nothing').toMatch(hint);
  });
});
