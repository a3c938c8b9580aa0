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
    if (!element.checkVisibility() || element.closest('.chips') !== null) return false;
    const { left, right } = element.getBoundingClientRect();
    return left < -0.5 || right > width + 0.5;
  });
  return wide.map(({ tagName, id }) => `${tagName}#${id}`);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(tooWide)).toEqual([]);
}

describe('the page of idvkit ui', () => {
  it('says that it loads a capture, and that nothing is captured only if so', async () => {
    await using visited = await watchPage(browser, DESKTOP);
    const { page } = visited;
    const release = Promise.withResolvers<void>();
    await page.route('**/api/captures/4', async (route) => {
      await release.promise;
      await route.continue();
    });
    await page.goto(served.ui.url);
    await page.getByText('Loading #4…').waitFor();
    expect(await page.getByText('Nothing is captured yet.').count()).toBe(0);
    release.resolve();
    await page.getByRole('heading', { name: '#4 drop_off' }).waitFor();

    const empty = await ServedArchive.start();
    await page.goto(empty.ui.url);
    await page.locator('#detail').getByText('Nothing is captured yet.').waitFor();
    await empty.end();
  });

  it('takes a person from the newest capture to an edited delivery, from the keyboard', async () => {
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints, requests, received } = visited;
    await page.getByRole('heading', { name: '#4 drop_off' }).waitFor();
    expect(page.url()).toBe(`${served.origin}/`);
    expect(await page.getByRole('listbox').getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/^answered 204,\s+204\s+#4 drop_off\s+5\.0 kB · \d+ d ago$/),
      expect.stringMatching(/#3 no JSON[^]*wrong bearer/),
      expect.stringMatching(/#2 submit_form[^]*eKYC pass\s+AML pep/),
      expect.stringMatching(/#1 submit_form/),
    ]);

    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Move in the list').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type(`type:sub "${PERSONAL.name}"`);
    await page.getByText('1 found').waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: '#1 submit_form' }).waitFor();
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).waitFor();
    for (const value of Object.values(PERSONAL)) {
      expect(await page.content()).not.toContain(value);
      expect(received.join('\n')).not.toContain(value);
    }
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Reveal this section: /answers', exact: true }).click();
    await page.getByText(`"${PERSONAL.nid}"`).waitFor();
    await page.getByText(`"${PERSONAL.name}"`).waitFor();
    await page.getByRole('button', { name: 'Hide /answers/nid/value' }).click();
    expect(await page.content()).not.toContain(PERSONAL.nid);

    await page.getByRole('button', { name: 'Edit /application/status' }).click();
    await page.getByLabel('New value of /application/status').fill('expired');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Edits' }).getByText('/application/status = expired').waitFor();
    await page.getByLabel('Receiver on this machine').fill(receiver.url);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('with /application/status edited').waitFor();
    await page.getByRole('heading', { name: 'Result' }).click();
    await page.keyboard.press('s');
    await page.getByRole('link', { name: 'answered 204' }).waitFor();
    await page.getByText(/answered 204 sent to http/).waitFor();
    expect(receiver.arrived.map(({ body }) => body.toString())).toEqual([
      personalDelivery().replace('"complete"', '"expired"'),
    ]);
    await expectAccessible(page);

    // The token and what was searched are in no address. The receiver is remembered.
    for (const address of requests) {
      expect(new URL(address).origin).toBe(served.origin);
      expect(address).not.toContain(PERSONAL.name);
    }
    await page.reload();
    await page.getByText('4 of 4').waitFor();
    expect(await page.getByLabel('Receiver on this machine').inputValue()).toBe(receiver.url);
    expect(complaints).toEqual([]);
  });

  it('fits a phone in the dark, with Send in view', async () => {
    await keepImages();
    await using visited = await visit(browser, served.ui.url, { ...PHONE, colorScheme: 'dark' });
    const { page, complaints } = visited;
    await page.getByText('4 of 4').waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 20, 23)');
    await expectAccessible(page);
    await page.getByRole('listbox').getByRole('option', { name: '#1' }).tap();
    await page.getByRole('button', { name: 'Reveal /answers/nid/value' }).waitFor();
    expect(await page.getByRole('button', { name: 'Send #1' }).evaluate(isInView)).toBe(true);
    await page.getByLabel('Receiver on this machine').fill('http://example.com/');
    await page.getByRole('button', { name: 'Send #1' }).tap();
    const failure = page.getByRole('link', { name: /loopback/ });
    await failure.waitFor();
    expect(await failure.evaluate(isInView)).toBe(true);

    await page.getByRole('tab', { name: 'Images' }).tap();
    await page.getByText('1 image was not kept: not https.').waitFor();
    await page.getByRole('button', { name: 'Show 1 image' }).tap();
    const image = page.getByRole('img', { name: 'Image 1 of capture 1' });
    await image.evaluate((element: HTMLImageElement) => element.decode());
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
    await page.getByRole('tab', { name: 'Request' }).tap();
    await page.getByRole('button', { name: 'Reveal X-Applicant' }).tap();
    await page.getByText(PERSONAL.name).waitFor();
    await page.getByRole('button', { name: 'Hide X-Applicant' }).tap();
    expect(await page.content()).not.toContain(PERSONAL.name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'List' }).tap();
    await page.getByRole('listbox').waitFor();
    // The browser itself writes down that sending elsewhere was refused.
    expect(complaints).toEqual([expect.stringMatching(/status of 400/)]);
  });

  it('searches by chips, explains what matches nothing, and compares or sends what is selected', async () => {
    receiver.plan.push(204, 503, 'silence');
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints, received } = visited;
    await page.getByRole('button', { name: 'bearer mismatch 1' }).click();
    await page.getByText('1 of 1').waitFor();
    await page.getByLabel('Search captures').fill('type:sumbit_form');
    await page.getByText('Did you mean type:submit_form? Use one of submit_form, update_status, drop_off.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('4 of 4').waitFor();

    await page.getByRole('listbox').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.getByRole('heading', { name: '#1 compared with #2' }).waitFor();
    const rows = page.getByRole('table', { name: 'Differences' }).getByRole('row');
    await rows.getByText('/answers/full_name_first_name/value').waitFor();
    await page.getByText('Open one capture to see its attempts.').waitFor();
    expect((await rows.allInnerTexts()).at(-1)).toContain('"‹string, 5 bytes›"');
    expect(received.join('\n')).not.toContain(PERSONAL.name);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reveal all…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reveal all' }).click();
    await rows.getByText(`"${PERSONAL.name}"`).waitFor();

    await page.getByLabel('Receiver on this machine').fill(receiver.url);
    await page.getByLabel('Seconds between retries').fill('0');
    await page.getByRole('button', { name: 'Send 2' }).click();
    await page.getByText('#1, attempt 1: answered 204').waitFor();
    // The second has no answer yet.
    await page.getByText('#2, attempt 1: answered 503').waitFor();
    await receiver.count(3);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('link', { name: 'Stopped: what was under way may have arrived.' }).waitFor();

    await served.sample.keep(['{}', '{"event":{"type":"update_status"}}']);
    await page.getByRole('status').getByText('New: #6 update_status and 1 more', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('copies a command that names the secret, and shows bytes a part at a time', async () => {
    await using visited = await visit(browser, served.ui.url, {
      ...DESKTOP,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = visited;
    await page.getByRole('listbox').getByRole('option', { name: '#1' }).click();
    await page.getByRole('heading', { name: '#1' }).waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByRole('status').getByText('Command copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      [
        `idvkit show 1 --dir '${served.sample.archive.folder}' --raw | curl -sS -X 'POST' --data-binary @-`,
        `-H 'Content-Type: application/json'`,
        String.raw`-H @<(printf 'Authorization: Bearer %s\n' "$IDV_WEBHOOK_SECRET")`,
        `-- 'http://127.0.0.1:8080/'`,
      ].join(' \\\n  '),
    );
    await page.getByRole('listbox').getByRole('option', { name: '#4' }).click();
    await page.getByRole('heading', { name: '#4' }).waitFor();
    await page.getByRole('tab', { name: 'Bytes' }).click();
    await page.getByRole('button', { name: 'Reveal bytes' }).click();
    await page.getByText('Bytes 0 to 1023 of 5036').waitFor();
    expect((await page.getByLabel('Bytes of the body').innerText()).split('\n')[0]).toBe(
      '00000000  7b 22 65 76 65 6e 74 22 3a 7b 22 74 79 70 65 22  {"event":{"type"',
    );
    await page.getByRole('button', { name: 'After' }).click();
    await page.getByText('Bytes 1024 to 2047 of 5036').waitFor();
    await expectAccessible(page);
  });

  it('says what is missing: the token, or the secret', async () => {
    await using visited = await visit(browser, served.origin, DESKTOP);
    await visited.page.getByRole('alert').getByText('Open the address that idvkit ui printed').waitFor();
    expect(await visited.page.getByRole('listbox').getByRole('option').count()).toBe(0);
    const unable = await startUi({ archive: served.sample.archive, port: 0 });
    await visited.page.goto(unable.url);
    await visited.page.getByText('IDV_WEBHOOK_SECRET is not set').waitFor();
    await visited.page.getByRole('button', { name: 'Send #4', disabled: true }).waitFor();
    expect(visited.received.join('\n')).not.toContain(SECRET);
    await unable.close();
    await visited.page.getByRole('alert').getByText('idvkit ui has ended').waitFor();
  });
});

/** Checks that an element is whole in the viewport and that nothing covers it. Runs in the browser. */
function isInView(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return (
    top >= 0 && bottom <= window.innerHeight && shown !== null && (element.contains(shown) || shown.contains(element))
  );
}
