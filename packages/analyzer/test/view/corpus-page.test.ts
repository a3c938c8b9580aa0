import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { accessibilityProblems, launchBrowser, visit, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isProof, sampleOf } from '../../../../tools/testing/sample.ts';
import { createCollector } from '../../src/lib/corpus/create-collector.ts';
import { summarize } from '../../src/lib/summarize/summarize.ts';
import { corpusPage } from '../../src/lib/view/html/corpus-page.ts';
import { openAll, overflowing } from './in-page.ts';
import { screeningPayload } from './screening-payload.ts';

const PAYLOADS = 60;

let browser: Browser;
let folder: string;
let address: string;
let text: string;

beforeAll(async () => {
  const collector = createCollector();
  for (let index = 0; index < PAYLOADS; index += 1) {
    const hits = index === 7 ? 900 : index % 10 === 0 ? 0 : 20 + ((index * 3) % 20);
    const day = `2026-0${1 + (index % 3)}-${String(1 + ((index * 7) % 28)).padStart(2, '0')}`;
    const payload = JSON.stringify(screeningPayload(hits))
      .replaceAll('2026-01-05', day)
      .replace('"id":7', `"id":${index}`)
      .replace('need_review', index % 5 === 0 ? 'fail' : 'pass');
    collector.add(await summarize([Buffer.from(payload)], { source: `deliveries/long-folder-name/${index}.json` }));
  }
  collector.skip(1);
  text = corpusPage(collector.result(), ['Cannot read "x<y>.json": it does not exist.'], {
    version: '0.1.0',
    reveal: false,
  });
  folder = await mkdtemp(join(tmpdir(), 'idvkit-corpus-page-'));
  await writeFile(join(folder, 'page.html'), text);
  address = pathToFileURL(join(folder, 'page.html')).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the page of many payloads', () => {
  it.each(sampleOf(['light', 'dark'] as const, { every: 2 }))(
    'fits a phone and a desktop in %s, accessibly, asks for nothing, and says what is far out or missing',
    async (colorScheme) => {
      await using visited = await visit(browser, address, { viewport: { width: 1280, height: 800 }, colorScheme });
      const { page, complaints, requests } = visited;
      const perDay = await page.getByRole('table', { name: 'Payloads per day' }).locator('td.number').allTextContents();
      expect(perDay.reduce((sum, text) => sum + Number(text), 0)).toBe(PAYLOADS);
      expect(await page.getByRole('row', { name: /7\.json .*far from the others/ }).count()).toBeGreaterThan(0);
      expect(await page.locator('.notice').textContent()).toContain('Cannot read "x<y>.json": it does not exist.');
      await page.evaluate(openAll);
      expect(await page.evaluate(overflowing)).toEqual([]);
      const whenWide = isProof ? await accessibilityProblems(page) : [];
      expect(whenWide).toEqual([]);
      await page.setViewportSize({ width: 360, height: 800 });
      expect(await page.evaluate(overflowing)).toEqual([]);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect([complaints, requests]).toEqual([[], [address]]);
    },
  );

  it('shows nothing personal', () => {
    expect(text).not.toMatch(/Erika|Mustermann|สมชาย|secret|1101700230708/);
  });
});
