/// <reference lib="dom" />
import {
  accessibilityProblems,
  launchBrowser,
  visit,
  watchPage,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from '@idvkit/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startUi } from '../../src/lib/ui/ui-server.ts';
import { plannedReceiver, type PlannedReceiver } from '../planned-receiver.ts';
import { PERSONAL, personalDelivery } from './personal-delivery.ts';
import { SECRET, ServedArchive } from './served-archive.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let browser: Browser;
let served: ServedArchive;
let receiver: PlannedReceiver;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  served = await ServedArchive.start();
  receiver = await plannedReceiver();
  const { sample } = served;
  await sample.keep([personalDelivery()], {
    path: `/hook/${PERSONAL.slug}`,
    headers: [
      ['Host', 'receiver.example'],
      ['Content-Type', 'application/json'],
      ['X-Applicant', PERSONAL.name],
    ],
  });
  await sample.keep([personalDelivery({ nounce: 'n-2' }).replace(PERSONAL.name, 'Other')]);
  await sample.keep(['no json'], { bearer: 'mismatch', answer: 401 });
  await sample.keep([`{"event":{"type":"drop_off"},"n":"${'x'.repeat(5_000)}"}`]);
});

afterEach(async () => {
  await served.end();
  await receiver.close();
});

/** Keeps one image of the first capture, and fails to keep another. */
async function keepImages(): Promise<void> {
  const { archive } = served.sample;
  const file = await archive.takeImage(
    (async function* () {
      yield PIXEL;
    })(),
  );
  const { images } = await archive.summarize(archive.find('1').captured);
  const [{ offset, length } = { offset: 0, length: 1 }] = images;
  const image = { capture: 1, at: '2026-01-05T03:00:00.000Z', offset, length } as const;
  const outcome = { sha256: file.sha256, bytes: file.bytes, contentType: 'image/png' };
  await archive.addImages([{ entry: { ...image, outcome }, file }]);
  await archive.addImages([{ entry: { ...image, outcome: { failure: 'not https' } } }]);
}

/** Returns elements that stick out of the page. Runs in the browser. */
function tooWide(): readonly string[] {
  const width = document.documentElement.clientWidth;
  const wide = [...document.querySelectorAll('body *')].filter((element) => {
    if (!element.checkVisibility() || element.closest('pre') !== null) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > width + 0.5;
  });
  return wide.map(({ tagName, id }) => `${tagName}#${id}`);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(tooWide)).toEqual([]);
}

/** Opens a panel of the capture that is shown. */
async function open(page: Page, name: string): Promise<void> {
  await page.locator('.panel > summary').getByText(name, { exact: true }).click();
}

describe('the page of idvkit ui', () => {
  it('says that nothing is captured only if so, and opens what comes first', async () => {
    const empty = await ServedArchive.start();
    await using visited = await watchPage(browser, DESKTOP);
    const { page, complaints } = visited;
    const release = Promise.withResolvers<void>();
    await page.route('**/page', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto(empty.ui.url);
    await page.getByText('Loading…').waitFor();
    expect(await page.getByText('Nothing is captured yet.').count()).toBe(0);
    release.resolve();
    await page.locator('#detail').getByText('Nothing is captured yet.').waitFor();
    await page.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor();
    await expectAccessible(page);
    await empty.sample.keep([personalDelivery()]);
    await page.getByRole('heading', { name: '#1 submit_form' }).waitFor();
    expect(await page.getByText('Nothing is captured yet.').count()).toBe(0);
    expect(complaints).toEqual([]);
    await empty.end();
  });

  it('takes a person from the newest capture to a changed delivery, from the keyboard', async () => {
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints, requests, received } = visited;
    await page.getByRole('heading', { name: '#4 drop_off' }).waitFor();
    expect(page.url()).toBe(`${served.origin}/`);
    expect(await page.locator('.row').allInnerTexts()).toEqual([
      expect.stringMatching(/^204\s+#4 drop_off\s+03:00:00\s+5\.0 kB$/),
      expect.stringMatching(/^401\s+#3 no JSON\s+03:00:00\s+wrong bearer\s+7 B$/),
      expect.stringMatching(/^204\s+#2 submit_form\s+03:00:00\s+eKYC pass\s+AML pep\s/),
      expect.stringMatching(/#1 submit_form/),
    ]);

    await page.getByLabel('Search captures').pressSequentially(`type:sub "${PERSONAL.name}"`);
    await page.getByText('1 capture', { exact: true }).last().waitFor();
    await page.getByRole('button', { name: '#1 submit_form' }).press('Enter');
    await page.getByRole('heading', { name: '#1 submit_form' }).waitFor();
    await page.getByRole('button', { name: 'Reveal /answers/nid' }).waitFor();
    for (const value of Object.values(PERSONAL)) {
      expect(await page.content()).not.toContain(value);
      expect(received.join('\n')).not.toContain(value);
    }
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Reveal /answers', exact: true }).press('Enter');
    await page.getByText(`"${PERSONAL.nid}"`).waitFor();
    await page.getByText(`"${PERSONAL.name}"`).waitFor();
    // The focus is where it was.
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Reveal /answers/nid' }).waitFor();
    expect(await page.content()).not.toContain(PERSONAL.nid);

    await page.getByRole('button', { name: 'Change /application/status' }).press('Enter');
    expect(await page.getByLabel('Values to change').inputValue()).toBe('/application/status="complete"');
    await page.getByLabel('Values to change').fill('/application/status=expired');
    await page.getByLabel('To', { exact: true }).fill(receiver.url);
    await page.getByRole('button', { name: 'Send #1' }).press('Enter');
    await page.locator('#results').getByText('#1, attempt 1: answered 204').waitFor();
    await page.getByRole('status').getByText('1 delivered').waitFor();
    await page
      .getByRole('list', { name: 'Attempts' })
      .getByText(/204 sent to http/)
      .waitFor();
    // The list was refreshed with the attempts, and says nothing over the result.
    await page.locator('.row').getByText('204').first().waitFor();
    expect(await page.getByRole('status').innerText()).toBe('1 delivered');
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([
      personalDelivery().replace('"complete"', '"expired"'),
    ]);
    await expectAccessible(page);

    // The token and what was searched are in no address. The receiver is remembered.
    for (const address of requests) {
      expect(new URL(address).origin).toBe(served.origin);
      expect(address).not.toContain(PERSONAL.name);
      expect(address).not.toContain(served.token);
    }
    await page.reload();
    await page.getByRole('heading', { name: '#4 drop_off' }).waitFor();
    expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe(receiver.url);
    expect(complaints).toEqual([]);
  });

  it('fits a phone in the dark', async () => {
    await keepImages();
    await using visited = await visit(browser, served.ui.url, { ...PHONE, colorScheme: 'dark' });
    const { page, complaints } = visited;
    await page.getByRole('heading', { name: '#4 drop_off' }).waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 20, 23)');
    await expectAccessible(page);
    await page.getByRole('button', { name: '#1 submit_form' }).tap();
    const title = page.getByRole('heading', { name: '#1 submit_form' });
    await title.waitFor();
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(100);

    await open(page, '2 images');
    await page.getByRole('button', { name: 'Show' }).tap();
    await page.getByText('Not kept: not https').waitFor();
    const image = page.getByRole('img', { name: 'Image 1 of capture 1' });
    await image.evaluate((element: HTMLImageElement) => element.decode());
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await open(page, 'Request');
    await page.getByRole('button', { name: 'Reveal values' }).tap();
    await page.getByText(PERSONAL.name).waitFor();
    await page.getByRole('button', { name: 'Hide values' }).tap();
    await page.getByRole('button', { name: 'Reveal values' }).waitFor();
    expect(await page.content()).not.toContain(PERSONAL.name);
    await open(page, 'Bytes');
    await page.getByRole('button', { name: 'Reveal bytes' }).tap();
    await page.getByLabel('Bytes of the body').getByText('00000000  7b 22 65 76 65 6e 74 22').waitFor();
    await page.locator('[name=as]').selectOption('Text');
    await page.getByRole('button', { name: 'Reveal bytes' }).tap();
    await page.getByLabel('Bytes of the body').getByText('{"event":{"type":"submit_form"').waitFor();
    await page.getByLabel('To', { exact: true }).fill('http://example.com/');
    await page.getByRole('button', { name: 'Send #1' }).tap();
    await page.getByRole('alert').getByText('only loopback is allowed').waitFor();
    await expectAccessible(page);
    // The browser itself writes down that sending elsewhere was refused.
    expect(complaints).toEqual([expect.stringMatching(/status of 400/)]);
  });

  it('searches by buttons, explains what matches nothing, and compares or sends what is selected', async () => {
    receiver.plan.push(204, 'silence');
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints, received } = visited;
    const count = page.locator('#list [data-say]');
    await page.getByRole('button', { name: 'bearer mismatch 1' }).click();
    await count.getByText('1 capture', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'bearer mismatch 1', pressed: true }).click();
    await count.getByText('4 captures').waitFor();
    await page.getByLabel('Search captures').fill('type:sumbit_form');
    await count.getByText('Did you mean type:submit_form? Use one of submit_form, update_status, drop_off.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await count.getByText('4 captures').waitFor();

    await page.getByLabel('Select #1').press('Space');
    await page.getByLabel('Select #2').press('Space');
    // A new capture keeps the selection.
    await served.sample.keep(['{}', '{"event":{"type":"update_status"}}']);
    await page.getByRole('status').getByText('6 captures').waitFor();
    await page.getByRole('button', { name: 'Compare the selected' }).click();
    await page.getByRole('heading', { name: '#1 compared with #2' }).waitFor();
    const rows = page.getByRole('table', { name: 'Differences' }).getByRole('row');
    await rows.getByText('/answers/full_name_first_name/value').waitFor();
    expect((await rows.allInnerTexts()).slice(1)).toEqual([
      '/event/nounce\t"‹string, 3 bytes›"\tanother "‹string, 3 bytes›"',
      '/answers/full_name_first_name/value\t"‹string, 16 bytes›"\t"‹string, 5 bytes›"',
    ]);
    expect(received.join('\n')).not.toContain(PERSONAL.name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reveal values' }).click();
    await rows.getByText(`"${PERSONAL.name}"`).waitFor();

    await page.getByLabel('To', { exact: true }).fill(receiver.url);
    await page.getByRole('button', { name: 'Send 2 selected' }).click();
    await page.getByText('#1, attempt 1: answered 204').waitFor();
    // The second has no answer yet.
    await receiver.count(2);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped. A delivery in progress may have arrived.').waitFor();
    await page.getByRole('button', { name: 'Send 2 selected' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('says what is missing: the token, the secret or the server', async () => {
    await using visited = await visit(browser, served.origin, DESKTOP);
    await visited.page.getByRole('alert').getByText('Open the address that idvkit ui printed').waitFor();
    expect(await visited.page.locator('.row').count()).toBe(0);
    const target = 'http://127.0.0.1:9/hook';
    const unable = await startUi({ archive: served.sample.archive, port: 0, target });
    await visited.page.goto(unable.url);
    await visited.page.getByText('Sending is off. Set IDV_WEBHOOK_SECRET').waitFor();
    expect(await visited.page.getByLabel('To', { exact: true }).inputValue()).toBe(target);
    expect(await visited.page.getByRole('button', { name: /^Send/ }).count()).toBe(0);
    expect(visited.received.join('\n')).not.toContain(SECRET);
    await unable.close();
    await visited.page.getByRole('alert').getByText('idvkit has ended').waitFor();
  });
});
