import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { accessibilityProblems, launchBrowser, visit, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/sample.ts';
import { summarize } from '../../src/lib/summarize/summarize.ts';
import { payloadPage } from '../../src/lib/view/html/payload-page.ts';
import { faint, openAll, overflowing, overfullTiles, showsFocus, touchingTicks } from './in-page.ts';
import { screeningPayload } from './screening-payload.ts';

const PHONE = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;

let browser: Browser;
let folder: string;
let address: string;
let text: string;

beforeAll(async () => {
  const summary = await summarize([Buffer.from(JSON.stringify(screeningPayload()))], { source: 'a<b>.json' });
  text = payloadPage(summary, { version: '0.1.0', reveal: false });
  folder = await mkdtemp(join(tmpdir(), 'idvkit-page-'));
  await writeFile(join(folder, 'page.html'), text);
  address = pathToFileURL(join(folder, 'page.html')).href;
  browser = await launchBrowser();
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
    'fits %s in %s, legibly, told to everyone, and asks for nothing',
    async (_, colorScheme, device) => {
      await using visited = await visit(browser, address, { ...device, colorScheme });
      const { page, complaints, requests } = visited;
      // What is closed has to fit, too.
      await page.evaluate(openAll);
      expect(await page.evaluate(overflowing)).toEqual([]);
      expect(await page.evaluate(faint)).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(overfullTiles)).toEqual([]);
      expect([complaints, requests]).toEqual([[], [address]]);
    },
  );

  it('leads from a tile to its row, by the keyboard alone', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    const tile = page.getByRole('link', { name: /snippet: / }).first();
    await tile.focus();
    expect(await page.evaluate(showsFocus)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(showsFocus)).toBe(true);
    await tile.press('Enter');
    const row = page.locator('tr:target');
    await row.waitFor({ state: 'visible' });
    expect(await row.textContent()).toContain('snippet');
  });

  it('draws what the summary says', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    await page.evaluate(openAll);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^200 hits in /);
    expect(await page.getByRole('img', { name: /^200 hits from .* half are below/ }).count()).toBe(1);
    const sections = await page.locator('h2').allTextContents();
    expect(sections).toEqual([
      'Screening flags',
      'Runs with hits',
      'Hits',
      'Highest scores',
      'Hits in several places',
      'Warnings',
      'Where the bytes are',
      'Hits of each entry',
      'Timeline',
    ]);
    const bars = page.locator('figure.columns').first();
    const counted = await bars.locator('tbody td').allTextContents();
    expect(counted.reduce((sum, count) => sum + Number(count), 0)).toBe(200);
    expect(await page.locator('.flags .odd').count()).toBeGreaterThan(0);
    expect(await page.locator('.timeline li').count()).toBe(6);
    expect(await page.getByRole('row', { name: /doc\.aka/ }).count()).toBeGreaterThan(0);
    expect(await page.getByRole('row', { name: /^potential_match 160/ }).count()).toBe(1);
    const highest = page.getByRole('table', { name: 'Hits with the highest scores' }).getByRole('row');
    expect(await highest.nth(1).textContent()).toMatch(/#27 •••.*9\.9.*idvkit analyze hits 'a<b>\.json' --number 27/s);
  });

  it.each([
    [390, 844],
    [1280, 900],
  ])(
    'is at most 6,000 pixels long at %i pixels before anything is opened, and no texts of charts touch',
    async (width, height) => {
      await using visited = await visit(browser, address, { viewport: { width, height } });
      const { page } = visited;
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
      await page.evaluate(openAll);
      expect(await page.evaluate(touchingTicks)).toEqual([]);
    },
  );

  it('runs no script, allows none, and shows nothing personal', () => {
    expect(text).toContain("default-src 'none'");
    expect(text).not.toMatch(/<script|\son\w+=|javascript:/i);
    expect(text).not.toMatch(/Erika|Mustermann|สมชาย|secret|1101700230708|articles\/\d/);
    expect(text).toContain('&lt;script&gt;alert(1)');
  });

  it('is printed on white', async () => {
    await using visited = await visit(browser, address, { ...DESKTOP, colorScheme: 'dark' });
    const { page } = visited;
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate(faint)).toEqual([]);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
