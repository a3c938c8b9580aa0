/**
 * Checks the pages of the built site with axe, at 1280 and 390 px, light and dark: the share of the day, or all with `IDVKIT_DAY=all`.
 * Ends with 1 if a page has a problem, writes to the console, or loads something from elsewhere.
 */
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { accessibilityProblems, launchBrowser, visit, type Browser } from '@idvkit/test-browser';

import { ofTheDay } from '../of-the-day.ts';
import { answerWithSite, BUILT } from './answer-with-site.ts';

/** A page as somebody sees it. */
interface View {
  readonly path: string;
  readonly colorScheme: 'light' | 'dark';
  readonly width: number;
}

/** Lists the problems of a page, one per line. */
async function problemsOf(browser: Browser, address: string, { path, colorScheme, width }: View): Promise<string[]> {
  const viewport = { width, height: 900 };
  await using visited = await visit(browser, `${address}${path}`, { colorScheme, viewport });
  const { page, requests, complaints } = visited;
  await page.waitForLoadState('networkidle');
  return [
    ...(await accessibilityProblems(page)),
    ...complaints.map((complaint) => `console: ${complaint}`),
    ...requests.filter((request) => !request.startsWith(address)).map((request) => `request to ${request}`),
  ].map((problem) => `/${path}, ${width} px, ${colorScheme}: ${problem}\n`);
}

const views = globSync('**/*.html', { cwd: BUILT })
  .toSorted()
  .flatMap((file) => {
    const path = file.replace(/^index\.html$/, '');
    return [1280, 390].flatMap((width): View[] => [
      { path, width, colorScheme: 'light' },
      { path, width, colorScheme: 'dark' },
    ]);
  });

/** Writes the problems of the pages of the day. @returns whether there are pages, and none has a problem. */
async function checkPages(browser: Browser): Promise<boolean> {
  process.env['IDVKIT_DAY'] ??= String(Math.floor(Date.now() / 86_400_000));
  const chosen = ofTheDay(views, { days: 8 });
  const server = createServer(answerWithSite).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // A listening server on TCP has a port.
  let problems = 0;
  try {
    for (const view of chosen) {
      for (const problem of await problemsOf(browser, address, view)) {
        process.stdout.write(problem);
        problems += 1;
      }
    }
  } finally {
    server.close().closeAllConnections();
  }
  process.stdout.write(`${chosen.length} of ${views.length} views: ${problems} problems\n`);
  return chosen.length > 0 && problems === 0;
}

/** Ends with one message: the stack of a browser that is missing or was killed says nothing about the pages. */
function failed(state: string): void {
  process.stderr.write(`Cannot check the pages: ${state}.\nName a Chromium that starts with CHROME_PATH.\n`);
  process.exitCode = 1;
}

const browser = await launchBrowser().catch((cause: unknown) => {
  const [reason = ''] = String(cause)
    .replace(/^\w*Error: /, '')
    .split('\n', 1);
  failed(`the browser does not start: ${reason}`);
});
if (browser) {
  try {
    if (!(await checkPages(browser))) process.exitCode = 1;
  } catch (error) {
    if (browser.isConnected()) throw error;
    failed('the browser ended');
  } finally {
    await browser.close();
  }
}
