/// <reference lib="dom" />
import { launchBrowser, visit, type Browser, type BrowserContextOptions } from '@idvkit/test-browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { plannedReceiver } from '../planned-receiver.ts';
import { personalDelivery } from './personal-delivery.ts';
import { ServedArchive } from './served-archive.ts';

const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 900 } };
const PHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

let browser: Browser;
let served: ServedArchive;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  served = await ServedArchive.start();
  await served.sample.keep([personalDelivery(), '{"event":{"type":"drop_off"}}', `{"n":"${'x'.repeat(5_000)}"}`]);
});

afterEach(async () => {
  await served.end();
});

describe('sending in a browser', () => {
  it('says what a delivery may take, and then what it took, as it happens', async () => {
    const receiver = await plannedReceiver([503, 'silence']);
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints } = visited;
    await page.getByRole('option', { name: '#1' }).click();
    await page.getByLabel('Receiver on this machine').fill(receiver.url);
    await page.getByLabel('Seconds between retries').fill('0');
    await page.getByRole('button', { name: 'Show the attempts to come' }).click();
    const toCome = page.getByRole('list', { name: 'Attempts to come' }).getByRole('listitem');
    await toCome.first().waitFor();
    expect(await toCome.count()).toBe(4);
    expect(receiver.arrived).toHaveLength(0);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    // The first attempt shows while the second has no answer yet.
    await page.getByText('attempt 1: answered 503').waitFor();
    await receiver.count(2);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped: what was under way may have arrived.').waitFor();

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Ended: 1 delivered, 0 failed.').waitFor();
    expect(receiver.arrived.at(-1)?.body.toString()).toBe(personalDelivery());
    await page.getByText(/sent to http.*attempt 1: answered 204/).waitFor();
    expect(complaints).toEqual([]);
    await receiver.close();
  });

  it('sends several captures in their order, and tells of each as it happens', async () => {
    const receiver = await plannedReceiver([204, 503, 'silence']);
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page, complaints } = visited;
    await page.getByText('3 of 3').waitFor();
    await page.getByRole('listbox').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await page.getByRole('status').getByText('#1 selected, 2 in all').waitFor();
    await page.getByRole('button', { name: 'Send the 2 selected' }).click();
    await page.getByRole('heading', { name: 'Send 2 captures' }).waitFor();
    await page.getByLabel('Receiver on this machine').fill(receiver.url);
    await page.getByLabel('Seconds between retries').fill('0');
    await page.getByRole('button', { name: 'Show the attempts to come' }).click();
    const toCome = page.getByRole('list', { name: 'Deliveries to come' }).getByRole('listitem');
    await toCome.first().waitFor();
    expect(await toCome.allInnerTexts()).toEqual([expect.stringMatching(/^#1, /), expect.stringMatching(/^#3, /)]);
    expect(await page.getByRole('list', { name: 'Attempts to come' }).getByRole('listitem').count()).toBe(4);
    expect(receiver.arrived).toHaveLength(0);

    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('#1, attempt 1: answered 204').waitFor();
    // The second has no answer yet.
    await page.getByText('#3, attempt 1: answered 503').waitFor();
    await receiver.count(3);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped: what was under way may have arrived.').waitFor();
    expect(receiver.arrived.map(({ body }) => body.length)).toEqual([personalDelivery().length, 5_008, 5_008]);

    await page.getByLabel('Order').selectOption('reversed');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByText('Ended: 2 delivered, 0 failed.').waitFor();
    expect(receiver.arrived.slice(3).map(({ body }) => body.length)).toEqual([5_008, personalDelivery().length]);
    expect(complaints).toEqual([]);
    await receiver.close();
  });

  it.each([
    ['a desktop', DESKTOP],
    ['a phone', PHONE],
  ])('shows Send and its failures without scrolling on %s', async (_, screen) => {
    await served.sample.keep([JSON.stringify({ event: { type: 'submit_form' }, answers: manyAnswers() })]);
    await using visited = await visit(browser, served.ui.url, screen);
    const { page } = visited;
    await page.getByRole('option', { name: '#4' }).click();
    await page.getByText('/answers/key_150/value').waitFor();
    const send = page.getByRole('button', { name: 'Send', exact: true });
    expect(await send.evaluate(isInView)).toBe(true);

    await page.getByLabel('Receiver on this machine').fill('http://example.com/');
    await send.click();
    const failure = page.getByText(/loopback/);
    await failure.waitFor();
    expect(await failure.evaluate(isInView)).toBe(true);
  });

  it('keeps the list and Send in view beside a long body', async () => {
    await served.sample.keep([JSON.stringify({ event: { type: 'submit_form' }, answers: manyAnswers() })]);
    await using visited = await visit(browser, served.ui.url, DESKTOP);
    const { page } = visited;
    await page.getByRole('option', { name: '#4' }).click();
    await page.getByText('/answers/key_150/value').scrollIntoViewIfNeeded();
    expect(await page.getByText('/answers/key_150/value').evaluate(isInView)).toBe(true);
    expect(await page.getByRole('option', { name: '#4' }).evaluate(isInView)).toBe(true);
    expect(await page.getByRole('button', { name: 'Send', exact: true }).evaluate(isInView)).toBe(true);
  });
});

/** Returns 180 answers: more than any screen shows at once. */
function manyAnswers(): Readonly<Record<string, { readonly value: number }>> {
  return Object.fromEntries(Array.from({ length: 180 }, (_, index) => [`key_${index}`, { value: index }]));
}

/** Checks that an element is whole in the viewport and that nothing covers it. Runs in the browser. */
function isInView(element: Element): boolean {
  const { top, bottom, left, right } = element.getBoundingClientRect();
  const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return (
    top >= 0 && bottom <= window.innerHeight && shown !== null && (element.contains(shown) || shown.contains(element))
  );
}
