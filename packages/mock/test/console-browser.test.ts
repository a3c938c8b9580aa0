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

async function problemsOf(page: Page): Promise<readonly unknown[]> {
  return [...(await accessibilityProblems(page)), ...(await page.evaluate(tooWide))];
}

describe('the console of the mock', () => {
  it('says how to call the service, and takes a person from a new application to the audit', async () => {
    await using visited = await visit(browser, `${server.url}/_portal/`, { viewport: { width: 1280, height: 900 } });
    const { page, complaints, requests } = visited;
    expect(await page.locator('.facts dd').allInnerTexts()).toEqual([
      server.url,
      'idv_test_token',
      'kyc-camera (camera) kyc-plain',
      'none yet',
      '2026-01-05 03:00:00',
    ]);
    await page.getByLabel('URL', { exact: true }).fill(receiver.url);
    await page.getByLabel('Secret').fill('whsec-canary');
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByText('submit_form, update_status, drop_off').waitFor();
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByRole('button', { name: 'need review', exact: true }).click();
    await page.getByText('ekyc need_review').waitFor();
    await page.getByText('#1 submit_form').waitFor();

    await page.getByRole('button', { name: '+1 min' }).click();
    await page.getByText('given-up').waitFor();
    expect(await page.getByText(/^503$/).count()).toBe(4);
    expect(await problemsOf(page)).toEqual([]);

    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Status column').selectOption('decision');
    await page.getByLabel('New status').fill('approved');
    await page.getByRole('button', { name: 'Set' }).click();
    await page.getByText('#2 update_status').waitFor();
    await page.getByText('POST create: created, 201').waitFor();
    await page.getByText('rules checked, 0 failed').waitFor();
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('deleted', { exact: true }).waitFor();

    expect(mock.portal.applications()).toMatchObject([{ state: 'deleted' }]);
    for (const address of requests) expect(new URL(address).origin).toBe(server.url);
    expect(visited.received.join('\n')).not.toContain('whsec-canary');
    expect(complaints).toEqual([]);
  });

  it('switches faults and variations on and off, and shows another workspace', async () => {
    mock.portal.addWorkspace({ id: 'other', token: 'idv_other' });
    await using visited = await visit(browser, `${server.url}/_portal/`, {});
    const { page } = visited;
    const [variation] = mock.portal.variations();
    const all = { faults: mock.portal.faults().length, variations: mock.portal.variations().length };
    for (const id of ['create.status.201', 'auth.absent.403']) {
      await page.getByLabel('Switch on of faults').fill(id);
      await page.getByLabel('Switch on of faults').press('Enter');
      await page.getByRole('checkbox', { name: id }).waitFor();
    }
    await page.getByLabel('Switch on of variations').fill(variation?.id ?? '');
    await page.getByRole('button', { name: 'Apply' }).last().click();
    await page.getByText(`1 of ${all.variations} variations on`).waitFor();
    await page.getByRole('checkbox', { name: 'auth.absent.403' }).uncheck();
    await page.getByRole('button', { name: 'Apply' }).first().click();
    await page.getByText(`1 of ${all.faults} faults on`).waitFor();

    expect(mock.portal.faults().filter(({ on }) => on)).toMatchObject([{ id: 'create.status.201' }]);
    expect(mock.portal.variations().filter(({ on }) => on)).toMatchObject([{ id: variation?.id }]);

    await page.getByRole('link', { name: 'other' }).click();
    await page.getByText('idv_other').waitFor();
    await page.getByRole('button', { name: 'New application' }).click();
    await page.getByText('ekyc pending').waitFor();
    expect(mock.portal.applications()).toEqual([]);
    expect(mock.portal.workspace('other').applications()).toHaveLength(1);
  });

  it('reports what it cannot do, and leads a phone to the hosted form', async () => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;
    await using visited = await visit(browser, `${server.url}/_portal/`, { ...phone, colorScheme: 'dark' });
    const { page, complaints } = visited;
    await page.getByLabel('Switch on of faults').fill('create.status.999');
    await page.getByRole('button', { name: 'Apply' }).first().tap();
    await page.getByRole('alert').getByText('create.status.999 is not a fault').waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'New application' }).tap();
    const link = page.getByRole('link', { name: 'Open form' });
    await link.waitFor();
    expect(await problemsOf(page)).toEqual([]);
    await link.tap();
    await page.getByRole('link', { name: 'Fill in an invented person' }).tap();
    await page.getByRole('button', { name: 'Sanctions match' }).tap();
    await page.getByText('All done').waitFor();
    expect(mock.portal.applications()).toMatchObject([{ otherStatus: { ekyc: 'pass', aml: 'Need Review' } }]);
    // The browser itself writes down that a fault was refused.
    expect(complaints).toEqual([expect.stringMatching(/status of 400/)]);
  });

  it('asks for the token of the portal if it has one, and is JSON for other clients', async () => {
    const guarded = await mock.listen({ portalToken: 'portal-secret' });
    const httpCredentials = { username: 'any', password: 'portal-secret' };
    await using visited = await visit(browser, `${guarded.url}/_portal/`, { httpCredentials });
    await visited.page.getByRole('button', { name: 'New application' }).click();
    await visited.page.getByText('ekyc pending').waitFor();

    const guess = `Basic ${Buffer.from('any:portal-guess').toString('base64')}`;
    for (const headers of [{}, { authorization: guess }]) {
      const refused = await fetch(`${guarded.url}/_portal/`, {
        method: 'POST',
        body: 'do=create&form=kyc-camera',
        headers,
      });
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        'Basic realm="portal token as password"',
      ]);
    }
    for (const accept of ['*/*', 'application/json']) {
      const json = await fetch(`${server.url}/_portal/`, { headers: { accept } });
      expect(await json.json()).toMatchObject({ format: 'idvkit.portal' });
    }
  });
});
