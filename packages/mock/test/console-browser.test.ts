import { createMock, type Listening, type Mock } from '@idvkit/mock';
import { accessibilityProblems, launchBrowser, visit, type Browser, type Page } from '@idvkit/test-browser';
import { afterEach, beforeAll, beforeEach, afterAll, describe, expect, it } from 'vitest';

import { startReceiver, type TestReceiver } from './test-receiver.ts';
import { tooWide } from './too-wide.ts';

let browser: Browser;
let mock: Mock;
let server: Listening;
let receiver: TestReceiver;

beforeAll(async () => {
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
});

beforeEach(async () => {
  receiver = await startReceiver(503);
  mock = createMock({ clock: { mode: 'frozen', now: Date.parse('2026-01-05T03:00:00Z') } });
  server = await mock.listen();
});

afterEach(async () => {
  await mock.close();
  await receiver.close();
});

async function expectAccessible(page: Page): Promise<void> {
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(tooWide)).toEqual([]);
}

describe('the console of the mock', () => {
  it('takes a person from a new application to its delivery, its retries and the audit', async () => {
    await using visited = await visit(browser, `${server.url}/_portal/`, { viewport: { width: 1280, height: 900 } });
    const { page, complaints, requests } = visited;
    await page.getByLabel('Address of a receiver').fill(receiver.url);
    await page.getByLabel('Secret', { exact: true }).fill('whsec-canary');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('submit_form, update_status, drop_off').waitFor();
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByRole('button', { name: 'Need review', exact: true }).click();
    await page.getByText('ekyc need_review').waitFor();
    await page.getByText('#1 submit_form').waitFor();

    await page.getByRole('button', { name: '+1 min' }).click();
    await page.getByText('03:01:00 UTC').waitFor();
    const attempts = page.getByRole('list', { name: 'Attempts of delivery 1' }).getByRole('listitem');
    await attempts.nth(3).waitFor();
    expect(await attempts.allInnerTexts()).toEqual(['503', '503', '503', '503']);
    await page.getByText('given-up').waitFor();
    await expectAccessible(page);

    await page.getByText('Status', { exact: true }).click();
    await page.getByLabel('Status column', { exact: true }).selectOption('decision');
    await page.getByLabel('New status').fill('approved');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('#2 update_status').waitFor();
    await page.getByLabel('Search faults and variations').fill('create.status.201');
    await page.getByRole('switch', { name: 'create.status.201', exact: false }).first().check();
    await page.getByText(/^Faults: 1 of/).waitFor();
    await page.getByLabel('Search faults and variations').fill('order');
    await page.getByRole('list', { name: 'Variations' }).getByRole('switch').first().check();
    await page.getByText(/^Variations: 1 of/).waitFor();
    expect(mock.portal.faults().filter(({ on }) => on)).toMatchObject([{ rule: 'create.status.201' }]);
    expect(mock.portal.variations().filter(({ on }) => on)).toHaveLength(1);
    await page.getByRole('button', { name: 'Switch all off' }).first().click();
    await page.getByText(/^Faults: 0 of/).waitFor();

    await page.getByText('POST create').waitFor();
    await page.getByText(/rules checked, 0 failed/).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted', { exact: true }).waitFor();
    expect(mock.portal.applications()).toMatchObject([{ state: 'deleted' }]);
    for (const address of requests) expect(new URL(address).origin).toBe(server.url);
    expect(visited.received.join('\n')).not.toContain('whsec-canary');
    expect(complaints).toEqual([]);
  });

  it('keeps two switches that are moved before the page is drawn again', async () => {
    await using visited = await visit(browser, `${server.url}/_portal/`, {});
    const switches = visited.page.getByRole('list', { name: 'Faults' }).getByRole('switch');
    await switches.first().waitFor();
    await switches.evaluateAll((all) => {
      for (const each of all.slice(0, 2)) (each as unknown as { click(): void }).click(); // Tests have no types of a browser.
    });
    await visited.page.getByText(/^Faults: 2 of/).waitFor();
    expect(mock.portal.faults().filter(({ on }) => on)).toHaveLength(2);
  });

  it('reports a fault that it cannot switch, and leaves its switch off', async () => {
    await using visited = await visit(browser, `${server.url}/_portal/`, {});
    const { page } = visited;
    await page.route('**/faults', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 409, json: { error: { message: 'The portal is busy.' } } })
        : route.continue(),
    );
    const fault = page.getByRole('list', { name: 'Faults' }).getByRole('switch').first();
    await fault.click();
    await page.getByRole('alert').getByText('The portal is busy.').waitFor();
    expect(await fault.isChecked()).toBe(false);
  });

  it('leads a phone to the hosted form', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
    await using visited = await visit(browser, `${server.url}/_portal/`, { ...phone, colorScheme: 'dark' });
    const { page, complaints } = visited;
    await page.getByRole('button', { name: 'New application' }).tap();
    const link = page.getByRole('link', { name: 'Open form' });
    await link.waitFor();
    await expectAccessible(page);
    await page.goto(new URL((await link.getAttribute('href')) ?? '', server.url).href);
    await page.getByRole('link', { name: 'Fill in an invented person' }).tap();
    await page.getByRole('button', { name: 'Sanctions match' }).tap();
    await page.getByText('All done').waitFor();
    expect(mock.portal.applications()).toMatchObject([{ otherStatus: { ekyc: 'pass', aml: 'Need Review' } }]);
    expect(complaints).toEqual([]);
  });

  it('asks with the token of its address if the portal has one, and is JSON for other clients', async () => {
    const guarded = await mock.listen({ portalToken: 'portal-secret' });
    await using visited = await visit(browser, `${guarded.url}/_portal/`, {});
    await visited.page.getByRole('alert').getByText('needs the portal token').waitFor();
    await visited.page.goto(`${guarded.url}/_portal/#token=portal-secret`);
    await visited.page.getByText('No application yet').waitFor();
    expect(visited.page.url()).toBe(`${guarded.url}/_portal/`);

    const html = await fetch(`${server.url}/_portal/`, { headers: { accept: 'text/html' } });
    expect(html.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(html.headers.get('content-security-policy')).not.toMatch(/unsafe|\*|https?:/);
    for (const accept of ['*/*', 'application/json']) {
      const json = await fetch(`${server.url}/_portal/`, { headers: { accept } });
      expect(await json.json()).toMatchObject({ format: 'idvkit.portal' });
    }
  });
});
