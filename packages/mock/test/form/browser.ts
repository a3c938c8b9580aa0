import chromium from '@sparticuz/chromium';
import { chromium as playwright, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** A phone as applicants hold it. */
export const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

/**
 * Starts a headless browser: the one at `CHROME_PATH`, or else the one that comes with the development dependencies.
 * Rejects where there is none.
 */
export async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: process.env['CHROME_PATH'] ?? (await chromium.executablePath()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
}

/** A page, and what it did that it should not. */
export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  /** Errors on its console, and errors of its scripts. */
  readonly errors: readonly string[];
  /** Addresses on other origins that it asked for. */
  readonly strays: readonly string[];
}

/** Opens a page that may go nowhere but to `origin`. */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = PHONE,
): Promise<WatchedPage> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const errors: string[] = [];
  const strays: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) strays.push(url);
  });
  return { page, errors, strays, [Symbol.asyncDispose]: () => context.close() };
}
