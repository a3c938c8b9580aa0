/**
 * Checks the pages of the built site with axe, at 1280 and 390 px, light and dark: each page in one of these
 * windows, or in all in a proof.
 * Ends with 1 if a page has a problem, writes to the console, or loads something from elsewhere, or if a search for the id of a rule does
 * not find the rule first.
 */
import { globSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { RULE_IDS } from '@idvkit/schema/rules';
import { accessibilityProblems, launchBrowser, watchPage, type Browser } from '@idvkit/test-browser';
import MiniSearch from 'minisearch';

import { isProof } from '../testing/sample.ts';
import { answerWithSite, BUILT } from './answer-with-site.ts';

/** Browser window in which somebody sees pages. */
interface Window {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

const WINDOWS: readonly Window[] = [1280, 390].flatMap((width): Window[] => [
  { width, colorScheme: 'light' },
  { width, colorScheme: 'dark' },
]);

const views = globSync('**/*.html', { cwd: BUILT })
  .toSorted()
  .flatMap((file) => WINDOWS.map((window) => ({ path: file.replace(/^index\.html$/, ''), window })));

/** Opens pages one after the other in one window, which takes a third less processor time than a window for each. Lists problems, one per line. */
async function* problemsOf(
  browser: Browser,
  address: string,
  { width, colorScheme }: Window,
  paths: readonly string[],
): AsyncIterable<string> {
  await using watched = await watchPage(browser, { colorScheme, viewport: { width, height: 900 } });
  const { page, requests, complaints } = watched;
  for (const path of paths) {
    const before = { requests: requests.length, complaints: complaints.length };
    await page.goto(`${address}${path}`);
    await page.waitForLoadState('networkidle');
    const problems = [
      ...(await accessibilityProblems(page)),
      ...complaints.slice(before.complaints).map((complaint) => `console: ${complaint}`),
      ...requests
        .slice(before.requests)
        .filter((request) => !request.startsWith(address))
        .map((request) => `request to ${request}`),
    ];
    yield* problems.map((problem) => `/${path}, ${width} px, ${colorScheme}: ${problem}\n`);
  }
}

/** Lists the rules that a search for their id does not find first, one per line. */
async function* rulesNotFound(): AsyncIterable<string> {
  const [chunk] = globSync('assets/chunks/@localSearchIndexroot.*.js', { cwd: BUILT });
  if (chunk === undefined) throw new Error('The site has no search index.');
  const { default: json } = (await import(new URL(chunk, BUILT).href)) as { readonly default: string }; // What VitePress writes.
  // As the search of VitePress does.
  const index = MiniSearch.loadJSON(json, { fields: ['title', 'titles', 'text'], storeFields: ['title', 'titles'] });
  for (const id of RULE_IDS) {
    const [first] = index.search(id, { fuzzy: 0.2, prefix: true, boost: { title: 4, text: 2, titles: 1 } });
    const found = String(first?.['title'] ?? 'nothing').trim();
    if (found !== id || !String(first?.id).startsWith('/rules/')) yield `search for ${id}: finds ${found} first\n`;
  }
}

/** Writes the problems of these pages. @returns whether there are pages, and none has a problem. */
async function checkPages(browser: Browser): Promise<boolean> {
  const chosen = views.filter(
    (_, index) => isProof || index % WINDOWS.length === Math.floor(index / WINDOWS.length) % WINDOWS.length,
  );
  const server = createServer(answerWithSite).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`; // A listening server on TCP has a port.
  let problems = 0;
  try {
    for await (const problem of rulesNotFound()) {
      process.stdout.write(problem);
      problems += 1;
    }
    for (const [window, inWindow] of Map.groupBy(chosen, (view) => view.window)) {
      const paths = inWindow.map(({ path }) => path);
      for await (const problem of problemsOf(browser, address, window, paths)) {
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
