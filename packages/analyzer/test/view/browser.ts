import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Starts a headless browser: the one at `CHROME_PATH`, or the one among the development dependencies. */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env['CHROME_PATH'] ?? (await unpacked()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** The package takes what another process is just unpacking for a whole browser: it gets a folder of its own. */
async function unpacked(): Promise<string> {
  const before = process.env['TMPDIR'];
  const folder = join(tmpdir(), 'idvkit-analyzer-browser');
  mkdirSync(folder, { recursive: true });
  process.env['TMPDIR'] = folder;
  try {
    return await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** A page, what it complained of and what it asked for. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  readonly complaints: readonly string[];
  readonly requests: readonly string[];
}

/** Opens a page and listens to it. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (request.url().split('#')[0] !== address) requests.push(request.url());
  });
  await page.goto(address);
  return { page, complaints, requests, [Symbol.asyncDispose]: () => context.close() };
}
