/// <reference lib="dom" />
import { launchBrowser, visit, type Browser, type BrowserContextOptions } from '@idvkit/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startUi, type Ui } from '../../src/lib/ui/ui-server.ts';
import { sampleArchive, type SampleArchive } from '../sample-archive.ts';
import { PERSONAL, personalDelivery } from './personal-delivery.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let browser: Browser;
let sample: SampleArchive;
let ui: Ui;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  sample = await sampleArchive();
  await sample.keep([personalDelivery(), '{"event":{"type":"drop_off"}}', `{"n":"${'x'.repeat(5_000)}"}`], {
    path: `/hook/${PERSONAL.slug}`,
    headers: [
      ['Content-Type', 'application/json'],
      ['X-Applicant', PERSONAL.name],
      ['X-Long', 'y'.repeat(300)],
    ],
  });
  ui = await startUi({ archive: sample.archive, port: 0, secret: 'whsec' });
});

afterEach(async () => {
  await ui.close();
  await sample.remove();
});

/** Keeps an image for the first capture. */
async function keepImage(): Promise<void> {
  const writer = await sample.archive.openWriter();
  const { sha256, bytes } = await sample.archive.images.publish(
    await sample.archive.images.stage(
      (async function* () {
        yield PIXEL;
      })(),
    ),
  );
  const { images } = await sample.archive.summarize((await sample.archive.find('1')).captured);
  const [{ offset, length } = { offset: 0, length: 1 }] = images;
  await writer.recordImage({
    capture: 1,
    at: new Date().toISOString(),
    offset,
    length,
    outcome: { sha256, bytes, contentType: 'image/png' },
  });
  await writer.close();
}

/** Parts that stick out of the page. Runs in the browser. */
function tooWide(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const page = document.documentElement.scrollWidth > width ? ['the page itself'] : [];
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    if (!element.checkVisibility()) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > width + 0.5;
  });
  return [...page, ...wide.map(({ tagName, id }) => `${tagName}#${id}`)];
}

/** Fields and buttons without a name. Runs in the browser. */
function nameless(): readonly string[] {
  return [...document.querySelectorAll('input, select, button')].flatMap((element) => {
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const name = [element.getAttribute('aria-label'), element.textContent, ...labels.map((label) => label.textContent)];
    return name.some((text) => (text ?? '').trim() !== '') ? [] : [element.outerHTML];
  });
}

describe('the page in a browser', () => {
  it('lists what is there and what comes, and filters it', async () => {
    await using visited = await visit(browser, ui.url, DESKTOP);
    const { page, complaints, requests } = visited;
    const options = page.getByRole('option');
    await page.getByText('3 of 3').waitFor();
    expect(await options.allInnerTexts()).toEqual([
      expect.stringMatching(/^#3 no type/),
      expect.stringMatching(/^#2 drop_off/),
      expect.stringMatching(/^#1 submit_form\n.*complete · eKYC pass · AML pep/),
    ]);
    expect(page.url()).toBe(`${new URL(ui.url).origin}/`);

    await sample.keep(['{"event":{"type":"update_status"}}']);
    await page.getByText('4 of 4').waitFor();
    await page.getByRole('status').getByText('New: #4 update_status').waitFor();

    await page.getByLabel('pep').check();
    await page.getByText('1 of 1').waitFor();
    await page.getByRole('button', { name: 'All' }).click();
    await page.getByText('4 of 4').waitFor();
    await page.getByLabel('Type').fill('drop_off');
    await page.keyboard.press('Enter');
    await page.getByText('1 of 1').waitFor();
    expect(await options.allInnerTexts()).toEqual([expect.stringMatching(/^#2/)]);
    await page.getByLabel('Type').fill('');
    await page.getByLabel('Text in the body').fill(PERSONAL.name);
    await page.keyboard.press('Enter');
    await page.getByText('1 found').waitFor();
    // The token and what was looked for are in no address.
    for (const address of requests) {
      expect(new URL(address).origin).toBe(new URL(ui.url).origin);
      expect(address).not.toContain(PERSONAL.name);
    }
    await page.reload();
    await page.getByText('4 of 4').waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows a capture from the keyboard alone, masked until a value is asked for', async () => {
    await keepImage();
    await using visited = await visit(browser, ui.url, DESKTOP);
    const { page, complaints, received } = visited;
    await page.getByText('3 of 3').waitFor();
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab');
      if (await page.evaluate(() => document.activeElement?.id === 'list')) break;
    }
    await page.keyboard.press('End');
    expect(await page.getByRole('listbox').getAttribute('aria-activedescendant')).toBe('capture-1');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '#1 submit_form' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('#1 submit_form');
    await page.getByText('Found: pep.').waitFor();
    await page.getByText('they stopped working').waitFor();
    const nid = page.getByRole('button', { name: 'Reveal /answers/nid/value' });
    await nid.waitFor();
    for (const value of Object.values(PERSONAL)) {
      expect(await page.content()).not.toContain(value);
      expect(received.join('\n')).not.toContain(value);
    }
    // The head of the request is masked alike.
    await page.getByRole('button', { name: 'Reveal X-Applicant' }).click();
    await page.getByRole('row').filter({ hasText: PERSONAL.name }).waitFor();
    await page.getByRole('button', { name: 'Hide X-Applicant' }).click();
    await page.getByRole('button', { name: 'Reveal path' }).click();
    await page.getByText(`/hook/${PERSONAL.slug}`).waitFor();
    await page.getByRole('button', { name: 'Hide path' }).click();
    await nid.focus();
    await page.keyboard.press('Enter');
    await page.getByText(`"${PERSONAL.nid}"`).waitFor();
    expect(await page.content()).not.toContain(PERSONAL.name);
    // The focus is on what hides it again.
    await page.keyboard.press('Enter');
    await nid.waitFor();
    expect(await page.content()).not.toContain(PERSONAL.nid);

    await page.getByLabel('Only at this path and below').fill('/answers/phone');
    await page.keyboard.press('Enter');
    await page.getByRole('row').filter({ hasText: '/answers/phone/value' }).waitFor();
    await nid.waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Show image' }).click();
    const image = page.getByRole('img', { name: 'Image 1 of capture 1' });
    await image.waitFor();
    await image.evaluate((element: HTMLImageElement) => element.decode());
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);

    await page.keyboard.press('Escape');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('list');
    expect(complaints).toEqual([]);
  });

  it('shows bytes a part at a time', async () => {
    await using visited = await visit(browser, ui.url, DESKTOP);
    const { page, complaints } = visited;
    await page.getByRole('option', { name: '#3' }).click();
    const bytes = page.getByLabel('Bytes of the body');
    await page.getByRole('button', { name: 'Reveal bytes' }).click();
    await page.getByText('Bytes 0 to 1023 of 5008').waitFor();
    expect((await bytes.innerText()).split('\n')[0]).toBe(
      '00000000  7b 22 6e 22 3a 22 78 78 78 78 78 78 78 78 78 78  {"n":"xxxxxxxxxx',
    );
    await page.getByRole('button', { name: 'After' }).click();
    await page.getByText('Bytes 1024 to 2047 of 5008').waitFor();
    await page.getByLabel('From byte').fill('5000');
    await page.locator('select[name=format]').selectOption('raw');
    await page.getByRole('button', { name: 'Reveal bytes' }).click();
    await page.getByText('Bytes 5000 to 5007 of 5008').waitFor();
    expect(await bytes.innerText()).toBe('xxxxxx"}');
    expect(complaints).toEqual([]);
  });

  it.each([
    ['light', PHONE, 'rgb(251, 251, 250)'],
    ['dark', PHONE, 'rgb(18, 20, 23)'],
    ['light', DESKTOP, 'rgb(251, 251, 250)'],
    ['dark', DESKTOP, 'rgb(18, 20, 23)'],
  ] as const)('fits its window in %s', async (colorScheme, device, ground) => {
    await using visited = await visit(browser, ui.url, { ...device, colorScheme });
    const { page, complaints } = visited;
    await page.getByText('3 of 3').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(ground);
    expect(await page.evaluate(tooWide)).toEqual([]);
    const shots = process.env['IDVKIT_SCREENSHOTS'];
    const shot = async (name: string): Promise<void> => {
      if (shots === undefined) return;
      await page.screenshot({
        path: `${shots}/${name}-${colorScheme}-${device.viewport?.width ?? 0}.png`,
        fullPage: true,
      });
    };
    await shot('list');
    await page.getByRole('option', { name: '#1' }).click();
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).click();
    await page.getByRole('button', { name: 'Reveal bytes' }).click();
    await page.getByText('Bytes 0 to 747 of 748').waitFor();
    await page.getByRole('button', { name: 'Show the attempts to come' }).click();
    await page.getByRole('list', { name: 'Attempts to come' }).waitFor();
    await page.getByRole('button', { name: 'Reveal X-Long' }).click();
    await page.getByText('y'.repeat(300)).waitFor();
    expect(await page.evaluate(tooWide)).toEqual([]);
    expect(await page.evaluate(nameless)).toEqual([]);
    await shot('detail');
    if (device === PHONE) {
      await page.getByRole('button', { name: 'Back to the list' }).click();
      await page.getByRole('listbox').waitFor();
    }
    expect(complaints).toEqual([]);
  });

  it('shows nothing without the token, and says why', async () => {
    await using visited = await visit(browser, new URL(ui.url).origin, DESKTOP);
    const { page } = visited;
    await page.getByRole('alert').getByText('Open the address that idv-replay ui printed').waitFor();
    expect(await page.getByRole('option').count()).toBe(0);
  });
});
