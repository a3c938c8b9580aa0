import { cameraForm, createMock, DEFAULT_TOKEN, plainForm, type Listening, type Mock } from '@idvkit/mock';
import { createResponse, PLATFORM_LOCALES, submitFormDelivery, type SubmitFormDelivery } from '@idvkit/schema';
import { launchBrowser, watchPage, type Browser, type Locator, type Page, type Visit } from '@idvkit/test-browser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { sampleOf } from '../../../../tools/sample.ts';
import { ServiceClient } from '../service-client.ts';
import { startReceiver, type TestReceiver } from '../test-receiver.ts';
import { descriptionOf, direction, focused, ground, hasFocus, nameless, tooSmall, tooWide } from './in-page.ts';

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
  mock = createMock({
    forms: [cameraForm, plainForm, { ...cameraForm, slug: 'kyc-everywhere', availableLocales: [...PLATFORM_LOCALES] }],
    webhooks: [{ url: receiver.url, secret: 'whsec' }],
  });
  server = await mock.listen();
  client = new ServiceClient((request) => fetch(request), server.url);
});

afterAll(async () => {
  await browser?.close();
  await mock?.close();
  await receiver?.close();
});

/** Creates an application and gives the address of its form. */
async function formUrl(
  options: { lang?: string; form?: string; answers?: Record<string, string> } = {},
): Promise<string> {
  const { answers = {}, ...where } = options;
  return createResponse.parse((await client.create({ ...where, body: { answers } })).json).form_url;
}

/** What the receiver got about the application of a form. */
async function delivered(url: string): Promise<readonly SubmitFormDelivery[]> {
  // Returns once no delivery is under way.
  await mock.portal.advance({ ms: 0 });
  return receiver.received
    .filter(({ text }) => text.includes(`"slug":"${slugOf(url)}"`))
    .map(({ json }) => submitFormDelivery.parse(json));
}

function slugOf(url: string): string {
  return new URL(url).pathname.split('/')[4] ?? '';
}

function stateOf(url: string): string {
  return mock.portal.application(slugOf(url)).state;
}

function firstName(page: Page): Locator {
  return page.getByRole('textbox', { name: 'First name' });
}

function lastName(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Last name' });
}

async function submit(page: Page): Promise<void> {
  await page.locator('button.primary').tap();
}

/** Addresses that a page asked for and should not: the form needs nothing from elsewhere. */
function strays({ requests }: Visit): readonly string[] {
  return requests.filter((address) => !address.startsWith(`${server.url}/`));
}

describe('the hosted form on a phone', () => {
  it('takes an applicant from the link to the webhook', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl();
    await page.goto(url);
    await page.getByLabel('I have read this and agree.').check();
    await page.getByRole('radio', { name: 'National ID card' }).check();
    await firstName(page).fill('Amelia');
    await lastName(page).fill('Clarke');
    await page.getByRole('radio', { name: 'Female' }).check();
    await page.getByLabel('Date of birth').fill('1990-04-01');
    await page.getByLabel('Country').selectOption({ label: 'United Kingdom' });
    await page.getByLabel('City').fill('Bristol');
    await submit(page);
    await page.getByRole('heading', { name: 'All done' }).waitFor();

    expect(page.url()).toBe(`${url}done/`);
    const [delivery, ...more] = await delivered(url);
    expect(more).toEqual([]);
    const { gender, full_name_first_name: name, home_address_city_common: city } = delivery?.answers ?? {};
    expect([name?.value, gender?.value, city?.value]).toEqual(['Amelia', 'F', 'Bristol']);
    expect(delivery?.application).toMatchObject({
      slug: slugOf(url),
      status: 'complete',
      other_status: { ekyc: 'pass' },
    });
    const image = await fetch(delivery?.extra.ekyc?.identity_document?.url ?? '', {
      headers: { authorization: `Bearer ${DEFAULT_TOKEN}` },
    });
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect([visit.complaints, strays(visit)]).toEqual([[], []]);
  });

  it('is written from right to left in Arabic', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl({ lang: 'ar' });
    await page.goto(url);
    expect(await page.evaluate(direction)).toBe('rtl');
    const [logo, menu] = await Promise.all(['.brand .icon', 'summary'].map((part) => page.locator(part).boundingBox()));
    expect(logo?.x).toBeGreaterThan(menu?.x ?? Number.POSITIVE_INFINITY);
    await page.getByRole('button', { name: 'تعبئة بيانات شخص وهمي' }).tap();
    await page.getByRole('button', { name: 'إرسال' }).tap();
    await page.getByRole('heading', { name: 'تم بنجاح' }).waitFor();

    expect(new URL(page.url()).pathname).toMatch(/^\/ar\/form\/kyc-camera\/.+\/done\/$/);
    expect(await delivered(url)).toHaveLength(1);
    expect([visit.complaints, strays(visit)]).toEqual([[], []]);
  });

  it('says what is missing, and leads there', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl({ answers: { full_name_first_name: 'Amelia' } });
    await page.goto(url);
    await page.getByLabel('Face match score').fill('a lot');
    await submit(page);
    const list = page.getByRole('alert');
    await list.waitFor();

    expect(await list.evaluate(hasFocus)).toBe(true);
    expect(await list.getByRole('link').allInnerTexts()).toEqual([
      'Face match score\nEnter a number from 0 to 100.',
      'I have read this and agree.\nTick this box to continue.',
      'Last name\nAnswer this question.',
      'Date of birth\nAnswer this question.',
      'Country\nAnswer this question.',
    ]);
    await list.getByRole('link', { name: 'Last name' }).tap();
    await page.keyboard.type('Clarke');
    expect(await lastName(page).inputValue()).toBe('Clarke');
    expect(await lastName(page).evaluate(descriptionOf)).toBe('Answer this question.');
    expect(await firstName(page).inputValue()).toBe('Amelia');
    expect(stateOf(url)).toBe('open');
    expect(await delivered(url)).toEqual([]);
    // What a browser says of any page with such a status.
    expect(visit.complaints).toEqual([
      'Failed to load resource: the server responded with a status of 422 (Unprocessable Entity)',
    ]);
  });

  it('takes a passport, and asks for the address as its country has it', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl();
    await page.goto(url);
    const [thai, international] = [page.getByLabel('Subdistrict'), page.getByLabel('City')];
    expect([await thai.isVisible(), await international.isVisible()]).toEqual([false, false]);
    await page.getByLabel('Country').selectOption('THA');
    expect([await thai.isVisible(), await international.isVisible()]).toEqual([true, false]);
    await page.getByLabel('Country').selectOption('JPN');
    expect([await thai.isVisible(), await international.isVisible()]).toEqual([false, true]);
    await page.getByRole('radio', { name: 'Passport' }).check();
    await page.getByLabel('Failed attempts before').selectOption('1');
    await page.getByLabel('Face match score').fill('65');
    await page.getByRole('radio', { name: 'Sanctions match' }).check();
    await page.getByRole('button', { name: 'Fill in an invented person' }).tap();
    expect(await page.getByRole('radio', { name: 'Passport' }).isChecked()).toBe(true);
    await submit(page);
    await page.getByRole('heading', { name: 'All done' }).waitFor();

    const [delivery] = await delivered(url);
    expect(delivery?.application.other_status).toMatchObject({ ekyc: 'need_review', aml: 'Need Review' });
    expect(delivery?.answers['nid']).toBeUndefined();
    expect(delivery?.extra.ekyc?.face_compare).toEqual({ score: 65, status: 'need_review' });
    const { type, attempts } = delivery?.extra.ekyc?.identity_document ?? {};
    expect([type, attempts?.map(({ status }) => status)]).toEqual(['passport', ['fail', 'success']]);
  });

  it('brings about a webhook of megabytes', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    const url = await formUrl();
    await page.goto(url);
    await page.getByRole('radio', { name: 'Huge result' }).check();
    await page.getByRole('button', { name: 'Fill in an invented person' }).tap();
    await submit(page);
    await page.getByRole('heading', { name: 'All done' }).waitFor();

    await mock.portal.advance({ ms: 0 });
    const bytes = receiver.received
      .filter(({ text }) => text.includes(slugOf(url)))
      .map(({ text }) => Buffer.byteLength(text));
    expect(bytes).toHaveLength(1);
    expect(bytes[0]).toBeGreaterThan(5_000_000);
  });

  it('can be filled in from the keyboard alone', async () => {
    await using visit = await watchPage(browser, { viewport: PHONE.viewport });
    const { page } = visit;
    const url = await formUrl({ form: 'kyc-plain', answers: { home_address_country: 'GBR' } });
    await page.goto(url);
    const order: string[] = [];
    const next = async (...keys: readonly string[]): Promise<void> => {
      await page.keyboard.press('Tab');
      order.push(await page.evaluate(focused));
      for (const key of keys) await page.keyboard.press(key);
    };
    await next();
    await next();
    await next('Space');
    await next();
    await next('Space');
    await next();
    await page.keyboard.type('Amelia');
    await next();
    await page.keyboard.type('Clarke');
    await next('Space', 'ArrowDown');
    await next();
    await page.keyboard.type('04011990');
    // The other parts of the date are stops of their own.
    expect(await page.getByLabel('Date of birth').inputValue()).toBe('1990-04-01');
    await page.getByLabel('National ID number').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'All done' }).waitFor();

    expect(order).toEqual([
      'SUMMARY',
      'BUTTON',
      'q-consent_checkbox_1',
      'q-name_prefix',
      'q-full_name_type',
      'q-full_name_first_name',
      'q-full_name_last_name',
      'q-gender',
      'q-date_of_birth',
    ]);
    // Enter in a text control submits; it does not press the first button on the page, which switches the locale.
    expect(mock.portal.application(slugOf(url)).answers).toMatchObject({ full_name_type: 'parts', gender: 'F' });
    expect(visit.complaints).toEqual([]);
  });

  it('keeps what was typed when the locale is switched', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    await page.goto(await formUrl());
    await firstName(page).fill('Amelia');
    await page.getByText('Language: English').tap();
    await page.getByRole('button', { name: 'ไทย' }).tap();
    await page.getByRole('heading', { name: 'ยืนยันตัวตนของคุณ' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'ชื่อ', exact: true }).inputValue()).toBe('Amelia');
  });
});

describe('the look of the hosted form', () => {
  it('fits a screen of 320 pixels in a sample of locales, whole and with everything wrong', async () => {
    await using visit = await watchPage(browser, { ...PHONE, viewport: { width: 320, height: 640 } });
    const { page } = visit;
    const wide: string[] = [];
    const url = await formUrl({ form: 'kyc-everywhere', answers: { home_address_country: 'THA' } });
    for (const lang of sampleOf(PLATFORM_LOCALES, { every: 4 })) {
      await page.goto(url.replace('/en/', `/${lang}/`));
      wide.push(...(await page.evaluate(tooWide)).map((part) => `${lang} ${part}`));
      await submit(page);
      await page.getByRole('alert').waitFor();
      await page.locator('summary').tap();
      wide.push(...(await page.evaluate(tooWide)).map((part) => `${lang}, wrong, ${part}`));
    }
    expect(wide).toEqual([]);
  });

  it('gives every control a name, and fingers room', async () => {
    await using visit = await watchPage(browser, PHONE);
    const { page } = visit;
    await page.goto(await formUrl({ answers: { home_address_country: 'GBR' } }));
    await page.locator('summary').tap();
    expect(await page.evaluate(nameless)).toEqual([]);
    expect(await page.evaluate(tooSmall)).toEqual([]);
    await page.locator('summary').tap();
    await submit(page);
    await page.getByRole('alert').waitFor();
    expect(await page.evaluate(tooSmall)).toEqual([]);
  });

  it('follows the colour scheme of the device', async () => {
    const grounds: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await using visit = await watchPage(browser, { ...PHONE, colorScheme });
      await visit.page.goto(await formUrl());
      grounds.push(await visit.page.evaluate(ground));
    }
    expect(grounds).toEqual(['rgb(244, 245, 247)', 'rgb(14, 18, 22)']);
  });

  it('says on a desktop that it is for phones, and works there too', async () => {
    await using phone = await watchPage(browser, PHONE);
    await using desktop = await watchPage(browser, { viewport: { width: 1280, height: 800 } });
    const url = await formUrl();
    const note = 'This form is for mobile browsers only. You can still fill it in here.';
    await phone.page.goto(url);
    expect(await phone.page.getByText(note).isVisible()).toBe(false);
    await desktop.page.goto(url);
    expect(await desktop.page.getByText(note).isVisible()).toBe(true);
    await desktop.page.getByRole('button', { name: 'Fill in an invented person' }).click();
    await desktop.page.getByRole('button', { name: 'Submit' }).click();
    await desktop.page.getByRole('heading', { name: 'All done' }).waitFor();
    expect(stateOf(url)).toBe('submitted');
  });
});
