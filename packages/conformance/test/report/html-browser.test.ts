import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { accessibilityProblems, launchBrowser, visit, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { htmlReport } from '../../src/lib/report/html/html-report.ts';
import { fixtureRun } from './fixture-run.ts';
import { ground, openAll, shownRules, shownSections, tooWide } from './in-page.ts';
import { reportOf } from './plain-page.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
const DESKTOP = { viewport: { width: 1280, height: 900 } } as const;

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  const page = htmlReport(reportOf(fixtureRun()));
  folder = await mkdtemp(join(tmpdir(), 'idvkit-html-'));
  await writeFile(join(folder, 'report.html'), page);
  address = pathToFileURL(join(folder, 'report.html')).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

const LOOKS = [
  ['a phone', 'light', PHONE, 'rgb(251, 251, 250)'],
  ['a phone', 'dark', PHONE, 'rgb(18, 20, 23)'],
  ['a desktop', 'light', DESKTOP, 'rgb(251, 251, 250)'],
  ['a desktop', 'dark', DESKTOP, 'rgb(18, 20, 23)'],
] as const;

describe('the HTML report in a browser', () => {
  // A proof has both colour schemes.
  it.each(sampleOf(LOOKS, { every: 2 }))(
    'fits %s in %s, accessibly, and asks for nothing',
    async (_, colorScheme, device, color) => {
      await using visited = await visit(browser, address, { ...device, colorScheme });
      const { page, complaints, requests } = visited;
      // What is closed has to fit, too.
      await page.evaluate(openAll);
      expect(await page.evaluate(ground)).toBe(color);
      expect(await page.evaluate(tooWide)).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect([complaints, requests]).toEqual([[], [address]]);
    },
  );

  it('is checked by axe, which finds what is wrong', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    await page.evaluate(() => document.documentElement.removeAttribute('lang'));
    expect(await accessibilityProblems(page)).toEqual([
      'html-has-lang: html (<html> element must have a lang attribute)',
    ]);
  });

  it('shows the rules of a verdict and with words, also from a link and the keyboard', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    expect([await page.evaluate(shownRules), await page.evaluate(shownSections)]).toEqual([[], 9]);
    await page.getByRole('radio', { name: 'Failed 4' }).check();
    expect(await page.evaluate(shownRules)).toEqual([
      'application.no.derived',
      'answers.nid.check-digit',
      'create.status.201',
      'auth.absent.403',
    ]);
    expect(await page.evaluate(shownSections)).toBe(4);
    await page.getByRole('searchbox').fill('NID digit');
    expect(await page.evaluate(shownRules)).toEqual(['answers.nid.check-digit']);
    expect(page.url()).toBe(`${address}#filter?show=failed&q=NID+digit`);
    await page.reload();
    expect(await page.evaluate(shownRules)).toEqual(['answers.nid.check-digit']);
    await page.getByRole('searchbox').fill('');
    await page.getByRole('radio', { name: 'Failed 4' }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await page.evaluate(shownRules)).toEqual(['liveness.attempt.message-empty']);
    await page.getByRole('radio', { name: 'All 10' }).check();
    expect([await page.evaluate(shownRules), page.url()]).toEqual([[], `${address}#rules`]);
  });

  it('opens what hides the rule of a link', async () => {
    await using visited = await visit(browser, `${address}#rule-application.id.integer`, DESKTOP);
    expect(await visited.page.evaluate(shownRules)).toContain('application.id.integer');
  });

  it('keeps the list of failures in view next to their details on a wide screen', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    await page.evaluate(() => scrollTo(0, 1_200));
    expect((await page.locator('.failures').first().boundingBox())?.y).toBe(0);
  });

  it('shows the first finding of a rule, and folds the others', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const rule = visited.page.locator('#rule-auth\\.absent\\.403');
    expect(await rule.locator('.finding:visible').count()).toBe(1);
  });

  it('has its first failure on the first screen, and leads the first key there', async () => {
    await using visited = await visit(browser, address, DESKTOP);
    const { page } = visited;
    const first = await page.locator('.failures li').first().boundingBox();
    expect(first?.y).toBeLessThan(DESKTOP.viewport.height / 2);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to failures');
  });

  it('is printed without what only a screen can use', async () => {
    await using visited = await visit(browser, address, { ...DESKTOP, colorScheme: 'dark' });
    const { page } = visited;
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('fieldset').isVisible()).toBe(false);
    const shown = await page.locator('h2:visible').allTextContents();
    expect(shown).toEqual([
      'Failed: 4 rules',
      'Test 1 more: give a workspace without credit',
      'Warnings: 1 rule',
      'Not tested',
    ]);
    expect(await page.evaluate(ground)).toBe('rgb(255, 255, 255)');
    expect((await page.pdf()).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
