/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync, zstdCompressSync } from 'node:zlib';

import { createTestIo } from '@idvkit/cli-kit/testing';
import { accessibilityProblems, launchBrowser, visit, type Browser } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { buildDropPage } from '../../scripts/build-drop-page.ts';
import { main } from '../command-line.ts';
import { screeningPayload } from './screening-payload.ts';

let browser: Browser;
let folder: string;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'idvkit-drop-'));
  const whole = JSON.stringify(screeningPayload());
  await writeFile(join(folder, 'whole.json'), whole);
  await writeFile(join(folder, 'packed.json.gz'), gzipSync(whole));
  await writeFile(join(folder, 'cut.json'), whole.slice(0, -100));
  await writeFile(join(folder, 'lines.ndjson'), `${whole}\n${whole}\n`);
  await writeFile(join(folder, 'packed.json.zst'), zstdCompressSync(whole));
  await writeFile(join(folder, 'page.html'), await buildDropPage());
  address = pathToFileURL(join(folder, 'page.html')).href;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

/** What the command prints about a file. */
async function printed(name: string, ...options: readonly string[]): Promise<unknown> {
  const io = createTestIo({ cwd: folder });
  await main([name, '--json', ...options], io);
  return JSON.parse(io.stdoutText);
}

describe('the drop page', () => {
  const looks = [
    ['light', { width: 1280, height: 900 }],
    ['dark', { width: 390, height: 844 }],
  ] as const;

  it.each(sampleOf(looks, { every: 2 }))(
    'says in %s what the command says, and connects to nothing',
    async (colorScheme, viewport) => {
      await using visited = await visit(browser, address, { viewport, colorScheme });
      const { page, complaints, requests } = visited;
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: 'Try a sample' }).click();
      await page.getByText('Read sample.json. Nothing left this page.').waitFor();
      await page.getByText('hits in 3.0 MB').waitFor();
      for (const name of ['whole.json', 'packed.json.gz', 'cut.json']) {
        await page.getByLabel('Drop a payload here').setInputFiles(join(folder, name));
        await page.getByText(`Read ${name}. Nothing left this page.`).waitFor();
        expect(JSON.parse((await page.locator('#json').textContent()) ?? '')).toEqual(await printed(name));
      }
      await page.getByText('Incomplete.').waitFor();
      await page.getByLabel('Drop a payload here').setInputFiles(join(folder, 'whole.json'));
      await page.getByText('Read whole.json. Nothing left this page.').waitFor();
      await page.getByLabel('Show personal values').check();
      const revealed = JSON.stringify(await printed('whole.json', '--reveal'));
      await expect.poll(() => page.locator('#json').textContent()).toBe(revealed);
      await page.getByLabel('Show personal values').uncheck();
      await page.getByLabel('Drop a payload here').setInputFiles(join(folder, 'lines.ndjson'));
      await page.getByText('It holds several documents, and this is the first.').waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await page.getByLabel('Drop a payload here').setInputFiles(join(folder, 'packed.json.zst'));
      await page.getByText('Browsers cannot read zstd.').waitFor();
      expect([complaints, requests]).toEqual([[], [address]]);

      const isRefused = await page.evaluate(() =>
        fetch('https://example.com/').then(
          () => false,
          () => true,
        ),
      );
      expect(isRefused).toBe(true);
      expect(complaints.join('\n')).toContain("connect-src 'none'");
    },
  );
});
