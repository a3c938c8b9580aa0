import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/**
 * Starts a headless browser: the one at `CHROME_PATH`, or else the one that comes with the development dependencies.
 * Rejects where there is none.
 */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env['CHROME_PATH'] ?? (await unpackedBrowser()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** Unpacks it to a folder of this package's own: one that another suite is still unpacking looks whole. */
async function unpackedBrowser(): Promise<string> {
  const before = process.env['TMPDIR'];
  const folder = join(tmpdir(), 'idvkit-replay-browser');
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** A page, and what it did that it should not. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** What it wrote to its console, refusals by its own policy included, and errors of its scripts. */
  readonly errors: readonly string[];
  /** Bodies and heads of what the server gave it, as text. */
  readonly received: readonly string[];
  /** Addresses that it asked for. */
  readonly requests: readonly string[];
}

export async function visit(browser: Browser, address: string, options: BrowserContextOptions): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Sooner than the test itself ends, so that what was waited for is told.
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  const received: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => requests.push(request.url()));
  page.on('response', (response) => {
    response.text().then(
      (text) => received.push(text),
      () => {},
    );
  });
  await page.goto(address);
  return { page, errors, received, requests, [Symbol.asyncDispose]: () => context.close() };
}
