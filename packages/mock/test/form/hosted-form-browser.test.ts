import { createMock, DEFAULT_TOKEN, type Listening, type Mock } from '@idvkit/mock';
import { createResponse, submitFormDelivery } from '@idvkit/schema';
import { accessibilityProblems, launchBrowser, watchPage, type Browser, type Page } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/testing/sample.ts';
import { ServiceClient } from '../service-client.ts';
import { startReceiver, type TestReceiver } from '../test-receiver.ts';
import { tooWide } from '../too-wide.ts';

/** A phone as applicants hold it. */
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const;

let browser: Browser;
let mock: Mock;
let server: Listening;
let receiver: TestReceiver;
let client: ServiceClient;

beforeAll(async () => {
  browser = await launchBrowser();
  receiver = await startReceiver(204);
  mock = createMock({ webhooks: [{ url: receiver.url, secret: 'whsec' }] });
  server = await mock.listen();
  client = new ServiceClient((request) => fetch(request), server.url);
});

afterAll(async () => {
  await browser?.close();
  await mock?.close();
  await receiver?.close();
});

/** Creates an application and returns the address of its form. */
async function formUrl(options: { lang?: string; form?: string } = {}): Promise<string> {
  return createResponse.parse((await client.create({ ...options, body: {} })).json).form_url;
}

async function problemsOf(page: Page): Promise<readonly unknown[]> {
  return [...(await accessibilityProblems(page)), ...(await page.evaluate(tooWide))];
}

describe('the hosted form on a phone', () => {
  it('takes an applicant from the link to the webhook', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl();
    await page.goto(url);
    await page.getByLabel('I have read this and agree.').check();
    await page.getByLabel('Type of document').selectOption('National ID card');
    await page.getByLabel('First name').fill('Amelia');
    await page.getByLabel('Last name').fill('Clarke');
    await page.getByLabel('Gender').selectOption('Female');
    await page.getByLabel('Date of birth').fill('1990-04-01');
    await page.getByLabel('Country').fill('GBR');
    await page.getByLabel('City').fill('Bristol');
    await page.getByRole('button', { name: 'Needs review' }).tap();
    await page.getByRole('heading', { name: 'All done' }).waitFor();

    expect(page.url()).toBe(`${url}done/`);
    // Returns after the last delivery.
    await mock.portal.advance({ ms: 0 });
    const deliveries = receiver.received.map(({ json }) => submitFormDelivery.parse(json));
    expect(deliveries).toHaveLength(1);
    const { answers, application, extra } = deliveries[0] ?? {};
    const { gender, full_name_first_name: name, home_address_city_common: city } = answers ?? {};
    expect([name?.value, gender?.value, city?.value]).toEqual(['Amelia', 'F', 'Bristol']);
    expect(application).toMatchObject({ status: 'complete', other_status: { ekyc: 'need_review' } });
    const image = await fetch(extra?.ekyc?.identity_document?.url ?? '', {
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
    });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(visit.complaints).toEqual([]);
    expect(visit.requests.filter((address) => !address.startsWith(`${server.url}/`))).toEqual([]);
  });

  it('submits an invented person in two taps', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    await page.goto(await formUrl({ lang: 'ar' }));
    await page.getByRole('link', { name: 'تعبئة بيانات شخص وهمي' }).tap();
    const button = page.getByRole('button', { name: 'تطابق مع قوائم العقوبات' });
    const box = await button.boundingBox();
    expect((box?.y ?? 9e9) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await button.tap();
    await page.getByRole('heading', { name: 'تم بنجاح' }).waitFor();
  });

  it('puts the focus on the first problem, and submits on Enter', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    await page.goto(await formUrl({ form: 'kyc-plain' }));
    await page.getByLabel('Last name').press('Enter');
    await page.getByRole('alert').getByText('Please check your answers').waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe('q-consent_checkbox_1');
    await page.locator(':focus').press('Space');
    expect(await page.getByLabel('I have read this and agree.').isChecked()).toBe(true);
  });

  it.each(sampleOf(['light', 'dark'] as const, { every: 2 }))(
    'is accessible and fits a screen of 320 pixels when %s',
    async (colorScheme) => {
      await using visit = await watchPage(browser, { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme });
      const { page } = visit;
      // Arabic is written from right to left.
      for (const lang of sampleOf(['ar', 'en', 'th'], { every: 3 })) {
        await page.goto(await formUrl({ lang }));
        expect(await problemsOf(page)).toEqual([]);
        await page.getByRole('button').first().tap();
        await page.getByRole('alert').waitFor();
        expect(await problemsOf(page)).toEqual([]);
      }
    },
  );
});
