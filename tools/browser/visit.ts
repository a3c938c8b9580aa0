import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** A page, and what it did that it should not. Disposed of, it is closed. */
export interface Visit extends AsyncDisposable {
  readonly page: Page;
  /** What it wrote to its console, refusals by its own policy included, and errors of its scripts. */
  readonly complaints: readonly string[];
  /** Addresses that it asked for, without fragments, each time that it did; `data:` is no address. */
  readonly requests: readonly string[];
  /** Bodies of what it got, as text. */
  readonly received: readonly string[];
}

/** Opens an empty page that is listened to. */
export async function watchPage(browser: Browser, options: BrowserContextOptions): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  // Sooner than a test ends, so that what was waited for is told.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const requests: string[] = [];
  const received: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    const [address = ''] = request.url().split('#', 1);
    if (!address.startsWith('data:')) requests.push(address);
  });
  page.on('response', (response) => {
    response.text().then(
      (text) => received.push(text),
      () => {},
    );
  });
  return { page, complaints, requests, received, [Symbol.asyncDispose]: () => context.close() };
}

/** Opens an address as a page that is listened to from its first request on, which is the address itself. */
export async function visit(browser: Browser, address: string, options: BrowserContextOptions): Promise<Visit> {
  const watched = await watchPage(browser, options);
  await watched.page.goto(address);
  return watched;
}
