import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';

import { launchBrowser, visit, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { payload } from '../../bench/payload.ts';
import { scan, type HitsStatistics, type ScanHandler, type VisitMode } from '../../src/scan.ts';

const text = [...payload('hits', { bytes: 300_000, seed: 3 })].join('');
const sources = new URL('../../src/', import.meta.url);

/** What a page runs, as it stands: adds up what a scan of `/payload` tells. */
const program = `
import { JsonError, scan } from '/scan.ts';
globalThis.scanPayload = async (address = '/payload') => {
  let key = '';
  const told = { tokens: 0, hits: 0, bytes: 0, labels: '' };
  const handler = {
    open() { const mode = key === 'hits' ? 'hits' : 'tokens'; key = ''; return mode; },
    close() { told.tokens += 1; },
    key(text) { key = text; },
    scalar() { told.tokens += 1; },
    wantsText() { return false; },
    hits(batch) { told.hits += batch.count; for (let hit = 0; hit < batch.count; hit += 1) told.labels += batch.label(hit); },
    hitsEnd(statistics) { told.bytes += statistics.bytes; told.paths = statistics.paths.map(({ path, bytes, scripts }) => [path, bytes, scripts]); },
  };
  try {
    await scan((await fetch(address)).body, handler, { measures: { 'doc.name': ['label'] } });
    return told;
  } catch (error) {
    return error instanceof JsonError ? error.message : String(error);
  }
};`;

async function scanHere(): Promise<unknown> {
  let key = '';
  const told = { tokens: 0, hits: 0, bytes: 0, labels: '', paths: [] as unknown[] };
  const handler: ScanHandler = {
    open: (): VisitMode => {
      const mode = key === 'hits' ? 'hits' : 'tokens';
      key = '';
      return mode;
    },
    close: () => void (told.tokens += 1),
    key: (name) => void (key = name),
    scalar: () => void (told.tokens += 1),
    wantsText: () => false,
    hits: (batch) => {
      told.hits += batch.count;
      for (let hit = 0; hit < batch.count; hit += 1) told.labels += batch.label(hit);
    },
    hitsEnd: (statistics: HitsStatistics) => {
      told.bytes += statistics.bytes;
      told.paths = statistics.paths.map(({ path, bytes, scripts }) => [path, bytes, scripts]);
    },
  };
  await scan([new TextEncoder().encode(text)], handler, { measures: { 'doc.name': ['label'] } });
  return told;
}

/** Serves a page, the payload, and the package's sources as browsers can read them: without types. */
async function answer(path: string): Promise<{ type: string; body: string | Uint8Array }> {
  if (path === '/')
    return { type: 'text/html', body: `<!doctype html><title>scan</title><script type="module">${program}</script>` };
  if (path === '/payload') return { type: 'application/json', body: text };
  if (path === '/malformed')
    return { type: 'application/json', body: new Uint8Array([0x5b, 0x22, 0xc3, 0x28, 0x22, 0x5d]) };
  const source = await readFile(new URL(`.${path}`, sources), 'utf8');
  return { type: 'text/javascript', body: stripTypeScriptTypes(source, { mode: 'strip' }) };
}

describe('the scanner in a browser', () => {
  let browser: Browser;
  let server: Server;
  let address = '';

  beforeAll(async () => {
    server = createServer((request, response) => {
      answer(request.url ?? '/').then(
        ({ type, body }) => response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // It listens on a port.
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it('tells what it tells in Node', async () => {
    await using seen = await visit(browser, address, {});
    await seen.page.waitForFunction('globalThis.scanPayload !== undefined');
    expect(await seen.page.evaluate('scanPayload()')).toEqual(await scanHere());
    expect(await seen.page.evaluate("scanPayload('/malformed')")).toBe(
      'Malformed UTF-8 at byte 2 (line 1, column 3), in [0]',
    );
    expect(seen.complaints.filter((complaint) => !complaint.includes('favicon') && !complaint.includes('404'))).toEqual(
      [],
    );
  });
});
