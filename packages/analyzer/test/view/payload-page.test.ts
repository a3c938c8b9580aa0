import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { accessibilityProblems, launchBrowser, visit, type Browser, type Visit } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { TailBytes } from '../../src/lib/collect/tail-bytes.ts';
import { scan } from '../../src/lib/scan/wasm/scan.ts';
import { payloadSummary, summarizeWith } from '../../src/lib/summarize/summarize-with.ts';
import { summarize } from '../../src/lib/summarize/summarize.ts';
import { payloadPage } from '../../src/lib/view/html/payload-page.ts';
import { openAll, overflowing } from './in-page.ts';
import { screeningPayload } from './screening-payload.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;

let browser: Browser;
/** The page on a desktop, as it was opened. */
let opened: Visit;
let folder: string;
let address: string;
let text: string;

beforeAll(async () => {
  const tail = new TailBytes();
  const payload = Buffer.from(JSON.stringify(screeningPayload()));
  const summary = payloadSummary(
    await summarizeWith({ source: 'a<b>.json', hitBytes: tail.copy }, (handler, options) =>
      scan(tail.keep([payload]), handler, options),
    ),
  );
  text = payloadPage(summary, { version: '0.1.0', reveal: false });
  folder = await mkdtemp(join(tmpdir(), 'idvkit-page-'));
  await writeFile(join(folder, 'page.html'), text);
  address = pathToFileURL(join(folder, 'page.html')).href;
  browser = await launchBrowser();
  opened = await visit(browser, address, DESKTOP);
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const LOOKS = [
  ['a phone', 'light', PHONE],
  ['a phone', 'dark', PHONE],
  ['a desktop', 'light', DESKTOP],
  ['a desktop', 'dark', DESKTOP],
] as const;

describe('the page of a payload', () => {
  // A proof has both colour schemes.
  it.each(sampleOf(LOOKS, { every: 2 }))(
    'fits %s in %s, accessibly, and asks for nothing',
    async (_, colorScheme, device) => {
      await using visited = await visit(browser, address, { ...device, colorScheme });
      const { page, complaints, requests } = visited;
      // What is closed has to fit, too.
      await page.evaluate(openAll);
      expect(await page.evaluate(overflowing)).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect([complaints, requests]).toEqual([[], [address]]);
    },
  );

  it('is at most 6,000 pixels long at 390 and 1280 pixels before anything is opened', async () => {
    const { page } = opened;
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
    }
  });

  it('says first what the screening found', async () => {
    const { page } = opened;
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^200 hits in /);
    expect(await page.getByRole('list', { name: 'Outcome' }).getByRole('listitem').allTextContents()).toEqual([
      'PEP',
      'sanctions',
      'adverse media',
      'risk high',
      'provider',
      'ekyc need_review',
      'face 65.5',
      'AML <screening> Review',
      'submit_form',
      'complete',
    ]);
  });

  it('prints the evidence on one page', async () => {
    const [width, height] = [718, 1_047]; // A4 at 96 dpi, with margins of 1 cm.
    const { page } = opened;
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ media: 'print' });
    const table = page.getByRole('table', { name: 'Hits in the order of a review' });
    expect(await table.getByRole('row').count()).toBe(21);
    const box = await page.locator('section', { has: table }).boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThan(height);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const first = page.locator('section').first();
    expect(await first.evaluate((section) => getComputedStyle(section).breakAfter)).toBe('page');
    await page.emulateMedia({ media: null });
    await page.setViewportSize(DESKTOP.viewport);
  });

  it('says which lists are clear', async () => {
    const clear = JSON.stringify(screeningPayload(0)).replaceAll(/("is_[a-z_]+"):true/g, '$1:false');
    const page = payloadPage(await summarize([Buffer.from(clear)], {}), { version: '0.1.0', reveal: false });
    expect(/<ul class="chips"[^>]*>\s*<li[^>]*>([^<]*)/.exec(page)?.[1]).toBe('on no list');
  });

  it('draws what the summary says', async () => {
    const { page } = opened;
    await page.evaluate(openAll);
    expect(await page.locator('h2').allTextContents()).toEqual([
      'Evidence',
      'Screening flags',
      'Hits',
      'Highest scores',
      'Hits in several places',
      'Warnings',
      'Hits of each entry',
      'Where the bytes are',
    ]);
    const cells = (table: string): Promise<string[]> =>
      page.getByRole('table', { name: table }).getByRole('row').nth(1).locator('th, td').allInnerTexts();
    expect(await cells('Screening flags')).toEqual([
      'provider, run 1 2026-01-05 03:00:40 UTC, any entry',
      '● yes',
      'no contradicted',
      '–',
      '● yes',
      '–',
      '–',
    ]);
    expect(await cells('Hits with the highest scores')).toEqual(['#27 •••', '9.9', 'provider, run 1, entry 1']);
    expect(await page.getByRole('row', { name: /^potential_match 160/ }).count()).toBe(1);
    expect(await page.getByRole('row', { name: /doc\.aka/ }).count()).toBeGreaterThan(0);
    expect(await page.getByText("idvkit analyze hits 'a<b>.json' --number N").count()).toBe(1);
  });

  it('runs no script, allows none, and shows nothing personal', () => {
    expect(text).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(text).not.toMatch(/Erika|Mustermann|สมชาย|secret|1101700230708|articles\/\d/);
    expect(text).toContain('&lt;script&gt;alert(1)');
  });
});
