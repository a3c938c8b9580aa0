import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { createTestIo, type TestIo } from '@idvkit/cli-kit/testing';
import { launchBrowser, watchPage, type Browser, type Page, type Visit } from '@idvkit/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { main } from './command-line.ts';

/** Sets the clipboard of a terminal that takes OSC 52. */
const ESCAPES = '%1b%5d52%3bc%3bWQ%07%0a%3a%3aerror%3a%3aforged';

let browser: Browser;
let website: Server;
let io: TestIo;
let ended: Promise<number>;
let port: string;
let visit: Visit;

beforeAll(async () => {
  browser = await launchBrowser();
  website = createServer((_, response) => response.end('<!doctype html><title>Another website</title>'));
  await new Promise<void>((resolve) => website.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await browser?.close();
  website?.close();
});

beforeEach(async () => {
  io = createTestIo();
  ended = main(['--port', '0', '--json'], io);
  const { url } = await vi.waitUntil(
    () => io.stdoutText !== '' && (JSON.parse(io.stdoutText) as { readonly url: string }),
    {
      timeout: 60_000,
    },
  );
  ({ port } = new URL(url));
  visit = await watchPage(browser, {});
});

afterEach(async () => {
  await visit[Symbol.asyncDispose]();
  io.interrupt();
  await ended;
});

/** Calls the mock from within a page, in each way that a page has. Returns what the page could read. */
function attack(page: Page, mock: string): Promise<readonly string[]> {
  return page.evaluate(
    async ({ base, escapes }) => {
      const create = `${base}/en/api/forms/kyc-plain/create/`;
      const hostile = `${base}/en/api/forms/${escapes}/applied-forms/x/result/`;
      const read = (options: RequestInit, url = create): Promise<string> =>
        fetch(url, options).then(
          async (response) => `${response.type} ${response.status} ${await response.text()}`,
          () => 'unreadable',
        );
      const image = new Promise<string>((resolve) => {
        const element = new Image();
        element.addEventListener('error', () => resolve('unreadable'));
        element.addEventListener('load', () => resolve('image'));
        element.src = hostile;
      });
      const headers = { authorization: 'Bearer idv_test_token' };
      return [
        await image,
        await read({ mode: 'no-cors' }, hostile),
        await read({ method: 'POST', mode: 'no-cors', body: '{}' }),
        await read({ method: 'POST', headers }),
        await read({ headers }, `${base}/_portal/`),
        await read({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }, `${base}/_portal/reset`),
      ];
    },
    { base: mock, escapes: ESCAPES },
  );
}

/** What reached the mock: lines on its terminal, and applications. */
async function traces(): Promise<{ readonly terminal: string; readonly applications: unknown }> {
  const response = await fetch(`http://127.0.0.1:${port}/_portal/applications`);
  return { terminal: io.stderrText, applications: await response.json() };
}

describe('a page of another website, in Chromium', () => {
  it('neither writes to the terminal of the mock, nor reads its API, nor creates an application', async () => {
    await visit.page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);

    const read = await attack(visit.page, `http://127.0.0.1:${port}`);

    expect(read).toEqual(Array(6).fill('unreadable'));
    expect(visit.requests.filter((address) => address.includes(`:${port}/`)).length).toBeGreaterThanOrEqual(5);
    expect(await traces()).toEqual({ terminal: '', applications: [] });
  });

  it('is no better off when its name resolves to this machine', async () => {
    // Chromium resolves every name below localhost to this machine. The page itself comes from elsewhere, as with DNS rebinding.
    const rebound = `http://rebound.localhost:${port}`;
    await visit.page.route(`${rebound}/page`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>x' }));
    await visit.page.goto(`${rebound}/page`);

    const read = await attack(visit.page, rebound);

    expect(read[0]).toBe('unreadable');
    for (const answer of read.slice(1)) expect(answer).toMatch(/^basic 403 .*its Host is not this machine/);
    expect(await traces()).toEqual({ terminal: '', applications: [] });
  });

  it('may link to the hosted form', async () => {
    const created = await fetch(`http://127.0.0.1:${port}/en/api/forms/kyc-camera/create/`, {
      method: 'POST',
      headers: { authorization: 'Bearer idv_test_token' },
    });
    const { detail } = (await created.json()) as { readonly detail: { readonly slug: string } };
    await visit.page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}/`);

    const address = `http://127.0.0.1:${port}/en/form/kyc-camera/${detail.slug}/`;
    await visit.page.evaluate((url) => {
      const link = Object.assign(document.createElement('a'), { href: url, textContent: 'Verify' });
      document.body.append(link);
      link.click();
    }, address);
    await visit.page.getByRole('textbox', { name: 'First name' }).waitFor();

    expect(visit.page.url()).toBe(address);
  });
});
